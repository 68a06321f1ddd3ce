// Several copies of the script in one page: which one leads.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { counterPages, dist, noCorpus, type Served, until } from "./support.ts";

// Globals of the pages.
declare let sums: unknown[];
declare const m: HTMLEmbedElement & { pinnacle?: { version: string }; readyState: number };

const pages = counterPages();
const text = readFileSync(join(dist, "pinnacle.js"), "utf8");
const [, own] = /"(\d+\.\d+\.\d+)"/.exec(text)!;

/** Returns the script with another version. */
const copy = (version: string): Served => ({
  body: text.replaceAll(`"${own}"`, `"${version}"`),
  type: "text/javascript",
});

/** Opens a page with copies of some versions in its head, one after another. Returns the leading
 * version. */
async function leader(...versions: string[]): Promise<unknown> {
  let found: unknown;
  const tags = versions.map((version) => `<script src="/pinnacle/${version}.js"></script>`);
  await pages.inPage(
    `<!doctype html>${tags.join("")}<body>
      <embed id="m" src="counter.nmf" type="application/x-pnacl" width="0" height="0">
      <script>
        var sums = [];
        m.addEventListener("message", function (event) { sums.push(event.data); });
        m.postMessage(5);
      </script>`,
    async (page) => {
      await until(page, () => sums.length > 0);
      // One program has run, and one entry of the list names it.
      assert.deepEqual(await page.evaluate(() => sums), [5]);
      const names = await page.evaluate(() => Array.from(navigator.plugins, ({ name }) => name));
      assert.equal(names.filter((name) => name === "Native Client").length, 1, names.join());
      found = await page.evaluate(() => m.pinnacle?.version);
    },
    { pages: Object.fromEntries(versions.map((version) => [`/pinnacle/${version}.js`, copy(version)])) },
  );
  return found;
}

describe("copies of the script", { skip: noCorpus }, () => {
  test("the newest one leads, wherever it is", async () => {
    assert.equal(await leader("0.9.0", "0.10.0"), "0.10.0");
    assert.equal(await leader("0.10.0", "0.9.0"), "0.10.0");
  });

  test("a copy does not lead if a program has been started before", () =>
    pages.inPage(
      `<!doctype html><script src="/pinnacle/0.9.0.js"></script><body>
        <embed id="m" src="counter.nmf" type="application/x-pnacl" width="0" height="0">
        <script src="/pinnacle/0.10.0.js"></script>`,
      async (page) => {
        await until(page, () => m.readyState === 4);
        assert.equal(await page.evaluate(() => m.pinnacle?.version), "0.9.0");
      },
      { pages: { "/pinnacle/0.9.0.js": copy("0.9.0"), "/pinnacle/0.10.0.js": copy("0.10.0") } },
    ));

  test("an element without a program logs nothing about versions", () =>
    pages.inBody('<embed id="m" type="text/plain">', async (page) => {
      assert.equal(await page.evaluate(() => m.pinnacle), undefined);
    }));
});
