// Threads that wait on words of memory, wake each other and end, in separate workers and all in
// one. The program is test/programs/futexes.c.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  inPage,
  launch,
  noCompiler,
  type Programs,
  script,
  until,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let said: string[];

const EAGAIN = 11;
const EFAULT = 14;
const ETIMEDOUT = 110;

describe("futexes", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("futexes");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  for (const [how, headers] of WAYS) {
    test(`threads wait, time out, are woken and end (${how})`, () =>
      inPage(
        browser,
        `<!doctype html>${script}<body><embed id="m" width=0 height=0 src="futexes.nmf" type="application/x-pnacl"><script>
          var said = [];
          m.addEventListener("message", function (event) { said.push(event.data); });
        </script></body>`,
        async (page) => {
          await until(page, () => said.some((line) => line.startsWith("threads have ended")));
          await page.evaluate(() => m.postMessage("main"));
          await until(page, () => said.some((line) => line.startsWith("the main thread")));
          assert.deepEqual(await page.evaluate(() => said), [
            `another value: ${EAGAIN}`,
            `no word: ${EFAULT}`,
            `a time that is over: ${ETIMEDOUT}`,
            `a time to come: ${ETIMEDOUT}, is over: 1`,
            "none waits: 0",
            "one is woken: 1, with 0",
            "the first: 0, of those that go on: 1",
            "all are woken: 2, with 0 and 0",
            `time is over for one: ${ETIMEDOUT}`,
            "the other is woken: 1, with 0",
            "threads have ended: 300",
            "the main thread: 0",
          ]);
        },
        { folder: built.folder, pages: built.manifests, headers },
      ));
  }
});
