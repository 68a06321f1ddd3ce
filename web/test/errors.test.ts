// `lastError` and the console lines of programs that cannot be started.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  inPage as anyPage,
  type Browser,
  compile,
  corpus,
  dist,
  launch,
  listen,
  noCompiler,
  noCorpus,
  PATIENCE,
  type Page,
  type PageOptions,
  type Served,
  script,
  serve,
  type Tab,
  until,
} from "./support.ts";

// Globals of the pages.
declare let heard: HeardEvent[];

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// A page with an element of this source. The element dispatches error and loadend, and has this
// text.
function refuses(
  source: string,
  text: string | RegExp,
  { type = "application/x-pnacl", ...options }: PageOptions & { type?: string } = {},
) {
  const element = `<embed id="m" src="${source.replaceAll('"', "&quot;")}" type="${type}">`;
  const body = `<!doctype html>${script}<body>${listen}${element}<script>listen(m);</script></body>`;
  const act = async (page: Page, { said }: Tab) => {
    await until(page, () => heard.some(([kind]) => kind === "loadend"));
    const events = await page.evaluate(() => heard.map((one) => one.slice(0, 2)));
    const ends = events.filter(([kind]) => kind !== "progress" && kind !== "loadstart");
    assert.deepEqual(ends, [
      ["error", 4],
      ["loadend", 4],
    ]);
    const error = await page.evaluate(() => m.lastError);
    const prefix = "NaCl module load failed: ";
    assert.ok(error.startsWith(prefix), error);
    const reason = error.slice(prefix.length);
    if (text instanceof RegExp) assert.match(reason, text);
    else assert.equal(reason, text.replaceAll("ORIGIN", new URL(page.url()).origin));
    assert.ok(said.includes(`log: NativeClient: ${reason}`), said.join("\n"));
  };
  return anyPage(browser, body, act, options);
}

const portable = (content: unknown) => JSON.stringify({ program: { portable: content } });
const translate = (content: unknown) => portable({ "pnacl-translate": content });

describe("errors of manifests", () => {
  const property = "manifest: program property";
  const translation = "manifest: portable property 'pnacl-translate'";
  for (const [name, text, expected] of [
    ["no JSON", "{\n  x", "manifest JSON parsing failed: Line: 2, column: 3, Syntax error."],
    [
      "a page instead",
      "<!DOCTYPE html><title>Not found</title>",
      "manifest JSON parsing failed: Line: 1, column: 1, Unexpected token. (got HTML)",
    ],
    ["no dictionary", "[]", "manifest: is not a json dictionary."],
    ["no program", "{}", "manifest: missing 'program' section."],
    ["a program that is not a dictionary", '{"program":1}', `${property} is not an ISA to URL dictionary`],
    ["nothing portable", '{"program":{}}', "manifest: no version of program given for portable."],
    ["a portable text", portable("a"), `${property} 'portable' is non-dictionary value '"a"'.`],
    [
      "debugging only",
      portable({ "pnacl-debug": { url: "a" } }),
      `${property} 'portable' does not have required key: 'pnacl-translate'.`,
    ],
    ["a translation that is a number", translate(1), `${translation} is non-dictionary value '1'.`],
    ["a translation without URL", translate({}), `${translation} does not have required key: 'url'.`],
    [
      "a URL that is null",
      translate({ url: null }),
      `${translation} has non-string value 'null' for key 'url'.`,
    ],
    [
      "a level that is a text",
      translate({ url: "a", optlevel: "2" }),
      `${translation} has non-numeric value '"2"' for key 'optlevel'.`,
    ],
    [
      "a level that is written as a real number",
      '{"program":{"portable":{"pnacl-translate":{"url":"a","optlevel":2.0}}}}',
      `${translation} has non-numeric value '2.0' for key 'optlevel'.`,
    ],
    [
      "a translation that is a real number",
      '{"program":{"portable":{"pnacl-translate":1.50}}}',
      `${translation} is non-dictionary value '1.5'.`,
    ],
    [
      "another architecture that is a text",
      '{"program":{"portable":{"pnacl-translate":{"url":"a"}},"arm":"a"}}',
      `${property} 'arm' is non-dictionary value '"a"'.`,
    ],
    [
      "files that are a list",
      translate({ url: "a" }).replace("{", '{"files":[],'),
      "manifest: 'files' is not a dictionary.",
    ],
    [
      "a file that is a text",
      translate({ url: "a" }).replace("{", '{"files":{"b":"c"},'),
      "manifest: b property is not an ISA to URL dictionary",
    ],
    [
      "a file for another machine alone",
      translate({ url: "a" }).replace("{", '{"files":{"b":{"arm":{"url":"c"}}},'),
      "manifest: no version of b given for portable.",
    ],
    [
      "a file without URL",
      translate({ url: "a" }).replace("{", '{"files":{"b":{"portable":{}}},'),
      "manifest: b property 'portable' does not have required key: 'url'.",
    ],
    [
      "an interpreter that is a list",
      translate({ url: "a" }).replace("{", '{"interpreter":[],'),
      "manifest: interpreter property is not an ISA to URL dictionary",
    ],
    [
      "an interpreter that is a text",
      translate({ url: "a" }).replace("{", '{"interpreter":"i",'),
      "manifest: interpreter property is not an ISA to URL dictionary",
    ],
    [
      "two faults, of which the first by name is reported",
      '{"program":{"portable":{},"arm":{}}}',
      `${property} 'arm' does not have required key: 'url'.`,
    ],
    ["one that is too large", `{"a":"${"a".repeat(1 << 20)}"}`, "manifest file too large."],
  ] as const) {
    test(name, () => refuses("a.nmf", expected, { pages: { "/a.nmf": text } }));
  }

  for (const [name, source, expected] of [
    ["an address that is none", "http://", 'could not resolve URL "http://" relative to "ORIGIN/".'],
    ["one that is not there", "missing.nmf", "could not load manifest url."],
    ["a data: URL that is none", "data:text", "could not load manifest url."],
    [
      "a relative program of a data: URL",
      `data:,${encodeURIComponent(translate({ url: "a.pexe" }))}`,
      `could not resolve url 'a.pexe' relative to manifest base url 'data:,${encodeURIComponent(translate({ url: "a.pexe" }))}'.`,
    ],
  ] as const) {
    test(name, () => refuses(source, expected));
  }

  test("one of another origin that the page may not read", async () => {
    const other = await serve({ pages: { "/a.nmf": translate({ url: "a.pexe" }) } });
    const expected = "access to manifest url was denied.";
    await refuses(`${other.url}/a.nmf`, expected, { others: [other.url] });
    await other.close();
  });

  for (const [name, text, expected] of [
    [
      "portable programs under the other type",
      translate({ url: "a" }),
      "manifest: PNaCl-like NMF with application/x-nacl mimetype instead of x-pnacl mimetype (has pnacl-translate).",
    ],
    [
      "programs of machines",
      '{"program":{"x86-64":{"url":"a"}}}',
      "manifest: no version of program given for current arch and no portable version found.",
    ],
    [
      "programs of no architecture under the other type",
      '{"program":{}}',
      "manifest: no version of program given for current arch and no portable version found.",
    ],
  ] as const) {
    test(name, () => refuses("a.nmf", expected, { type: "application/x-nacl", pages: { "/a.nmf": text } }));
  }
});

