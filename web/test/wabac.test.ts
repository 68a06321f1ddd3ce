// Pages of a web archive in wabac.js, the service worker of ReplayWeb.page and ArchiveWeb.page. The
// script is one of its injected scripts. Nothing may reach the live web: the browser's proxy is a
// trap for requests that leave this machine.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { noCommand, pinnacle } from "./command.ts";
import {
  type Browser,
  calls,
  compile,
  launch,
  noCompiler,
  onlyChromium,
  type Programs,
  until,
  withRoot,
} from "./support.ts";
import { setTrap, type Trap } from "./trap.ts";
import { type Frame, replayWithWabac } from "./wabac.ts";
import { type Captured, warc } from "./warc.ts";

const SITE = "http://old.example";
const PAGE_URL = `${SITE}/game/`;

type Module = HTMLEmbedElement & {
  readyState: number;
  lastError: string;
  postMessage(value: unknown): void;
};

// Globals of the pages.
declare let heard: [type: string, detail: string][];
declare let shown: unknown[];
declare const m: Module;

/** A page with an element, which does something with it. `url` is an attribute for the program. */
const pageOf = (manifest: string, more = "") => `<!doctype html><title>game</title>
  <body><embed id="m" src="${manifest}" width="8" height="8" type="application/x-pnacl" url="text.txt">
  <script>
    var m = document.getElementById("m"), heard = [];
    ["load", "error", "crash", "message"].forEach(function (type) {
      m.addEventListener(type, function (event) {
        heard.push([type, event.data === undefined ? m.lastError : event.data]);
      }, true);
    });
    ${more}
  </script>`;

const GAME = pageOf(
  "load_text.nmf",
  "var shown = [document.URL, location.href, m.ownerDocument === document, m.src];",
);

/** Files that a replayer rewrites if a page loads them. */
const FILES: Record<string, Captured> = {
  "text.txt": { body: "as captured", type: "text/plain" },
  "page.html": { body: `<html><head></head><a href="${SITE}/x">x</a></html>`, type: "text/html" },
  "script.js": { body: `var x = window.location; y("${SITE}/x")`, type: "text/javascript" },
  "style.css": { body: `a { background: url(${SITE}/x.png) }`, type: "text/css" },
  "data.json": { body: `{"url": "${SITE}/x"}`, type: "application/json" },
  moved: { head: "302 Found\r\nLocation: text.txt" },
  "inner.html": { body: GAME, type: "text/html" },
  vote: {
    body: "counted",
    type: "text/plain",
    posted: { body: "first=1", type: "application/x-www-form-urlencoded" },
  },
  left: { head: "302 Found\r\nLocation: http://other.example/" },
};

const skip = noCompiler || onlyChromium("has no trap for requests here");

