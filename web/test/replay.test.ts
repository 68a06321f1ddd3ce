// Pages of a web archive under wombat, the rewriting library of pywb and ReplayWeb.page. This file
// has a small replayer. It serves captured files under a prefix and puts the library and our script
// into the page. The page's own scripts get the library's `document` and `window`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  dist,
  launch,
  noCompiler,
  open,
  type Page,
  type Programs,
  type Served,
  type Server,
  serve,
  until,
} from "./support.ts";

const SITE = "http://old.example";
const MOMENT = "20130101000000";
const wombat = readFileSync(createRequire(import.meta.url).resolve("@webrecorder/wombat/dist/wombat.js"));

// Globals of the pages.
declare let heard: [type: string, detail: string][];
declare let shown: unknown[];
declare const m: HTMLEmbedElement & {
  readyState: number;
  lastError: string;
  postMessage(value: unknown): void;
};

/** The elements that a replayer puts into the head of a page. */
const head = (origin: string) => `<script src="/static/wombat.js"></script><script>
  window._WBWombatInit(window.wbinfo = {
    url: "${SITE}/game/", timestamp: "${MOMENT}", request_ts: "${MOMENT}", mod: "mp_", coll: "replay",
    prefix: "${origin}/replay/", static_prefix: "${origin}/static/", proxy_magic: "", is_live: false,
    is_framed: false, top_url: "${origin}/replay/${MOMENT}/${SITE}/game/", wombat_ts: "${MOMENT}",
    wombat_sec: "1356998400", wombat_scheme: "http", wombat_host: "old.example", wombat_opts: {},
    enable_auto_fetch: false, target_frame: "none",
  });
</script><script src="/static/pinnacle/pinnacle.js"></script>`;

/** Rewrites a script of the page like replayers do: the browser's names refer to the library's
 * objects. */
const rewritten = (text: string) => `<script>{
  const own = (name) => self._wb_wombat?.local_init?.(name) ?? self[name];
  let document = own("document"), window = own("window"), location = own("location");
  ${text}
}</script>`;

const PAGE = `<body><embed id="m" src="load.nmf" width="8" height="8" type="application/x-pnacl" url="text.txt">
  ${rewritten(`
    const m = document.getElementById("m");
    self.heard = [];
    for (const type of ["load", "error", "crash", "message"])
      m.addEventListener(type, (event) => self.heard.push([type, String(event.data ?? m.lastError)]), true);
    self.shown = [document.URL, location.href, m.ownerDocument === document, m.src];
  `)}</body>`;

describe("a replayed page", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("load_text");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  /** Opens a captured page, and records every request. */
  async function replay(act: (page: Page, server: Server, asked: string[]) => Promise<void>) {
    const pages: Record<string, Served> = {};
    const server = await serve({ pages });
    const captured: Record<string, Served> = {
      "/game/": `<!doctype html>${head(server.url)}${PAGE}`,
      "/game/load.nmf": { body: built.manifests["/load_text.nmf"] as string, type: "application/json" },
      "/game/load_text.pexe": {
        body: readFileSync(join(built.folder, "load_text.pexe")),
        type: "application/octet-stream",
      },
      "/game/text.txt": { body: "as captured", type: "text/plain" },
    };
    // Replayers rewrite pages, but not what is requested with `id_`.
    for (const [path, content] of Object.entries(captured))
      pages[`/replay/${MOMENT}${path === "/game/" ? "mp_" : "id_"}/${SITE}${path}`] = content;
    for (const name of ["pinnacle.js", "pinnacle-worker.js"])
      pages[`/static/pinnacle/${name}`] = { body: readFileSync(join(dist, name)), type: "text/javascript" };
    pages["/static/pinnacle/pinnacle.wasm"] = {
      body: readFileSync(join(dist, "pinnacle.wasm")),
      type: "application/wasm",
    };
    pages["/static/wombat.js"] = { body: wombat, type: "text/javascript" };
    pages["/"] = "";
    const tab = await open(browser, server);
    const asked: string[] = [];
    tab.page.on("request", (request) => asked.push(request.url()));
    try {
      await tab.page.goto(`${server.url}/replay/${MOMENT}mp_/${SITE}/game/`);
      await act(tab.page, server, asked);
    } catch (error) {
      if (error instanceof Error)
        error.message += `\nconsole:\n${tab.said.join("\n")}\nasked:\n${asked.join("\n")}`;
      throw error;
    } finally {
      await tab.close();
      await server.close();
    }
  }

  test("runs its program with the original addresses, and only requests files from the archive", () =>
    replay(async (page, server, asked) => {
      await until(page, () => m.readyState === 4);
      assert.deepEqual(await page.evaluate(() => [shown, heard]), [
        [`${SITE}/game/`, `${SITE}/game/`, true, `${SITE}/game/load.nmf`],
        [["load", ""]],
      ]);
      // By a relative address, a full one, one that was not captured, and one of another site.
      const wanted = ["text.txt", `${SITE}/game/text.txt`, "none.txt", "http://other.example/text.txt"];
      for (const url of wanted) {
        const count = await page.evaluate((url) => {
          m.postMessage(url);
          return heard.length;
        }, url);
        await until(page, (count: number) => heard.length > count, count);
      }
      const messages = await page.evaluate(() => heard.slice(1).map(([, text]) => text));
      assert.deepEqual(messages, ["200 as captured", "200 as captured", "404 not here", "-7 "]);
      const outside = asked.filter((url) => !url.startsWith(server.url) && !/^(blob|data):/.test(url));
      assert.deepEqual(outside, []);
    }));

  test("keeps the properties that pages set on an element", () =>
    replay(async (page) => {
      await until(page, () => m.readyState === 4);
      const found = await page.evaluate(() => {
        Object.assign(m, { score: 7 });
        const other = document.createElement("embed");
        return [
          Reflect.get(m, "score"),
          typeof m.postMessage,
          Reflect.get(other, "postMessage"),
          m.lastError,
        ];
      });
      assert.deepEqual(found, [7, "function", undefined, ""]);
    }));
});
