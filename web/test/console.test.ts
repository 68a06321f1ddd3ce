// The lines of a program in the page's console. The program is test/programs/console.c.

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
} from "./support.ts";

// Globals of the pages.
declare let isSaid: boolean;
declare let lines: string[];

describe("the console", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("console");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  test("has each line at its level, with its source before it", () =>
    inPage(
      browser,
      `<!doctype html>${script}<script>
        var lines = [], isSaid = false;
        // A page may replace the functions of the console.
        ["debug", "info", "warn", "error"].forEach(function (level) {
          console[level] = function (text) { lines.push(level + ": " + text); };
        });
      </script><body><embed id="m" src="console.nmf" type="application/x-pnacl"><script>
        m.addEventListener("message", function () { isSaid = true; });
      </script></body>`,
      async (page) => {
        await until(page, () => isSaid);
        assert.deepEqual(await page.evaluate(() => lines), [
          "debug: a line",
          "debug: here: a line",
          "info: a line",
          "info: here: a line",
          "warn: a line",
          "warn: here: a line",
          "error: a line",
          "error: here: a line",
          "info: 7",
        ]);
      },
      { folder: built.folder, pages: built.manifests },
    ));
});
