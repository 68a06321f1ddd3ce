// The event properties that old pages expect, and the switch that leaves the browser unchanged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { counterPages, noCorpus, type Page, script, until } from "./support.ts";

// Globals of the pages.
declare let layers: [number, number][];

const pages = counterPages();
const tag = (attributes: string) => script.replace("<script", `<script ${attributes}`);

/** A canvas in a positioned element, 30 and 20 pixels from its corner. */
const CANVAS = (style: string) => `<body style="margin:0"><div style="position:relative;padding:20px 30px">
  <canvas id="c" width="100" height="80" style="display:block;border:5px solid;${style}"></canvas></div>
  <script>
    var layers = [];
    c.addEventListener("mousedown", function (event) { layers.push([event.layerX, event.layerY]); });
  </script>`;
const EMBED = '<embed src="counter.nmf" type="application/x-pnacl" width="0" height="0">';

/** The numbers of a press 10 and 7 pixels from the corner of the border. */
async function pressed(page: Page): Promise<[number, number] | undefined> {
  await page.mouse.click(40, 27);
  await until(page, () => layers.length > 0);
  return (await page.evaluate(() => layers))[0];
}

describe("shims", { skip: noCorpus }, () => {
  const press = async (text: string) => {
    let found: [number, number] | undefined;
    await pages.inPage(`<!doctype html>${text}`, async (page) => {
      found = await pressed(page);
    });
    return found;
  };

  test("layerX and layerY of a canvas are relative to its corner in pages with programs", async () => {
    assert.deepEqual(await press(`${script}${CANVAS("")}${EMBED}`), [10, 7]);
    assert.deepEqual(await press(`${script}${CANVAS("position:relative")}${EMBED}`), [10, 7]);
  });

  test("other pages, and pages that turn shims off, have the browser's own values", async () => {
    const native = await press(CANVAS(""));
    assert.deepEqual(await press(`${script}${CANVAS("")}`), native);
    assert.deepEqual(await press(`${tag('data-shims="off"')}${CANVAS("")}${EMBED}`), native);
  });

  test("without shims the old names do not exist", async () => {
    const has = () => ["webkitNow" in performance, "path" in Event.prototype];
    for (const [text, expected] of [
      [script, [true, true]],
      [tag('data-shims="off"'), [false, false]],
    ] as const) {
      await pages.inPage(`<!doctype html>${text}<body>`, async (page) => {
        assert.deepEqual(await page.evaluate(has), expected);
      });
    }
  });
});
