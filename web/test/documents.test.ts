// The kinds of documents that old pages use: quirks mode, XHTML, frames, shadow roots.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Act,
  compile,
  counterPages,
  counter as embed,
  noCompiler,
  noCorpus,
  noWorkers,
  type Page,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let heard: string[];
declare let host: HTMLElement;
declare let inner: HTMLEmbedElement;
declare let lines: string[];
declare let made: HTMLEmbedElement;
declare let root: ShadowRoot;
declare let sums: unknown[];

const pages = counterPages();

// A whole page next to the program that counts. The script tag replaces {script}.
const inPage = (text: string, act: Act, options?: PageOptions) =>
  pages.inPage(text.replace("{script}", script), act, options);

const runs = (page: Page) => until(page, () => document.getElementById("m")?.readyState === 4);

describe("a document", { skip: noCorpus }, () => {
  test("without a doctype: percentages are relative to the window", () =>
    inPage(
      `{script}<body style="margin:0">${embed.replace('width="0" height="0"', 'width="50%" height="100%"')}`,
      async (page) => {
        await runs(page);
        const shares = await page.evaluate(() => [
          m.offsetWidth / document.body.clientWidth,
          m.offsetHeight / window.innerHeight,
        ]);
        for (const [at, share] of [0.5, 1].entries())
          assert.ok(Math.abs(shares[at]! - share) < 0.02, `${shares}`);
      },
    ));

  test("of XHTML", () => {
    const body = `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script src="/pinnacle/pinnacle.js"></script></head>
      <body><embed id="m" width="20" height="10" src="counter.nmf" type="application/x-pnacl"/></body></html>`;
    return inPage(
      "",
      async (page, _, { url }) => {
        await page.goto(`${url}/x.xhtml`);
        await runs(page);
      },
      { pages: { "/x.xhtml": { type: "application/xhtml+xml", body } } },
    );
  });

  test("with another base: the manifest's address is relative to the document's own address", () =>
    inPage(`<!doctype html><base href="/elsewhere/">{script}<body>${embed}`, runs));

  test("whose body, and then whose root, is replaced", () =>
    inPage(`<!doctype html>{script}<body>${embed}`, async (page) => {
      await runs(page);
      for (const name of ["body", "html"]) {
        await page.evaluate(
          ([name, text]) => {
            const element = document.createElement(name);
            element.innerHTML = text;
            if (name === "body") document.body = element;
            else document.replaceChild(element, document.documentElement);
          },
          [name, embed] as const,
        );
        await runs(page);
      }
    }));

  test("in each frame of a frameset", () =>
    inPage(
      `<html><head>{script}</head><frameset cols="50%,50%"><frame src="in.html"><frame src="in.html"></frameset></html>`,
      (page) =>
        until(page, () => [0, 1].every((at) => frames[at]?.document.getElementById("m")?.readyState === 4)),
      { pages: { "/in.html": `${script}<body>${embed}` } },
    ));

  test("with frames that have their own tag, and that the outer page accesses", () => {
    const inner = `<!doctype html>${script}<body>${embed}</body>`;
    return inPage(
      `<!doctype html>{script}<body><iframe name="one" src="inner.html"></iframe><script>
        var two = document.body.appendChild(document.createElement("iframe"));
        two.srcdoc = ${JSON.stringify(inner).replaceAll("</", "<\\/")};
      </script></body>`,
      async (page) => {
        const sums = await page.evaluate(async () => {
          const frames = await Promise.all(
            [...document.querySelectorAll("iframe")].map(async (frame) => {
              while (!frame.contentDocument?.querySelector("embed")?.readyState)
                await new Promise((go) => setTimeout(go, 10));
              return frame.contentDocument.querySelector("embed");
            }),
          );
          return Promise.all(
            frames.map(
              (element, at) =>
                new Promise((resolve) => {
                  element!.addEventListener("message", (event) => resolve(event.data));
                  element!.postMessage(new Number(at + 5).valueOf());
                }),
            ),
          );
        });
        assert.deepEqual(sums, [5, 6]);
      },
      { pages: { "/inner.html": inner } },
    );
  });

  test("of a frame to which the outer page adds its own element", () =>
    inPage(
      `<!doctype html>{script}<body><iframe src="in.html" onload="put()"></iframe><script>
        var made, sums = [];
        function put() {
          made = document.createElement("embed");
          made.src = "counter.nmf";
          made.type = "application/x-pnacl";
          made.addEventListener("message", function (event) { sums.push(event.data); });
          frames[0].document.body.appendChild(made);
          made.postMessage(7);
        }
      </script></body>`,
      async (page) => {
        await until(page, () => sums.length > 0);
        assert.deepEqual(await page.evaluate(() => [sums, made.readyState]), [[7], 4]);
      },
      { pages: { "/in.html": `<!doctype html>${script}<body></body>` } },
    ));

  test("of a frame that sends values to a program of the outer page", () =>
    inPage(`<!doctype html>{script}<body>${embed}<iframe></iframe></body>`, async (page) => {
      const sum = await page.evaluate(
        () =>
          new Promise((resolve) => {
            m.addEventListener("message", (event) => resolve(event.data));
            for (const text of ["[1, 'a']", "new ArrayBuffer(8)", "({ a: [new Date(), null] })"])
              m.postMessage(frames[0]!.eval(text));
            m.postMessage(frames[0]!.eval("5"));
          }),
      );
      assert.equal(sum, 5);
    }));
});

