// The end of programs by removal, crash, exit or trap, or with their page. Nothing may stay.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isFirefox } from "./firefox.ts";
import {
  type Act,
  compile,
  counter,
  counterPages,
  ISOLATED,
  inPage,
  launch,
  listen,
  noCompiler,
  noCorpus,
  noWorkers,
  onlyChromium,
  PATIENCE,
  type Page,
  type Programs,
  type Server,
  script,
  type Tab,
  until,
} from "./support.ts";

// Globals of the pages.
declare let box: HTMLElement;
declare let heard: HeardEvent[];
declare let kept: boolean[];
declare let sums: number[];

const { inBody } = counterPages();

/** Counts by name. */
type Holdings = Record<string, number>;

/** Counts the objects of a page after a garbage collection. */
async function holdings(page: Page): Promise<Holdings> {
  const driver = await page.context().newCDPSession(page);
  await driver.send("Performance.enable");
  // Objects of workers and of the compositor are released later.
  for (let round = 0; round < 3; round++) {
    await driver.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(200);
  }
  const { metrics } = await driver.send("Performance.getMetrics");
  const own = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const all = await page.evaluate(async () => (await performance.measureUserAgentSpecificMemory()).bytes);
  return { ...own, all };
}

/** Adds and removes elements in `box`, one after the other. */
const come = (page: Page, count: number, source: string, type: string) =>
  page.evaluate(
    async ([count, source, type]) => {
      for (let round = 0; round < count; round++) {
        const element = document.createElement("embed");
        element.type = type;
        element.src = source;
        element.width = element.height = "100";
        const loaded = new Promise((resolve, reject) => {
          element.addEventListener("load", resolve);
          element.addEventListener("error", () => reject(new Error(element.lastError)));
        });
        box.append(element);
        if (typeof element.postMessage === "function") await loaded;
        await new Promise(requestAnimationFrame);
        element.remove();
      }
    },
    [count, source, type] as const,
  );

/** Maximum difference between a page's objects after programs and after as many other elements. A
 * curtain that stayed would add eight nodes for each of them. */
const MOST: Holdings = {
  Documents: 3,
  Nodes: 300,
  JSEventListeners: 5,
  JSHeapUsedSize: 900_000,
  all: 2_000_000,
};

/** Adds and removes programs. The page must not hold more objects than after as many other
 * elements. Chromium 156 keeps a document for each of those. */
async function leaveNothing(page: Page, count: number, source: string) {
  const before = async (type: string) => {
    await come(page, 10, source, type);
    const held = isFirefox ? {} : await holdings(page);
    await come(page, count, source, type);
    return held;
  };
  const growth = async (held: Holdings) => {
    const now = isFirefox ? {} : await holdings(page);
    return Object.fromEntries(Object.keys(MOST).map((name) => [name, (now[name] ?? 0) - (held[name] ?? 0)]));
  };
  const without = await growth(await before("application/x-unknown"));
  const held = await before("application/x-pnacl");
  // A busy browser releases objects late.
  const end = Date.now() + PATIENCE;
  for (;;) {
    const grows = await growth(held);
    const tooMuch = Object.entries(MOST).filter(([name, most]) => grows[name]! - without[name]! > most);
    if (tooMuch.length === 0) break;
    const found = tooMuch.map(([name]) => `${name}: ${grows[name]}, otherwise ${without[name]}`);
    assert.ok(Date.now() < end, found.join("; "));
  }
  await noWorkers(page);
}

describe("nothing stays", () => {
  test("after forty programs", { skip: noCorpus }, () =>
    inBody('<div id="box"></div>', (page) => leaveNothing(page, 40, "counter.nmf"), { headers: ISOLATED }),
  );

  test("after programs with pictures and text fields", { skip: noCompiler }, async () => {
    const built = compile("input_echo");
    await inBody('<div id="box"></div>', (page) => leaveNothing(page, 20, "input_echo.nmf"), {
      folder: built.folder,
      pages: built.manifests,
      headers: ISOLATED,
    });
    built.remove();
  });
});

describe("a page that is left", { skip: noCorpus || onlyChromium("is driven otherwise") }, () => {
  test("is reloaded when the user comes back, and its program restarts", async () => {
    // Chromium keeps pages without plug-ins in memory, and counts our elements as plug-ins.
    const browser = await launch([], ["--disable-back-forward-cache"]);
    const text = `<!doctype html>${script}<body>${counter}<script>
      var sums = [], kept = [];
      addEventListener("pageshow", function (event) { kept.push(event.persisted); });
      m.addEventListener("message", function (event) { sums.push(event.data); });
    </script></body>`;
    const act = async (page: Page, _: Tab, { url }: Server) => {
      const add = async (number: number) => {
        await page.evaluate((number) => m.postMessage(number), number);
        await until(page, () => sums.length > 0);
        return page.evaluate(() => sums);
      };
      assert.deepEqual(await add(5), [5]);
      await page.goto(`${url}/other`);
      await noWorkers(page);
      await page.goBack();
      assert.deepEqual(await add(1), [1]);
      assert.deepEqual(await page.evaluate(() => kept), [false]);
    };
    await inPage(browser, text, act, { folder: "counter", pages: { "/other": "<p>other</p>" } });
    await browser.close();
  });
});

describe("the end of a program", { skip: noCompiler }, () => {
  let built: Programs;
  before(() => {
    built = compile("hostile");
  });
  after(() => built.remove());

  const ending = (act: Act) =>
    inBody(
      `${listen}<embed id="m" width="0" height="0" src="hostile.nmf" type="application/x-pnacl"><script>listen(m);</script>`,
      async (page, tab, server) => {
        await until(page, () => m.readyState === 4);
        await act(page, tab, server);
      },
      { folder: built.folder, pages: built.manifests },
    );

  for (const [name, message, status] of [
    ["exit with 0", "exit 0", 0],
    ["exit with 3", "exit 3", 3],
    ["abort", "abort", 134],
    ["a fault", "fault", -1],
  ] as const) {
    test(`${name} is a crash with the status ${status}, once`, () =>
      ending(async (page, { said }) => {
        await page.evaluate((message) => m.postMessage(message), message);
        await until(page, () => heard.some(([type]) => type === "crash"));
        await page.evaluate(() => m.postMessage("ping"));
        const found = await page.evaluate(() => [
          heard.filter(([type]) => type === "crash" || type === "message" || type === "error").length,
          m.readyState,
          m.lastError,
          m.exitStatus,
          typeof m.postMessage,
        ]);
        assert.deepEqual(found, [1, 4, "NaCl module crashed", status, "function"]);
        assert.ok(said.includes("log: NativeClient: NaCl module crashed"));
        await noWorkers(page);
      }));
  }

  test("comes with its page, even during an endless loop", () =>
    ending(async (page, _: Tab, { url }: Server) => {
      await page.evaluate(() => m.postMessage("loop"));
      await page.goto(`${url}/nothing`);
      await noWorkers(page);
    }));

  test("an element whose program has crashed restarts it when it is added again", () =>
    ending(async (page) => {
      await page.evaluate(() => m.postMessage("exit 1"));
      await until(page, () => m.exitStatus === 1);
      await page.evaluate(() => {
        const element = document.body.appendChild(document.getElementById("m")!);
        element.postMessage("ping");
      });
      await until(page, () => heard.at(-1)![7] === "pong");
      assert.deepEqual(await page.evaluate(() => [m.exitStatus, m.lastError]), [-1, ""]);
    }));
});
