// The extension in Chromium, with unchanged pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { type ExtensionBrowser, launchExtension } from "./extension_browser.ts";
import {
  corpus,
  type Headers,
  ISOLATED,
  launch,
  noCorpus,
  PATIENCE,
  type Served,
  serve,
  until,
} from "./support.ts";

// Globals of the pages.
declare let alerts: string[];
declare let seen: unknown[];

/** The part of the extension API that these tests use. */
declare const chrome: {
  scripting: { getRegisteredContentScripts(): Promise<{ excludeMatches?: string[] }[]> };
  tabs: { query(wanted: object): Promise<{ id: number; url: string }[]> };
  action: { getTitle(details: { tabId: number }): Promise<string> };
};

const HELLO = `<!doctype html><body><script>
  var alerts = [];
  window.alert = function (text) { alerts.push(text); };
</script>
<div id="listener"><script>
  var listener = document.getElementById("listener");
  listener.addEventListener("load", function () { document.getElementById("hello").postMessage("hello"); }, true);
  listener.addEventListener("message", function (event) { alert(event.data); }, true);
</script>
<embed id="hello" width="0" height="0" src="hello_tutorial.nmf" type="application/x-pnacl">
</div></body>`;

const PROPERTIES = "lastError pinnacle postMessage postMessageAndAwaitResponse readyState";
const METHODS = "requestFullscreen webkitRequestFullScreen webkitRequestFullscreen";

/** The expected differences in a page without programs. */
const DIFFERENCES = [
  `HTMLEmbedElement: blur exitStatus focus ${PROPERTIES} ${METHODS}`,
  `HTMLObjectElement: blur exitStatus focus ${PROPERTIES} ${METHODS}`,
  "mimeTypes: application/x-nacl application/x-pnacl namedItem",
  "plugins: Native Client namedItem",
  "window: Symbol(pinnacle)",
];

