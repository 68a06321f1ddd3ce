// Real programs in pages that ask of them what their own pages do.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { corpus, launch, noCorpus, open, serve } from "./support.mjs";

const script = '<script src="/pinnacle/pinnacle.js"></script>';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Opens a page beside the programs of a folder and does something with it.
async function inPage(folder, body, act, options = {}) {
  const server = await serve({ folder: join(corpus, folder), pages: { "/": body }, headers: options.headers });
  const tab = await open(browser, server, "/", options);
  try {
    await act(tab.page, tab);
  } catch (error) {
    error.message += `\nconsole:\n${tab.said.join("\n")}`;
    throw error;
  } finally {
    await tab.close();
    await server.close();
  }
}

// Waits for something in the page.
const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: 20000 });

describe("programs", { skip: noCorpus }, () => {
  test("the first lesson says hello in an alert", () =>
    inPage(
      "hello-tutorial",
      `<!doctype html>${script}<body><script>
        var heard = [], alerts = [];
        window.alert = function (text) { alerts.push(text); };
      </script>
      <div id="listener"><script>
        var listener = document.getElementById("listener");
        listener.addEventListener("load", function () {
          heard.push("load");
          document.getElementById("hello").postMessage("hello");
        }, true);
        listener.addEventListener("message", function (event) { heard.push("message"); alert(event.data); }, true);
      </script>
      <embed id="hello" name="hello" width="0" height="0" src="hello_tutorial.nmf" type="application/x-pnacl">
      </div></body>`,
      async (page) => {
        await until(page, () => alerts.length > 0);
        assert.deepEqual(await page.evaluate(() => alerts), ["Hello from NaCl!"]);
        assert.deepEqual(await page.evaluate(() => heard), ["load", "message"]);
      },
    ));
});