describe("a shadow root", { skip: noCorpus }, () => {
  /** Ways to add an element to the shadow root `root` of `host`. */
  const ROADS = {
    "that is open": `var root = host.attachShadow({ mode: "open" }); root.innerHTML = '<div>${embed}</div>';`,
    "that is closed": `var root = host.attachShadow({ mode: "closed" }); root.innerHTML = '<div>${embed}</div>';`,
    "with the element at its top": `var root = host.attachShadow({ mode: "open" }); root.innerHTML = '${embed}';`,
    "that was there before the script": `var root = host.attachShadow({ mode: "open" }); root.innerHTML = '<div>${embed}</div>';`,
    "of a host that comes later": `var other = document.createElement("div"), root = other.attachShadow({ mode: "open" });
      root.innerHTML = '<div>${embed}</div>'; setTimeout(function () { host.appendChild(other); }, 50);`,
    "inside of another": `var outer = host.attachShadow({ mode: "open" }); outer.innerHTML = "<p></p>";
      var root = outer.firstChild.attachShadow({ mode: "open" }); root.innerHTML = '<div>${embed}</div>';`,
    "whose element gets its type later": `var root = host.attachShadow({ mode: "open" });
      root.innerHTML = '<div>${embed.replace(/ type="[^"]*"/, "")}</div>';
      setTimeout(function () { root.querySelector("embed").type = "application/x-pnacl"; }, 50);`,
  };
  for (const [name, road] of Object.entries(ROADS)) {
    test(`${name}: an element in it becomes a program by itself`, () => {
      const own = `<script>var heard = []; ${road}
        root.querySelector("embed").addEventListener("load", function () { heard.push("load"); });</script>`;
      const isLate = name.includes("before the script");
      return inPage(
        `<!doctype html>${isLate ? "" : "{script}"}<body><div id="host"></div>${own}${isLate ? "{script}" : ""}</body>`,
        async (page) => {
          await until(page, () => heard.length > 0);
          assert.deepEqual(await page.evaluate(() => heard), ["load"]);
          await page.evaluate(() => host.remove());
          await noWorkers(page);
        },
      );
    });
  }

  test("of a custom element, which listens inside of it", () =>
    inPage(
      `<!doctype html>{script}<body><x-counter></x-counter><script>
        var sums = [];
        customElements.define("x-counter", class extends HTMLElement {
          connectedCallback() {
            var root = this.attachShadow({ mode: "open" });
            root.innerHTML = '<style>embed { border: 1px solid }</style><div></div>';
            var box = root.querySelector("div"), element = document.createElement("embed");
            box.addEventListener("message", function (event) { sums.push(event.data, event.target === element); }, true);
            element.setAttribute("src", "counter.nmf");
            element.setAttribute("type", "application/x-pnacl");
            box.appendChild(element);
            element.postMessage(6);
          }
        });
      </script></body>`,
      async (page) => {
        await until(page, () => sums.length > 0);
        assert.deepEqual(await page.evaluate(() => sums), [6, true]);
      },
    ));
});

describe("a program in a shadow root", { skip: noCompiler }, () => {
  test("receives mouse and keys, and its element has the focus of the root", async () => {
    const built = compile("input_echo");
    const element = '<embed id="m" width="200" height="100" src="input_echo.nmf" type="application/x-pnacl">';
    await inPage(
      `<!doctype html>{script}<body style="margin:0"><div id="host"></div><script>
        var lines = [], root = host.attachShadow({ mode: "open" });
        root.innerHTML = '<div style="margin:20px">${element}</div>';
        var inner = root.getElementById("m");
        inner.addEventListener("message", function (event) { lines.push(event.data); });
      </script></body>`,
      async (page) => {
        await until(page, () => inner.readyState === 4);
        await page.evaluate(() => inner.postMessage("filter 31"));
        await until(page, () => lines.some((line) => line.startsWith("done filter")));
        await page.mouse.click(70, 60);
        await page.keyboard.press("a");
        await until(page, () => lines.some((line) => line.startsWith("keyup 65 ")));
        const said = await page.evaluate(() => lines.join("\n"));
        assert.match(said, /mousedown button 0 at 50,40 clicks 1 .*\nfocus 1\n/);
        assert.match(said, /char 0 'a'/);
        assert.ok(await page.evaluate(() => document.activeElement === host && root.activeElement === inner));
      },
      { folder: built.folder, pages: built.manifests },
    );
    built.remove();
  });
});