describe("a page replayed by wabac.js", { skip }, () => {
  let browser: Browser;
  let built: Programs;
  let trap: Trap;
  before(async () => {
    trap = await setTrap();
    browser = await launch([`--proxy-server=${trap.proxy}`]);
    built = compile("load_text", "describe", "futexes", "input_echo", "loads");
  });
  after(async () => {
    await browser.close();
    await trap.close();
    built.remove();
  });

  /** Captures a page with a program, and opens it. Checks that it only uses the archive. */
  async function replay(program: string, page: string, act: (frame: Frame) => Promise<void>) {
    const captured: Record<string, Captured> = {
      "": { body: page, type: "text/html" },
      [`${program}.nmf`]: { body: built.manifests[`/${program}.nmf`]!, type: "application/json" },
      [`${program}.pexe`]: {
        body: readFileSync(join(built.folder, `${program}.pexe`)),
        type: "application/octet-stream",
      },
      ...FILES,
    };
    captured["http://other.example/"] = { body: "other", type: "text/plain" };
    const answers = Object.entries(captured).map(([path, answer]) => [new URL(path, PAGE_URL).href, answer]);
    const content = warc(Object.fromEntries(answers));
    const capture = { moment: "20130501120000", url: PAGE_URL };
    await replayWithWabac(browser, { name: "game.warc.gz", content }, capture, act);
    assert.deepEqual(trap.caught, [], "requests that left this machine");
  }

  /** Lets the program load addresses. Returns its messages: status and text. */
  async function load(frame: Frame, urls: string[]): Promise<string[]> {
    const messages: string[] = [];
    for (const url of urls) {
      const count = await frame.evaluate((url) => {
        m.postMessage(url);
        return heard.length;
      }, url);
      await until(frame, (count: number) => heard.length > count, count);
      messages.push(await frame.evaluate((count) => heard[count]![1], count));
    }
    return messages;
  }

  test("cannot reach the live web unnoticed", async () => {
    const page = await browser.newPage();
    await page.goto("http://live.example/").catch(() => {});
    await page.close();
    assert.deepEqual(trap.caught.splice(0), ["GET http://live.example/"]);
  });

  test("runs its program with the original addresses, and only loads files from the archive", () =>
    replay("load_text", GAME, async (frame) => {
      await until(frame, () => m.readyState === 4);
      assert.deepEqual(await frame.evaluate(() => [shown, heard]), [
        [PAGE_URL, PAGE_URL, true, `${PAGE_URL}load_text.nmf`],
        [["load", ""]],
      ]);
      assert.deepEqual(await load(frame, ["text.txt", `${PAGE_URL}text.txt`, "moved"]), [
        "200 as captured",
        "200 as captured",
        "200 as captured",
      ]);
      // One that was not captured, one of another site, and one that leads there.
      const [missing, ...foreign] = await load(frame, ["none.txt", "http://other.example/", "left"]);
      assert.match(missing!, /^404 .*not_found/);
      assert.deepEqual(foreign, ["-7 ", "-7 "]);
    }));

  test("its program gets files as they were captured, without the links of the replay", () =>
    replay("load_text", GAME, async (frame) => {
      await until(frame, () => m.readyState === 4);
      const names = ["page.html", "script.js", "style.css", "data.json"];
      assert.deepEqual(
        await load(frame, names),
        names.map((name) => `200 ${FILES[name]!.body}`),
      );
    }));

  test("its program gets the attributes as the page wrote them", () =>
    replay("describe", pageOf("describe.nmf"), async (frame) => {
      await until(frame, () => m.readyState === 4);
      await frame.evaluate(() => m.postMessage("?attributes"));
      await until(frame, () => heard.length > 1);
      const attributes = JSON.stringify(await frame.evaluate(() => heard[1]![1]));
      for (const wanted of ["describe.nmf", "text.txt"]) assert.ok(attributes.includes(wanted), attributes);
      assert.ok(!attributes.includes("mp_"), attributes);
    }));

  test("its program sees the pixel ratio of the device, which the page does not see", () =>
    replay("input_echo", pageOf("input_echo.nmf"), async (frame) => {
      await until(frame, () => heard.some(([, text]) => text.startsWith("view")));
      assert.equal(await frame.evaluate(() => devicePixelRatio), 2);
      assert.match(
        (await frame.evaluate(() => heard.find(([, text]) => text.startsWith("view"))))![1],
        /scale 1 /,
      );
    }));

  test("the files of a site are separate from those of other sites in the archive", () =>
    replay("load_text", GAME.replace("<title>", `${calls}<title>`), async (frame) => {
      await until(frame, () => m.readyState === 4);
      await withRoot(frame, (root) => put(root, "score", "7"));
      assert.equal(await withRoot(frame, (root) => take(root, "score")), "7");
      const folders = await frame.evaluate(async () => {
        const names = async (directory: FileSystemDirectoryHandle) => {
          const found: string[] = [];
          for await (const name of directory.keys()) found.push(name);
          return found;
        };
        const pinnacle = await (await navigator.storage.getDirectory()).getDirectoryHandle("pinnacle");
        const sites = await pinnacle.getDirectoryHandle("sites");
        return [await names(pinnacle), await names(sites)];
      });
      assert.deepEqual(folders, [["sites"], [encodeURIComponent(SITE)]]);
    }));

  test("its program gets the answer that was captured for the same body", () =>
    replay("loads", pageOf("loads.nmf"), async (frame) => {
      await until(frame, () => m.readyState === 4);
      await frame.evaluate(() => m.postMessage(["", "POST", "vote", "", "first=1"].join("\n")));
      await until(frame, () => heard.some(([, text]) => text.startsWith("end")));
      const lines = await frame.evaluate(() => heard.slice(1).map(([, text]) => text));
      assert.ok(lines.includes("text counted"), lines.join("\n"));
    }));

  test("a frame of the page has a program", () =>
    replay("load_text", '<!doctype html><iframe id="inner" src="inner.html"></iframe>', async (frame) => {
      await until(frame, () => {
        const { contentWindow } = document.getElementById("inner") as HTMLIFrameElement;
        return Reflect.get(contentWindow!, "m")?.readyState === 4;
      });
    }));

  test("threads take turns", () =>
    replay("futexes", pageOf("futexes.nmf"), async (frame) => {
      await until(frame, () => heard.some(([, text]) => text.startsWith("threads have ended")));
      assert.equal(await frame.evaluate(() => crossOriginIsolated), false);
    }));

  test("elements that scripts make are programs, and keep the properties of the page", () => {
    const page = pageOf(
      "load_text.nmf",
      `document.body.insertAdjacentHTML("beforeend",
         '<embed class="made" src="/game/load_text.nmf" type="application/x-pnacl">');
       var made = document.createElement("object");
       made.className = "made";
       made.data = "load_text.nmf";
       made.type = "application/x-pnacl";
       made.score = 7;
       document.body.appendChild(made);`,
    );
    return replay("load_text", page, async (frame) => {
      await until(frame, () =>
        [...document.querySelectorAll<Module>(".made")].every(({ readyState }) => readyState === 4),
      );
      const found = await frame.evaluate(() =>
        [...document.querySelectorAll<Module & { score?: number }>(".made")].map((element) => [
          element.lastError,
          element.score,
          typeof element.postMessage,
        ]),
      );
      assert.deepEqual(found, [
        ["", undefined, "function"],
        ["", 7, "function"],
      ]);
    });
  });

  test("an archive by pinnacle bundle works there", { skip: noCommand }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "pinnacle-wabac-"));
    const path = (name: string) => join(folder, name);
    try {
      writeFileSync(path("index.html"), GAME);
      writeFileSync(path("text.txt"), "as bundled");
      writeFileSync(path("load_text.nmf"), built.manifests["/load_text.nmf"]!);
      writeFileSync(path("load_text.pexe"), readFileSync(join(built.folder, "load_text.pexe")));
      pinnacle("bundle", "--wacz", path("index.html"), "--url", PAGE_URL, "-o", path("game.wacz"));
      const archive = { name: "game.wacz", content: readFileSync(path("game.wacz")) };
      await replayWithWabac(browser, archive, { moment: "20130501120000", url: PAGE_URL }, async (frame) => {
        await until(frame, () => m.readyState === 4);
        assert.deepEqual(await load(frame, ["text.txt"]), ["200 as bundled"]);
      });
      assert.deepEqual(trap.caught, [], "requests that left this machine");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
