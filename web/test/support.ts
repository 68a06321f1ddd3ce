// Common functions of the tests: a browser, and servers of pages. Each server is a separate origin.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from "playwright-core";
import { isFirefox, launchFirefox, noFirefox } from "./firefox.ts";

export type { Browser, BrowserContext, Page };

/** Headers of a response. */
export type Headers = Record<string, string>;

/** A page of a server: its text, or a body with its type and its own headers. */
export type Served = string | { body: string | Uint8Array; type?: string; headers?: Headers | undefined };

/** Options of `serve`. */
export interface ServeOptions {
  folder?: string | undefined;
  pages?: Record<string, Served> | undefined;
  headers?: Headers | undefined;
  site?: Record<string, RequestListener> | undefined;
  validates?: boolean;
}

/** A server of pages, which is a separate origin. */
export interface Server {
  url: string;
  requests: string[];
  close(): Promise<void>;
}

/** Options of `open`. */
export interface OpenOptions {
  init?: string | { content: string } | (() => void) | undefined;
  others?: string[];
  settings?: BrowserContextOptions;
  quota?: number;
  isTimed?: boolean;
}

/** A tab: its page, and the lines of its console. */
export interface Tab {
  page: Page;
  said: string[];
  close(): Promise<void>;
}

/** Options of `inPage`. */
export type PageOptions = Omit<ServeOptions, "validates"> & OpenOptions;

/** A test's steps in an open page. */
export type Act = (page: Page, tab: Tab, server: Server) => unknown;

/** Programs that `compile` has built: their folder, and their manifests by path. */
export interface Programs {
  folder: string;
  manifests: Record<string, string>;
  remove(): void;
}

const here = new URL("..", import.meta.url).pathname;

/** The folder with the built files that pages load. */
export const dist = join(here, "dist");

/** The real programs, in a folder next to the repository; undefined if it is absent. */
export const corpus: string | undefined = [join(here, "../../shared/corpus/pages")].find(existsSync);

/** Returns the folder of a real program. Only for tests that `noCorpus` skips if there are none. */
export function corpusFolder(name: string): string {
  assert.ok(corpus !== undefined, "the folder ../shared is not there");
  return join(corpus, name);
}

/** The reason why a test cannot run, or false. */
export const noCorpus = noFirefox || (corpus === undefined && "the folder ../shared is not there");

/** The reason why something cannot be tested in this browser, or false. */
export const onlyChromium = (reason: string) => isFirefox && `Firefox ${reason}`;

const FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--autoplay-policy=no-user-gesture-required",
  "--disable-background-networking",
  // A page that measures its memory gets the result immediately, not after two garbage collections.
  "--enable-blink-features=ForceEagerMeasureMemory",
];

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".css": "text/css",
  ".json": "application/json",
};

/** Starts the browser of the tests. `flags` are for Chromium, and `dropped` are flags of the driver
 * that are omitted. */
export function launch(flags: string[] = [], dropped: string[] = []): Promise<Browser> {
  if (isFirefox) return launchFirefox();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags], ignoreDefaultArgs: dropped });
}

/**
 * Serves a folder as the root of an origin, with the script below /pinnacle/. `pages` are texts by
 * path, or `{ body, type, headers }`. All responses have `headers`. `site` are functions by path
 * that respond by themselves. With `validates`, responses have entity tags, and browsers may cache
 * the WebAssembly forever.
 */
export async function serve({
  folder,
  pages = {},
  headers = {},
  site = {},
  validates = false,
}: ServeOptions): Promise<Server> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    requests.push(path);
    const answer = site[path];
    if (answer !== undefined) {
      // No further headers, because some programs compare them.
      response.sendDate = false;
      response.removeHeader("Connection");
      answer(request, response);
      return;
    }
    const send = (status: number, type: string, body: Uint8Array, more: Headers = {}) => {
      const own: Record<string, string | number> = { "Content-Type": type, "Content-Length": body.length };
      if (validates) {
        const ETag = `"${createHash("sha256").update(body).digest("hex")}"`;
        const age = path.endsWith("/pinnacle.wasm") ? "max-age=31536000, immutable" : "no-cache";
        Object.assign(own, { ETag, "Cache-Control": age });
        if (request.headers["if-none-match"] === ETag) {
          response.writeHead(304, { ...headers, ETag, "Cache-Control": age }).end();
          return;
        }
      }
      response.writeHead(status, { ...own, ...headers, ...more });
      response.end(body);
    };
    const served = pages[path];
    if (served !== undefined) {
      const page: Exclude<Served, string> = typeof served === "string" ? { body: served } : served;
      const { body, type = "text/html" } = page;
      send(200, type, typeof body === "string" ? Buffer.from(body) : body, page.headers);
      return;
    }
    const file = path.startsWith("/pinnacle/")
      ? join(dist, path.slice("/pinnacle/".length))
      : folder && join(folder, normalize(path));
    if (!file || !existsSync(file) || !statSync(file).isFile())
      send(404, "text/plain", Buffer.from("not here"));
    else send(200, TYPES[extname(file)] ?? "application/octet-stream", readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      // Browsers open connections in advance, which would stay open.
      server.closeAllConnections();
    });
  return { url, requests, close };
}

