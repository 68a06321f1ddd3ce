// OpenGL ES in the page: drawing, threads, several contexts.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  compile,
  type Headers,
  inPage,
  launch,
  noCompiler,
  onlyChromium,
  PATIENCE,
  type Page,
  type Programs,
  script,
  until,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let element: HTMLEmbedElement;
/** In the worker: collects the contexts that it makes. */
declare const self: { made: WebGL2RenderingContext[] };
declare let heard: string[];

type Place = [x: number, y: number];

const skip = noCompiler || onlyChromium("draws without OffscreenCanvas in workers on machines without a GPU");

describe("OpenGL ES", { skip }, () => {
  let browser: Browser;
  let programs: Programs;
  before(async () => {
    browser = await launch();
    programs = compile("gl_thread", "gl_contexts", "gl_hostile");
  });
  after(async () => {
    await browser.close();
    programs.remove();
  });

  /** Opens a page with a program, 64 by 64 pixels on white. The page keeps the program's
   * messages. */
  const withProgram = (name: string, headers: Headers, act: Act, attributes = "") =>
    inPage(
      browser,
      `<!doctype html>${script}<body style="margin:0;background:#fff">
       <embed type="application/x-pnacl" src="${name}.nmf" width="64" height="64" ${attributes}>
       <script>
         var heard = [];
         var element = document.querySelector("embed");
         element.addEventListener("message", function (event) { heard.push(event.data); });
         element.addEventListener("crash", function () { heard.push("crash"); });
       </script>`,
      act,
      { folder: programs.folder, pages: programs.manifests, headers },
    );

  const hears = (page: Page, text: string) =>
    until(page, (text) => heard.includes(text) || heard.includes("crash"), text);

  /** Posts an order, and waits until the program reports that it is done. */
  const ask = async (page: Page, text: string) => {
    await page.evaluate((text) => {
      heard.length = 0;
      element.postMessage(text);
    }, text);
    await hears(page, text);
  };

  /** Returns the colours at some positions in the page, as text. */
  async function colours(page: Page, ...places: Place[]) {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
    return page.evaluate(
      async ([picture, places]) => {
        const bitmap = await createImageBitmap(
          await (await fetch(`data:image/png;base64,${picture}`)).blob(),
        );
        const canvas = new OffscreenCanvas(64, 64).getContext("2d")!;
        canvas.drawImage(bitmap, 0, 0);
        return places.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data.slice(0, 3)].join());
      },
      [picture.toString("base64"), places] as const,
    );
  }

  /** Waits until a position in the page has a colour, because the display shows pictures with a
   * delay. */
  async function shows(page: Page, x: number, y: number, expected: string) {
    const limit = Date.now() + PATIENCE;
    for (;;) {
      const [colour] = await colours(page, [x, y]);
      if (colour === expected) return;
      if (Date.now() > limit) assert.equal(colour, expected);
    }
  }

  /** Returns the failed checks of the program, after at least a number of checks. */
  function wrong(said: string[], checks: number) {
    const lines = said.filter((line) => /^debug: (ok|FAILED) /.test(line));
    assert.ok(lines.length >= checks, `${lines.length} checks`);
    return lines.filter((line) => line.includes("FAILED"));
  }

  for (const [how, headers] of WAYS) {
    test(`a thread other than the main one draws and reads its picture (${how})`, () =>
      withProgram("gl_thread", headers, async (page, { said }) => {
        await hears(page, "drawn");
        await shows(page, 32, 32, "255,255,0");
        assert.deepEqual(wrong(said, 20), []);
      }));
  }

  test("contexts have their own state, and share objects if requested", () =>
    withProgram("gl_contexts", {}, async (page, { said }) => {
      await hears(page, "ready");
      await page.evaluate(() => element.postMessage("begin"));
      await hears(page, "begun");
      await ask(page, "shared");
      await shows(page, 32, 32, "255,0,0");
      await ask(page, "alone");
      await shows(page, 32, 32, "0,255,0");
      assert.deepEqual(wrong(said, 40), []);
    }));

  test("the picture is transparent if alpha was requested", () =>
    withProgram("gl_contexts", {}, async (page) => {
      await hears(page, "ready");
      await page.evaluate(() => element.postMessage("begin"));
      await ask(page, "alpha");
      const limit = Date.now() + PATIENCE;
      let found = "";
      while (found === "" && Date.now() < limit) {
        const [colour = ""] = await colours(page, [32, 32]);
        // Half-transparent blue over white.
        const [red, green, blue] = colour!.split(",").map(Number);
        if (Math.abs(red! - 127) <= 2 && Math.abs(green! - 127) <= 2 && blue! >= 253) found = colour;
      }
      assert.notEqual(found, "");
    }));

  test("a picture of another size is stretched to the element, even with a scissor", () =>
    withProgram("gl_contexts", {}, async (page) => {
      await hears(page, "ready");
      await page.evaluate(() => element.postMessage("begin"));
      await ask(page, "alone");
      await ask(page, "small");
      // The lower left quarter was filled.
      await shows(page, 8, 56, "255,255,0");
      await shows(page, 56, 8, "0,0,0");
      await page.evaluate(() => {
        element.width = "32";
      });
      await shows(page, 56, 8, "255,255,255");
      await shows(page, 4, 56, "255,255,0");
    }));

  test("a program is notified of a lost context, and its calls then have no effect", () =>
    withProgram("gl_contexts", {}, async (page, { said }) => {
      await hears(page, "ready");
      const [worker] = page.workers();
      await worker!.evaluate(() => {
        const native = OffscreenCanvas.prototype.getContext;
        self.made = [];
        OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...args: [never]) {
          const context = native.apply(this, args) as RenderingContext | null;
          if (context instanceof WebGL2RenderingContext) self.made.push(context);
          return context;
        } as typeof native;
      });
      await page.evaluate(() => element.postMessage("begin"));
      await ask(page, "shared");
      await worker!.evaluate(() => self.made[0]!.getExtension("WEBGL_lose_context")!.loseContext());
      await hears(page, "lost");
      await shows(page, 32, 32, "255,255,255");
      assert.deepEqual(wrong(said, 40), []);
      // Other contexts continue.
      await ask(page, "alone");
      await shows(page, 32, 32, "0,255,0");
    }));

  // Shared and unshared memory differ in the copies that are made, but not in the possible calls.
  for (const [how, seeds] of [
    ["isolated", [1, 2]],
    ["not isolated", [4]],
  ] as const) {
    const headers = new Map(WAYS).get(how)!;
    for (const seed of seeds) {
      test(`random calls leave the contexts usable (${how}, seed ${seed})`, () =>
        withProgram(
          "gl_hostile",
          headers,
          async (page) => {
            await until(page, () => heard.length > 0);
            assert.deepEqual(await page.evaluate(() => heard), ["usable"]);
          },
          `seed="${seed}"`,
        ));
    }
  }

  test("an invalid pointer only ends the program", () =>
    withProgram(
      "gl_hostile",
      {},
      async (page, { said }) => {
        await until(page, () => heard.length > 0);
        assert.deepEqual(await page.evaluate(() => heard), ["crash"]);
        assert.match(said.join("\n"), /NativeClient: invalid access of \d+ bytes at \d+/);
      },
      'seed="1" wild',
    ));
});
