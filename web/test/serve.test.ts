// `pinnacle serve`, from the command at the path in PINNACLE: folders and programs in a browser.
// The crate `serve` has tests of the response to each request.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { noCommand, served } from "./command.ts";
import { type Browser, corpus, launch, noCorpus, open, until } from "./support.ts";

// Globals of the pages.
declare let heard: { Type?: string }[];

const skip = noCorpus || noCommand;

describe("pinnacle serve", { skip }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-serve-"));
    for (const name of ["hello-tutorial", "monte-carlo", "path-tracer"]) {
      cpSync(join(corpus!, name), join(folder, name), { recursive: true });
    }
    const page = (source: string) => `<!doctype html><title>x</title><script>
        var heard = [];
        addEventListener("message", function (event) { heard.push(event.data); }, true);
        document.addEventListener("load", function (event) { if (event.target.postMessage) heard.push("load"); }, true);
      </script><body><embed id="it" src="${source}" type="application/x-pnacl" width="0" height="0">`;
    writeFileSync(join(folder, "hello-tutorial/page.html"), page("hello_tutorial.nmf"));
    writeFileSync(join(folder, "monte-carlo/index.html"), page("monte_carlo.nmf"));
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test("a folder shows its pages, and they work unchanged", () =>
    served(folder, async (server, start) => {
      const { page, close } = await open(browser, server, start);
      assert.equal(start, "/.pinnacle/");
      await page.click("text=page.html");
      await page.waitForURL("**/page.html");
      await until(page, () => (heard as unknown[]).includes("load"));
      await page.evaluate(() => document.getElementById("it")!.postMessage("hello"));
      await until(page, () => (heard as unknown[]).includes("Hello from NaCl!"));
      await close();
    }));

  test("the list of a folder has pictures of what its programs draw", () =>
    served(join(folder, "path-tracer/pnacl"), async (server) => {
      const { page, close } = await open(browser, server, "/.pinnacle/");
      const pictures = page.locator(".picture img");
      assert.notEqual(await pictures.count(), 0);
      await until(page, () => [...document.images].every((image) => image.complete));
      const width = await pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth);
      assert.notEqual(width, 0);
      await close();
    }));

  test("pages are isolated, so programs have threads", () =>
    served(join(folder, "monte-carlo"), async (server, start) => {
      const { page, close } = await open(browser, server, start);
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      await until(page, () => (heard as unknown[]).includes("load"));
      const order = { cmd: "sim", nPts: 1000, model: "Circle" };
      await page.evaluate((order) => document.getElementById("it")!.postMessage(order), order);
      await until(page, () => heard.some((one) => one.Type === "completed"));
      await close();
    }));

  test("a program without a page gets a page with its messages", () =>
    served(join(folder, "hello-tutorial/hello_tutorial.pexe"), async (server, start) => {
      const { page, close } = await open(browser, server, start);
      await until(page, () => document.getElementById("status")!.textContent === "running");
      await page.fill("#text", '"hello"');
      await page.click("button");
      await until(page, () => document.querySelectorAll("#messages li").length === 2);
      const messages = await page.locator("#messages li").allTextContents();
      assert.deepEqual(messages, ["hello", "Hello from NaCl!"]);
      await close();
    }));
});
