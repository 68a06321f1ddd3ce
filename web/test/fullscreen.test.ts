// Functions that need the user's permission: fullscreen and mouse lock. Also pointers and gamepads.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { check, corners, type Echo, echo, FOUR, KEYBOARD, MOUSE, prepare, sayings, tell } from "./echo.ts";
import { noCompiler, PATIENCE, type Page } from "./support.ts";

// Globals of the pages.
declare let outer: HTMLElement;
declare let heard: [string, ...unknown[]][];

describe("with the user's permission", { skip: noCompiler }, () => {
  let withEcho: Echo["withEcho"];
  let close: Echo["close"];
  before(async () => {
    ({ withEcho, close } = await prepare());
  });
  after(() => close());

  describe("the screen", () => {
    const SCREEN = "view 0,0 1280x720 clip 0,0 1280x720";
    // The page's view of fullscreen at each event.
    const note = (page: Page) =>
      page.evaluate(() => {
        for (const type of ["fullscreenchange", "webkitfullscreenchange", "webkitfullscreenerror"])
          document.addEventListener(type, ({ target }) => {
            const { fullscreenElement, webkitFullscreenElement, webkitIsFullScreen } = document;
            const full = [fullscreenElement, webkitFullscreenElement].map((one) => one?.id);
            heard.push([type, (target as Element).id, ...full, webkitIsFullScreen]);
          });
      });

    test("is filled and left at the program's request, and the program is notified", () =>
      withEcho(echo(), [`request ${MOUSE}`], async (page) => {
        await note(page);
        await page.mouse.click(10, 10);
        assert.equal((await tell(page, "full 1")).at(-1), "done full 1");
        await sayings(page, `${SCREEN} full 1`);
        await tell(page, "full 0");
        await sayings(page, "view 0,0 200x100 clip 0,0 200x100 full 0");
        assert.deepEqual(await page.evaluate(() => heard), [
          ["webkitfullscreenchange", "m", "m", "m", true],
          ["webkitfullscreenchange", "m", undefined, undefined, false],
        ]);
      }));

    // Actions of the driver count as actions of the user, so the page itself refuses.
    const idle = {
      init: () => Object.defineProperty(navigator, "userActivation", { value: { isActive: false } }),
    };

    test("is not filled without an action of the user", () =>
      withEcho(
        echo(),
        [],
        async (page) => assert.equal((await tell(page, "full 1")).at(-1), "done full 0"),
        idle,
      ));

    test("is left by Escape, and the program is notified", () =>
      withEcho(echo(), [`request ${MOUSE}`], async (page) => {
        await page.mouse.click(10, 10);
        await tell(page, "full 1");
        await sayings(page, `${SCREEN} full 1`);
        // Browsers handle the key themselves, and then do this.
        await page.evaluate(() => document.exitFullscreen());
        await sayings(page, "view 0,0 200x100 clip 0,0 200x100 full 0");
        await page.mouse.click(10, 10);
        assert.equal((await tell(page, "full 1")).at(-1), "done full 1");
      }));

    test("may be refused by the browser without a crash, and can be requested again", () =>
      withEcho(echo(), [`request ${MOUSE}`], async (page) => {
        await page.mouse.click(10, 10);
        await note(page);
        // A box that is not in the document cannot fill the screen.
        await page.evaluate(() => {
          const { webkitRequestFullscreen } = Element.prototype;
          Element.prototype.webkitRequestFullscreen = function () {
            Element.prototype.webkitRequestFullscreen = webkitRequestFullscreen;
            const { parentNode, nextSibling } = this;
            this.remove();
            webkitRequestFullscreen.call(this);
            parentNode!.insertBefore(this, nextSibling);
          };
        });
        await tell(page, "full 1");
        await page.waitForFunction(() => heard.length > 0);
        assert.deepEqual(await page.evaluate(() => heard), [
          ["webkitfullscreenerror", "m", undefined, undefined, false],
        ]);
        await tell(page, "full 1");
        await sayings(page, `${SCREEN} full 1`);
      }));

    for (const [how, ask] of [
      ["by the newer name", () => m.requestFullscreen()],
      ["by the older name", () => m.webkitRequestFullscreen()],
    ] as const) {
      test(`is filled by the page ${how}, with the program's picture`, () =>
        withEcho(
          echo({ before: "<button id=go>go</button><br>" }),
          [`request ${MOUSE | KEYBOARD}`],
          async (page) => {
            await note(page);
            await tell(page, "draw");
            await page.evaluate(`go.onclick = ${ask}`);
            await page.click("#go");
            // The page has requested it, so for the program it is not fullscreen.
            await sayings(page, `${SCREEN} full 0`);
            const [[type, ...seen] = [""]] = await page.evaluate(() => heard);
            assert.match(type, /^(webkit)?fullscreenchange$/);
            assert.deepEqual(seen, ["m", "m", "m", true]);
            // For the page and the program, inputs are at the element.
            await page.evaluate(() =>
              m.addEventListener("mousedown", ({ target }) => heard.push([(target as Element).id])),
            );
            await page.mouse.click(1000, 600);
            await sayings(page, "mouseup button 0 at 1000,600");
            assert.deepEqual((await page.evaluate(() => heard)).at(-1), ["m"]);
            await page.keyboard.press("a");
            await sayings(page, "keyup 65");
            await check("full", page, corners({ left: 0, top: 0, width: 1280, height: 720 }), FOUR);
            await page.evaluate(() => document.webkitCancelFullScreen());
            await sayings(page, "view 0,");
            assert.equal(await page.evaluate(() => document.fullscreenElement), null);
          },
        ));
    }

    test("is left when the program is removed", () =>
      withEcho(
        echo({ before: "<div>", after: "</div>" }),
        [`request ${MOUSE}`],
        async (page: Page, { said }) => {
          await page.mouse.click(10, 10);
          await tell(page, "full 1");
          await sayings(page, `${SCREEN} full 1`);
          await page.evaluate(() => m.remove());
          await page.waitForFunction(
            () => !document.webkitIsFullScreen && document.fullscreenElement === null,
          );
          assert.deepEqual(said, []);
        },
      ));

    test("is filled by an ancestor of the element", () =>
      withEcho(
        echo({ before: '<table id="outer"><tr><td>', after: "</td></tr></table>" }),
        [`request ${MOUSE}`, "draw"],
        async (page) => {
          await page.evaluate(() => {
            m.onmouseup = () => outer.requestFullscreen();
          });
          await page.mouse.click(10, 10);
          await page.waitForFunction(() => document.fullscreenElement === outer);
          await page.mouse.move(100, 60);
          const { left, top } = await page.evaluate(() => m.getBoundingClientRect().toJSON());
          await check("ancestor", page, corners({ left, top, width: 200, height: 100 }), FOUR);
          await page.evaluate(() => document.exitFullscreen());
          await page.waitForFunction(() => document.fullscreenElement === null);
        },
      ));
  });

  describe("the mouse", () => {
    test("is locked after a click, moves without a position, and is released", () =>
      withEcho(echo(), [`request ${MOUSE}`], async (page) => {
        await page.mouse.click(10, 10);
        await tell(page, "lock");
        await sayings(page, "locked 0");
        assert.equal(await page.evaluate(() => document.pointerLockElement === m), true);
        await page.mouse.move(400, 300);
        await sayings(page, "mousemove");
        await tell(page, "unlock");
        await page.waitForFunction(() => document.pointerLockElement === null);
      }));

    test("is released by the user, and the program is notified", () =>
      withEcho(echo(), [`request ${MOUSE}`], async (page) => {
        await page.mouse.click(10, 10);
        await tell(page, "lock");
        await sayings(page, "locked 0");
        await page.evaluate(() => document.exitPointerLock());
        await sayings(page, "lock lost");
      }));

    test("has the program's pointers only over its element", () =>
      withEcho(
        echo({ after: '<embed id="other" width="100" height="100">' }),
        [`request ${MOUSE}`],
        async (page) => {
          const pointer = (id: string) =>
            page.evaluate((id: string) => getComputedStyle(document.getElementById(id)!).cursor, id);
          await page.mouse.move(10, 10);
          for (const [kind, css] of [
            [2, "pointer"],
            [3, "text"],
            [37, "none"],
            [42, "grabbing"],
            [0, "default"],
          ] as const) {
            await tell(page, `cursor ${kind}`);
            await page.waitForFunction((css) => getComputedStyle(m).cursor === css, css);
          }
          await tell(page, "picture");
          await page.waitForFunction(() =>
            /^url\("data:image\/png.*"\) 8 8, /.test(getComputedStyle(m).cursor),
          );
          assert.equal(await pointer("other"), "auto");
          await page.mouse.move(250, 10);
          assert.equal(await pointer("other"), "auto");
        },
      ));
  });

  test("gamepads are sampled after the program has requested them", () =>
    withEcho(
      echo(),
      [],
      async (page) => {
        assert.deepEqual(
          (await tell(page, "gamepads")).filter((line) => line.startsWith("game")),
          ["gamepads 4"],
        );
        let lines: string[] = [];
        for (const end = Date.now() + PATIENCE; lines.length < 2 && Date.now() < end; )
          lines = (await tell(page, "gamepads")).filter((line) => line.startsWith("game"));
        assert.deepEqual(lines, ["gamepad 1 Pad axes 2 -1,0.5 buttons 2 1,0.25", "gamepads 4"]);
        await page.evaluate(() => {
          window.pad.axes = [0.75, 0];
          window.pad.timestamp++;
        });
        for (const end = Date.now() + PATIENCE; !/0\.75,0 /.test(lines[0]!) && Date.now() < end; )
          lines = (await tell(page, "gamepads")).filter((line) => line.startsWith("game"));
        assert.match(lines[0]!, /axes 2 0\.75,0 /);
      },
      {
        init: () => {
          window.pad = {
            id: "Pad",
            connected: true,
            timestamp: 5,
            axes: [-1, 0.5],
            buttons: [{ value: 1 }, { value: 0.25 }],
          };
          navigator.getGamepads = () => [null, window.pad as unknown as Gamepad, null, null];
        },
      },
    ));
});
