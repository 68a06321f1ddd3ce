// The origins of the script, the policies of a page, and the translations that are kept.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  corpus,
  counter,
  counterPages,
  type Headers,
  listen,
  manifest,
  noCorpus,
  open,
  PATIENCE,
  type Page,
  type Served,
  script,
  serve,
  until,
} from "./support.ts";

// Globals of the pages.
declare let heard: HeardEvent[];

const own = counterPages();
const { inBody } = own;

describe("the start", { skip: noCorpus }, () => {
  test("navigator knows the type", () =>
    inBody("", async (page) => {
      assert.deepEqual(
        await page.evaluate(() => {
          const type = navigator.mimeTypes.namedItem("application/x-pnacl")!;
          return [
            type.type,
            type.description,
            type.enabledPlugin.name,
            navigator.plugins.namedItem("Native Client")!.filename,
          ];
        }),
        ["application/x-pnacl", "Portable Native Client Executable", "Native Client", "internal-nacl-plugin"],
      );
    }));

  // The number of translations that the page keeps.
  const kept = (page: Page) =>
    page.evaluate(async () => (await (await caches.open("pinnacle-translated")).keys()).length);
  const translations = async (page: Page) => {
    await until(page, () => m.readyState === 4);
    return page.evaluate(() => heard.filter(([type, , , , , url]) => type === "progress" && url).length);
  };
  const element = `${listen}${counter}<script>listen(m);</script>`;

  test("the second visit uses the stored translation, and reports no progress of translating", () =>
    inBody(element, async (page) => {
      assert.ok((await translations(page)) > 0);
      await page.waitForFunction(
        async () => (await (await caches.open("pinnacle-translated")).keys()).length === 1,
      );
      await page.reload();
      assert.equal(await translations(page), 0);
    }));

  // Visits a page repeatedly. The server sends its program with these headers. A visit lasts until
  // the translation is stored under that version.
  interface Visit {
    headers: Headers;
    /** The program's bytes; by default those of the counter. */
    body?: Uint8Array;
    version?: string;
    isTranslated: boolean;
  }

  const visit = (list: Visit[]) => {
    const program = { type: "text/plain", body: "" };
    const pages = { "/own.nmf": manifest("own.pexe"), "/own.pexe": program };
    return inBody(
      element.replace("counter.nmf", "own.nmf"),
      async (page) => {
        for (const { headers, body = bytes, version, isTranslated } of list) {
          Object.assign(program, { body, headers });
          await page.reload();
          assert.equal((await translations(page)) > 0, isTranslated, JSON.stringify(headers));
          await page.waitForFunction(async (version) => {
            const keys = await (await caches.open("pinnacle-translated")).keys();
            return keys[0]?.headers.get("x-pinnacle-version") === version;
          }, version);
        }
      },
      { pages },
    );
  };
  const bytes = noCorpus ? Buffer.of() : readFileSync(join(corpus!, "counter", "counter.pexe"));
  const junk = Buffer.alloc(1000, 1);

  const size = `${bytes.length}`;
  const versionOf = (tag: string) => JSON.stringify([tag, size]);

  test("a program with the tag and the length of a translated one is not read", () => {
    const headers = { ETag: '"1"' };
    const version = versionOf('"1"');
    return visit([
      { headers, version, isTranslated: true },
      { headers, version, isTranslated: false, body: junk },
    ]);
  });

  test("a program with another tag is read, and recognised if it is the same", () =>
    visit([
      { headers: { ETag: '"1"' }, version: versionOf('"1"'), isTranslated: true },
      { headers: { ETag: '"2"' }, version: versionOf('"2"'), isTranslated: false },
      { headers: { ETag: '"2"' }, version: versionOf('"2"'), isTranslated: false, body: junk },
    ]));

  // The same date, and the bytes of another program, which must run.
  for (const [what, headers] of [
    [
      "with the date of another one",
      // Without the second header, a browser may use its cached copy.
      { "Last-Modified": "Sun, 22 Nov 2015 10:00:00 GMT", "Cache-Control": "no-cache" },
    ],
    ["about which the server says nothing", {}],
  ] as const) {
    test(`a program ${what} is read, and runs itself`, () => {
      const program: Exclude<Served, string> = { type: "text/plain", headers: { ...headers }, body: bytes };
      const pages = { "/own.nmf": manifest("own.pexe"), "/own.pexe": program };
      const act = async (page: Page) => {
        assert.ok((await translations(page)) > 0);
        await page.waitForFunction(
          async () => (await (await caches.open("pinnacle-translated")).keys()).length === 1,
        );
        await page.reload();
        assert.equal(await translations(page), 0, "the same bytes");
        program.body = readFileSync(join(corpus!, "hello-tutorial", "hello_tutorial.pexe"));
        await page.reload();
        assert.ok((await translations(page)) > 0, "other bytes");
        const answer = await page.evaluate(
          () =>
            new Promise((resolve) => {
              m.addEventListener("message", (event) => resolve(event.data));
              m.postMessage("hello");
            }),
        );
        assert.equal(answer, "Hello from NaCl!");
      };
      return inBody(element.replace("counter.nmf", "own.nmf"), act, { pages });
    });
  }

  test("the tag of a program with another length does not match", () => {
    const program: Exclude<Served, string> = { type: "text/plain", headers: { ETag: '"1"' }, body: bytes };
    const pages = { "/own.nmf": manifest("own.pexe"), "/own.pexe": program };
    const act = async (page: Page) => {
      assert.ok((await translations(page)) > 0);
      await page.waitForFunction(
        async () => (await (await caches.open("pinnacle-translated")).keys()).length === 1,
      );
      program.body = Buffer.concat([bytes, Buffer.alloc(4)]);
      await page.reload();
      assert.ok((await translations(page)) > 0);
    };
    return inBody(element.replace("counter.nmf", "own.nmf"), act, { pages });
  });

  /** Bytes of a translation, and the program that they belong to. */
  type Change = (bytes: Uint8Array<ArrayBuffer>, about: { key: string }) => Uint8Array<ArrayBuffer>;

  // Replaces the stored translation with the result of `change`: a body and its headers.
  const replaced = (page: Page, change: Change) =>
    page.evaluate(async (change) => {
      const cache = await caches.open("pinnacle-translated");
      const [key] = await cache.keys();
      const found = await cache.match(key!);
      const bytes = new Uint8Array(await found!.arrayBuffer());
      const about = JSON.parse(found!.headers.get("x-pinnacle-about")!);
      const made = new Function("bytes", "about", `return (${change})(bytes, about)`)(bytes, about);
      const headers = { "content-type": "application/wasm", "x-pinnacle-about": JSON.stringify(about) };
      await cache.put(key!, new Response(made, { headers }));
    }, `${change}`);
  for (const [what, change] of [
    [
      "that has another constant",
      (bytes: Uint8Array<ArrayBuffer>) => bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1),
    ],
    ["that is an empty module", () => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])],
    [
      "that belongs to another program",
      (bytes: Uint8Array<ArrayBuffer>, about: { key: string }) => {
        about.key = about.key.replace(/[0-9a-f]{64}/, "0".repeat(64));
        return bytes;
      },
    ],
  ] as const) {
    test(`a stored translation ${what} is replaced, although it is valid`, () =>
      inBody(element, async (page) => {
        await translations(page);
        await page.waitForFunction(
          async () => (await (await caches.open("pinnacle-translated")).keys()).length === 1,
        );
        await replaced(page, change);
        await page.reload();
        assert.ok((await translations(page)) > 0, "it was translated anew");
        await page.waitForFunction(
          async () => (await (await caches.open("pinnacle-translated")).keys()).length === 1,
        );
        await page.reload();
        assert.equal(await translations(page), 0, "what is kept now is taken");
      }));
  }

  test("a program that may not be stored is translated each time", () => {
    const again = { headers: { ETag: '"1"', "Cache-Control": "no-store" }, isTranslated: true };
    return visit([again, again]);
  });

  test("a damaged translation is replaced, and a purge removes it", () =>
    inBody(element, async (page) => {
      await translations(page);
      await page.waitForFunction(
        async () => (await (await caches.open("pinnacle-translated")).keys()).length === 1,
      );
      await page.evaluate(async () => {
        const cache = await caches.open("pinnacle-translated");
        const [key] = await cache.keys();
        const headers = { "content-type": "application/wasm", "x-pinnacle-about": "{}" };
        await cache.put(key!, new Response(new Uint8Array(9), { headers }));
      });
      await page.reload();
      assert.ok((await translations(page)) > 0);
      await page.evaluate(() => caches.delete("pinnacle-translated"));
      assert.equal(await kept(page), 0);
      await page.reload();
      assert.ok((await translations(page)) > 0);
    }));

  test("the oldest translations are removed if the total is too large", () =>
    inBody(element, async (page) => {
      await page.evaluate(async () => {
        await caches.delete("pinnacle-translated");
        const cache = await caches.open("pinnacle-translated");
        for (const name of ["old", "new"]) {
          const headers = { "x-pinnacle-size": `${100 << 20}` };
          await cache.put(new Request(`/pinnacle/${name}`, { headers }), new Response(""));
        }
      });
      await page.reload();
      await translations(page);
      await page.waitForFunction(async () => {
        const keys = await (await caches.open("pinnacle-translated")).keys();
        const names = keys.map(({ url }) => new URL(url).pathname.split("/").pop());
        return names.length === 2 && names[0] === "new";
      });
    }));

  test("a compressed program has no known length", () => {
    const body = gzipSync(readFileSync(join(corpus!, "counter", "counter.pexe")));
    const pages = {
      "/packed.nmf": manifest("packed.pexe"),
      "/packed.pexe": { type: "text/plain", body, headers: { "Content-Encoding": "gzip" } },
    };
    return inBody(
      element.replace("counter.nmf", "packed.nmf"),
      async (page) => {
        assert.ok((await translations(page)) > 0);
        const told = await page.evaluate(() =>
          heard.filter(([kind, , , , , url]) => kind === "progress" && url),
        );
        for (const [, , isKnown, loaded, total] of told) {
          assert.deepEqual([isKnown, total], [false, 0]);
          assert.ok(loaded <= 120496, `${loaded}`);
        }
      },
      { pages },
    );
  });

  test("bytes after a program do not matter", () => {
    const program = readFileSync(join(corpus!, "counter", "counter.pexe"));
    const body = Buffer.concat([program, Buffer.from("PK\x03\x04"), Buffer.alloc(100001, 7)]);
    const pages = { "/long.nmf": manifest("long.pexe"), "/long.pexe": { type: "text/plain", body } };
    return inBody(element.replace("counter.nmf", "long.nmf"), translations, { pages });
  });

  test("a content security policy with only wasm-unsafe-eval suffices", async () => {
    const headers = {
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; object-src 'self'",
    };
    const pages = { "/": `<!doctype html>${script}<body>${counter}</body>` };
    const server = await serve({ folder: join(corpus!, "counter"), pages, headers });
    const tab = await open(own.browser(), server);
    let state = 0;
    for (const end = Date.now() + PATIENCE; state !== 4 && Date.now() < end; ) {
      await tab.page.waitForTimeout(50);
      state = await tab.page.evaluate(() => document.getElementById("m")!.readyState);
    }
    assert.equal(state, 4, tab.said.join("\n"));
    assert.deepEqual(tab.said, []);
    await tab.close();
    await server.close();
  });

  test("the script may come from another origin", async () => {
    const cdn = await serve({ headers: { "Access-Control-Allow-Origin": "*" } });
    const body = `<!doctype html><script src="${cdn.url}/pinnacle/pinnacle.js"></script><body>${counter}</body>`;
    const server = await serve({ folder: join(corpus!, "counter"), pages: { "/": body } });
    const tab = await open(own.browser(), server, "/", { others: [cdn.url] });
    await tab.page
      .waitForFunction(() => m.readyState === 4, undefined, { timeout: PATIENCE })
      .catch((error) => {
        error.message += tab.said.join("\n");
        throw error;
      });
    await tab.close();
    await server.close();
    await cdn.close();
  });
});
