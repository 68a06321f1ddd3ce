// The mouse, the wheel and touches reach a program, which reports its input.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Echo, echo, KEYBOARD, MOUSE, prepare, sayings, TOUCH, tell, WHEEL } from "./echo.ts";
import { noCompiler, type Page } from "./support.ts";

// Globals of the pages.
declare let inputs: number;
declare let outer: HTMLElement;
declare let heard: unknown[];

describe("input", { skip: noCompiler }, () => {
  let withEcho: Echo["withEcho"];
  let close: Echo["close"];
  before(async () => {
    ({ withEcho, close } = await prepare());
  });
  after(() => close());

  test("mouse events have a position, a button, a click count and a movement", () =>
    withEcho(echo(), [`request ${MOUSE}`], async (page) => {
      await page.mouse.move(50, 40);
      await page.mouse.move(53, 44);
      await page.mouse.down();
      await page.mouse.up();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await page.mouse.move(300, 44);
      assert.deepEqual(await sayings(page, "mouseleave", /^mouse/), [
        "mouseenter button -1 at 50,40 clicks 0 moved 0,0 modifiers 0",
        "mousemove button -1 at 50,40 clicks 0 moved 0,0 modifiers 0",
        "mousemove button -1 at 53,44 clicks 0 moved 3,4 modifiers 0",
        "mousedown button 0 at 53,44 clicks 1 moved 0,0 modifiers 64",
        "mouseup button 0 at 53,44 clicks 1 moved 0,0 modifiers 0",
        "mousedown button 0 at 53,44 clicks 2 moved 0,0 modifiers 64",
        "mouseup button 0 at 53,44 clicks 2 moved 0,0 modifiers 0",
        "mouseleave button -1 at 300,44 clicks 0 moved 0,0 modifiers 0",
      ]);
    }));

  test("each button and each modifier key has its bit", () =>
    withEcho(echo(), [`request ${MOUSE}`], async (page) => {
      await page.mouse.move(10, 10);
      await page.keyboard.down("Shift");
      await page.mouse.down({ button: "middle" });
      await page.mouse.move(12, 10);
      await page.mouse.up({ button: "middle" });
      await page.keyboard.up("Shift");
      await page.keyboard.down("Control");
      await page.mouse.down({ button: "right" });
      await page.mouse.up({ button: "right" });
      const lines = await sayings(page, "mouseup button 2", /down|move.*12,|up|menu/);
      assert.deepEqual(
        lines.map((line) => line.replace(/ at.*modifiers/, "")),
        [
          `mousedown button 1 ${1 + 128}`,
          `mousemove button 1 ${1 + 128}`,
          "mouseup button 1 1",
          `mousedown button 2 ${2 + 256}`,
          `contextmenu button -1 ${2 + 256}`,
          "mouseup button 2 2",
        ],
      );
    }));

  test("positions are relative to the content, with borders, scrolling and transforms", () =>
    withEcho(
      echo({
        style: `#m { border: 7px solid; padding: 3px 5px; transform: rotate(90deg); transform-origin: 0 0 }
          #outer { width: 300px; height: 300px; overflow: auto } #inner { width: 900px; height: 900px; padding-left: 260px }`,
        before: '<div id="outer"><div id="inner">',
        after: "</div></div>",
      }),
      [`request ${MOUSE}`],
      async (page) => {
        await page.evaluate(() => outer.scrollTo(40, 30));
        // Its upper left corner is now on the right.
        await page.mouse.move(260 - 40 - (7 + 3) - 20, -30 + (7 + 5) + 30);
        const [line] = await sayings(page, "mousemove", /^mousemove/);
        assert.match(line!, /at 30,20 /);
      },
    ));

  test("a scaled and scrolled element has the same positions", () =>
    withEcho(
      echo({
        style: "#m { border: 4px solid; transform: scale(2); transform-origin: 0 0 } body { height: 3000px }",
        before: '<div style="height: 500px"></div>',
      }),
      [`request ${MOUSE}`],
      async (page) => {
        await page.evaluate(() => scrollTo(0, 450));
        await page.mouse.move(8 + 2 * 15, 50 + 8 + 2 * 25);
        const [line] = await sayings(page, "mousemove", /^mousemove/);
        assert.match(line!, /at 15,25 /);
      },
    ));

  test("while a button is held the program receives all mouse events", () =>
    withEcho(
      echo({ after: '<div style="width:300px;height:300px" onmouseenter="heard.push(1)"></div>' }),
      [`request ${MOUSE}`],
      async (page) => {
        await page.mouse.move(50, 50);
        await page.mouse.down();
        await page.mouse.move(50, 250);
        await page.mouse.move(-20, 60);
        await page.mouse.up();
        const lines = await sayings(page, "mouseup", /^mouse/);
        assert.deepEqual(
          lines.map((line) => line.replace(/clicks.*/, "")),
          [
            "mouseenter button -1 at 50,50 ",
            "mousemove button -1 at 50,50 ",
            "mousedown button 0 at 50,50 ",
            "mousemove button 0 at 50,250 ",
            "mousemove button 0 at -20,60 ",
            "mouseup button 0 at -20,60 ",
          ],
        );
      },
    ));

  test("a program that receives context menus suppresses the browser's menu", () =>
    withEcho(echo(), [`request ${MOUSE}`], async (page) => {
      await page.evaluate(() => {
        addEventListener("contextmenu", (event) => setTimeout(() => heard.push(event.defaultPrevented)));
      });
      await page.mouse.click(10, 10, { button: "right" });
      await sayings(page, "contextmenu");
      assert.deepEqual(await page.evaluate(() => heard), [true]);
      await tell(page, `clear ${MOUSE}`);
      // Otherwise the element would show its own menu.
      await page.evaluate(() => m.setAttribute("data-visitor", "off"));
      await page.mouse.click(10, 10, { button: "right" });
      await page.waitForFunction(() => heard.length === 2);
      assert.deepEqual(await page.evaluate(() => heard), [true, false]);
      assert.deepEqual(await tell(page, "screen"), ["screen 1280x720", "done screen 0"]);
    }));

  test("the page receives mouse events first, and keeps those that it prevents", () =>
    withEcho(echo(), [`request ${MOUSE}`], async (page) => {
      await page.evaluate(() => {
        m.addEventListener("mousedown", (event) => {
          heard.push([event.target === m, event.isTrusted, event.defaultPrevented]);
          if (event.ctrlKey) event.preventDefault();
        });
      });
      await page.keyboard.down("Control");
      await page.mouse.click(10, 10);
      await page.keyboard.up("Control");
      await page.mouse.click(20, 10);
      assert.deepEqual(
        (await sayings(page, "mouseup button 0 at 20", /mousedown/)).map((line) => line.slice(0, 23)),
        ["mousedown button 0 at 2"],
      );
      assert.deepEqual(await page.evaluate(() => heard), [
        [true, true, false],
        [true, true, false],
      ]);
    }));

  test("an event that the page stops on its way reaches the program", () =>
    withEcho(echo(), [`request ${MOUSE}`], async (page) => {
      await page.evaluate(() => m.addEventListener("mousedown", (event) => event.stopPropagation()));
      await page.mouse.click(10, 10);
      await sayings(page, "mousedown button 0 at 10,10");
    }));

  test("events from scripts do not reach the program", () =>
    withEcho(echo(), [`request ${MOUSE}`], async (page) => {
      await page.evaluate(() => m.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
      assert.deepEqual(await tell(page, "answer 1"), ["done answer 0"]);
    }));

  test("a program that hangs receives a bounded number of moves, and the page continues", () =>
    withEcho(
      echo(),
      [`request ${MOUSE}`],
      async (page) => {
        await page.evaluate(() => m.postMessage("hang"));
        await page.mouse.move(0, 0);
        await page.mouse.move(190, 90, { steps: 600 });
        const count = await page.evaluate(() => inputs);
        assert.ok(count > 200 && count < 300, `${count}`);
        await page.evaluate(() => m.remove());
      },
      {
        init: () => {
          const { postMessage } = Worker.prototype;
          window.inputs = 0;
          Worker.prototype.postMessage = function (
            this: Worker,
            message: { kind?: string },
            ...rest: [never]
          ) {
            if (message.kind === "input") window.inputs++;
            return postMessage.call(this, message, ...rest);
          };
        },
      },
    ));

  test("events that were not requested do not arrive", () =>
    withEcho(echo(), [], async (page) => {
      await page.mouse.click(10, 10);
      await page.keyboard.press("a");
      await page.mouse.wheel(0, 100);
      assert.deepEqual(
        (await tell(page, "answer 1")).filter((line) => !/^(focus|view)/.test(line)),
        ["done answer 0"],
      );
    }));

  describe("the wheel", () => {
    const tall = { after: '<div style="height: 5000px"></div>' };

    test("is positive up and left, with its ticks", () =>
      withEcho(echo(tall), [`request ${WHEEL}`], async (page) => {
        await page.mouse.move(10, 10);
        await page.mouse.wheel(40, 240);
        assert.deepEqual(await sayings(page, "wheel"), ["wheel -40,-240 ticks -1,-1 pages 0 modifiers 0"]);
        assert.equal(await page.evaluate(() => scrollY), 0);
      }));

    test("scrolls the page if the program does not handle it", () =>
      withEcho(echo(tall), [`filter ${WHEEL}`, "answer 0"], async (page) => {
        await page.mouse.move(10, 10);
        await page.mouse.wheel(0, 100);
        await sayings(page, "wheel");
        await tell(page, "answer 1");
        await page.mouse.wheel(0, 100);
        await page.waitForFunction(() => scrollY > 0);
      }));

    test("scrolls the page if the program does not request it", () =>
      withEcho(echo(tall), [`request ${MOUSE}`], async (page) => {
        await page.mouse.move(10, 10);
        await page.mouse.wheel(0, 100);
        await page.waitForFunction(() => scrollY > 0);
      }));
  });

  describe("touches", () => {
    // Touches at positions, through the protocol of the developer tools.
    const touching = async (page: Page) => {
      const session = await page.context().newCDPSession(page);
      return (
        type: "touchStart" | "touchMove" | "touchEnd",
        ...places: [x: number, y: number, id: number][]
      ) =>
        session.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: places.map(([x, y, id]) => ({ x, y, id })),
        });
    };

    test("list all touches, the changed ones and the ones on the element", () =>
      withEcho(
        echo({ style: "#m { margin: 10px }" }),
        [`request ${TOUCH | MOUSE}`],
        async (page) => {
          const touch = await touching(page);
          await touch("touchStart", [20, 30, 1]);
          await touch("touchStart", [20, 30, 1], [60, 70, 2]);
          await touch("touchMove", [25, 30, 1], [60, 70, 2]);
          await touch("touchEnd", [60, 70, 2]);
          await touch("touchEnd");
          const lines = await sayings(page, "touchend all changed", /^(touch|mouse)/);
          assert.deepEqual(lines, [
            "touchstart all (10,20) changed (10,20) target (10,20)",
            "touchstart all (10,20) (50,60) changed (50,60) target (10,20) (50,60)",
            "touchmove all (15,20) (50,60) changed (15,20) target (15,20) (50,60)",
            "touchend all (15,20) changed (50,60) target (15,20)",
            "touchend all changed (15,20) target",
          ]);
        },
        { settings: { hasTouch: true } },
      ));

    test("are mouse events for a program without touch events", () =>
      withEcho(
        echo(),
        [`request ${MOUSE}`],
        async (page) => {
          const touch = await touching(page);
          await touch("touchStart", [20, 30, 1]);
          await touch("touchMove", [40, 30, 1]);
          await touch("touchEnd");
          await touch("touchStart", [21, 30, 1]);
          await touch("touchEnd");
          const lines = await sayings(page, "mouseup button 0 at 21", /^(touch|mouse)/);
          assert.deepEqual(
            lines.map((line) => line.replace(/ moved.*/, "")),
            [
              "mousedown button 0 at 20,30 clicks 1",
              "mousemove button 0 at 40,30 clicks 0",
              "mouseup button 0 at 40,30 clicks 1",
              "mousedown button 0 at 21,30 clicks 1",
              "mouseup button 0 at 21,30 clicks 1",
            ],
          );
        },
        { settings: { hasTouch: true } },
      ));

    test("scroll the page over a program that only requests keys", () =>
      withEcho(
        echo({ after: '<div style="height: 5000px"></div>' }),
        [`request ${KEYBOARD}`],
        async (page) => {
          const touch = await touching(page);
          await touch("touchStart", [20, 90, 1]);
          for (let y = 80; y > 0; y -= 10) await touch("touchMove", [20, y, 1]);
          await touch("touchEnd");
          await page.waitForFunction(() => scrollY > 0);
        },
        { settings: { hasTouch: true } },
      ));
  });
});
