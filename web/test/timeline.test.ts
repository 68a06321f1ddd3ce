// The page of `pinnacle record show`, opened from the disk and served.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { noCommand, served } from "./command.ts";
import { type Browser, compilerCommand, launch, noCompiler, type Page } from "./support.ts";

const examples = new URL("../../examples/pepper/", import.meta.url).pathname;

describe("the page of a recording", { skip: noCommand || noCompiler }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "timeline"));
    const run = (command: string, ...words: string[]) => execFileSync(command, words, { cwd: folder });
    const [compiler, ...options] = compilerCommand();
    run(compiler, ...options, "-O2", join(examples, "sketch.c"), "-lppapi", "-lm", "-o", "sketch.pexe");
    const command = process.env.PINNACLE ?? "";
    const script = ["--script", join(examples, "sketch.jsonl")];
    run(command, "run", "--record", "sketch.rec", "--view", "320x240", ...script, "sketch.pexe");
    run(command, "record", "show", "sketch.rec", "-o", "page.html");
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page in a window of some width. Fails on errors in the page and on network requests. */
  async function open(url: string, width: number) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => wrong.push(message.text()));
    page.on("request", (request) => {
      if (request.url() !== url && !request.url().startsWith("data:")) wrong.push(request.url());
    });
    await page.goto(url);
    await page.locator("#moment", { hasText: "(1 of 9)" }).waitFor();
    return { page, wrong };
  }

  /** The red part of a pixel of the picture. */
  const redAt = (page: Page, x: number, y: number) =>
    page.locator("#picture").evaluate(
      (canvas, [x, y]) => {
        const context = (canvas as HTMLCanvasElement).getContext("2d");
        return context?.getImageData(x ?? 0, y ?? 0, 1, 1).data[0];
      },
      [x, y],
    );

  test("a slider shows the picture of each moment", async () => {
    const { page, wrong } = await open(`file://${join(folder, "page.html")}`, 1280);
    assert.equal(await redAt(page, 70, 80), 0xfd, "paper");
    await page.locator("#slider").focus();
    await page.keyboard.press("End");
    await page.locator("#moment", { hasText: "(9 of 9)" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".near") !== null);
    assert.equal(await redAt(page, 70, 80), 0x26, "ink");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.locator("#moment", { hasText: "(2 of 9)" }).waitFor();
    await page.getByRole("button", { name: "mouse up at 280, 120" }).click();
    await page.locator("#moment", { hasText: "at 0.100 s" }).waitFor();
    assert.deepEqual(wrong, []);
    await page.close();
  });

  test("a pixel has the calls that drew it", async () => {
    const { page, wrong } = await open(`file://${join(folder, "page.html")}`, 390);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.locator("#picture").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.locator("#value", { hasText: "Pixel 170, 120: red 253" }).waitFor();
    const call = page.locator("#calls .changed");
    await call.waitFor();
    assert.match((await call.textContent()) ?? "", /^PaintImageData\(.*changed the pixel last$/);
    assert.equal(await page.locator("#calls .flush").count(), 1);
    assert.deepEqual(wrong, []);
    await page.close();
  });

  test("serve lists the recording beside its program", () =>
    served(folder, async ({ url }, start) => {
      const list = await (await fetch(url + start)).text();
      const link = "/.pinnacle/recording/sketch.rec";
      assert.ok(list.includes(`href="${link}"`), list);
      const { page, wrong } = await open(url + link, 1280);
      assert.deepEqual(wrong, []);
      await page.close();
    }));
});
