// The end of programs: by removal, crash, exit, trap; and that nothing stays.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inPage as anyPage, launch, noCorpus, script } from "./support.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// A page with the script first, beside the program that counts.
const inPage = (body, act, options = {}) =>
  anyPage(browser, `<!doctype html>${script}<body>${body}</body>`, act, { folder: "counter", ...options });

describe("the end", { skip: noCorpus }, () => {
  test("a hundred programs come and go", () =>
    inPage("", async (page) => {
      await page.evaluate(async () => {
        for (let round = 0; round < 100; round++) {
          const element = document.createElement("embed");
          element.type = "application/x-pnacl";
          element.src = "counter.nmf";
          const answer = new Promise((resolve, reject) => {
            element.addEventListener("message", ({ data }) => resolve(data));
            element.addEventListener("error", () => reject(new Error(element.lastError)));
          });
          document.body.append(element);
          element.postMessage(round);
          if ((await answer) !== round) throw new Error(`round ${round}`);
          element.remove();
        }
      });
      // The driver hears of it a little later.
      for (let wait = 0; wait < 100 && page.workers().length > 0; wait++) await page.waitForTimeout(50);
      assert.equal(page.workers().length, 0);
    }));
});
