// The program that hashes passwords: all its known hashes, one after the other in one element, and
// with several lanes, each of which is a thread.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isFirefox } from "./firefox.ts";
import { type Browser, inPage, launch, noCorpus, script, until, WAYS } from "./support.ts";

// Globals of the pages.
declare let answers: Answer[];

/** The program's message for a password. */
interface Answer {
  res: number;
  hash: string;
  encoded: string;
}

// Computed with the reference library: time, memory, type, hash.
const HASHES = [
  [1, 1024, 0, "2e2e5e05fe57ac2cf472ecd045ef687e562a980fd50339b389c870e1962bbc45"],
  [2, 64, 0, "f920d95538648465abeeba6ae06ea532ed26df314aff60150237d8fe116f62cd"],
  [100, 1024, 0, "4276c49f2aff9e6e5934628f2127022ce249ea60257c1fdea8f65240c327e276"],
  [1, 1024, 1, "95466cc4f92f874954617eec0aa1195d22980abd625e5cac44763ae3a9cb6ab7"],
  [100, 1024, 1, "6a7bdd56251b0242f989a8fe879f2007804f2f4b14180c3f4c68094f123353eb"],
];

describe("argon2", { skip: noCorpus }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [how, headers] of WAYS) {
    test(`all its known hashes, several lanes, its error (${how})`, () =>
      inPage(
        browser,
        `<!doctype html>${script}<body><embed id="m" width=0 height=0 src="argon2.nmf" type="application/x-pnacl"><script>
          var answers = [];
          m.addEventListener("message", function (event) { answers.push(event.data); });
        </script></body>`,
        async (page) => {
          const ask = async (parameters: Record<string, unknown>) => {
            const plain = { pass: "password", salt: "somesalt", hashLen: 32, parallelism: 1 };
            await page.evaluate((parameters) => m.postMessage(parameters), { ...plain, ...parameters });
            await until(page, () => answers.length > 0);
            return page.evaluate(() => answers.pop()!);
          };
          for (const [time, mem, type, hash] of HASHES) {
            const answer = await ask({ time, mem, type });
            assert.deepEqual([answer.res, answer.hash], [0, hash]);
          }
          // It has started 806 threads so far, one after the other. In Firefox the driver does not
          // know workers.
          if (!isFirefox) assert.ok(page.workers().length <= 16, `${page.workers().length} workers`);
          const lanes = await ask({ time: 1, mem: 1024, type: 0, parallelism: 4 });
          assert.equal(lanes.res, 0);
          assert.match(lanes.encoded, /p=4/);
          assert.equal((await ask({ time: 1, mem: 1024, type: 0, parallelism: 4 })).hash, lanes.hash);
          assert.equal((await ask({ time: 1, mem: 1024, type: 0, salt: "short" })).res, -6);
        },
        { folder: "argon2", headers },
      ));
  }
});
