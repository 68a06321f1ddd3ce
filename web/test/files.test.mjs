// Files of an origin: what a program writes and what its page writes are the same, and stay.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inPage, launch, noCorpus, script, until, WAYS } from "./support.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Functions of pages: the calls of old, as promises that resolve to a value or to an error's name. */
const calls = `<script>
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

const plain = `<!doctype html>${script}${calls}<body></body>`;

const withRoot = (page, act, argument) =>
  page.evaluate(
    async ([act, argument]) => {
      const { root } = await call(window, "requestFileSystem", PERSISTENT, 1 << 20);
      return new Function("root", "argument", `return (${act})(root, argument)`)(root, argument);
    },
    [`${act}`, argument],
  );

describe("the file system of pages", () => {
  test("what is written is read, also after a reload", () =>
    inPage(browser, plain, async (page) => {
      const first = await withRoot(page, async (root) => [
        await put(root, "a.txt", "hello"),
        await take(root, "a.txt"),
        await names(root),
      ]);
      assert.deepEqual(first, [5, "hello", ["a.txt"]]);
      await page.reload();
      assert.equal(await withRoot(page, (root) => take(root, "a.txt")), "hello");
    }));
});

/** A page with the demonstration of nacl_io, as the SDK's pages make it: quota first. */
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

const ask = (page, cmd, ...args) =>
  page.evaluate(
    async ([cmd, args]) => {
      const count = answers.length;
      nacl_module.postMessage({ cmd, args });
      while (answers.length === count) await new Promise((go) => setTimeout(go, 2));
      const answer = answers[count];
      return answer.args ?? answer;
    },
    [cmd, args],
  );

async function write(page, path, text) {
  assert.deepEqual(await ask(page, "fopen", path, "w"), [path, 0]);
  assert.deepEqual(await ask(page, "fwrite", 0, text), [0, text.length]);
  assert.deepEqual(await ask(page, "fclose", 0), [0]);
}

async function read(page, path) {
  assert.deepEqual(await ask(page, "fopen", path, "r"), [path, 0]);
  const [, text] = await ask(page, "fread", 0, 100);
  assert.deepEqual(await ask(page, "fclose", 0), [0]);
  return text;
}

describe("the files of programs", { skip: noCorpus }, () => {
  for (const [way, headers] of WAYS) {
    const inDemo = (act) => inPage(browser, demo, act, { folder: "nacl-io-demo", headers });

    test(`what a program has closed is there after a reload, for the page too (${way})`, () =>
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

    test(`what the page writes the program reads, at once (${way})`, () =>
      inDemo(async (page) => {
        await until(page, () => window.isLoaded);
        assert.equal(await withRoot(page, (root) => put(root, "b.txt", "from the page")), 13);
        assert.equal(await read(page, "/persistent/b.txt"), "from the page");
        await withRoot(page, (root) => put(root, "b.txt", "From"));
        assert.equal(await read(page, "/persistent/b.txt"), "From the page");
      }));
  }
});
