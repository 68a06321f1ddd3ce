// The same page with all ways to load the script and to serve a site: programs work, and the page
// does not change otherwise. Pages without programs notice nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  corpus,
  dist,
  launch,
  noCorpus,
  onlyChromium,
  open,
  PATIENCE,
  type Page,
  type ServeOptions,
  type Server,
  script,
  serve,
  type Tab,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let heard: unknown[];
declare let errors: string[];
declare let t: HTMLEmbedElement;

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const POLICIES = {
  "no policy": {},
  "a strict policy": {
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; object-src 'self'; style-src 'none'; img-src 'none'; require-trusted-types-for 'script'",
  },
};

const BODY = `<h1 class="title">A page</h1>
  <div id="listener" align="center"><p>text</p><embed id="m" name="n" width="40" height="30" src="counter.nmf"
    type="application/x-pnacl" a="b"><object id="o" data="counter.nmf" type="application/x-pnacl" width="40"
    height="30"><param name="c" value="d">instead</object></div>
  <table><tr><td><embed id="t" width="40" height="30" src="counter.nmf" type="application/x-pnacl"></td></tr></table>`;

/** The places of the script; the last one comes from outside of the page, before its own
 * scripts. */
const PLACES = {
  "first in the head": (own: string) =>
    `<!doctype html><html><head>${script}${own}<title>x</title></head><body>${BODY}</body></html>`,
  "last in the body": (own: string) =>
    `<!doctype html><html><head>${own}<title>x</title></head><body>${BODY}${script}</body></html>`,
  injected: (own: string) =>
    `<!doctype html><html><head>${own}<title>x</title></head><body>${BODY}</body></html>`,
};

// The page's own script, in a file, because strict policies require that. Like some real pages, it
// waits for the page's load before it listens.
const OWN = `var heard = [], errors = [];
addEventListener("error", function (event) { errors.push(event.message || event.target.id); }, true);
addEventListener("unhandledrejection", function (event) { errors.push(String(event.reason)); });
addEventListener("securitypolicyviolation", function (event) {
  // Browsers look for an icon by themselves.
  if (!/favicon/.test(event.blockedURI)) errors.push(event.violatedDirective);
});
addEventListener("load", function () {
  document.getElementById("listener").addEventListener("message", function (event) { heard.push(event.data); }, true);
  document.getElementById("listener").addEventListener("load", function (event) {
    heard.push(event.target.id);
    if (event.target.id === "o") event.target.postMessage(5);
  }, true);
});`;

// The script as an injected one: it has an address, but no element.
const injection = (server: Server) =>
  `Object.defineProperty(document, "currentScript", { value: { src: "${server.url}/pinnacle/pinnacle.js", dataset: {} }, configurable: true });
  ${readFileSync(join(dist, "pinnacle.js"))}
  delete document.currentScript;`;

// The state of a page in which the script is an empty file.
async function withoutUs(served: ServeOptions) {
  const nothing = { type: "text/javascript", body: "" };
  const server = await serve({ ...served, pages: { ...served.pages, "/pinnacle/pinnacle.js": nothing } });
  const tab = await open(browser, server);
  const text = await tab.page.evaluate(() => document.documentElement.outerHTML);
  await tab.close();
  await server.close();
  return text;
}

// Waits for a condition in a page whose policy forbids the driver's own function for that.
async function polled(page: Page, condition: () => unknown) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    if (await page.evaluate(condition)) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`never: ${condition}`);
}

describe("every way to serve a page", { skip: noCorpus }, () => {
  for (const [place, pageOf] of Object.entries(PLACES)) {
    for (const [how, isolation] of WAYS) {
      for (const [policy, headers] of Object.entries(POLICIES)) {
        test(`the script ${place}, ${how}, ${policy}`, async () => {
          const pages = {
            "/": pageOf('<script src="own.js"></script>'),
            "/own.js": { type: "text/javascript", body: OWN },
          };
          const served = { folder: join(corpus!, "counter"), pages, headers: { ...isolation, ...headers } };
          const before = await withoutUs(served);
          const server = await serve(served);
          const tab = await open(
            browser,
            server,
            "/",
            place === "injected" ? { init: { content: injection(server) } } : {},
          );
          const { page } = tab;
          try {
            assert.equal(await page.evaluate(() => document.documentElement.outerHTML), before);
            await polled(page, () => heard.length === 3 && t.readyState === 4);
            assert.deepEqual((await page.evaluate(() => heard)).sort(), [5, "m", "o"]);
            assert.equal(await page.evaluate(() => document.documentElement.outerHTML), before);
            // The browser's own events of an object before the script is loaded reach the page.
            const early = place === "last in the body" ? ["o"] : [];
            const found = await page.evaluate(() => errors);
            assert.deepEqual(
              found.filter((error) => !early.includes(error)),
              [],
            );
            assert.deepEqual(tab.said, []);
          } finally {
            await tab.close();
            await server.close();
          }
        });
      }
    }
  }
});

