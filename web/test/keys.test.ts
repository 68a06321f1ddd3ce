// The focus of a program's element, and its keyboard input: keys, characters and input methods.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Echo, echo, IME, KEYBOARD, MOUSE, prepare, sayings, tell } from "./echo.ts";
import { type Act, noCompiler, type Page } from "./support.ts";

// Globals of the pages.
declare let other: HTMLElement;
declare let others: unknown[];
declare let heard: unknown[];

describe("keys", { skip: noCompiler }, () => {
  let withEcho: Echo["withEcho"];
  let close: Echo["close"];
  before(async () => {
    ({ withEcho, close } = await prepare());
  });
  after(() => close());

  // A program that requests keys and has the focus.
  const focused = (text: string, orders: string[], act: Act) =>
    withEcho(text, orders, async (page, tab, server) => {
      await page.evaluate(() => m.focus());
      await sayings(page, "focus 1");
      await act(page, tab, server);
    });

  test("a key goes down, produces a character and goes up, with Chrome's codes", () =>
    focused(echo(), [`request ${KEYBOARD}`], async (page) => {
      for (const key of ["a", "Shift+A", "Enter", "Backspace", "ArrowLeft", "F2", "ß"])
        if (key === "ß") await page.keyboard.insertText(key);
        else await page.keyboard.press(key);
      assert.deepEqual(await sayings(page, "char 0 'ß'", /^(key|char|raw)/), [
        "keydown 65 '' KeyA modifiers 0",
        "char 0 'a'  modifiers 0",
        "keyup 65 '' KeyA modifiers 0",
        "keydown 16 '' ShiftLeft modifiers 2049",
        "keydown 65 '' KeyA modifiers 1",
        "char 0 'A'  modifiers 1",
        "keyup 65 '' KeyA modifiers 1",
        "keyup 16 '' ShiftLeft modifiers 2048",
        "keydown 13 '' Enter modifiers 0",
        "char 0 '\r'  modifiers 0",
        "keyup 13 '' Enter modifiers 0",
        "keydown 8 '' Backspace modifiers 0",
        "keyup 8 '' Backspace modifiers 0",
        "keydown 37 '' ArrowLeft modifiers 0",
        "keyup 37 '' ArrowLeft modifiers 0",
        "keydown 113 '' F2 modifiers 0",
        "keyup 113 '' F2 modifiers 0",
        "char 0 'ß'  modifiers 0",
      ]);
    }));

  test("a key that is held repeats", () =>
    focused(echo(), [`request ${KEYBOARD}`], async (page) => {
      await page.keyboard.down("x");
      await page.keyboard.down("x");
      await page.keyboard.up("x");
      assert.deepEqual(await sayings(page, "keyup", /^(key|char)/), [
        "keydown 88 '' KeyX modifiers 0",
        "char 0 'x'  modifiers 0",
        "keydown 88 '' KeyX modifiers 32",
        "char 0 'x'  modifiers 32",
        "keyup 88 '' KeyX modifiers 0",
      ]);
    }));

  test("left and right keys and the keypad have bits", () =>
    focused(echo(), [`request ${KEYBOARD}`], async (page) => {
      await page.keyboard.press("ControlRight");
      await page.keyboard.press("AltLeft");
      await page.keyboard.press("Numpad7");
      const lines = await sayings(page, "keyup 36", /^key/);
      assert.deepEqual(lines, [
        `keydown 17 '' ControlRight modifiers ${4096 + 2}`,
        `keyup 17 '' ControlRight modifiers ${4096}`,
        `keydown 18 '' AltLeft modifiers ${2048 + 4}`,
        `keyup 18 '' AltLeft modifiers ${2048}`,
        "keydown 36 '' Numpad7 modifiers 16",
        "keyup 36 '' Numpad7 modifiers 16",
      ]);
    }));

  test("the page receives each key at the element first, and keeps those that it prevents", () =>
    focused(echo(), [`request ${KEYBOARD}`], async (page) => {
      await page.evaluate(() => {
        for (const type of ["keydown", "keypress", "keyup"]) {
          document.addEventListener(type, (event) => {
            const { key, keyCode, charCode, which } = event as KeyboardEvent;
            heard.push([type, (event.target as Element).id, key, keyCode, charCode, which]);
            if (key === "b" && type === "keydown") event.preventDefault();
          });
        }
      });
      await page.keyboard.press("b");
      await page.keyboard.press("c");
      assert.deepEqual(
        (await sayings(page, "keyup 67", /^(key|char)/)).map((line) => line.slice(0, 10)),
        ["keyup 66 '", "keydown 67", "char 0 'c'", "keyup 67 '"],
      );
      assert.deepEqual(await page.evaluate(() => heard), [
        ["keydown", "m", "b", 66, 0, 66],
        ["keyup", "m", "b", 66, 0, 66],
        ["keydown", "m", "c", 67, 0, 67],
        ["keypress", "m", "c", 99, 99, 99],
        ["keyup", "m", "c", 67, 0, 67],
      ]);
    }));

  test("a page that listens at the window first receives only the events of the element", () =>
    focused(
      echo({
        before: '<script>addEventListener("keydown", ({ target }) => heard.push(target.id), true)</script>',
      }),
      [`request ${KEYBOARD}`],
      async (page) => {
        await page.keyboard.press("a");
        await sayings(page, "keyup");
        assert.deepEqual(await page.evaluate(() => heard), ["m"]);
      },
    ));

  test("keys that would scroll the page go to the program, unless it does not handle them", () =>
    focused(echo({ after: '<div style="height: 5000px"></div>' }), [`filter ${KEYBOARD}`], async (page) => {
      await page.keyboard.press("PageDown");
      await sayings(page, "keyup 34");
      assert.equal(await page.evaluate(() => scrollY), 0);
      await tell(page, "answer 0");
      await page.keyboard.press("PageDown");
      await sayings(page, "keyup 34");
      await page.keyboard.press("PageDown");
      await page.waitForFunction(() => scrollY > 0);
    }));

  test("keys reach the program only while its element has the focus", () =>
    focused(echo({ after: '<input id="other">' }), [`request ${KEYBOARD}`], async (page) => {
      await page.click("#other");
      await page.keyboard.type("other");
      await sayings(page, "focus 0");
      assert.equal(await page.evaluate(() => (other as HTMLInputElement).value), "other");
      assert.deepEqual(await tell(page, "answer 1"), ["done answer 0"]);
    }));

  describe("the focus", () => {
    // The page's view of the focus.
    const note = (page: Page) =>
      page.evaluate(() => {
        for (const type of ["focus", "blur", "focusin", "focusout"])
          addEventListener(
            type,
            ({ target }) => {
              if (target !== window)
                heard.push(`${type} ${(target as Element).id}, active ${document.activeElement!.id}`);
            },
            true,
          );
      });

    for (const [how, orders] of [
      ["takes keys", [`request ${KEYBOARD | MOUSE}`]],
      ["takes the mouse alone", [`request ${MOUSE}`]],
      ["takes nothing", []],
    ] as const) {
      test(`moves to the element and away by clicks, for a program that ${how}`, () =>
        withEcho(echo({ after: '<button id="other">other</button>' }), [...orders], async (page) => {
          await note(page);
          await page.mouse.click(20, 20);
          await sayings(page, "focus 1");
          assert.equal(await page.evaluate(() => document.activeElement === m), true);
          await page.mouse.click(30, 20);
          await page.click("#other");
          assert.deepEqual(await sayings(page, "focus 0", /focus/), ["focus 0"]);
          const seen = (await page.evaluate(() => heard)) as string[];
          const ofElement = seen.filter((line) => /^\w+ m/.test(line)).map((line) => line.split(",")[0]);
          assert.deepEqual(ofElement, ["focus m", "focusin m", "blur m", "focusout m"]);
          assert.equal(seen.at(-1), "focusin other, active other");
        }));
    }

    test("moves by focus() and blur()", () =>
      withEcho(echo(), [`request ${KEYBOARD}`], async (page) => {
        await note(page);
        await page.evaluate(() => m.focus());
        assert.equal(await page.evaluate(() => document.activeElement!.id), "m");
        await sayings(page, "focus 1");
        await page.evaluate(() => m.focus());
        await page.evaluate(() => m.blur());
        assert.deepEqual(await sayings(page, "focus 0", /focus/), ["focus 0"]);
        assert.equal(await page.evaluate(() => document.activeElement!.localName), "body");
        assert.deepEqual(
          ((await page.evaluate(() => heard)) as string[]).map((line) => line.split(",")[0]),
          ["focus m", "focusin m", "blur m", "focusout m"],
        );
      }));

    test("moves by Tab to a program that requests keys, in the order of the page", () =>
      withEcho(
        echo({
          before: '<div><button id="first">1</button></div><div>',
          after: '</div><button id="last">2</button>',
        }),
        [`filter ${KEYBOARD}`, "answer 0"],
        async (page) => {
          await page.focus("#first");
          await page.keyboard.press("Tab");
          await sayings(page, "focus 1");
          assert.equal(await page.evaluate(() => document.activeElement!.id), "m");
          // The first Tab shows how the program handles it.
          await page.keyboard.press("Tab");
          await sayings(page, "keydown 9");
          await page.keyboard.press("Tab");
          await sayings(page, "focus 0");
          assert.equal(await page.evaluate(() => document.activeElement!.id), "last");
        },
      ));

    test("moves from one program to the next", () =>
      withEcho(
        echo({
          before: "<div>",
          after: `<embed id="other" width="200" height="100" src="input_echo.nmf" type="application/x-pnacl"></div>
            <script>var others = []; other.addEventListener("message", function (event) { others.push(event.data); })</script>`,
        }),
        [`request ${KEYBOARD | MOUSE}`],
        async (page) => {
          const hasOther = (line: string) => page.waitForFunction((line) => others.includes(line), line);
          await page.waitForFunction(() => other.readyState === 4);
          await page.evaluate((classes) => other.postMessage(`request ${classes}`), KEYBOARD | MOUSE);
          await hasOther("done request 0");
          await page.mouse.click(20, 20);
          await sayings(page, "focus 1");
          await page.mouse.click(220, 20);
          await sayings(page, "focus 0");
          await hasOther("focus 1");
          assert.equal(await page.evaluate(() => document.activeElement!.id), "other");
          await page.keyboard.press("a");
          await hasOther("keyup 65 '' KeyA modifiers 0");
          await page.mouse.click(20, 20);
          await hasOther("focus 0");
          assert.deepEqual(await sayings(page, "focus 1", /^key/), []);
          assert.equal(await page.evaluate(() => document.activeElement!.id), "m");
        },
      ));

    test("is lost with the window's focus", () =>
      focused(echo(), [`request ${KEYBOARD}`], async (page) => {
        await page.evaluate(() => {
          const frame = document.createElement("iframe");
          frame.srcdoc = "<input autofocus>";
          frame.onload = () => frame.contentDocument!.querySelector("input")!.focus();
          document.body.append(frame);
        });
        await sayings(page, "focus 0");
      }));

    test("is not visible in the page's DOM", () =>
      withEcho(echo({ before: "<div id=parent>", after: "</div>" }), [], async (page) => {
        const html = await page.evaluate(() => document.documentElement.outerHTML);
        await tell(page, `request ${KEYBOARD | MOUSE | IME}`);
        await page.mouse.click(20, 20);
        await sayings(page, "focus 1");
        assert.equal(await page.evaluate(() => document.documentElement.outerHTML), html);
        assert.equal(await page.evaluate(() => document.querySelectorAll("textarea").length), 0);
      }));
  });

  describe("an input method", () => {
    type ComposingAct = (
      page: Page,
      compose: (text: string, start?: number) => Promise<unknown>,
      commit: (text: string) => Promise<unknown>,
    ) => unknown;

    const composing = (orders: string[], act: ComposingAct) =>
      focused(echo(), orders, async (page) => {
        const session = await page.context().newCDPSession(page);
        const compose = (text: string, start = text.length, end = start) =>
          session.send("Input.imeSetComposition", { text, selectionStart: start, selectionEnd: end });
        const commit = (text: string) => session.send("Input.insertText", { text });
        await act(page, compose, commit);
      });

    test("composes a text", () =>
      composing([`request ${KEYBOARD | IME}`], async (page, compose, commit) => {
        const lines = (last: string) => sayings(page, last, /^(ime|char)/);
        await compose("か");
        assert.deepEqual(await lines("imeupdate"), [
          "imestart '' segments 0 to 0 target -1 selected 0,0",
          "imeupdate 'か' segments 1 to 3 target 0 selected 3,3",
        ]);
        await compose("かな", 1);
        assert.deepEqual(await lines("imeupdate"), [
          "imeupdate 'かな' segments 1 to 6 target 0 selected 3,3",
        ]);
        await commit("仮名");
        assert.deepEqual(await lines("imetext"), [
          "imeend '仮名' segments 1 to 6 target 0 selected 6,6",
          "imetext '仮名' segments 1 to 6 target 0 selected 6,6",
        ]);
      }));

    test("types characters for a program that only requests keys", () =>
      composing([`request ${KEYBOARD}`], async (page, compose, commit) => {
        await compose("か");
        await commit("仮名");
        assert.deepEqual(await sayings(page, "char 0 '名'", /^(ime|char)/), [
          "char 0 '仮'  modifiers 0",
          "char 0 '名'  modifiers 0",
        ]);
      }));

    test("starts empty after the program has cancelled a composition", () =>
      composing([`request ${KEYBOARD | IME}`, "text 1", "caret"], async (page, compose, commit) => {
        await compose("か");
        await sayings(page, "imeupdate");
        await tell(page, "cancel");
        await compose("あ");
        await commit("亜");
        const lines = await sayings(page, "imetext", /^ime/);
        assert.equal(lines.filter((line) => line.startsWith("imetext")).length, 1);
        assert.match(lines.at(-1)!, /^imetext '亜' /);
      }));

    test("does nothing if the program takes no text", () =>
      composing([`request ${KEYBOARD | IME}`, "text 0"], async (page, compose) => {
        await compose("か").catch(() => {});
        await page.keyboard.press("a");
        assert.deepEqual(await sayings(page, "keyup", /^(ime|key|char)/), [
          "keydown 65 '' KeyA modifiers 0",
          "char 0 'a'  modifiers 0",
          "keyup 65 '' KeyA modifiers 0",
        ]);
      }));
  });
});
