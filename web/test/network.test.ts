// Loads of a program from a real server. The programs are test/programs/loads.c, which posts the
// results line by line, and tests/pepper/url_loader.c.

import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, describe, test } from "node:test";
import { OPEN, site } from "./site.ts";
import {
  type Browser,
  compile,
  type Headers,
  inPage,
  launch,
  noCompiler,
  onlyChromium,
  open,
  type Page,
  type PageOptions,
  type Programs,
  type Server,
  script,
  serve,
  type Tab,
  until,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let lines: string[];

const FAILED = -2,
  NOACCESS = -7;

describe("a load", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("loads");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  /** Makes the program load, and returns its messages. */
  type Load = (
    url: string,
    order?: { method?: string; options?: string; headers?: string; body?: string; upTo?: string },
  ) => Promise<string[]>;

  type LoadingAct = (load: Load, page: Page, server: Server, tab: Tab) => unknown;

  /** Passes `act` a function that makes the program load and returns its messages. */
  const loading = (act: LoadingAct, { head = "", ...options }: PageOptions & { head?: string } = {}) =>
    inPage(
      browser,
      `<!doctype html>${head}${script}<body><embed id="m" src="loads.nmf" type="application/x-pnacl"><script>
        var lines = [];
        m.addEventListener("message", function (event) { lines.push(event.data); });
      </script></body>`,
      async (page, tab, server) => {
        await until(page, () => m.readyState === 4);
        const load: Load = async (
          url,
          { method = "GET", options = "", headers = "", body = "", upTo = "end " } = {},
        ) => {
          await page.evaluate((text) => {
            lines = [];
            m.postMessage(text);
          }, [options, method, url, headers, body].join("\n"));
          await until(page, (upTo) => lines.some((line) => line.startsWith(upTo)), upTo);
          return page.evaluate(() => lines);
        };
        await act(load, page, server, tab);
      },
      { folder: built.folder, pages: built.manifests, site: site(), ...options },
    );

  for (const [how, headers] of WAYS) {
    test(`reports the number of bytes, and the total if the server sends it (${how})`, () =>
      loading(
        async (load, _, { url }) => {
          assert.deepEqual((await load("/text")).at(-1), "end 0 down 12/-1 up 0/0");
          const sized = await load("/sized");
          assert.equal(sized[0], `status 200 ${url}/sized`);
          assert.equal(sized.at(-1), "end 0 down 1000/1000 up 0/0");
          // The length of compressed content is not known before its end.
          assert.equal((await load("/packed")).at(-1), "end 0 down 1000/-1 up 0/0");
        },
        { headers },
      ));
  }

  test("begins with the first bytes, not with the last", () =>
    loading(async (load, page) => {
      const begun = await load("/slow", { upTo: "text " });
      assert.equal(begun.at(-1), "text first");
      await page.evaluate(() => fetch("/go"));
      await until(page, () => lines.at(-1)!.startsWith("end "));
      assert.deepEqual(await page.evaluate(() => lines.slice(1)), [
        "text first",
        "text second",
        "end 0 down 11/-1 up 0/0",
      ]);
    }));

  test("posts a body with the program's own headers", () =>
    loading(async (load) => {
      const lines = await load("/echo", { method: "POST", headers: "X-One: 1;X-Two: 2", body: "some data" });
      assert.equal(lines[1], "text POST\nX-One: 1\nX-Two: 2\n\nsome data");
      assert.match(lines.at(-1)!, /^end 0 down \d+\/-1 up 9\/9$/);
      for (const method of ["PUT", "DELETE"])
        assert.equal((await load("/echo", { method }))[1], `text ${method}\n\n`);
      assert.deepEqual((await load("/echo", { method: "HEAD" })).length, 2);
    }));

  test("can request a part of a file", () =>
    loading(async (load, _, { url }) => {
      assert.deepEqual((await load("/part", { headers: "Range: bytes=2-5" })).slice(0, 2), [
        `status 206 ${url}/part`,
        "text 2345",
      ]);
    }));

  test("follows a redirect, or reports it and follows it on request", () =>
    loading(async (load, page, { url, requests }) => {
      assert.deepEqual((await load("/redirect")).slice(0, 2), [
        `status 200 ${url}/text`,
        "text hello, world",
      ]);
      const [line] = await load("/redirect", { options: "n", upTo: "status" });
      assert.equal(line, `status 302 ${url}/redirect to ${url}/text`);
      await page.evaluate(() => m.postMessage("follow"));
      await until(page, () => lines.at(-1)!.startsWith("end "));
      assert.deepEqual(await page.evaluate(() => lines.slice(1, 3)), [
        `status 200 ${url}/text`,
        "text hello, world",
      ]);
      assert.ok(requests.includes("/redirect"));
    }));

  test("of a missing file has a response, and a broken response fails", () =>
    loading(async (load, _, { url }) => {
      assert.deepEqual((await load("/nothing")).slice(0, 2), [
        `status 404 ${url}/nothing`,
        "text nothing here",
      ]);
      const broken = await load("/broken");
      assert.equal(broken[0], `status 200 ${url}/broken`);
      // A stream that fails drops the bytes that nobody has read yet.
      assert.ok(broken.length === 2 || broken[1] === "text half", broken.join("; "));
      assert.match(broken.at(-1)!, new RegExp(`^end ${FAILED} `));
    }));

  test("resolves relative addresses against the document's base", () =>
    loading(
      async (load, _, { url }) => {
        assert.equal((await load("there"))[0], `status 404 ${url}/elsewhere/there`);
      },
      { head: '<base href="/elsewhere/">' },
    ));

  test("of another origin needs the program's request and the server's consent", async () => {
    const closed = await serve({ site: site() });
    const opened = await serve({ site: site(OPEN) });
    // The port is closed now.
    const gone = await serve({});
    await gone.close();
    await loading(
      async (load) => {
        const result = async (url: string, options: string) =>
          (await load(url, { options })).at(-1)?.split(" ")[1];
        assert.equal(await result(`${opened.url}/text`, ""), `${NOACCESS}`);
        assert.equal(await result(`${opened.url}/text`, "c"), "0");
        assert.equal(await result(`${closed.url}/text`, "c"), `${NOACCESS}`);
        assert.equal(await result(`${gone.url}/text`, "c"), `${FAILED}`);
      },
      { others: [closed.url, opened.url, gone.url] },
    );
    assert.ok(!closed.requests.includes("/secret"));
    await closed.close();
    await opened.close();
  });

  test("follows a redirect to another origin only if the program requests that", async () => {
    const opened = await serve({ site: site(OPEN) });
    const away = (_: unknown, response: ServerResponse) =>
      response.writeHead(302, { location: `${opened.url}/text` }).end();
    await loading(
      async (load) => {
        assert.match((await load("/away")).at(-1)!, new RegExp(`^end ${NOACCESS} `));
        assert.match((await load("/away", { options: "n" })).at(-1)!, new RegExp(`^end ${NOACCESS} `));
        const posted = await load("/away", { method: "POST", body: "x" });
        assert.match(posted.at(-1)!, new RegExp(`^end ${NOACCESS} `));
        assert.deepEqual(opened.requests, [], "it was not asked");
        assert.deepEqual((await load("/away", { options: "c" })).slice(0, 2), [
          `status 200 ${opened.url}/text`,
          "text hello, world",
        ]);
        // Credentials in an address do not make it another origin.
        assert.equal((await load("data:,here"))[1], "text here");
      },
      { others: [opened.url], site: { ...site(), "/away": away } },
    );
    await opened.close();
  });

  test("sends the cookies of its own origin, and of another one only with a request and its consent", async () => {
    const consent: Headers = {};
    const other = await serve({ site: site(consent) });
    await loading(
      async (load, _, { url }) => {
        Object.assign(consent, {
          "Access-Control-Allow-Origin": url,
          "Access-Control-Allow-Credentials": "true",
        });
        await load("/cookie");
        assert.equal((await load("/cookie"))[1], "text cookies: taste=sweet");
        // Cookies ignore ports: the request to the other origin has them or not.
        assert.equal((await load(`${other.url}/cookie`, { options: "c" }))[1], "text cookies: none");
        assert.equal((await load(`${other.url}/cookie`, { options: "ck" }))[1], "text cookies: taste=sweet");
      },
      { others: [other.url] },
    );
    await other.close();
  });

  test("ends with its element", () =>
    loading(async (load, page, { requests }) => {
      await load("/slow", { upTo: "text " });
      await page.evaluate(() => m.remove());
      assert.ok(requests.includes("/slow"));
      await until(page, async () => (await fetch("/go")).ok);
    }));
});