/** The headers that give a page shared memory. */
export const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Opens a tab and records its console and errors. Requests to other hosts than the server fail.
 * `settings` are settings of the driver, and `quota` is the number of bytes that the origin may
 * store. With `isTimed`, requests are not intercepted, because that takes time and turns off the
 * browser's cache. */
export async function open(
  browser: Browser,
  server: Pick<Server, "url">,
  path = "/",
  { init, others = [], settings, quota, isTimed = false }: OpenOptions = {},
): Promise<Tab> {
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`uncaught: ${error.message}`));
  const look = (route: Route) => {
    const { protocol, origin } = new URL(route.request().url());
    const isOurs = origin === server.url || others.includes(origin) || !protocol.startsWith("http");
    return isOurs ? route.continue() : route.abort();
  };
  if (!isTimed) await page.route("**/*", look);
  if (init) await page.addInitScript(init);
  if (quota !== undefined) await limitStorage(page, server, quota);
  await page.goto(server.url + path);
  return { page, said, close: () => context.close() };
}

/** Sets the number of bytes that the origin of a server may store. */
export async function limitStorage(page: Page, server: Pick<Server, "url">, quotaSize: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: server.url, quotaSize });
}

/** The script tag. */
export const script = '<script src="/pinnacle/pinnacle.js"></script>';

/** Pages whose threads share memory, and pages whose threads take turns. */
export const WAYS: [string, Headers][] = [
  ["isolated", ISOLATED],
  ["not isolated", {}],
];

/**
 * Maximum time of every wait, in milliseconds. It is long, because the machine may be busy.
 */
export const PATIENCE = 120_000;

/** Polls a condition in the test itself. Returns false if it never becomes true. */
export async function comes(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + PATIENCE; !condition(); ) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** A page, or a frame of one. */
type Waiting = Pick<Page, "waitForFunction">;

/** Waits for a condition in the page. */
export function until(page: Waiting, condition: () => unknown): Promise<unknown>;
export function until<A>(page: Waiting, condition: (argument: A) => unknown, argument: A): Promise<unknown>;
export function until(page: Waiting, condition: (argument: unknown) => unknown, argument?: unknown) {
  return page.waitForFunction(condition, argument, { timeout: PATIENCE });
}

/** Waits until a page has no workers. The driver is notified of their end with a delay. */
export async function noWorkers(page: Page) {
  await comes(() => page.workers().length === 0);
  assert.equal(page.workers().length, 0, "workers of the page");
}

/**
 * Opens a page, given as its text, and does something with it. `folder` is a folder of the corpus,
 * or a path. The other options are options of `serve` and `open`.
 */
export async function inPage(
  browser: Browser,
  text: string,
  act: Act,
  { folder, pages = {}, headers, site, ...options }: PageOptions = {},
): Promise<void> {
  const server = await serve({
    folder: folder?.startsWith("/") ? folder : folder && corpusFolder(folder),
    pages: { "/": text, ...pages },
    headers,
    site,
  });
  const tab = await open(browser, server, "/", options);
  try {
    await act(tab.page, tab, server);
  } catch (error) {
    if (error instanceof Error) error.message += `\nconsole:\n${tab.said.join("\n")}`;
    throw error;
  } finally {
    await tab.close();
    await server.close();
  }
}

/** The element of the program that counts: it adds the numbers in its messages, and posts the
 * sum. */
export const counter = '<embed id="m" width="0" height="0" src="counter.nmf" type="application/x-pnacl">';

/** Starts a browser for the tests of a file. Returns functions that open pages next to the program
 * that counts: `inPage` takes a whole page, and `inBody` takes the content of its body after the
 * script. */
