// Sanitizers report in the console of a page what they find. The program is
// test/programs/careless.c.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  compile,
  inPage,
  launch,
  listen,
  noCompiler,
  type Programs,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let heard: HeardEvent[];

describe("sanitizers", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("careless");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  const running = (act: Act) =>
    inPage(
      browser,
      `<!doctype html>${script}<body>${listen}<embed id="m" width="0" height="0" src="careless.nmf"
        type="application/x-pnacl"><script>listen(m);</script></body>`,
      async (page, tab, server) => {
        await until(page, () => m.readyState === 4);
        await act(page, tab, server);
      },
      { folder: built.folder, pages: built.manifests },
    );

  test("a good program runs", () =>
    running(async (page) => {
      await page.evaluate(() => m.postMessage("sum"));
      await until(page, () => heard.some((event) => event[0] === "message" && event[7] === "0"));
    }));

  test("undefined behaviour is reported, and the program goes on", () =>
    running(async (page, { said }) => {
      await page.evaluate(() => m.postMessage("overflow"));
      await until(page, () => heard.some((event) => event[7] === "goes on"));
      assert.ok(
        said.some((line) => /careless\.c:\d+:\d+: runtime error: signed integer overflow/.test(line)),
        said.join("\n"),
      );
    }));

  for (const [message, kind] of [
    ["past end", "heap-buffer-overflow"],
    ["freed", "heap-use-after-free"],
  ] as const) {
    test(`an error of memory ends the program: ${kind}`, () =>
      running(async (page, { said }) => {
        await page.evaluate((message) => m.postMessage(message), message);
        await until(page, () => heard.some(([type]) => type === "crash"));
        const all = said.join("\n");
        assert.match(all, new RegExp(`ERROR: AddressSanitizer: ${kind} on address 0x`));
        assert.match(all, /#0 0x[0-9a-f]{8} in sum .*careless\.c:\d+:\d+/);
      }));
  }
});
