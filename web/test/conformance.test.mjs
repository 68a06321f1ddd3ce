// The programs of tests/pepper, which check each function of Pepper and print what they find, in
// the browser. They are compiled by the command that PINNACLE_CC names, such as `pinnacle cc`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ISOLATED, launch, open, serve } from "./support.mjs";

const sources = new URL("../../tests/pepper/", import.meta.url).pathname;
const compiler = process.env.PINNACLE_CC?.split(" ");

/** Programs that need nothing of their page, and what of their checks cannot hold here. */
const PROGRAMS = {
  // Other attributes; a clock that goes on between two calls.
  core: ["the number of attributes", "callbacks come by their time, then in order"],
  dev: [],
  files: [],
  graphics_2d: [],
  input_events: [],
  // Work with a delay may be due meanwhile.
  message_loop: ["what was posted meanwhile runs then"],
  network: [],
  var: [],
  var_containers: [],
  // Whether the first buffer is asked for before the next check looks.
  audio: ["at once first"],
};

describe("conformance", { skip: compiler === undefined && "PINNACLE_CC names no compiler" }, () => {
  let browser;
  let folder;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-web-"));
    for (const name of Object.keys(PROGRAMS)) {
      const [command, ...options] = compiler;
      const output = join(folder, `${name}.pexe`);
      execFileSync(command, [...options, "-O2", join(sources, `${name}.c`), "-lppapi", "-o", output]);
    }
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  for (const [how, headers] of [
    ["isolated", ISOLATED],
    ["not isolated", {}],
  ]) {
    for (const [name, known] of Object.entries(PROGRAMS)) {
      test(`${name} (${how})`, async () => {
        const manifest = `{"program":{"portable":{"pnacl-translate":{"url":"${name}.pexe"}}}}`;
        const [width, height] = { core: [320, 200], graphics_2d: [64, 48] }[name] ?? [640, 480];
        const page = `<!doctype html><script src="/pinnacle/pinnacle.js"></script><body><script>var end;</script>
          <embed id="${name}" type="application/x-pnacl" src="a.nmf" data-empty="" width="${width}" height="${height}">
          <script>
            var element = document.querySelector("embed");
            element.addEventListener("crash", function () { end = element.exitStatus; });
            element.addEventListener("error", function () { end = element.lastError; });
          </script>`;
        const server = await serve({ folder, headers, pages: { "/": page, "/a.nmf": manifest } });
        // As much as the programs have elsewhere, and some room for what the page itself keeps.
        const tab = await open(browser, server, "/", { quota: 1.5 * 2 ** 20 });
        await tab.page.waitForFunction(() => end !== undefined, undefined, { timeout: 30000 });
        // The driver may hear of the last lines later.
        await tab.page.waitForTimeout(100);
        const lines = tab.said.map((line) => line.replace("debug: ", ""));
        const failed = lines.filter((line) => line.startsWith("FAILED"));
        const unknown = failed.filter((line) => !known.some((check) => line.startsWith(`FAILED ${check}:`)));
        assert.deepEqual(unknown, []);
        assert.equal(await tab.page.evaluate(() => end), 0);
        assert.ok(lines.some((line) => line.startsWith("ok ")));
        await tab.close();
        await server.close();
      });
    }
  }
});
