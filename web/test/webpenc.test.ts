// The program that compresses pictures: lossy, with the wrong size, with a fractional width.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, inPage, launch, noCorpus, script, until, WAYS } from "./support.ts";

// Globals of the pages.
declare let answers: Answer[];

/** The program's answer for a picture: the compressed picture, or an error. */
interface Answer {
  id: number;
  data?: ArrayBuffer;
  Error: string;
}

describe("webpenc", { skip: noCorpus }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [how, headers] of WAYS) {
    test(`compresses at each quality, and reports errors (${how})`, () =>
      inPage(
        browser,
        `<!doctype html>${script}<body><embed id="m" width=0 height=0 src="webpenc.nmf" type="application/x-pnacl"><script>
          var answers = [];
          m.addEventListener("message", function (event) { answers.push(event.data); });
        </script></body>`,
        async (page) => {
          const pack = async (bytes: number, width: number, quality: number | string) => {
            await page.evaluate(
              ([bytes, width, quality]) =>
                m.postMessage({ rgba: new ArrayBuffer(bytes), id: 7, width, height: 16, quality }),
              [bytes, width, quality] as const,
            );
            await until(page, () => answers.length > 0);
            return page.evaluate(() => {
              const { id, data, Error: error } = answers.pop()!;
              return { id, text: data ? new TextDecoder("latin1").decode(data.slice(0, 16)) : error };
            });
          };
          const { id, text: lossy } = await pack(1024, 16, 75);
          assert.equal(id, 7);
          assert.match(lossy, /^RIFF....WEBPVP8[X ]$/s);
          assert.match((await pack(1024, 16, "lossless")).text, /^RIFF....WEBPVP8L$/s);
          assert.match((await pack(1000, 16, 75)).text, /^ArrayBuffer length error :/);
          assert.equal((await pack(1024, 16.5, 75)).text, "width is not int");
        },
        { folder: "webpenc", headers },
      ));
  }
});
