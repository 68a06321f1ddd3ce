// Programs that stop themselves: null pointers trap as they do elsewhere, and the console names
// the instruction. The program is test/programs/faults.c.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  compile,
  ISOLATED,
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

describe("faults", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("faults");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  const running = (act: Act, headers = {}) =>
    inPage(
      browser,
      `<!doctype html>${script}<body>${listen}<embed id="m" width="0" height="0" src="faults.nmf"
        type="application/x-pnacl"><script>listen(m);</script></body>`,
      async (page, tab, server) => {
        await until(page, () => m.readyState === 4);
        await act(page, tab, server);
      },
      { folder: built.folder, pages: built.manifests, headers },
    );

  for (const [how, headers] of [
    ["isolated", ISOLATED],
    ["not isolated", {}],
  ] as const) {
    for (const fault of ["read", "field", "write", "change", "atomic", "copy to", "copy from", "fill"]) {
      test(`a null pointer stops the program: ${fault} (${how})`, () =>
        running(async (page, { said }) => {
          await page.evaluate((fault) => m.postMessage(fault), fault);
          await until(page, () => heard.some(([type]) => type === "crash"));
          assert.equal(await page.evaluate(() => m.exitStatus), -1);
          const line = said.find((line) => line.includes("out of bounds"));
          assert.ok(line, said.join("\n"));
        }, headers));
    }
  }

  // A crash of a thread in its own worker once had no place.
  for (const [message, who, headers] of [
    ["follow", "the main thread", {}],
    ["thread", "a further thread", ISOLATED],
  ] as const) {
    test(`the console names the program and the instruction that trapped: ${who}`, () =>
      running(async (page, { said }) => {
        await page.evaluate((message) => m.postMessage(message), message);
        await until(page, () => heard.some(([type]) => type === "crash"));
        const text = said.find((line) => line.includes("out of bounds"));
        assert.match(text!, /\n {2}in @f\d+ %b\d+ at \d+:\d: %v\d+ = load i32\* /);
        assert.match(text!, /\n {2}by @f\d+ /);
        assert.match(text!, /\n {2}of http.*\/faults\.pexe$/);
      }, headers));
  }

  test("a function of the system refuses a null pointer, and the program goes on", () =>
    running(async (page) => {
      await page.evaluate(() => m.postMessage("system"));
      await page.evaluate(() => m.postMessage("ping"));
      await until(page, () => heard.at(-1)?.[7] === "pong");
      assert.equal(await page.evaluate(() => heard.some(([type]) => type === "crash")), false);
    }));
});