describe("errors of programs", () => {
  const pages = (content?: string | Uint8Array): Record<string, Served> => ({
    "/a.nmf": translate({ url: "a.pexe" }),
    ...(content === undefined ? {} : { "/a.pexe": { type: "text/plain", body: content } }),
  });
  const failed = "PnaclCoordinator: pexe load failed (pp_error=-2).";

  test("one that is not there", () => refuses("a.nmf", failed, { pages: pages() }));

  test("one of another origin that the page may not read", async () => {
    const other = await serve({ pages: pages("PEXE") });
    const here = { "/a.nmf": translate({ url: `${other.url}/a.pexe` }) };
    await refuses("a.nmf", failed, { others: [other.url], pages: here });
    await other.close();
  });

  test("a page instead", () =>
    refuses(
      "a.nmf",
      "PnaclCoordinator: Compile stream init failed: got HTML, not a program, from ORIGIN/a.pexe",
      { pages: pages("\n<html><title>Not found</title>") },
    ));

  test("a text instead", () =>
    refuses("a.nmf", /^PnaclCoordinator: Compile stream chunk failed: P0101 at 0:0: /, {
      pages: pages("This is not a program."),
    }));

  for (const [name, damage] of [
    ["one that is cut off", (bytes: Buffer) => bytes.subarray(0, 70001)],
    ["one with a wrong instruction", (bytes: Buffer) => bytes.fill(0x5a, 80000, 80040)],
  ] as const) {
    test(`${name} says where`, { skip: noCorpus }, () => {
      const bytes = readFileSync(join(corpus!, "counter", "counter.pexe"));
      // The code of the error, the byte and the bit.
      return refuses("a.nmf", /^PnaclCoordinator: Compile stream (chunk|end) failed: [BP]\d{4} at \d+:\d/, {
        pages: pages(damage(bytes)),
      });
    });
  }

  describe("that fail to start", { skip: noCompiler }, () => {
    for (const [name, expected] of [
      ["refuse_module", "could not initialize module."],
      ["refuse_instance", "could not create instance."],
    ] as const) {
      test(expected, async () => {
        const { folder, remove } = compile(name);
        try {
          const body = readFileSync(join(folder, `${name}.pexe`));
          await refuses("a.nmf", expected, { pages: pages(body) });
        } finally {
          remove();
        }
      });
    }
  });
});

