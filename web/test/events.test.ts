// The events of a program, their order, and its errors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { corpus, counter, counterPages, listen, noCorpus, until } from "./support.ts";

// Globals of the pages.
declare let heard: HeardEvent[];

const { inBody } = counterPages();

describe("events", { skip: noCorpus }, () => {
  test("events come in Chrome's order, with Chrome's fields", () =>
    inBody(`${listen}${counter}<script>listen(document.getElementById("m"));</script>`, async (page) => {
      await until(page, () => heard.some(([type]) => type === "loadend"));
      const seen = await page.evaluate(() => heard);
      const url = new URL("counter.pexe", page.url()).href;
      const size = 120496;
      assert.deepEqual(seen[0], ["loadstart", 1, false, 0, 0, undefined, false, undefined]);
      assert.deepEqual(seen[1]!.slice(0, 7), ["progress", 3, false, 0, 0, undefined, false]);
      const translated = seen.slice(2, -2);
      assert.ok(translated.length > 0);
      for (const one of translated) {
        assert.deepEqual([one[0], one[1], one[2], one[4], one[5]], ["progress", 3, true, size, url]);
      }
      assert.equal(translated.at(-1)![3], size);
      assert.deepEqual(seen.at(-2)!.slice(0, 7), ["load", 4, true, size, size, url, false]);
      assert.deepEqual(seen.at(-1)!.slice(0, 7), ["loadend", 4, true, size, size, url, false]);
    }));

  test("a program that ends before it is loaded is an error", () =>
    inBody(
      `${listen}<embed id="m" src="bad.nmf" type="application/x-pnacl"><script>listen(m);</script>`,
      async (page) => {
        await until(page, () => heard.some(([type]) => type === "loadend"));
        assert.deepEqual(await page.evaluate(() => [m.lastError, m.exitStatus, heard.at(-2)![0]]), [
          "NaCl module load failed: Nexe crashed during startup",
          1,
          "error",
        ]);
      },
      {
        folder: `${corpus}/../cli`,
        pages: { "/bad.nmf": '{"program":{"portable":{"pnacl-translate":{"url":"fannkuchredux.pexe"}}}}' },
      },
    ));
});
