// `pinnacle serve` of web archives: captured pages work, and only use the archive. The tests write
// the archives. The crate `serve` has tests of the response to each request.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { noCommand, served } from "./command.ts";
import {
  type Browser,
  compile,
  corpusFolder,
  launch,
  noCompiler,
  noCorpus,
  open,
  type Page,
  type Programs,
  until,
} from "./support.ts";
import { type Captured, wacz, warc } from "./warc.ts";

const SITE = "http://old.example";
const PREFIX = "/20130501120000/";

// Globals of the pages.
declare let found: Record<string, unknown>;
declare let heard: [type: string, detail: unknown][];
declare const m: HTMLEmbedElement & { readyState: number; postMessage(value: unknown): void };

const html = (body: string): Captured => ({ body, type: "text/html" });
const script = (body: string): Captured => ({ body, type: "text/javascript" });
const text = (body: string): Captured => ({ body, type: "text/plain" });

/** Pages of the corpus with their manifests, and what makes their programs answer. The last two speak
 * without being asked. `rgba` is a number of bytes. */
const PAGES = [
  ["hello-tutorial", "hello_tutorial", "hello"],
  ["monte-carlo", "monte_carlo", { cmd: "sim", nPts: 1000, model: "Circle" }],
  ["counter", "counter", 5],
  [
    "argon2",
    "argon2",
    { pass: "password", salt: "somesalt", time: 1, mem: 64, hashLen: 32, parallelism: 1, type: 0 },
  ],
  ["core-estimator", "nacl_module/pnacl/Release/cores", 0],
  ["nacl-io-demo", "pnacl/Release/nacl_io_demo", { cmd: "getcwd", args: [] }],
  ["webpenc", "webpenc", { rgba: 64, id: 1, width: 4, height: 4, quality: "lossless" }],
  ["furious", "furious", ""],
  ["path-tracer", "pnacl/Release/path-tracer", ""],
] as const;

/** A page that loads its files in every way that old pages used. */
const GAME = `<!doctype html><title>The &lt;game&gt;</title>
  <script>
    var found = {}, heard = [];
    function note(name, promise) {
      promise.then(function (value) { found[name] = value; }, function (error) { found[name] = String(error); });
    }
    function get(url) { return fetch(url).then(function (answer) { return answer.text(); }); }
  </script>
  <script src="http://cdn.example/lib.js"></script>
  <script>
    document.write('<script src="//cdn.example/written.js"><\\/script>');
    note("relative", get("text.txt"));
    note("root", get("/data/a.txt"));
    note("whole", get("${SITE}/data/a.txt?_=" + Math.random()));
    note("by location", get(location.protocol + "//" + location.host + "/data/a.txt"));
    note("other site", get("http://cdn.example/b.txt"));
    note("redirected", get("/moved"));
    note("missing", get("http://live.example/x").then(function (text) { return text.trim(); }));
    note("request", get(new Request("/data/a.txt")));
    note("XMLHttpRequest", new Promise(function (resolve) {
      var request = new XMLHttpRequest();
      request.open("GET", "${SITE}/data/a.txt");
      request.onload = function () { resolve(request.responseText); };
      request.send();
    }));
    note("worker", new Promise(function (resolve) {
      new Worker("${SITE}/worker.js").onmessage = function (event) { resolve(event.data); };
    }));
    function picture(image) {
      return new Promise(function (resolve) {
        image.onload = function () { resolve(image.naturalWidth); };
      });
    }
  </script>
  <body><div id="box"></div>
  <embed id="m" src="/game/load.nmf" width="200" height="100" type="application/x-pnacl">
  <script>
    var image = new Image();
    note("picture", picture(image));
    image.src = "http://cdn.example/p.svg";
    box.innerHTML = '<img src="http://cdn.example/p.svg">';
    note("picture in text", picture(box.firstChild));
    new Image().src = "http://live.example/x.png";
    ["load", "error", "crash", "message"].forEach(function (type) {
      m.addEventListener(type, function (event) { heard.push([type, event.data === undefined ? m.lastError : event.data]); });
    });
  </script>
  <a id="link" href="${SITE}/next/">next</a>`;

