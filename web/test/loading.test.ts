// Libraries that a program loads while it runs. The browser program of tests/shared must print the
// same in a page as on a machine without a screen, with both kinds of threads.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { OPEN } from "./site.ts";
import {
  type Browser,
  comes,
  compilerCommand,
  inPage,
  launch,
  manifest,
  noCompiler,
  PATIENCE,
  script,
  serve,
  until,
  WAYS,
} from "./support.ts";

const sources = new URL("../../tests/shared/", import.meta.url).pathname;

describe("loading", { skip: noCompiler }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-web-"));
    const [command, ...options] = compilerCommand();
    const compile = (...words: string[]) =>
      execFileSync(command, [...options, "-O1", ...words], { cwd: folder });
    const library = (name: string, output: string, ...others: string[]) => {
      compile("-shared", join(sources, `${name}.c`), ...others, "-o", output);
      // Pages do not finalise bitcode.
      execFileSync(command, ["finalize", output, "-o", output], { cwd: folder });
    };
    library("base", "libbase.pso");
    const base = join(folder, "bitcode.pso");
    compile("-shared", join(sources, "base.c"), "-Wl,-soname,libbase.pso", "-o", base);
    library("right", "libright.pso", base);
    library("plugin", "plugin.pso", base);
    compile(join(sources, "browser.c"), "-lppapi", "-ldl", "-lpthread", "-o", "browser.pexe");
    writeFileSync(join(folder, "browser.nmf"), manifest("browser.pexe"));
    compile(join(sources, "opener.c"), "-lppapi", "-ldl", "-lpthread", "-o", "opener.pexe");
    writeFileSync(join(folder, "opener.nmf"), manifest("opener.pexe"));
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const expected = readFileSync(join(sources, "browser.expected"), "utf8").trimEnd().split("\n");

  for (const [how, headers] of WAYS) {
    test(`threads and the browser call what was loaded (${how})`, async () => {
      const text = `<!doctype html>${script}<body><embed type="application/x-pnacl" src="browser.nmf"></body>
        <script>document.querySelector("embed").addEventListener("crash", (event) => { end = event.target.exitStatus; })</script>`;
      await inPage(
        browser,
        text,
        async (page, { said }) => {
          await page.waitForFunction(() => window.end !== undefined, undefined, { timeout: PATIENCE });
          assert.equal(await page.evaluate(() => window.end), 0);
          const printed = () =>
            said.filter((line) => /^debug: (\d|ok|FAILED) ?/.test(line)).map((line) => line.slice(7));
          // The driver may receive the last lines later.
          await comes(() => printed().length >= expected.length);
          assert.deepEqual(printed(), expected);
        },
        { folder, headers },
      );
    });
  }

  test("no library is loaded from another origin, by its address or by a redirect", async () => {
    const other = await serve({ folder, headers: OPEN });
    const text = `<!doctype html>${script}<body><embed id="m" type="application/x-pnacl" src="opener.nmf"><script>
      function ask(name) {
        return new Promise(function (resolve) {
          m.addEventListener("message", function (event) { resolve(event.data); }, { once: true });
          m.postMessage(name);
        });
      }
    </script></body>`;
    const site: Record<string, RequestListener> = {
      "/away.pso": (_, response) => response.writeHead(302, { location: `${other.url}/libbase.pso` }).end(),
      "/here.pso": (_, response) => response.writeHead(302, { location: "/libbase.pso" }).end(),
    };
    await inPage(
      browser,
      text,
      async (page, _, { url }) => {
        await until(page, () => m.readyState === 4);
        const ask = (name: string) => page.evaluate((name) => window.ask(name), name);
        assert.equal(await ask("libbase.pso"), "opened");
        assert.equal(await ask(`${url}/libbase.pso`), "opened");
        assert.equal(await ask("here.pso"), "opened");
        assert.equal(await ask(`${other.url}/libbase.pso`), "refused");
        assert.equal(await ask(`${other.url.replace("http:", "")}/libbase.pso`), "refused");
        assert.deepEqual(other.requests, [], "what the program named was not asked for");
        assert.equal(await ask("away.pso"), "refused");
      },
      { folder, site, others: [other.url] },
    );
    await other.close();
  });
});
