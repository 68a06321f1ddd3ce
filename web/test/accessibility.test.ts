// The pages that the command writes, and the playground, pass the rules of axe-core on a desktop
// and on a phone. PINNACLE is the path of the command.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { AxeResults, RunOptions } from "axe-core";
import { noCommand, served } from "./command.ts";
import { type Browser, compilerCommand, dist, launch, noCompiler, type Page, serve } from "./support.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const noPlayground = !existsSync(join(dist, "playground/index.html")) && "the playground is not built";

const FILES = {
  "page.html": '<!doctype html><title>One</title><embed type="application/x-pnacl" src="one.nmf">',
  "one.nmf": '{"program":{"portable":{"pnacl-translate":{"url":"one.pexe"}}}}',
  "wrong.pexe": "PEXE",
  "old.ll": "implementation\nint %twice(int %x) {\n  %sum = add int %x, %x\n  ret int %sum\n}\n",
};

declare global {
  interface Window {
    axe: { run(options: RunOptions): Promise<AxeResults> };
  }
}

/** Widths of a desktop window and of a phone. */
const WIDTHS = [1200, 390];

/** Returns the rules that a page breaks at some width, with the elements that break them. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
    for (const { id, help, nodes } of violations) {
      const elements = nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`);
      found.push(`${width} pixels wide, ${id}: ${help} (${nodes.length})\n${elements.join("\n")}`);
    }
  }
  return found;
}

describe("accessibility", { skip: noCommand }, () => {
  let browser: Browser;
  let folder: string;
  /** Runs the command. Status 1 means an invalid file among others, or a difference. */
  const pinnacle = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.env.PINNACLE ?? "", words, {
      cwd: folder,
      encoding: "utf8",
    });
    assert.ok(status === 0 || status === 1, stderr);
  };
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "accessibility"));
    pinnacle("smith", "--seed", "5", "-o", "one.pexe");
    pinnacle("smith", "--seed", "6", "-o", "other.pexe");
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    pinnacle("as", "old.ll", "-o", "old.bc");
    const all = ["one.pexe", "other.pexe", "wrong.pexe", "one.nmf", "page.html"];
    pinnacle("scan", "--html", "catalogue", "-o", "lines.json", ...all);
    pinnacle("diff", "--html", "difference.html", "one.pexe", "other.pexe");
    pinnacle("stats", "--html", "bits.html", "one.pexe");
    pinnacle("stats", "--html", "bytes.html", "old.bc");
    pinnacle("explore", "one.pexe", "-o", "explore.html");
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page, does something in it, and checks it. */
  async function look(url: string, act: (page: Page) => unknown = () => {}) {
    const page = await browser.newPage();
    await page.goto(url);
    await act(page);
    assert.deepEqual(await violations(page), [], url);
    await page.close();
  }
  const written = (path: string, act?: (page: Page) => unknown) => look(`file://${join(folder, path)}`, act);

  test("the catalogue and the pages of its files", async () => {
    await written("catalogue/index.html", (page) => page.locator("#rows tr").nth(4).waitFor());
    for (const file of readdirSync(join(folder, "catalogue/programs")))
      await written(`catalogue/programs/${file}`);
  });

  test("a function in columns", () =>
    written("explore.html", async (page) => {
      await page.locator("#functions button").first().click();
      await page.locator(".row").first().click();
    }));

  test("the difference of two programs", () => written("difference.html"));

  test("the maps of files", async () => {
    await written("bits.html");
    await written("bytes.html");
  });

  test("the page of a recording, with the calls that drew a pixel", { skip: noCompiler }, async () => {
    const sketch = (name: string) => new URL(`../../examples/pepper/${name}`, import.meta.url).pathname;
    const [compiler, ...options] = compilerCommand();
    const words = [...options, "-O2", sketch("sketch.c"), "-lppapi", "-lm", "-o", "sketch.pexe"];
    execFileSync(compiler, words, { cwd: folder });
    const view = ["--view", "320x240", "--script", sketch("sketch.jsonl")];
    pinnacle("run", "--record", "sketch.rec", ...view, "sketch.pexe");
    pinnacle("record", "show", "sketch.rec", "-o", "recording.html");
    await written("recording.html", async (page) => {
      await page.locator("#moment", { hasText: "(1 of 9)" }).waitFor();
      await page.locator("#picture").focus();
      await page.keyboard.press("Shift+ArrowRight");
      await page.locator("#calls li").first().waitFor();
    });
  });

  test("a folder that is served, and the page around a program", () =>
    served(folder, async ({ url }, start) => {
      await look(url + start);
      await look(`${url}/.pinnacle/open/one.pexe`);
    }));

  test("the playground with a program that was run", { skip: noPlayground }, async () => {
    const server = await serve({ folder: dist });
    await look(`${server.url}/playground/index.html`, async (page) => {
      await page.getByRole("button", { name: /Mandelbrot/ }).click();
      await page.locator("#state", { hasText: "ended with status 0" }).waitFor();
    });
    await server.close();
  });
});
