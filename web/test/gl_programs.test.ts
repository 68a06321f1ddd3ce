// Real programs that draw with OpenGL ES, on pages that act like their own pages.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  ISOLATED,
  inPage,
  launch,
  manifest,
  noCorpus,
  onlyChromium,
  PATIENCE,
  type Page,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let said: string[];

const skip = noCorpus || onlyChromium("draws without OffscreenCanvas in workers on machines without a GPU");

describe("real programs that draw", { skip }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  type Clip = { x: number; y: number; width: number; height: number };

  /** The number of pixels by colour, in hexadecimal. */
  type Colours = Record<string, number>;

  /** Waits until a part of the page has at least a number of colours, and meets a condition. */
  async function shows(
    page: Page,
    clip: Clip,
    colours: number,
    sign: (found: Colours) => boolean = () => true,
  ) {
    const limit = Date.now() + PATIENCE;
    for (;;) {
      const picture = await page.screenshot({ clip });
      const found = await page.evaluate(
        async ([picture, { width, height }]) => {
          const bitmap = await createImageBitmap(
            await (await fetch(`data:image/png;base64,${picture}`)).blob(),
          );
          const canvas = new OffscreenCanvas(width, height).getContext("2d")!;
          canvas.drawImage(bitmap, 0, 0);
          const counts: Record<string, number> = {};
          for (const colour of new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer))
            counts[colour.toString(16)] = (counts[colour.toString(16)] ?? 0) + 1;
          return counts;
        },
        [picture.toString("base64"), clip] as const,
      );
      if (Object.keys(found).length >= colours && sign(found)) return;
      if (Date.now() > limit) assert.fail(`${Object.keys(found).length} colours`);
    }
  }

  /** Oryol: the element gets the size that the program requests. */
  const oryol = (name: string, act: Act) =>
    inPage(
      browser,
      "",
      async (page, tab, server) => {
        await page.goto(`${server.url}/pnacl/own.html`);
        await act(page, tab, server);
      },
      {
        folder: "oryol",
        headers: ISOLATED,
        pages: {
          "/pnacl/own.nmf": manifest(`${name}.pexe`),
          "/pnacl/own.html": `<!doctype html>${script}<body style="margin:0">
            <embed id="m" width="256" height="256" src="own.nmf" type="application/x-pnacl"><script>
            m.addEventListener("message", function (event) {
              var said = JSON.parse(event.data);
              if (said.msg === "resize") { m.width = said.w; m.height = said.h; }
            });</script>`,
        },
      },
    );

  for (const [name, width, height, colours] of [
    ["KC85-3", 800, 512, 100],
    ["BulletPhysicsBasic", 800, 600, 100],
    ["TurboBadgerDemo", 1000, 650, 500],
    ["Paclone", undefined, undefined, 100],
  ] as const) {
    test(`oryol: ${name}`, () =>
      oryol(name, async (page) => {
        if (width !== undefined)
          await until(page, ([width, height]) => +m.width === width && +m.height === height, [
            width,
            height,
          ] as const);
        await shows(page, { x: 0, y: 0, width: width ?? 256, height: height ?? 256 }, colours);
      }));
  }

  /** ZillaLib: the page starts each step, and all messages are strings. */
  const zillalib = (number: number, act: Act) =>
    inPage(
      browser,
      `<!doctype html>${script}<body style="margin:0"><script>
       var said = [];
       var m = document.createElement("embed");
       var url = location.origin + "/samples/ZillaLibSample-${number}.pexe";
       m.width = 854; m.height = 480; m.type = "application/x-pnacl";
       m.src = "data:;," + encodeURIComponent(JSON.stringify({ program: { portable: { "pnacl-translate": { url: url } } } }));
       m.addEventListener("message", function (event) {
         said.push(event.data);
         if (event.data === "RDY") m.postMessage("PKG" + url);
         if (event.data === "PKD") m.postMessage("INI");
         if (/^WIN/.test(event.data)) { m.postMessage("RUN"); m.focus(); }
       });
       document.body.appendChild(m);
       </script>`,
      act,
      { folder: "zillalib-samples" },
    );

  test("zillalib: three buttons with text in frames", () =>
    zillalib(20, async (page) => {
      await until(page, () => said.some((text) => /^WIN/.test(text)));
      await shows(page, { x: 40, y: 180, width: 720, height: 120 }, 20, (found) => {
        // The buttons are of one colour.
        const faces = Object.entries(found).filter(([colour]) => colour !== "ff000000");
        return faces.some(([, count]) => count > 10000);
      });
    }));

  test("zillalib: settings, and their values as text", () =>
    zillalib(25, async (page) => {
      await until(page, () => said.some((text) => /^SET10 BinaryData/.test(text)));
      assert.ok(await page.evaluate(() => said.includes("SET8 TextDataHello")));
      await shows(page, { x: 400, y: 60, width: 40, height: 20 }, 10);
    }));
});