export function counterPages() {
  let browser: Browser | undefined;
  const opened = () => {
    assert.ok(browser !== undefined, "the browser starts before the tests");
    return browser;
  };
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());
  const inCounterPage = (text: string, act: Act, options: PageOptions = {}) =>
    inPage(opened(), text, act, { folder: "counter", ...options });
  const inBody = (body: string, act: Act, options?: PageOptions) =>
    inCounterPage(`<!doctype html>${script}<body>${body}</body>`, act, options);
  return { browser: opened, inPage: inCounterPage, inBody };
}

/** The compiler for C: a command and its first options; undefined if there is none. */
export const compiler: string[] | undefined =
  process.env.PINNACLE_CC?.split(" ") ??
  ["release", "debug"]
    .map((kind) => [join(here, "../target", kind, "pinnacle"), "cc"])
    .find(([command]) => existsSync(command!));

/** The reason why programs cannot be compiled, or false. */
export const noCompiler =
  noFirefox || (compiler === undefined && "there is neither target/{release,debug}/pinnacle nor PINNACLE_CC");

/** Returns the compiler and its first options. Only for tests that `noCompiler` skips if there is
 * none. */
export function compilerCommand(): [command: string, ...options: string[]] {
  const [command, ...options] = compiler ?? [];
  assert.ok(command !== undefined, "there is no compiler");
  return [command, ...options];
}

const own = new URL("programs/", import.meta.url).pathname;
const shared = join(here, "../tests/pepper");

/**
 * Compiles programs from test/programs or tests/pepper into a folder, with their manifests. A line
 * `// options: ...` of a program has more options for it.
 */
export function compile(...names: string[]): Programs {
  const folder = mkdtempSync(join(tmpdir(), "pinnacle-web-"));
  const manifests: Record<string, string> = {};
  for (const name of names) {
    const [command, ...options] = compilerCommand();
    const source = [join(own, `${name}.c`), join(shared, `${name}.c`)].find(existsSync);
    assert.ok(source !== undefined, `${name}.c is not there`);
    const output = join(folder, `${basename(name)}.pexe`);
    const libraries = ["-lppapi_gles2", "-lppapi", "-lm"];
    const asked = /^\/\/ options: (.*)$/m.exec(readFileSync(source, "utf8"))?.[1]?.split(" ") ?? [];
    const words = [...options, "-O2", ...asked, "-I", shared, source, ...libraries, "-o", output];
    execFileSync(command, words);
    manifests[`/${basename(name)}.nmf`] = manifest(basename(output));
  }
  return { folder, manifests, remove: () => rmSync(folder, { recursive: true }) };
}

/** Returns the manifest of a program. */
export const manifest = (url: string) =>
  JSON.stringify({ program: { portable: { "pnacl-translate": { url } } } });

/** The text of a script that records the events it listens to in the array `heard`. */
export const listen = `<script>
  var heard = [];
  function listen(target, capture) {
    ["loadstart", "progress", "load", "loadend", "error", "abort", "crash", "message"].forEach(function (type) {
      target.addEventListener(type, function (event) {
        heard.push([type, event.target.readyState, event.lengthComputable, event.loaded, event.total, event.url, event.bubbles, event.data]);
      }, capture);
    });
  }
</script>`;

/** Functions of pages: old methods as promises, which resolve to a value or to an error's name. */
export const calls = `<script>
  function call(target, name) {
    var args = [].slice.call(arguments, 2);
    return new Promise(function (resolve) {
      args.push(resolve, function (error) { resolve(error.name + " " + error.code); });
      target[name].apply(target, args);
    });
  }
  async function put(root, path, text) {
    var entry = await call(root, "getFile", path, { create: true });
    var writer = await call(entry, "createWriter");
    return new Promise(function (resolve) {
      writer.onwriteend = function () { resolve(writer.error ? writer.error.name : writer.length); };
      writer.write(new Blob([text]));
    });
  }
  async function take(root, path) {
    var entry = await call(root, "getFile", path, {});
    return entry.file ? (await call(entry, "file")).text() : entry;
  }
  async function names(directory) {
    var list = await call(directory.createReader(), "readEntries");
    return list.map(function (entry) { return entry.name + (entry.isDirectory ? "/" : ""); });
  }
</script>`;

/** Runs a function in the page with the root of its files. */
export const withRoot = <R, A = undefined>(
  page: Pick<Page, "evaluate">,
  act: (root: DirectoryEntry, argument: A) => R | Promise<R>,
  argument?: A,
): Promise<R> =>
  page.evaluate(
    async ([act, argument]) => {
      const { root } = await call<{ root: DirectoryEntry }>(window, "requestFileSystem", PERSISTENT, 1 << 20);
      return new Function("root", "argument", `return (${act})(root, argument)`)(root, argument);
    },
    [`${act}`, argument] as const,
  );
