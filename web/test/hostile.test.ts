// A program that tries to do harm: the page stays usable, and the program cannot access it. The
// program is test/programs/hostile.c.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  compile,
  inPage,
  launch,
  noCompiler,
  noWorkers,
  type Page,
  type PageOptions,
  type Programs,
  script,
  serve,
  until,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let beats: number;
declare let ends: unknown[];
declare let states: unknown[];
declare let texts: string[];

describe("a hostile program", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("hostile");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  // A page that counts messages and events, and measures the longest task of its thread.
  const facing = (act: Act, options: PageOptions = {}) =>
    inPage(
      browser,
      `<!doctype html>${script}<body><embed id="m" width=10 height=10 type="application/x-pnacl" src="hostile.nmf"><script>
        var count = 0, texts = [], ends = [], beats = 0;
        // The driver would receive each line.
        console.info = function () { count++; };
        m.addEventListener("message", function (event) {
          if (typeof event.data === "string") texts.push(event.data);
          else count++;
        });
        ["crash", "error"].forEach(function (type) { m.addEventListener(type, function () { ends.push(type); }); });
        setInterval(function () { beats++; }, 10);
      </script></body>`,
      async (page, ...rest) => {
        await until(page, () => m.readyState === 4);
        await act(page, ...rest);
      },
      { folder: built.folder, pages: built.manifests, ...options },
    );

  // The page still responds, and can end the program.
  async function isUsable(page: Page) {
    const before = await page.evaluate(() => beats);
    await until(page, (before) => beats > before + 5, before);
    await page.evaluate(() => m.remove());
    await noWorkers(page);
  }

  for (const [how, headers] of WAYS) {
    for (const flood of ["messages", "large messages", "lines", "cursors"]) {
      test(`a flood of ${flood} leaves the page usable (${how})`, () =>
        facing(
          async (page) => {
            await page.evaluate((flood) => m.postMessage(flood), flood);
            const start = await page.evaluate(() => beats);
            await until(page, (start) => beats > start + 50, start);
            assert.ok(await page.evaluate(() => ends.every((end) => end === "crash")));
            await isUsable(page);
          },
          { headers },
        ));
    }

    for (const [harm, what] of [
      ["sounds", "a thousand sounds, and more with sizes and rates that are none"],
      ["pictures", "pictures of all sizes, and a hundred thousand flushes"],
    ] as const) {
      test(`${what}, are refused or borne (${how})`, () =>
        facing(
          async (page) => {
            await page.evaluate((harm) => m.postMessage(harm), harm);
            await until(page, () => texts.includes("done") || ends.length > 0);
            assert.deepEqual(await page.evaluate(() => ends), []);
            await isUsable(page);
          },
          { headers },
        ));
    }

    test(`a program that takes all memory reaches a bound (${how})`, () =>
      facing(
        async (page) => {
          await page.evaluate(() => m.postMessage("memory"));
          await until(page, () => texts.includes("done") || ends.length > 0);
          assert.ok(await page.evaluate(() => ends.length === 0 || m.lastError === "NaCl module crashed"));
          await isUsable(page);
        },
        { headers },
      ));

    test(`a program that never finishes its start does no harm (${how})`, () =>
      inPage(
        browser,
        `<!doctype html>${script}<body><embed id="m" start="loop" src="hostile.nmf" type="application/x-pnacl"><script>
          var beats = 0, states = [];
          m.addEventListener("progress", function () { states.push(m.readyState); });
          setInterval(function () { beats++; }, 10);
        </script></body>`,
        async (page) => {
          await until(page, () => states.length > 1);
          await page.evaluate(() => m.postMessage("ping"));
          await isUsable(page);
          assert.ok(await page.evaluate(() => states.every((state) => state === 3)));
        },
        { folder: built.folder, pages: built.manifests, headers },
      ));

    test(`a program that never returns does no harm (${how})`, () =>
      facing(
        async (page) => {
          await page.evaluate(() => m.postMessage("loop"));
          await isUsable(page);
        },
        { headers },
      ));

    test(`ten thousand threads are refused (${how})`, () =>
      facing(
        async (page) => {
          await page.evaluate(() => m.postMessage("threads"));
          await until(page, () => texts.length > 0 || ends.length > 0);
          assert.notEqual(await page.evaluate(() => texts[0]), "done");
          assert.ok(page.workers().length <= 140, `${page.workers().length} workers`);
          await isUsable(page);
        },
        { headers },
      ));
  }

  test("ten thousand sockets do not affect the page", () =>
    facing(async (page) => {
      await page.evaluate(() => m.postMessage("sockets"));
      await until(page, () => texts.includes("done") || ends.length > 0);
      await isUsable(page);
    }));

  test("another origin is not contacted, or its response is not read without its consent", async () => {
    const closed = await serve({ pages: { "/secret": "secret" } });
    const open = await serve({
      pages: { "/public": "public" },
      headers: { "Access-Control-Allow-Origin": "*" },
    });
    await facing(
      async (page) => {
        await page.evaluate((url) => m.postMessage(url), `${closed.url}/secret`);
        await until(page, () => texts.length === 2);
        // PP_ERROR_NOACCESS without a request for CORS, PP_ERROR_FAILED or NOACCESS if the origin
        // does not allow it.
        const [without, wished] = (await page.evaluate(() => texts)).sort().reverse();
        assert.equal(without, "without: -7");
        assert.match(wished!, /^with: -[27]$/);
        await page.evaluate((url) => m.postMessage(url), `${open.url}/public`);
        await until(page, () => texts.length === 4);
        assert.deepEqual((await page.evaluate(() => texts.slice(2))).sort(), ["with: 0", "without: -7"]);
      },
      { others: [closed.url, open.url] },
    );
    assert.deepEqual(open.requests, ["/public"]);
    await closed.close();
    await open.close();
  });

  test("a translated program imports only the host's functions", () =>
    facing(async (page) => {
      await until(page, async () => (await caches.keys()).length > 0);
      const imports = await page.evaluate(async () => {
        const [name] = (await caches.keys()).filter((key) => key.startsWith("pinnacle"));
        const cache = await caches.open(name!);
        let keys: readonly Request[] = [];
        while (keys.length === 0) keys = await cache.keys();
        const response = await cache.match(keys[0]!);
        const module = await WebAssembly.compile(await response!.arrayBuffer());
        return WebAssembly.Module.imports(module).map(({ module, kind }) => `${module} ${kind}`);
      });
      const other = imports.filter((name) => !/^(PPB_|nacl-irt-)[^ ]* function$/.test(name));
      assert.deepEqual([...new Set(other)].sort(), [
        "env memory",
        "nacl-irt function",
        "pinnacle-modules-0.1 function",
        "pinnacle-threads function",
      ]);
    }));
});