describe("pinnacle serve of a web archive", { skip: noCommand || noCompiler }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-serve-archive-"));
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the list of an archive, and checks that no request is sent to another server. */
  async function replay(name: string, archive: Buffer, act: (page: Page, url: string) => Promise<void>) {
    const path = join(folder, name);
    writeFileSync(path, archive);
    await served(path, async (server, start) => {
      const { page, said, close } = await open(browser, server, start);
      const left: string[] = [];
      // The driver also reports requests that the policy blocks before they are sent.
      page.context().on("request", (request) => {
        if (new URL(request.url()).origin === server.url || /^(blob|data):/.test(request.url())) return;
        left.push(request.url());
      });
      page.context().on("requestfailed", (request) => {
        if (request.failure()?.errorText === "csp") left.splice(left.indexOf(request.url()), 1);
      });
      try {
        await act(page, server.url);
        assert.deepEqual(left, [], "requests to other servers");
      } catch (error) {
        if (error instanceof Error) error.message += `\nat ${page.url()}\nconsole:\n${said.join("\n")}`;
        throw error;
      } finally {
        await close();
      }
    });
  }

  describe("with a test page", () => {
    let built: Programs;
    let answers: Record<string, Captured>;
    before(() => {
      built = compile("load_text");
      answers = {
        [`${SITE}/game/`]: html(GAME),
        [`${SITE}/game/load.nmf`]: { body: built.manifests["/load_text.nmf"] as string, type: "text/plain" },
        [`${SITE}/game/load_text.pexe`]: { body: readFileSync(join(built.folder, "load_text.pexe")) },
        [`${SITE}/game/text.txt`]: text("as captured"),
        [`${SITE}/data/a.txt`]: text("a"),
        [`${SITE}/moved`]: { head: "302 Found\r\nLocation: /data/a.txt" },
        [`${SITE}/worker.js`]: script("postMessage('worked')"),
        [`${SITE}/next/`]: html(`<title>Next</title><script>location = "http://other.example/"</script>`),
        "http://other.example/": html("<title>Other</title>"),
        "http://cdn.example/lib.js": script("found.lib = true"),
        "http://cdn.example/written.js": script("found.written = true"),
        "http://cdn.example/b.txt": text("b"),
        "http://cdn.example/p.svg": {
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>',
          type: "image/svg+xml",
        },
      };
    });
    after(() => built.remove());

    test("scripts find captured files, however they build the addresses", () =>
      replay("game.warc.gz", warc(answers), async (page) => {
        await page.click("text=The <game>");
        await until(page, () => "found" in globalThis && Object.keys(found).length === 14);
        assert.deepEqual(await page.evaluate(() => found), {
          lib: true,
          written: true,
          relative: "as captured",
          root: "a",
          whole: "a",
          "by location": "a",
          "other site": "b",
          redirected: "a",
          missing: "http://live.example/x is not in the archive.",
          request: "a",
          XMLHttpRequest: "a",
          worker: "worked",
          picture: 7,
          "picture in text": 7,
        });
        await page.click("#link");
        await page.waitForURL("**/http://other.example/");
        assert.equal(await page.title(), "Other");
      }));

    test("its program runs with the original addresses", () =>
      replay("game.wacz", wacz(warc(answers)), async (page, url) => {
        await page.goto(`${url}${PREFIX}${SITE}/game/`);
        await until(page, () => m.readyState === 4);
        // By a relative address, a full one, one that was not captured, and one of another site.
        const wanted = ["text.txt", `${SITE}/game/text.txt`, "none.txt", "http://cdn.example/b.txt"];
        // By addresses that a script makes from `location`.
        wanted.push(`${url}${PREFIX}${SITE}/game/text.txt`, `${url}/data/a.txt`);
        for (const url of wanted) {
          const count = await page.evaluate((url) => {
            m.postMessage(url);
            return heard.length;
          }, url);
          await until(page, (count: number) => heard.length > count, count);
        }
        assert.deepEqual(await page.evaluate(() => heard), [
          ["load", ""],
          ["message", "200 as captured"],
          ["message", "200 as captured"],
          ["message", `404 ${SITE}/game/none.txt is not in the archive.\n`],
          ["message", "-7 "],
          ["message", "200 as captured"],
          ["message", "200 a"],
        ]);
      }));
  });

  test("what posts gets the answer that was captured for it", () => {
    const type = "application/x-www-form-urlencoded";
    const json = { body: '{"vote": 1}', type: "application/json" };
    const answers = {
      [`${SITE}/`]: html(`<title>Votes</title>
        <script>
          var found = {};
          function post(name, input, options) {
            fetch(input, options).then(function (answer) { return answer.text(); })
              .then(function (text) { found[name] = text.trim(); });
          }
          post("fetch", "/vote", { method: "POST", body: JSON.stringify({ vote: 1 }) });
          post("request", new Request("${SITE}/vote", { method: "POST", body: '{"vote":1}' }));
          post("other", "/vote", { method: "POST", body: '{"vote":2}' });
        </script>
        <form method="post" action="${SITE}/search"><input name="q" value="a b&c"><button>Go</button></form>`),
      [`${SITE}/vote`]: { ...text("counted"), posted: json },
      [`${SITE}/search`]: { ...html("<title>Results</title>"), posted: { body: "q=a+b%26c", type } },
    };
    return replay("posts.wacz", wacz(warc(answers)), async (page) => {
      await page.click("text=Votes");
      await until(page, () => "found" in globalThis && Object.keys(found).length === 3);
      assert.deepEqual(await page.evaluate(() => found), {
        fetch: "counted",
        request: "counted",
        other: `The answer to this POST request for ${SITE}/vote is not in the archive.`,
      });
      await page.click("button");
      await page.waitForURL("**/search");
      assert.equal(await page.title(), "Results");
    });
  });

  test("old pages without OpenGL work from an archive", { skip: noCorpus }, () => {
    const answers: Record<string, Captured> = {};
    for (const [name, manifest] of PAGES) {
      const folder = corpusFolder(name);
      for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!statSync(join(folder, path)).isFile()) continue;
        const body = readFileSync(join(folder, path));
        answers[`${SITE}/${name}/${path}`] = { body, type: "application/octet-stream" };
      }
      answers[`${SITE}/${name}/`] = html(`<title>${name}</title><script>
        var heard = [];
        addEventListener("message", function (event) { heard.push(["message", event.data]); }, true);
        document.addEventListener("load", function (event) { if (event.target.postMessage) heard.push(["load", ""]); }, true);
      </script><body><embed id="m" src="${manifest}.nmf" type="application/x-pnacl" width="64" height="48">`);
    }
    return replay("pages.wacz", wacz(warc(answers)), async (page, url) => {
      for (const [name, , order] of PAGES) {
        await page.goto(url);
        await page.click(`text="${name}"`);
        await until(page, () => "heard" in globalThis && heard.some(([type]) => type === "load"));
        assert.equal(await page.evaluate(() => crossOriginIsolated), true, name);
        await page.evaluate((order) => {
          const rgba = typeof order === "object" && "rgba" in order && new ArrayBuffer(order.rgba);
          if (order !== "") m.postMessage(rgba ? Object.assign({}, order, { rgba }) : order);
        }, order);
        await until(page, () => heard.some(([type]) => type === "message"));
      }
    });
  });
});
