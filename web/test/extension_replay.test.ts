// The extension on a page that wabac.js replays, the service worker of ReplayWeb.page. The
// replayer's own copy of the script stands back, because the extension starts first.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type ExtensionBrowser, launchExtension } from "./extension_browser.ts";
import { type Browser, compile, noCompiler, type Programs, until } from "./support.ts";
import { replayWithWabac } from "./wabac.ts";
import { warc } from "./warc.ts";

const PAGE_URL = "http://old.example/game/";

// Globals of the page.
declare let heard: string[];
declare const m: HTMLEmbedElement & { postMessage(value: unknown): void };

const PAGE = `<!doctype html><title>game</title><body><script>
  var heard = [];
  document.addEventListener("message", function (event) { heard.push(String(event.data)); }, true);
  document.addEventListener("load", function (event) { if (event.target.postMessage) heard.push("load"); }, true);
</script><embed id="m" src="${PAGE_URL}describe.nmf" width="8" height="8" type="application/x-pnacl"></body>`;

describe("the extension on a page replayed by wabac.js", { skip: noCompiler }, () => {
  let extension: ExtensionBrowser;
  let built: Programs;
  before(async () => {
    built = compile("describe");
    extension = await launchExtension("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
  });
  after(async () => {
    await extension?.close();
    built?.remove();
  });

  test("runs its program with the original addresses", async () => {
    const { context } = extension;
    const newContext = async () => ({ newPage: () => context.newPage(), close: async () => {} });
    const content = warc({
      [PAGE_URL]: { body: PAGE, type: "text/html" },
      [`${PAGE_URL}describe.nmf`]: { body: built.manifests["/describe.nmf"] as string, type: "text/html" },
      [`${PAGE_URL}describe.pexe`]: {
        body: readFileSync(join(built.folder, "describe.pexe")),
        type: "application/octet-stream",
      },
    });
    const capture = { moment: "20130501120000", url: PAGE_URL };
    const browser = { newContext } as unknown as Browser;
    await replayWithWabac(browser, { name: "game.warc.gz", content }, capture, async (frame) => {
      await until(frame, () => "heard" in globalThis && heard.includes("load"));
      await frame.evaluate(() => m.postMessage("?attributes"));
      await until(frame, () => heard.length > 1);
      const attributes = await frame.evaluate(() => heard[1]);
      assert.match(attributes ?? "", /,src,http:\/\/old\.example\/game\/describe\.nmf,/);
    });
  });
});
