// The file system that Chrome offered to pages, and their quota, in pages without a program.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { type Browser, calls, dist, inPage, launch, script, withRoot } from "./support.ts";

/** An entry, or an error's name. */
type Entry = Partial<DirectoryEntry>;

// Globals of the pages.
declare let seen: unknown[];

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const plain = `<!doctype html>${script}${calls}<body></body>`;

describe("the file system of pages", () => {
  test("written files can be read, also after a reload", () =>
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

  test("a missing type of file system is temporary, as window.Temporary in old pages is", () =>
    inPage(browser, plain, async (page) => {
      const name = await page.evaluate(async () => {
        const { name } = await call<{ name: string }>(window, "webkitRequestFileSystem", undefined, 1024);
        return name;
      });
      assert.match(name, /:Temporary$/);
    }));

  test("paths are relative or absolute, and never lead out of the root", () =>
    inPage(browser, plain, async (page) => {
      const found = await withRoot(page, async (root) => {
        await call(root, "getDirectory", "d", { create: true });
        const paths = ["a/../z", "/q", "d/./x", "nope/x", "..", "../../x", "", ".", "a\\b", "d"];
        return Promise.all(
          paths.map(async (path) => {
            const found = await call<Entry>(root, "getFile", path, { create: true });
            return found.fullPath || found;
          }),
        );
      });
      assert.deepEqual(found, [
        "/z",
        "/q",
        "/d/x",
        "NotFoundError 1",
        "SecurityError 2",
        "SecurityError 2",
        "SecurityError 2",
        "SecurityError 2",
        "InvalidModificationError 9",
        "TypeMismatchError 11",
      ]);
    }));

  test("every name that Chrome accepted is kept, even if the system changes it", () =>
    inPage(browser, plain, async (page) => {
      const odd = ["a:b", "q*", "con", "x.", "...", "50%", "%41", "ä €", 'say "?"', "a.crswap"];
      const write = async (root: DirectoryEntry, odd: string[]) => {
        for (const name of odd) await put(root, name, name);
      };
      await withRoot(page, write, odd);
      await page.reload();
      const read = (root: DirectoryEntry, odd: string[]) => Promise.all(odd.map((name) => take(root, name)));
      assert.deepEqual(await withRoot(page, read, odd), odd);
      assert.deepEqual(await withRoot(page, (root) => names(root)), [...odd].sort());
    }));

  test("entries are moved, copied, removed and queried as in Chrome", () =>
    inPage(browser, plain, async (page) => {
      const found = await withRoot(page, async (root) => {
        const file = await call<Entry>(root, "getFile", "f", { create: true });
        const directory = await call<Entry>(root, "getDirectory", "d", { create: true });
        await put(root, "f", "text");
        const path = (entry: Entry) => entry.fullPath || entry;
        return {
          exclusive: await call(root, "getFile", "f", { create: true, exclusive: true }),
          copied: path(await call<Entry>(file, "copyTo", directory, "g")),
          "onto itself": await call(file, "moveTo", root, "f"),
          "into itself": path(await call<Entry>(directory, "moveTo", directory, "e")),
          "a bad name": await call(file, "copyTo", root, "a/b"),
          moved: path(await call<Entry>(file, "moveTo", root, "h")),
          gone: await call(file, "getMetadata"),
          "not empty": await call(directory, "remove"),
          directory: path(await call<Entry>(directory, "moveTo", root, "e")),
          inside: await take(root, "e/g"),
          parent: path(await call<Entry>(await call<Entry>(root, "getFile", "e/g", {}), "getParent")),
          size: (await call<{ size: number }>(await call<Entry>(root, "getFile", "h", {}), "getMetadata"))
            .size,
          "the root": await call(root, "remove"),
          resolved: path(await call<Entry>(window, "webkitResolveLocalFileSystemURL", `${root.toURL()}e/g`)),
          all:
            (await call<Entry>(await call<Entry>(root, "getDirectory", "e", {}), "removeRecursively")) ??
            "removed",
          left: await names(root),
        };
      });
      assert.deepEqual(found, {
        exclusive: "InvalidModificationError 9",
        copied: "/d/g",
        "onto itself": "InvalidModificationError 9",
        "into itself": "InvalidModificationError 9",
        "a bad name": "InvalidModificationError 9",
        moved: "/h",
        gone: "NotFoundError 1",
        "not empty": "InvalidModificationError 9",
        directory: "/e",
        inside: "text",
        parent: "/e",
        size: 4,
        "the root": "InvalidModificationError 9",
        resolved: "/e/g",
        all: "removed",
        left: ["h"],
      });
    }));

  test("a writer reports its state by events", () =>
    inPage(browser, plain, async (page) => {
      const found = await withRoot(page, async (root) => {
        const writer = await call<Writer>(
          await call<Entry>(root, "getFile", "f", { create: true }),
          "createWriter",
        );
        const heard: unknown[][] = [];
        const over = (begin: () => void) =>
          new Promise((resolve) => {
            writer.onwritestart = () => heard.push(["writestart", writer.readyState]);
            writer.onwrite = () => heard.push(["write", writer.readyState]);
            writer.onwriteend = () => resolve(heard.push(["writeend", writer.position, writer.length]));
            begin();
          });
        await over(() => {
          writer.write(new Blob(["hello"]));
          heard.push(["after", writer.readyState]);
          try {
            writer.write(new Blob(["x"]));
          } catch (error) {
            heard.push([(error as Error).name]);
          }
        });
        for (const to of [-2, 100, 3]) {
          writer.seek(to);
          heard.push(["seek", writer.position]);
        }
        await over(() => writer.write(new Blob(["!"])));
        await over(() => writer.truncate(2));
        return [heard, await take(root, "f")];
      });
      assert.deepEqual(found, [
        [
          ["writestart", 1],
          ["after", 1],
          ["InvalidStateError"],
          ["write", 2],
          ["writeend", 5, 5],
          ["seek", 3],
          ["seek", 5],
          ["seek", 3],
          ["writestart", 1],
          ["write", 2],
          ["writeend", 4, 5],
          ["writestart", 1],
          ["write", 2],
          ["writeend", 2, 2],
        ],
        "he",
      ]);
    }));

  test("a write that does not fit is refused completely", () =>
    inPage(
      browser,
      plain,
      async (page) => {
        const put2 = (root: DirectoryEntry) => put(root, "big", "x".repeat(2 << 20));
        assert.equal(await withRoot(page, put2), "QuotaExceededError");
        assert.equal(await withRoot(page, (root) => take(root, "big")), "");
      },
      { quota: 1 << 20 },
    ));

  test("a page without storage has files in memory, and gets one warning", () =>
    inPage(
      browser,
      `<!doctype html><iframe sandbox="allow-scripts" src="/inner"></iframe>`,
      async (page, { said }) => {
        const inner = page.frames()[1]!;
        await inner.waitForFunction(() => "call" in window);
        for (const path of ["a", "b"]) {
          assert.equal(await withRoot(inner, (root, path) => put(root, path, "text"), path), 4);
        }
        assert.equal(await withRoot(inner, (root) => take(root, "a")), "text");
        assert.equal(said.filter((line) => line.includes("stores no files")).length, 1);
      },
      { pages: { "/inner": plain }, headers: { "Access-Control-Allow-Origin": "*" } },
    ));

  test("quota is granted up to the available room", () =>
    inPage(browser, plain, async (page) => {
      const granted = await page.evaluate(() => {
        const ask = (storage: StorageQuota, bytes: number) =>
          new Promise<number>((resolve) => storage.requestQuota(bytes, resolve));
        const all = (storage: StorageQuota) =>
          new Promise<[number, number]>((resolve) =>
            storage.queryUsageAndQuota((usage, quota) => resolve([usage, quota])),
          );
        const { webkitPersistentStorage: persistent, webkitTemporaryStorage: temporary } = navigator;
        return Promise.all([ask(persistent, 5 << 20), ask(temporary, 1e18), all(persistent)]);
      });
      const [usage, quota] = granted[2];
      assert.deepEqual(granted.slice(0, 2), [5 << 20, quota]);
      assert.ok(usage < quota);
    }));

  test("an exception in a callback is the page's own error, and everything else continues", () =>
    inPage(browser, plain, async (page, { said }) => {
      await page.evaluate(() => {
        webkitRequestFileSystem(PERSISTENT, 1, () => {
          throw new Error("of the page");
        });
      });
      assert.equal(await withRoot(page, (root) => put(root, "a", "b")), 1);
      assert.deepEqual(said, ["uncaught: of the page"]);
    }));
});

describe("an injected script", () => {
  const init = readFileSync(`${dist}/pinnacle.js`, "utf8");

  test("leaves the browser's file system to a page without programs", () =>
    inPage(
      browser,
      "<!doctype html><p>text",
      async (page) => {
        const found = await page.evaluate(() => [
          typeof requestFileSystem,
          String(navigator.webkitPersistentStorage),
        ]);
        assert.deepEqual(found, ["undefined", "[object DeprecatedStorageQuota]"]);
      },
      { init },
    ));

  test("offers its file system to a page that names programs before it has an element", () =>
    inPage(
      browser,
      '<!doctype html><body><script>window.type = "application/x-pnacl"; window.seen = typeof requestFileSystem;</script>',
      async (page) => assert.equal(await page.evaluate(() => seen), "function"),
      { init },
    ));
});
