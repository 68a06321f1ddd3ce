// The playground records the run of a program, and shows the picture of each moment and the calls
// that drew a pixel.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  compilerCommand,
  dist,
  launch,
  noCompiler,
  open,
  type Page,
  type Server,
  serve,
} from "./support.ts";

const examples = new URL("../../examples/pepper/", import.meta.url).pathname;

describe("the playground's recordings", { skip: noCompiler }, () => {
  let browser: Browser;
  let server: Server;
  let folder: string;
  before(async () => {
    browser = await launch();
    server = await serve({ folder: join(dist, "..") });
    folder = mkdtempSync(join(tmpdir(), "playground"));
    const [compiler, ...options] = compilerCommand();
    for (const [name, ...more] of [["sketch", "-lm"], ["life", "-lpthread"], ["hello"]] as const) {
      const words = ["-O2", join(examples, `${name}.c`), "-lppapi", ...more, "-o", `${name}.pexe`];
      execFileSync(compiler, [...options, ...words], { cwd: folder });
    }
  });
  after(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const start = () => open(browser, server, "/dist/playground/index.html");
  const file = (name: string) => join(folder, name);
  const moments = (page: Page) => page.frameLocator("#moments");

  /** Opens a program and records its run. Returns once it has started. */
  async function record(page: Page, path: string) {
    await page.setInputFiles("#files", path);
    await page.getByLabel("Record", { exact: true }).check();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#state.good", { hasText: "running and recorded" }).waitFor();
  }

  /** Draws a line in the sketch, and waits for its message. */
  async function draw(page: Page) {
    const box = (await page.locator("#stage").boundingBox())!;
    await page.mouse.move(box.x + 301, box.y + 241);
    await page.mouse.down();
    await page.mouse.move(box.x + 401, box.y + 241, { steps: 4 });
    await page.mouse.up();
    await page.locator("#messages li").first().waitFor();
  }

  /** Saves the recording, and returns its bytes. */
  async function saved(page: Page) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording" }).click();
    const found = await download;
    assert.equal(found.suggestedFilename(), "sketch.rec");
    return readFileSync(await found.path());
  }

  /** The red part of a pixel of the shown moment. */
  const redAt = (page: Page, x: number, y: number) =>
    moments(page)
      .locator("#picture")
      .evaluate(
        (canvas, [x, y]) =>
          (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(x ?? 0, y ?? 0, 1, 1).data[0],
        [x, y],
      );

  /** Shows the last moment. */
  async function toEnd(page: Page) {
    await moments(page).locator("#slider").focus();
    await page.keyboard.press("End");
    await moments(page)
      .locator("#moment", { hasText: /\((\d+) of \1\)/ })
      .waitFor();
  }

  test("a recorded run shows the picture of each moment, and why a pixel is so", async () => {
    const { page, said, close } = await start();
    await record(page, file("sketch.pexe"));
    await draw(page);
    await page.getByRole("button", { name: "Show the recording" }).click();
    await moments(page)
      .locator("#moment", { hasText: /\(1 of \d+\)/ })
      .waitFor();
    assert.equal(await redAt(page, 350, 240), 0xfd, "paper");
    await toEnd(page);
    assert.equal(await redAt(page, 350, 240), 0x26, "ink");
    // It begins in the middle.
    await moments(page).locator("#picture").focus();
    await page.keyboard.press("ArrowRight");
    await moments(page).locator("#value", { hasText: "Pixel 321, 240: red 38" }).waitFor();
    await moments(page).locator("#calls .changed", { hasText: "PaintImageData(" }).waitFor();
    await moments(page)
      .getByRole("button", { name: /mouse down at 300, 240/ })
      .waitFor();
    assert.deepEqual(
      said.filter((line) => line.startsWith("uncaught")),
      [],
    );
    await close();
  });

  test("a recording that is opened with its program is shown", async () => {
    const first = await start();
    await record(first.page, file("sketch.pexe"));
    await draw(first.page);
    await first.page.getByRole("button", { name: "Stop" }).click();
    const recording = await saved(first.page);
    await first.close();

    const { page, close } = await start();
    const recorded = { name: "bug.rec", mimeType: "", buffer: recording };
    await page.setInputFiles("#files", [recorded]);
    await page.locator("#failure", { hasText: "open it together with its program" }).waitFor();
    const program = (name: string) => ({ name, mimeType: "", buffer: readFileSync(file(name)) });
    await page.setInputFiles("#files", [program("hello.pexe"), recorded]);
    await page.locator("#moments-state.bad", { hasText: "the recording is of another program" }).waitFor();
    await page.getByRole("button", { name: "Open another" }).click();
    await page.setInputFiles("#files", [recorded, program("sketch.pexe")]);
    await toEnd(page);
    assert.equal(await redAt(page, 350, 240), 0x26, "ink");
    await moments(page).locator("h1", { hasText: "bug.rec" }).waitFor();
    await close();
  });

  test("threads take the turns that they took", async () => {
    const { page, close } = await start();
    await record(page, file("life.pexe"));
    // Some generations.
    await page.waitForTimeout(500);
    await page.getByRole("button", { name: "Show the recording" }).click();
    await moments(page)
      .locator("#moment", { hasText: /\(1 of \d{2,}\)/ })
      .waitFor();
    await moments(page).locator("#summary", { hasText: "exit status 0" }).waitFor();
    await close();
  });

  test("pictures of OpenGL are shown, with the draw calls of each frame", async () => {
    const { folder, remove } = compile("gl_states");
    const { page, close } = await start();
    await record(page, join(folder, "gl_states.pexe"));
    await page.getByLabel("Post to the program").fill("3");
    await page.getByRole("button", { name: "Post" }).click();
    await page.locator("#messages li:not(.sent)").last().waitFor();
    await page.getByRole("button", { name: "Show the recording" }).click();
    await toEnd(page);
    const seen = await moments(page)
      .locator("#picture")
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const image = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height);
        return new Set(new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0))).size;
      });
    assert.ok(seen > 2, `${seen} colours`);
    await moments(page).locator("#picture").click();
    await moments(page)
      .locator("#calls li", { hasText: /^glDraw/ })
      .first()
      .waitFor();
    await close();
    remove();
  });
});
