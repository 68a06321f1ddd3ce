// The extension on pages of the Wayback Machine. This file has a small replayer with the Machine's
// addresses, policy and toolbar, and the rewriting library that it uses. The browser finds it under
// the Machine's name.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { launchExtension } from "./extension_browser.ts";
import { isFirefox, launchFirefox } from "./firefox.ts";
import {
  compile,
  dist,
  noCompiler,
  PATIENCE,
  type Programs,
  type Served,
  type Server,
  serve,
  until,
} from "./support.ts";

const SITE = "http://old.example";
const MACHINE = "http://web.archive.org";
const STATIC = "http://web-static.archive.org";
/** The moment in the address of the page, and the moment at which its files were captured. */
const MOMENT = "20130101000000";
const OTHER = "20130214123456";

// Globals of the pages.
declare let heard: [type: string, detail: string][];
declare const described: HTMLEmbedElement & { postMessage(value: unknown): void };
declare const loads: HTMLObjectElement & { postMessage(value: unknown): void };

const require = createRequire(import.meta.url);
const library = (name: string): Served => ({
  body: readFileSync(require.resolve(`@webrecorder/wombat/dist/${name}`)),
  type: "text/javascript",
});

/** The Machine's policy: pages may only use its own hosts. */
const POLICY =
  "default-src 'self' 'unsafe-eval' 'unsafe-inline' data: blob: archive.org web.archive.org web-static.archive.org";

/** The elements that the Machine puts into the head of a page. */
const HEAD = `<script src="${STATIC}/_static/js/wombat.js"></script><script>
  window._WBWombatInit(window.wbinfo = {
    url: "${SITE}/game/", timestamp: "${MOMENT}", request_ts: "${MOMENT}", mod: "", coll: "web",
    prefix: "${MACHINE}/web/", static_prefix: "${STATIC}/_static/", proxy_magic: "", is_live: false,
    is_framed: false, top_url: "${MACHINE}/web/${MOMENT}/${SITE}/game/", wombat_ts: "${MOMENT}",
    wombat_sec: "1356998400", wombat_scheme: "http", wombat_host: "old.example", wombat_opts: {},
    enable_auto_fetch: false,
  });
</script>`;

const TOOLBAR = `<div id="wm-ipp-base" style="display: block; position: relative; height: 65px"></div>`;

/** The page as it was captured. The first program describes its attributes, and the second one loads
 * the addresses that it gets. */
const CAPTURED = `<!doctype html><html><head></head><body><script>
  self.heard = [];
  for (const type of ["load", "error", "crash", "message"])
    document.addEventListener(type, (event) => heard.push([type, String(event.data ?? event.target.lastError ?? "")]), true);
</script>
<embed id="described" type="application/x-pnacl" src="${SITE}/game/describe.nmf" width="8" height="8" home="${SITE}/">
<object id="loads" type="application/x-pnacl" data="load.nmf" width="8" height="8">
  <param name="file" value="${SITE}/game/text.txt"></object>
</body></html>`;

/** The page as the Machine rewrites it: whole addresses of elements and parameters. */
const REWRITTEN = CAPTURED.replace("<head>", `<head>${HEAD}`)
  .replace("<body>", `<body>${TOOLBAR}`)
  .replace(`src="${SITE}`, `src="/web/${MOMENT}oe_/${SITE}`)
  .replace(`value="${SITE}`, `value="${MACHINE}/web/${MOMENT}oe_/${SITE}`);

type Opened = { newPage(): Promise<Page>; close(): Promise<void> };

/** Starts a browser with the extension, in which a server has the Machine's names. */
async function launchAt(server: Server): Promise<Opened> {
  const { host, hostname, port } = new URL(server.url);
  if (!isFirefox) {
    const hosts = ["web.archive.org", "web-static.archive.org"].map((name) => `MAP ${name}:80 ${host}`);
    const { context, close } = await launchExtension(
      `--host-resolver-rules=${hosts.join(",")},MAP * ~NOTFOUND`,
      `--unsafely-treat-insecure-origin-as-secure=${MACHINE}`,
    );
    return { newPage: () => context.newPage(), close };
  }
  // The server is a proxy for every host.
  const preferences = {
    "dom.security.https_first": false,
    "dom.securecontext.allowlist": new URL(MACHINE).host,
    "network.proxy.type": 1,
    "network.proxy.http": hostname,
    "network.proxy.http_port": Number(port),
  };
  const browser = await launchFirefox({ preferences, extension: join(dist, "extension/firefox") });
  const newPage = async () => (await browser.newContext()).newPage();
  const page = await newPage();
  // The extension registers its scripts some time after it was installed.
  const end = Date.now() + PATIENCE;
  do {
    assert.ok(Date.now() < end, "the scripts of the extension are not registered");
    await page.goto(`${MACHINE}/web/${MOMENT}id_/${SITE}/game/`);
  } while (!(await page.evaluate(() => Symbol.for("pinnacle") in window)));
  await page.close();
  return { newPage, close: () => browser.close() };
}

