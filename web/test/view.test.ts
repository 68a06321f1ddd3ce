// The view of a program, and the position of its picture.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { check, corners, type Echo, echo, FOUR, type Place, prepare, sayings } from "./echo.ts";
import { noCompiler, type Page, until } from "./support.ts";

// Globals of the pages.
declare let above: HTMLElement;
declare let holder: HTMLElement;
declare let outer: HTMLElement;

describe("view", { skip: noCompiler }, () => {
  let withEcho: Echo["withEcho"];
  let close: Echo["close"];
  before(async () => {
    ({ withEcho, close } = await prepare());
  });
  after(() => close());

  // The last view that the program received, without the usual parts.
  const view = async (page: Page, beginning = "view") =>
    (await sayings(page, beginning, /^view/))
      .at(-1)!
      .replace(/^view /, "")
      .replace(/ full 0| page 1| css 1/g, "");

  test("the first one has the position of the content and its visible part", () =>
    withEcho(
      echo({
        style: "#m { margin: 20px 10px; border: 2px solid; padding: 3px }",
        before: '<div style="height: 20px"></div>',
      }),
      [],
      async (page) => {
        assert.equal(await view(page), "15,45 200x100 clip 0,0 200x100 visible 1 scale 1 scrolled 0,0");
      },
    ));

  test("sizes by scripts and styles are reported", () =>
    withEcho(echo(), ["screen"], async (page) => {
      await page.evaluate(() => {
        m.width = "300";
      });
      assert.match(await view(page, "view 0,0 300x100"), /clip 0,0 300x100/);
      await page.evaluate(() => {
        m.style.height = "50px";
      });
      await sayings(page, "view 0,0 300x50");
      await page.evaluate(() => {
        m.style.height = "0";
      });
      assert.match(await view(page, "view 0,0 300x0"), /clip 0,0 0x0 visible 0/);
    }));

  test("scrolling is reported, and scrolled parts are not visible", () =>
    withEcho(echo({ after: '<div style="height: 3000px"></div>' }), ["screen"], async (page) => {
      await page.evaluate(() => scrollTo(0, 30));
      assert.equal(await view(page), "0,-30 200x100 clip 0,30 200x70 visible 1 scale 1 scrolled 0,30");
      await page.evaluate(() => scrollTo(0, 300));
      assert.equal(await view(page), "0,-300 200x100 clip 0,0 0x0 visible 0 scale 1 scrolled 0,300");
    }));

  test("clipped parts are not visible", () =>
    withEcho(
      echo({
        before:
          '<div id="outer" style="overflow: hidden; width: 150px; height: 60px"><div style="height: 20px"></div>',
        after: "</div>",
      }),
      ["screen"],
      async (page) => {
        await page.evaluate(() => {
          outer.style.width = "120px";
        });
        assert.match(await view(page, "view 0,20 200x100 clip 0,0 120x40"), /visible 1/);
      },
    ));

  test("an element that others push away gets a new view", () =>
    withEcho(echo({ before: '<div id="above"></div>' }), ["screen"], async (page) => {
      await page.evaluate(() => {
        above.style.height = "33px";
      });
      await sayings(page, "view 0,33 200x100");
    }));

  test("hiding and showing the page is reported", () =>
    withEcho(echo(), ["screen"], async (page) => {
      const show = (state: string) =>
        page.evaluate((state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }, state);
      await show("hidden");
      assert.match((await sayings(page, "view"))[0]!, /visible 0 page 0/);
      await show("visible");
      assert.match((await sayings(page, "view"))[0]!, /visible 1 page 1/);
    }));

  test("the scale of the device is reported when it changes", () =>
    withEcho(echo(), ["screen"], async (page) => {
      const session = await page.context().newCDPSession(page);
      const metrics = { width: 800, height: 600, deviceScaleFactor: 2, mobile: false };
      await session.send("Emulation.setDeviceMetricsOverride", metrics);
      assert.match(await view(page), /scale 2/);
    }));

  describe("the picture", () => {
    const box = (page: Page) => page.evaluate(() => m.getBoundingClientRect().toJSON());

    // Places of an element: the markup around it, and a style.
    const STANDS = {
      "a block": ["<div>", "</div>"],
      "a paragraph": ["<p>Before ", " after</p>"],
      "a table": ["<table><tr><td>cell</td><td>", "</td></tr></table>"],
      centred: ["<center>", "</center>"],
      "a list": ["<ul><li>", "</li></ul>"],
      "a form": ["<form><fieldset>", "</fieldset></form>"],
      "a flexible box": [
        '<div style="display:flex; justify-content:center"><b>one</b>',
        "<b>three</b></div>",
      ],
      "a grid": ['<div style="display:grid; grid-template-columns:100px auto"><b>one</b>', "</div>"],
      "a link": ["<a>", "</a>"],
      "a custom element": ["<x-box>", "</x-box>"],
      "a positioned block": ['<div style="position:absolute; left:100px; top:70px">', "</div>"],
      "at a fixed place": ["", "", "#m { position: fixed; right: 30px; bottom: 20px }"],
      "at an absolute place": [
        '<div style="position:relative; margin:50px">',
        "</div>",
        "#m { position: absolute; left: 40px; top: 30px }",
      ],
      floating: ["<div>", " text</div>", "#m { float: right }"],
      "a moved parent": ['<div style="transform: translate(50px, 60px)">', "</div>"],
      "moved by itself": ["<div>", "</div>", "#m { transform: translate(50px, 60px) }"],
      "a page with a margin": ["", "", "body { margin: 31px !important }"],
    };
    for (const [name, [before, after, style = ""]] of Object.entries(STANDS)) {
      test(`is over its element: ${name}`, () =>
        withEcho(echo({ before, after, style }), [], async (page) => {
          await check(name, page, corners(await box(page)), FOUR);
        }));
    }

    test("follows a scrolled block, which clips it", () =>
      withEcho(
        echo({
          before:
            '<div id="outer" style="overflow:auto; width:150px; height:80px; margin:30px"><div style="height:40px"></div>',
          after: '<div style="height:400px"></div></div>',
        }),
        [],
        async (page) => {
          await page.evaluate(() => outer.scrollTo(0, 20));
          // The element begins 20 pixels below the top of the block, and ends below the block.
          const places: Place[] = [
            [35, 30 + 15],
            [35, 30 + 25],
            [35, 30 + 62],
            [35, 30 + 85],
            [30 + 155, 30 + 40],
          ];
          await check("scrolled", page, places, ["white", "red", "red", "white", "white"]);
        },
      ));

    test("is clipped by a table cell", () =>
      withEcho(
        echo({
          before:
            '<div style="overflow:hidden; width:150px; height:60px"><table cellspacing=0 cellpadding=0><tr><td>',
          after: "</td></tr></table></div>",
        }),
        [],
        async (page) => {
          await check(
            "cell",
            page,
            [
              [5, 5],
              [145, 55],
              [155, 30],
              [20, 70],
            ],
            ["red", "yellow", "white", "white"],
          );
        },
      ));

    test("has the borders, the background and the round corners of its element", () =>
      withEcho(
        echo({
          style:
            "#m { border: 10px solid black; padding: 5px; background: white; border-radius: 40px; margin: 20px }",
        }),
        [],
        async (page) => {
          const places: Place[] = [
            [20 + 5, 20 + 40],
            [20 + 12, 20 + 40],
            [20 + 20, 20 + 40],
            [20 + 3, 20 + 3],
          ];
          await check("borders", page, places, ["black", "white", "red", "white"]);
        },
      ));

    test("has the opacity of its element", () =>
      withEcho(echo({ style: "#m { opacity: .5 }" }), [], async (page) => {
        await check("opacity", page, [[5, 5]], ["255,127,127"]);
      }));

    test("is rotated and scaled like its element", () =>
      withEcho(
        echo({ style: "#m { margin: 100px; transform: rotate(90deg) scale(.5) }" }),
        [],
        async (page) => {
          await check("turned", page, corners(await box(page)), ["blue", "red", "yellow", "green"]);
        },
      ));

    test("is below the page's overlays of its element", () =>
      withEcho(
        echo({
          before: '<div style="position:relative">',
          after:
            '<div style="position:absolute; left:0; top:0; width:50px; height:50px; background:black"></div></div>',
        }),
        [],
        async (page) => {
          await check(
            "covered",
            page,
            [
              [5, 5],
              [60, 5],
            ],
            ["black", "red"],
          );
        },
      ));

    test("is over the content that a higher z-index of its element covers", () =>
      withEcho(
        echo({
          style: "#m { position: relative; z-index: 5 }",
          before:
            '<div><div style="position:absolute; z-index:1; left:0; top:0; width:50px; height:50px; background:black"></div>',
          after: "</div>",
        }),
        [],
        async (page) => {
          await check(
            "above",
            page,
            [
              [5, 5],
              [60, 5],
            ],
            ["red", "red"],
          );
        },
      ));

    test("follows a size that the page changes, with a new picture", () =>
      withEcho(echo(), ["draw"], async (page) => {
        await page.evaluate(() => {
          m.width = "300";
          m.style.marginLeft = "20px";
        });
        await sayings(page, "view 20,0 300x100");
        await check("resized", page, corners(await box(page)), FOUR);
      }));

    test("is drawn by the page if it cannot transfer a canvas", () =>
      withEcho(
        echo({ before: "<script>delete HTMLCanvasElement.prototype.transferControlToOffscreen</script>" }),
        ["draw"],
        async (page) => {
          await check("drawn by the page", page, corners(await box(page)), FOUR);
          await page.evaluate(() => {
            m.width = "300";
          });
          await check("resized", page, corners(await box(page)), FOUR);
        },
      ));

    test("moves if the page attaches a shadow root", () =>
      withEcho(echo({ before: '<div id="holder">', after: "</div>" }), ["draw"], async (page) => {
        await check("before", page, corners(await box(page)), FOUR);
        await page.evaluate(() => {
          const root = holder.attachShadow({ mode: "open" });
          if (root !== holder.shadowRoot) throw new Error("another root");
          root.innerHTML = '<div style="padding: 30px"><slot></slot></div>';
        });
        await sayings(page, "view 30,30");
        await check("after", page, corners(await box(page)), FOUR);
      }));

    test("is outside of a parent that has a shadow root", () =>
      withEcho(
        echo({
          before:
            '<div><template shadowrootmode="open"><div style="padding: 30px"><slot></slot></div></template>',
          after: "</div>",
        }),
        [],
        async (page) => {
          await check("root", page, corners(await box(page)), FOUR);
        },
      ));

    test("is removed with its element", () =>
      withEcho(
        echo({ before: '<table><tr><td id="cell">', after: "</td></tr></table>" }),
        ["draw"],
        async (page) => {
          const count = () => page.evaluate(() => document.documentElement.children.length);
          assert.equal(await count(), 3);
          await page.evaluate(() => m.remove());
          await until(page, () => document.documentElement.children.length === 2);
        },
      ));
  });
});
