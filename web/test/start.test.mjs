// Where the script may come from, what the rules of a page have to allow, what is kept.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { inPage as anyPage, corpus, launch, noCorpus, open, script, serve, until } from "./support.mjs";

const embed = '<embed id="m" width="0" height="0" src="counter.nmf" type="application/x-pnacl">';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// A page with the script first, beside the program that counts.
const inPage = (body, act, options = {}) =>
  anyPage(browser, `<!doctype html>${script}<body>${body}</body>`, act, { folder: "counter", ...options });

describe("the start", { skip: noCorpus }, () => {
  test("navigator knows the type", () =>
    inPage("", async (page) => {
      assert.deepEqual(
        await page.evaluate(() => {
          const type = navigator.mimeTypes["application/x-pnacl"];
          return [
            type.type,
            type.description,
            type.enabledPlugin.name,
            navigator.plugins.namedItem("Native Client").filename,
          ];
        }),
        ["application/x-pnacl", "Portable Native Client Executable", "Native Client", "internal-nacl-plugin"],
      );
    }));

  test("the second visit takes the translation that was kept", () =>
    inPage(embed, async (page) => {
      await until(page, () => m.readyState === 4);
      await page.waitForFunction(
        async () => (await (await caches.open("pinnacle-translated-1")).keys()).length === 1,
      );
      await page.reload();
      await until(page, () => m.readyState === 4);
      await page.evaluate(async () => {
        const cache = await caches.open("pinnacle-translated-1");
        const [key] = await cache.keys();
        const headers = { "content-type": "application/wasm", "x-pinnacle": "{}" };
        await cache.put(key, new Response(new Uint8Array(9), { headers }));
      });
      // What is damaged is made anew.
      await page.reload();
      await until(page, () => m.readyState === 4);
    }));

  test("a content security policy of wasm-unsafe-eval and no more suffices", async () => {
    const headers = {
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; object-src 'self'",
    };
    const pages = { "/": `<!doctype html>${script}<body>${embed}</body>` };
    const server = await serve({ folder: join(corpus, "counter"), pages, headers });
    const tab = await open(browser, server);
    let state;
    for (let wait = 0; wait < 200 && state !== 4; wait++) {
      await tab.page.waitForTimeout(50);
      state = await tab.page.evaluate(() => document.getElementById("m").readyState);
    }
    assert.equal(state, 4, tab.said.join("\n"));
    assert.deepEqual(tab.said, []);
    await tab.close();
    await server.close();
  });

  test("the script may come from another origin", async () => {
    const cdn = await serve({ headers: { "Access-Control-Allow-Origin": "*" } });
    const body = `<!doctype html><script src="${cdn.url}/pinnacle/pinnacle.js"></script><body>${embed}</body>`;
    const server = await serve({ folder: join(corpus, "counter"), pages: { "/": body } });
    const tab = await open(browser, server, "/", { others: [cdn.url] });
    await tab.page
      .waitForFunction(() => m.readyState === 4, undefined, { timeout: 10000 })
      .catch((error) => {
        error.message += tab.said.join("\n");
        throw error;
      });
    await tab.close();
    await server.close();
    await cdn.close();
  });
});
