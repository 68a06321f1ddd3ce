// The page of `pinnacle explore`, opened from the disk. PINNACLE names the command.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { noCommand } from "./command.ts";
import { type Browser, launch } from "./support.ts";

describe("the page of explore", { skip: noCommand }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "explore"));
    const pinnacle = (...words: string[]) => execFileSync(process.env.PINNACLE ?? "", words, { cwd: folder });
    pinnacle("smith", "--seed", "5", "-o", "random.pexe");
    pinnacle("explore", "random.pexe", "-o", "page.html");
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page in a window of some width. Fails on errors in the page and on network
   * requests. */
  async function open(width: number) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => wrong.push(message.text()));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) wrong.push(request.url());
    });
    await page.goto(`file://${join(folder, "page.html")}`);
    return { page, wrong };
  }

  test("lines of one instruction are marked in all columns", async () => {
    const { page, wrong } = await open(1200);
    await page.locator("#filter").fill("_START");
    assert.equal(await page.locator("#functions button").count(), 1);
    await page.locator("#functions button").click();
    assert.match((await page.locator("#name").textContent()) ?? "", /^_start @f\d+$/);
    const assembly = page.locator('.rows[aria-label="PNaClAsm"]');
    const load = assembly.locator(".row", { hasText: "= load i32*" }).first();
    await load.hover();
    assert.equal(await assembly.locator(".mark").count(), 1);
    const wasm = page.locator('.rows[aria-label="WebAssembly"] .mark');
    const marked = (await wasm.allTextContents()).join(" ");
    assert.match(marked, /i32\.load/);
    assert.ok((await page.locator('.rows[aria-label="Machine code"] .mark').count()) > 0);
    assert.deepEqual(wrong, []);
    await page.close();
  });

  test("a phone shows one column at a time", async () => {
    const { page, wrong } = await open(390);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.equal(await page.locator(".column:visible").count(), 1);
    await page.getByRole("button", { name: "WebAssembly" }).click();
    assert.equal(await page.locator(".column:visible h3").textContent(), "WebAssembly");
    assert.deepEqual(wrong, []);
    await page.close();
  });
});