describe("the extension on pages of the Wayback Machine", { skip: noCompiler }, () => {
  let browser: Opened;
  let built: Programs;
  let server: Server;
  before(async () => {
    built = compile("load_text", "describe");
    const program = (name: string): Served => ({
      body: readFileSync(join(built.folder, name)),
      type: "application/octet-stream",
    });
    const files: Record<string, Served> = {
      "/game/load.nmf": { body: built.manifests["/load_text.nmf"] as string, type: "text/html" },
      "/game/describe.nmf": { body: built.manifests["/describe.nmf"] as string, type: "text/plain" },
      "/game/load_text.pexe": program("load_text.pexe"),
      "/game/describe.pexe": program("describe.pexe"),
      "/game/text.txt": { body: "as captured", type: "text/plain" },
    };
    const headers = { "Content-Security-Policy": POLICY };
    const pages: Record<string, Served> = {
      [`/web/${MOMENT}/${SITE}/game/`]: { body: REWRITTEN, headers },
      [`/web/${MOMENT}id_/${SITE}/game/`]: { body: CAPTURED, headers },
      "/_static/js/wombat.js": library("wombat.js"),
      "/_static/wombatWorkers.js": library("wombatWorkers.js"),
    };
    const site: Record<string, RequestListener> = {};
    for (const [path, file] of Object.entries(files)) {
      pages[`/web/${OTHER}id_/${SITE}${path}`] = file;
      pages[`/web/${OTHER}mp_/${SITE}${path}`] = "rewritten";
      // The Machine redirects to the moment of the capture.
      for (const modifier of ["id_", "mp_"])
        site[`/web/${MOMENT}${modifier}/${SITE}${path}`] = (_request, response) =>
          response.writeHead(302, { Location: `${MACHINE}/web/${OTHER}${modifier}/${SITE}${path}` }).end();
    }
    server = await serve({ pages, site });
    browser = await launchAt(server);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    built?.remove();
  });

  /** Opens an address of the Machine, and checks that no request is sent to another host. */
  async function visit(modifier: string, act: (page: Page) => Promise<void>) {
    const page = await browser.newPage();
    const said: string[] = [];
    const asked: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("request", (request) => asked.push(request.url()));
    try {
      await page.goto(`${MACHINE}/web/${MOMENT}${modifier}/${SITE}/game/`);
      await act(page);
      const outside = asked.filter(
        (url) =>
          !/^(?:http:\/\/web(?:-static)?\.archive\.org\/|blob:|data:|chrome-extension:|moz-extension:)/.test(
            url,
          ),
      );
      assert.deepEqual(outside, []);
    } catch (error) {
      if (error instanceof Error)
        error.message += `\nconsole:\n${said.join("\n")}\nasked:\n${asked.join("\n")}`;
      throw error;
    } finally {
      await page.close();
    }
  }

  for (const [modifier, what] of [
    ["", "a rewritten page"],
    ["id_", "a page as captured"],
  ] as const) {
    test(`${what} runs its programs with the original addresses, and only uses the archive`, () =>
      visit(modifier, async (page) => {
        await until(page, () => heard.filter(([type]) => type !== "message").length >= 2);
        assert.deepEqual(await page.evaluate(() => heard), [
          ["load", ""],
          ["load", ""],
        ]);
        const answer = async (url: string) => {
          const count = await page.evaluate((url) => {
            loads.postMessage(url);
            return heard.length;
          }, url);
          await until(page, (count: number) => heard.length > count, count);
          return (await page.evaluate(() => heard.at(-1)))?.[1];
        };
        assert.equal(await answer("text.txt"), "200 as captured");
        assert.equal(await answer(`${SITE}/game/text.txt`), "200 as captured");
        assert.equal(await answer("none.txt"), "404 not here");
        assert.equal(await answer("http://other.example/text.txt"), "-7 ");
        await page.evaluate(() => {
          heard.length = 0;
          described.postMessage("?attributes");
        });
        await until(page, () => heard.length > 0);
        const attributes = (await page.evaluate(() => heard[0]))?.[1] ?? "";
        assert.match(
          attributes,
          /,src,http:\/\/old\.example\/game\/describe\.nmf,.*,home,http:\/\/old\.example\//,
        );
      }));
  }
});