/** The differences of a browser from what tests/pepper/url_loader.c expects; docs/pepper.md. */
const OTHERWISE: Record<string, string> = {
  "what may not be loaded": "there is nothing of this origin that the browser forbids",
  "and where they lead": "a browser tells the whole address",
};

const noSite = noCompiler || onlyChromium("finds servers by their own names alone");

describe("url_loader", { skip: noSite }, () => {
  // The program contains the address of its site. The browser finds the server there, and treats it
  // as secure.
  for (const [how, headers] of WAYS) {
    test(`finds what it expects at its site (${how})`, async () => {
      const built = compile("url_loader");
      const text = `<!doctype html>${script}<body><embed id="m" src="/url_loader.nmf" type="application/x-pnacl">`;
      const server = await serve({
        folder: built.folder,
        pages: { "/page/index.html": text, ...built.manifests },
        headers,
        site: site(),
      });
      const browser = await launch([
        `--host-resolver-rules=MAP site ${new URL(server.url).host}`,
        "--unsafely-treat-insecure-origin-as-secure=http://site",
      ]);
      const tab = await open(browser, { url: "http://site" }, "/page/index.html");
      try {
        await until(tab.page, () => m.exitStatus === 0);
        const lines = tab.said
          .filter((line) => /^debug: (ok|FAILED) /.test(line))
          .map((line) => line.slice(7));
        const failed = lines
          .filter((line) => line.startsWith("FAILED"))
          .map((line) => /^FAILED (.*?): /.exec(line)?.[1]);
        assert.deepEqual(
          failed,
          Object.keys(OTHERWISE),
          lines.filter((line) => line.startsWith("FAILED")).join("\n"),
        );
        assert.ok(lines.length > 100);
      } finally {
        await browser.close();
        await server.close();
        built.remove();
      }
    });
  }
});