// Problems with Pinnacle's files, or with the origin of the page. Each has its own message.
describe("errors of the place", () => {
  const ownPages = {
    "/a.nmf": translate({ url: "a.pexe" }),
    "/a.pexe": { type: "text/plain", body: "PEXE" },
  };
  const missing = (_: unknown, response: ServerResponse) => response.writeHead(404).end("not here");
  const html = (_: unknown, response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!DOCTYPE html><title>App</title>");

  for (const [name, file, answer, expected] of [
    [
      "a worker's script that is missing",
      "pinnacle-worker.js",
      missing,
      /^no worker could be started: \S+\/pinnacle-worker\.js is missing \(status 404\): put pinnacle-worker\.js next to/,
    ],
    [
      "a page in place of the worker's script",
      "pinnacle-worker.js",
      html,
      /^no worker could be started: \S+\/pinnacle-worker\.js is an HTML page, expected pinnacle-worker\.js/,
    ],
    [
      "a script in its place that does nothing but fail",
      "pinnacle-worker.js",
      (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { "content-type": "text/javascript" }).end("nothing.at.all"),
      /^no worker could be started: \S+\/pinnacle-worker\.js ends before it is ready \(.*nothing is not defined\)/,
    ],
    [
      "WebAssembly that is missing",
      "pinnacle.wasm",
      missing,
      /^\S+\/pinnacle\.wasm\?\S+ is missing \(status 404\): put pinnacle\.wasm next to/,
    ],
    [
      "a page in place of the WebAssembly",
      "pinnacle.wasm",
      html,
      /^\S+\/pinnacle\.wasm\?\S+ is an HTML page, expected pinnacle\.wasm: .* Put pinnacle\.wasm next to/,
    ],
    [
      "a page in its place under the type of WebAssembly",
      "pinnacle.wasm",
      (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { "content-type": "application/wasm" }).end("<html>"),
      /is an HTML page, expected pinnacle\.wasm/,
    ],
    [
      "a text in place of the WebAssembly",
      "pinnacle.wasm",
      (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { "content-type": "text/plain" }).end("version https://git"),
      /is not WebAssembly: it begins with "version https:\/\/git"/,
    ],
  ] as const) {
    test(name, () =>
      refuses("a.nmf", expected, { pages: ownPages, site: { [`/pinnacle/${file}`]: answer } }),
    );
  }

  // The page's text, and the final state of the element.
  const lastError = async (text: string, options: PageOptions = {}) => {
    let error = "";
    const act = async (page: Page) => {
      for (const end = Date.now() + PATIENCE; !error && Date.now() < end; ) {
        await page.waitForTimeout(50);
        error = await page.evaluate(() => document.querySelector("embed")!.lastError);
      }
    };
    await anyPage(browser, text, act, { pages: ownPages, ...options });
    return error.replace("NaCl module load failed: ", "");
  };
  const embed = '<embed id="m" src="a.nmf" type="application/x-pnacl">';

  test("a browser without workers", async () => {
    const text = `<!doctype html><script>delete window.Worker;</script>${script}<body>${embed}</body>`;
    assert.match(await lastError(text), /^no worker could be started: this browser has no Web Workers/);
  });

  test("a policy that forbids the worker is named with its directive", async () => {
    const headers = { "Content-Security-Policy": "worker-src 'none'" };
    const text = `<!doctype html>${script}<body>${embed}</body>`;
    assert.match(
      await lastError(text, { headers }),
      /^no worker could be started: the content security policy of the page must allow it \(worker-src forbids /,
    );
  });

  test("the error about a script that the page may not read names the missing header", async () => {
    const cdn = await serve({});
    const text = `<!doctype html><script src="${cdn.url}/pinnacle/pinnacle.js"></script><body>${embed}</body>`;
    const error = await lastError(text, { others: [cdn.url] });
    await cdn.close();
    assert.match(
      error,
      /\/pinnacle\.wasm\?\S+ has another origin than the page, and its server does not let the page read it: it must send the header Access-Control-Allow-Origin \(CORS\)/,
    );
  });

  test("a page that was opened from a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pinnacle-file-"));
    for (const name of ["pinnacle.js", "pinnacle-worker.js", "pinnacle.wasm"])
      copyFileSync(join(dist, name), join(folder, name));
    writeFileSync(join(folder, "a.nmf"), ownPages["/a.nmf"]);
    const text = `<!doctype html><script src="pinnacle.js"></script><body>${embed}</body>`;
    writeFileSync(join(folder, "index.html"), text);
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(`file://${folder}/index.html`);
    await tab.waitForFunction(() => m.lastError !== "", undefined, { timeout: PATIENCE });
    const error = await tab.evaluate(() => m.lastError);
    await context.close();
    rmSync(folder, { recursive: true });
    assert.match(error, /the page was opened from a file \(file:\/\/\)/);
    assert.match(error, /pinnacle serve/);
  });
});
