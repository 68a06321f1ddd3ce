// Files of an origin: programs and pages share them, and they persist.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  calls,
  inPage,
  launch,
  limitStorage,
  noCorpus,
  PATIENCE,
  type Page,
  script,
  until,
  WAYS,
  withRoot,
} from "./support.ts";

// Globals of the pages.
declare let answers: { args?: [unknown, unknown] }[];
declare let both: HTMLElement[];
declare let granted: number;
declare let listener: HTMLElement;
declare let nacl_module: HTMLElement;

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A page with the nacl_io demo, like the SDK's pages: it requests quota first. */
const demo = `<!doctype html>${script}${calls}<body><div id="listener"></div><script>
  var answers = [];
  listener.addEventListener("message", function (event) { answers.push(event.data); }, true);
  listener.addEventListener("load", function () { window.isLoaded = true; }, true);
  navigator.webkitPersistentStorage.requestQuota(5 * 1024 * 1024, function (bytes) {
    window.granted = bytes;
    var module = document.createElement("embed");
    module.id = "nacl_module";
    module.type = "application/x-pnacl";
    module.src = "pnacl/Release/nacl_io_demo.nmf";
    listener.appendChild(module);
  });
</script></body>`;

const ask = (page: Page, cmd: string, ...args: unknown[]) =>
  page.evaluate(
    async ([cmd, args]) => {
      const count = answers.length;
      nacl_module.postMessage({ cmd, args });
      while (answers.length === count) await new Promise((go) => setTimeout(go, 2));
      const answer = answers[count]!;
      return answer.args ?? [answer, undefined];
    },
    [cmd, args] as const,
  );

async function write(page: Page, path: string, text: string) {
  assert.deepEqual(await ask(page, "fopen", path, "w"), [path, 0]);
  assert.deepEqual(await ask(page, "fwrite", 0, text), [0, text.length]);
  assert.deepEqual(await ask(page, "fclose", 0), [0]);
}

async function read(page: Page, path: string): Promise<string> {
  assert.deepEqual(await ask(page, "fopen", path, "r"), [path, 0]);
  const [, text] = await ask(page, "fread", 0, 100);
  assert.deepEqual(await ask(page, "fclose", 0), [0]);
  return text as string;
}

describe("the files of programs", { skip: noCorpus }, () => {
  for (const [way, headers] of WAYS) {
    const inDemo = (act: Act) => inPage(browser, demo, act, { folder: "nacl-io-demo", headers });

    test(`a closed file exists after a reload, also for the page (${way})`, () =>
      inDemo(async (page) => {
        await until(page, () => window.isLoaded);
        assert.equal(await page.evaluate(() => granted), 5 * 1024 * 1024);
        await write(page, "/persistent/a.txt", "hello");
        assert.deepEqual(await ask(page, "stat", "/persistent/a.txt"), ["/persistent/a.txt", 5]);
        assert.equal(await withRoot(page, (root) => take(root, "a.txt")), "hello");
        await page.reload();
        await until(page, () => window.isLoaded);
        assert.equal(await read(page, "/persistent/a.txt"), "hello");
      }));

    test(`the program immediately reads what the page writes (${way})`, () =>
      inDemo(async (page) => {
        await until(page, () => window.isLoaded);
        assert.equal(await withRoot(page, (root) => put(root, "b.txt", "from the page")), 13);
        assert.equal(await read(page, "/persistent/b.txt"), "from the page");
        await withRoot(page, (root) => put(root, "b.txt", "From"));
        assert.equal(await read(page, "/persistent/b.txt"), "From the page");
      }));

    test(`another tab sees closed files, and the program sees files of another tab (${way})`, () =>
      inDemo(async (page, _, server) => {
        const other = await page.context().newPage();
        await other.goto(server.url);
        for (const one of [page, other]) await until(one, () => window.isLoaded);
        await write(page, "/persistent/c.txt", "first");
        assert.equal(await withRoot(other, (root) => take(root, "c.txt")), "first");
        await write(other, "/persistent/c.txt", "second");
        assert.equal(await withRoot(page, (root) => take(root, "c.txt")), "second");
        // Notifications reach programs of other tabs a moment later.
        const end = Date.now() + PATIENCE;
        let seen = "";
        while (seen !== "second" && Date.now() < end) seen = await read(page, "/persistent/c.txt");
        assert.equal(seen, "second");
      }));

    test(`the files of a removed program stay (${way})`, () =>
      inDemo(async (page) => {
        await until(page, () => window.isLoaded);
        assert.deepEqual(await ask(page, "fopen", "/persistent/d.txt", "w"), ["/persistent/d.txt", 0]);
        await ask(page, "fwrite", 0, "not closed");
        await ask(page, "fflush", 0);
        await page.evaluate(() => nacl_module.remove());
        assert.equal(await withRoot(page, (root) => take(root, "d.txt")), "not closed");
      }));

    test(`a program gets an error when there is no room (${way})`, () =>
      inDemo(async (page, _, server) => {
        await until(page, () => window.isLoaded);
        await write(page, "/persistent/small.txt", "fits");
        assert.deepEqual(await ask(page, "fopen", "/persistent/e.txt", "w"), ["/persistent/e.txt", 0]);
        await limitStorage(page, server, 1000);
        const answer = await ask(page, "fwrite", 0, "x".repeat(100_000));
        assert.match(`${answer[0]}`, /^Error: "fwrite" failed/);
        await ask(page, "fclose", 0);
        assert.equal(await read(page, "/persistent/small.txt"), "fits");
      }));

    test(`two programs of a page immediately see each other's files (${way})`, () =>
      inDemo(async (page) => {
        await until(page, () => window.isLoaded);
        await page.evaluate(() => {
          window.isLoaded = false;
          window.both = [nacl_module, listener.appendChild(nacl_module.cloneNode() as HTMLElement)];
        });
        await until(page, () => window.isLoaded);
        const use = (one: number) =>
          page.evaluate((one) => {
            for (const module of both) module.id = module === both[one] ? "nacl_module" : "other";
          }, one);
        for (const text of ["1", "22", "333"]) {
          await use(0);
          await write(page, "/persistent/g.txt", text);
          await use(1);
          assert.equal(await read(page, "/persistent/g.txt"), text);
          await write(page, "/persistent/g.txt", `${text} back`);
          await use(0);
          assert.equal(await read(page, "/persistent/g.txt"), `${text} back`);
        }
      }));
  }
});