/** The properties of both elements for programs. */
const ELEMENT = [
  ...["blur", "exitStatus", "focus", "lastError", "pinnacle", "postMessage"],
  ...[
    "postMessageAndAwaitResponse",
    "readyState",
    "requestFullscreen",
    "webkitRequestFullScreen",
    "webkitRequestFullscreen",
  ],
];

/** The names that the script adds to a page. Chrome had all of them except the first and the
 * elements'. */
const OURS = {
  window: [
    ...["FileError", "PERSISTENT", "Symbol(pinnacle)", "TEMPORARY", "requestFileSystem"],
    ...["resolveLocalFileSystemURL", "webkitAudioContext", "webkitOfflineAudioContext", "webkitStorageInfo"],
  ],
  mimeTypes: ["application/x-nacl", "application/x-pnacl", "item", "length", "namedItem"],
  plugins: ["Native Client", "item", "length", "namedItem"],
  // The places after the browser's own, of which it has five and two.
  "PluginArray.prototype": ["5"],
  "MimeTypeArray.prototype": ["2", "3"],
  "HTMLEmbedElement.prototype": ELEMENT,
  "HTMLObjectElement.prototype": ELEMENT,
  "Event.prototype": ["path"],
  "Performance.prototype": ["webkitNow"],
  "CanvasRenderingContext2D.prototype": ["webkitImageSmoothingEnabled"],
  "Document.prototype": ["webkitExitPointerLock", "webkitPointerLockElement"],
  "Element.prototype": ["webkitRequestPointerLock"],
  "MouseEvent.prototype": ["webkitMovementX", "webkitMovementY"],
  "Navigator.prototype": ["webkitGetGamepads"],
};

// Lists the own properties of the objects that a page can access. Runs in the page.
function namesOf() {
  const names: Record<string, string[]> = {};
  const list = (name: string, object: object | null) => {
    if (object) names[name] = Reflect.ownKeys(object).map(String).sort();
  };
  list("window", window);
  for (const name of ["navigator", "document", "screen", "history", "location", "performance", "chrome"])
    list(name, Reflect.get(window, name));
  list("mimeTypes", navigator.mimeTypes);
  list("plugins", navigator.plugins);
  for (const name of Object.getOwnPropertyNames(window)) {
    const { value } = Object.getOwnPropertyDescriptor(window, name)!;
    if (typeof value !== "function") continue;
    list(name, value);
    list(`${name}.prototype`, value.prototype);
  }
  return names;
}

describe("a page without programs", () => {
  const text = (
    tag: string,
  ) => `<!doctype html>${tag}<script>var heard = [];</script><body><p>text</p><embed src="x.svg" type="image/svg+xml"><object data="x.svg"
    type="image/svg+xml"></object><object data="x.bin" type="application/x-unknown" onerror="heard.push('error')">instead</object><script>
    addEventListener("load", function () { heard.push("load"); });
  </script></body>`;
  const svg = { type: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };

  async function look<R>(tag: string, act: (page: Page, server: Server, tab: Tab) => R | Promise<R>) {
    const server = await serve({ pages: { "/": text(tag), "/x.svg": svg } });
    const tab = await open(browser, server);
    try {
      await polled(tab.page, () => document.readyState === "complete");
      return await act(tab.page, server, tab);
    } finally {
      await tab.close();
      await server.close();
    }
  }

  const skip = onlyChromium("has other names of old");
  test("has the same properties, and a short list of additional names", { skip }, async () => {
    const before = await look("", (page) => page.evaluate(namesOf));
    const after = await look(script, (page) => page.evaluate(namesOf));
    const added: Record<string, string[]> = {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      assert.deepEqual(
        (before[name] ?? []).filter((one) => !after[name]?.includes(one)),
        [],
        name,
      );
      // Our own class, which is in the window's list.
      if (before[name] === undefined) continue;
      const more = (after[name] ?? []).filter((one) => !before[name]!.includes(one));
      if (more.length > 0) added[name] = more;
    }
    assert.deepEqual(added, OURS);
  });

  test("receives the same events, loads nothing, starts nothing", () =>
    look(script, async (page, server, { said }) => {
      await polled(page, () => heard.length === 2);
      assert.deepEqual(await page.evaluate(() => heard.sort()), ["error", "load"]);
      assert.deepEqual(
        server.requests.filter((path) => path.startsWith("/pinnacle/")),
        ["/pinnacle/pinnacle.js"],
      );
      assert.equal(page.workers().length, 0);
      assert.deepEqual(said, []);
    }));
});