describe("the extension", { skip: noCorpus }, () => {
  let browser: ExtensionBrowser;
  let context: BrowserContext;
  let background: Worker;
  before(async () => {
    browser = await launchExtension();
    ({ context, background } = browser);
  });
  after(() => browser.close());

  const inPage = async (
    pages: Record<string, Served>,
    act: (page: Page, said: string[]) => unknown,
    headers: Headers = {},
  ) => {
    const server = await serve({ folder: join(corpus!, "hello-tutorial"), pages, headers });
    const page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    try {
      await page.goto(server.url);
      await act(page, said);
    } catch (error) {
      (error as Error).message += `\nconsole:\n${said.join("\n")}`;
      throw error;
    } finally {
      await page.close();
      await server.close();
    }
  };

  test("an old page works unchanged", () =>
    inPage({ "/": HELLO }, async (page) => {
      await until(page, () => alerts.length > 0);
      assert.deepEqual(await page.evaluate(() => alerts), ["Hello from NaCl!"]);
    }));

  test("a page cannot load the extension's files by their fixed address", () =>
    inPage({ "/": HELLO }, async (page) => {
      await until(page, () => alerts.length > 0);
      const { host } = new URL(background.url());
      assert.match(host, /^[a-p]{32}$/);
      for (const name of ["pinnacle.wasm", "pinnacle-worker.js", "page.js", "manifest.json", "icon-16.png"]) {
        const found = await page.evaluate(
          (url) =>
            fetch(url).then(
              ({ status }) => status,
              () => "nothing",
            ),
          `chrome-extension://${host}/${name}`,
        );
        assert.equal(found, "nothing", name);
      }
    }));

  test("a page that names programs finds what Chrome had, before its next script runs", () => {
    const seen = "<script>seen.push(typeof requestFileSystem, typeof Event.prototype.path);</script>";
    const page = `<!doctype html><script>var seen = [];</script>${seen.replace("typeof Event.prototype.path", "0")}
      <body data-tools="pnacl">${seen.replace("typeof Event.prototype.path", "'path' in Event.prototype")}</body>`;
    return inPage({ "/": page }, async (tab) => {
      assert.deepEqual(await tab.evaluate(() => seen), ["undefined", 0, "function", true]);
    });
  });

  test("a replay whose script tag names its captures gives the program its files", () => {
    const prefix = "/replay/20130101000000/http://old.example/";
    const file = (name: string): Served => ({
      body: readFileSync(join(corpus!, "hello-tutorial", name)),
      type: "application/octet-stream",
    });
    const head = `<script src="/pinnacle/pinnacle.js" data-replay="/replay/20130101000000/"></script>`;
    const pages = {
      "/": `<!doctype html><iframe src="${prefix}"></iframe>`,
      [prefix]: head + HELLO.replace('src="', 'src="http://old.example/'),
      [`${prefix}hello_tutorial.nmf`]: file("hello_tutorial.nmf"),
      [`${prefix}hello_tutorial.pexe`]: file("hello_tutorial.pexe"),
    };
    return inPage(pages, (page) =>
      until(page, () => (frames[0] as Window & { alerts?: string[] }).alerts?.length === 1),
    );
  });

  test("frames do too, even those without an address", () => {
    const frame = HELLO.replace("<body>", '<body><base href="/">').replaceAll('"', "&quot;");
    const pages = {
      "/": `<!doctype html><iframe src="/frame.html"></iframe><iframe srcdoc="${frame}"></iframe>`,
    };
    return inPage({ ...pages, "/frame.html": HELLO }, async (page) => {
      await until(page, () =>
        Array.from({ length: 2 }, (_, at) => frames[at]).every(
          (frame) => (frame as Window & { alerts?: string[] }).alerts?.length === 1,
        ),
      );
    });
  });

  test("an isolated page stays isolated, and its program runs", () =>
    inPage(
      { "/": HELLO },
      async (page) => {
        await until(page, () => alerts.length > 0);
        assert.equal(await page.evaluate(() => self.crossOriginIsolated), true);
      },
      ISOLATED,
    ));

  for (const [policy, works] of [
    ["script-src 'self' 'unsafe-inline'; object-src *", "not without 'wasm-unsafe-eval'"],
    ["script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; object-src *", "not without blob: workers"],
    ["script-src * blob: 'unsafe-inline' 'wasm-unsafe-eval'; object-src *", "yes"],
  ] as const) {
    test(`with a policy of ${policy}: ${works}`, () =>
      inPage(
        { "/": HELLO },
        async (page, said) => {
          // `until` needs `eval`, which the policy forbids.
          const state = () => page.evaluate(() => document.getElementById("hello")!.readyState);
          for (const end = Date.now() + PATIENCE; (await state()) !== 4; await page.waitForTimeout(50))
            assert.ok(Date.now() < end, `the program neither runs nor fails: ${said.join("\n")}`);
          const error = await page.evaluate(() => document.getElementById("hello")!.lastError);
          if (works === "yes") assert.equal(error, "", said.join("\n"));
          else assert.match(error, /content security policy/);
        },
        { "Content-Security-Policy": policy },
      ));
  }

  test("pages without programs keep their properties, except for a short list", async () => {
    const names = () => {
      const own = (target: object) => Reflect.ownKeys(target).map(String);
      const { constructor: _, ...objects } = { window, navigator, document, screen, location, history };
      const all: Record<string, object> = {
        ...objects,
        mimeTypes: navigator.mimeTypes,
        plugins: navigator.plugins,
      };
      const prototypes = Object.getOwnPropertyNames(window).filter(
        (key) => /^[A-Z]/.test(key) && Reflect.get(window, key)?.prototype,
      );
      for (const key of prototypes) all[key] = Reflect.get(window, key).prototype;
      return Object.entries(all).map(([name, target]): [string, string[]] => [name, own(target)]);
    };
    const page = { "/": "<!doctype html><p>no program</p>" };
    let changed: Record<string, string[]> = {};
    await inPage(page, async (tab) => {
      changed = Object.fromEntries(await tab.evaluate(names));
      assert.equal(await tab.evaluate(() => document.documentElement.outerHTML.includes("script")), false);
    });
    const plain = await launch();
    const server = await serve({ pages: page });
    const tab = await plain.newPage();
    await tab.goto(server.url);
    const before = Object.fromEntries(await tab.evaluate(names));
    await plain.close();
    await server.close();
    const differences = Object.keys({ ...before, ...changed }).flatMap((name) => {
      const were = new Set(before[name]);
      const more = (changed[name] ?? []).filter((key) => !were.delete(key));
      const less = [...were].map((key) => `-${key}`);
      return more.length + less.length > 0 ? [`${name}: ${[...more, ...less].sort().join(" ")}`] : [];
    });
    assert.deepEqual(differences.sort(), DIFFERENCES);
  });

  test("the switch of the popup excludes a site and includes it again", () =>
    inPage({ "/": HELLO }, async (page) => {
      await until(page, () => alerts.length > 0);
      const popup = await context.newPage();
      // The popup is about the active tab.
      await popup.addInitScript((url) => {
        const query = chrome.tabs.query.bind(chrome.tabs);
        chrome.tabs.query = async (wanted) =>
          (await query({})).filter((tab) => !("active" in wanted) || tab.url === url);
      }, page.url());
      await popup.goto(`${new URL("popup.html", background.url())}`);
      assert.equal(await popup.textContent("#host"), "127.0.0.1");
      const turned = (count: number) =>
        popup.waitForFunction(
          async (wanted) =>
            ((await chrome.scripting.getRegisteredContentScripts())[0]?.excludeMatches?.length ?? 0) ===
            wanted,
          count,
        );
      await popup.waitForFunction(() => document.querySelector<HTMLInputElement>("#on")?.checked);
      // The popup reloads the page.
      let loaded = page.waitForEvent("load");
      await popup.click("#on");
      await turned(1);
      await loaded;
      assert.equal(await page.evaluate(() => document.getElementById("hello")!.readyState), undefined);
      loaded = page.waitForEvent("load");
      await popup.click("#on");
      await turned(0);
      await loaded;
      await until(page, () => alerts.length > 0);
      await popup.close();
    }));

  test("the icon shows that a site is off, and the options page lists the site", () =>
    inPage({ "/": HELLO }, async (page) => {
      const title = () =>
        background.evaluate(async (url) => {
          const [tab] = (await chrome.tabs.query({})).filter((tab) => tab.url === url);
          return tab && (await chrome.action.getTitle({ tabId: tab.id }));
        }, page.url());
      const says = async (words: string) => {
        for (const end = Date.now() + PATIENCE; (await title()) !== words && Date.now() < end; )
          await page.waitForTimeout(50);
        assert.equal(await title(), words);
      };
      await says("PNaCl programs run on this site");
      const options = await context.newPage();
      await options.goto(`${new URL("options.html", background.url())}`);
      await options.getByText("None.").waitFor();
      await options.fill("#host", "no site");
      await options.getByRole("button", { name: "Turn off" }).click();
      await options.getByText("This is not the name of a site.").waitFor();
      await options.fill("#host", page.url());
      await options.getByRole("button", { name: "Turn off" }).click();
      await options.getByText("127.0.0.1").waitFor();
      await says("PNaCl programs are off on this site");
      await page.reload();
      assert.equal(await page.evaluate(() => document.getElementById("hello")!.readyState), undefined);
      await options.getByRole("button", { name: "Turn on 127.0.0.1" }).click();
      await options.getByText("None.").waitFor();
      await says("PNaCl programs run on this site");
      await options.close();
    }));
});
