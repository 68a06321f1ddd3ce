// A static site that isolates itself: the pages that are sent with headers, and the time.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  comes,
  corpus,
  dist,
  type Headers,
  launch,
  noCorpus,
  open,
  PATIENCE,
  type Page,
  type Served,
  serve,
  type Tab,
} from "./support.ts";

declare global {
  interface Window {
    /** Messages of the frame and of the worker of a page. */
    others?: unknown[];
  }
}

const MONTE_CARLO = `<embed id="m" width="0" height="0" src="monte_carlo.nmf" type="application/x-pnacl">
  <script>
    var heard = [];
    m.addEventListener("message", function (event) { heard.push(event.data.Type); });
    m.addEventListener("load", function () { m.postMessage({ cmd: "sim", nPts: 200, model: "Circle" }); });
  </script>`;

const tag = (when: string, more = "") =>
  `<!doctype html><script src="/pinnacle/pinnacle.js" data-isolate="${when}" ${more || 'data-isolate-worker="/pinnacle-isolate.js"'}></script>`;

describe("data-isolate", { skip: noCorpus }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const worker = { type: "text/javascript", body: readFileSync(join(dist, "pinnacle-isolate.js")) };

  /** The steps of a test, which can query how often the start page was loaded. */
  type Steps = (page: Page, tab: Tab & { loads: () => number }) => unknown;

  // Opens a site with these pages. `loads` returns how often the start page was requested.
  const inSite = async (pages: Record<string, Served>, act: Steps, headers: Headers = {}) => {
    const all = { "/pinnacle-isolate.js": worker, ...pages };
    const server = await serve({ folder: join(corpus!, "monte-carlo"), pages: all, headers });
    const tab = await open(browser, server);
    try {
      await act(tab.page, { ...tab, loads: () => server.requests.filter((path) => path === "/").length });
    } catch (error) {
      (error as Error).message += `\nconsole:\n${tab.said.join("\n")}`;
      throw error;
    } finally {
      await tab.close();
      await server.close();
    }
  };

  const until = (page: Page, condition: () => unknown) =>
    page.waitForFunction(condition, undefined, { timeout: PATIENCE });
  const isIsolated = (page: Page) => page.evaluate(() => self.crossOriginIsolated);
  const isMarked = (page: Page) =>
    until(page, async () => {
      for (const name of await caches.keys())
        if (name.startsWith("pinnacle-isolated")) return (await (await caches.open(name)).keys()).length > 0;
      return false;
    });
  const runs = (page: Page) => until(page, () => window.heard?.includes("completed"));

  test("a page with threads runs immediately, and is isolated from the next visit on", () =>
    inSite({ "/": `${tag("")}<body>${MONTE_CARLO}` }, async (page, { loads }) => {
      await runs(page);
      await isMarked(page);
      assert.equal(await isIsolated(page), false);
      assert.equal(loads(), 1);
      // On a busy machine the page may be marked before the service worker is active.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await page.reload();
      await runs(page);
      assert.equal(await isIsolated(page), true);
      assert.equal(loads(), 2);
    }));

  test("with `now` it is reloaded immediately, and only once", () =>
    inSite({ "/": `${tag("now")}<body>${MONTE_CARLO}` }, async (page, { loads }) => {
      await until(page, () => self.crossOriginIsolated);
      await runs(page);
      assert.equal(loads(), 2);
    }));

  test("pages whose programs start no threads are not isolated", () => {
    const still = `${tag("now")}<body><p>no program</p>`;
    return inSite({ "/": `${tag("")}<body>${MONTE_CARLO}`, "/still.html": still }, async (page) => {
      await isMarked(page);
      await page.goto(new URL("/still.html", page.url()).href);
      assert.equal(await isIsolated(page), false);
      assert.equal(
        await page.evaluate(
          () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).type,
        ),
        "navigate",
      );
    });
  });

  test("frames and workers of an isolated page keep working", () => {
    const frame = `${tag("now")}<body>frame<script>parent.postMessage("frame " + self.crossOriginIsolated, "*");</script>`;
    const script = { type: "text/javascript", body: 'postMessage("worker " + self.crossOriginIsolated);' };
    const body = `${tag("now")}<body><script>
      var others = [];
      addEventListener("message", function (event) { others.push(event.data); });
      new Worker("/other.js").onmessage = function (event) { others.push(event.data); };
    </script><iframe src="/frame.html"></iframe>${MONTE_CARLO}`;
    return inSite({ "/": body, "/frame.html": frame, "/other.js": script }, async (page) => {
      // A reloaded page is isolated before its scripts have run.
      await until(page, () => self.crossOriginIsolated && window.others?.length === 2);
      assert.deepEqual((await page.evaluate(() => window.others!)).sort(), ["frame true", "worker true"]);
    });
  });

  test("it gives up with a message if the headers do not help", () =>
    inSite(
      { "/": `${tag("now")}<body>${MONTE_CARLO}` },
      async (page, { loads, said }) => {
        assert.ok(
          await comes(() =>
            said.some((line) => line.includes("cannot be isolated: it is not isolated although")),
          ),
        );
        await runs(page);
        // First without headers, then with each kind of headers.
        assert.equal(loads(), 3);
        await page.reload();
        await runs(page);
        assert.equal(loads(), 4);
      },
      { "Cross-Origin-Opener-Policy": "unsafe-none" },
    ));

  test("a page from a posted form is not reloaded", () =>
    inSite(
      {
        "/": `${tag("now")}<body><form method="post" action="/result.html"><button>go</button></form>`,
        "/result.html": `${tag("now")}<body>${MONTE_CARLO}`,
      },
      async (page) => {
        await page.click("button");
        await runs(page);
        await isMarked(page);
        assert.equal(await isIsolated(page), false);
        await page.goto(page.url());
        await until(page, () => self.crossOriginIsolated);
      },
    ));

  test("`off` removes the service worker", () =>
    inSite({ "/": `${tag("now")}<body>${MONTE_CARLO}`, "/off.html": `${tag("off")}<body>` }, async (page) => {
      await until(page, () => self.crossOriginIsolated);
      await page.goto(new URL("/off.html", page.url()).href);
      await until(page, async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
      await until(page, async () =>
        (await caches.keys()).every((name) => !name.startsWith("pinnacle-isolated")),
      );
      await page.goto(new URL("/", page.url()).href);
      await until(page, () => self.crossOriginIsolated);
    }));

  test("a service worker in a folder below the page is refused with its name", () =>
    inSite(
      { "/": `${tag("now", 'data-isolate-worker="/pinnacle/pinnacle-isolate.js"')}<body>${MONTE_CARLO}` },
      async (page, { said, loads }) => {
        await runs(page);
        const isSaid = () =>
          said.some((line) => line.includes("must be in the folder of the page or above it"));
        assert.ok(await comes(isSaid));
        assert.equal(
          await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
          0,
        );
        assert.equal(loads(), 1);
      },
    ));
});
