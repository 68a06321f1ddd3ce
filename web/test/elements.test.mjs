// Elements: how they come, what they have, what they say, how they go.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { corpus, launch, noCorpus, open, serve } from "./support.mjs";

const script = '<script src="/pinnacle/pinnacle.js"></script>';
const embed = '<embed id="m" width="0" height="0" src="counter.nmf" type="application/x-pnacl">';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function inPage(body, act, { folder = "counter", pages = {}, ...options } = {}) {
  const text = `<!doctype html>${script}<body>${body}</body>`;
  const server = await serve({ folder: join(corpus, folder), pages: { "/": text, ...pages } });
  const tab = await open(browser, server, "/", options);
  try {
    await act(tab.page, tab);
  } catch (error) {
    error.message += `\nconsole:\n${tab.said.join("\n")}`;
    throw error;
  } finally {
    await tab.close();
    await server.close();
  }
}

const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: 20000 });

// Notes every event of an element in the array `heard`.
const listen = `<script>
  var heard = [];
  function listen(target, capture) {
    ["loadstart", "progress", "load", "loadend", "error", "abort", "crash", "message"].forEach(function (type) {
      target.addEventListener(type, function (event) {
        heard.push([type, event.target.readyState, event.lengthComputable, event.loaded, event.total, event.url, event.bubbles, event.data]);
      }, capture);
    });
  }
</script>`;

describe("elements", { skip: noCorpus }, () => {
  test("events come in Chrome's order, with Chrome's fields", () =>
    inPage(`${listen}${embed}<script>listen(document.getElementById("m"));</script>`, async (page) => {
      await until(page, () => heard.some(([type]) => type === "loadend"));
      const heard = await page.evaluate(() => window.heard);
      const url = new URL("counter.pexe", page.url()).href;
      const size = 120496;
      assert.deepEqual(heard[0], ["loadstart", 1, false, 0, 0, undefined, false, undefined]);
      assert.deepEqual(heard[1].slice(0, 7), ["progress", 3, false, 0, 0, undefined, false]);
      const translated = heard.slice(2, -2);
      assert.ok(translated.length > 0);
      for (const one of translated) {
        assert.deepEqual([one[0], one[1], one[2], one[4], one[5]], ["progress", 3, true, size, url]);
      }
      assert.equal(translated.at(-1)[3], size);
      assert.deepEqual(heard.at(-2).slice(0, 7), ["load", 4, true, size, size, url, false]);
      assert.deepEqual(heard.at(-1).slice(0, 7), ["loadend", 4, true, size, size, url, false]);
    }));

  test("the page sees the attributes that it wrote, and the same element", () =>
    inPage(`<div id="listener">${embed}</div>`, async (page) => {
      const before = await page.evaluate(() => document.body.outerHTML);
      await until(page, () => document.getElementById("m").readyState === 4);
      assert.equal(await page.evaluate(() => document.body.outerHTML), before);
      assert.ok(await page.evaluate(() => window.m === document.embeds[0] && listener.firstChild === m));
    }));

  test("methods are there at once, and nothing posted is lost", () =>
    inPage(
      `${listen}<script>
        var element = document.createElement("embed");
        element.id = "m";
        element.src = "counter.nmf";
        element.type = "application/x-pnacl";
        var before = [typeof element.postMessage, element.readyState, element.lastError];
        listen(element);
        document.body.appendChild(element);
        var after = [typeof element.postMessage, element.readyState, element.lastError, element.exitStatus];
        for (var value = 1; value <= 5; value++) element.postMessage(value);
        element.postMessage();
        element.postMessage(1, 2);
      </script>`,
      async (page) => {
        assert.deepEqual(await page.evaluate(() => before), ["undefined", undefined, undefined]);
        assert.deepEqual(await page.evaluate(() => after), ["function", undefined, "", -1]);
        await until(page, () => heard.filter(([type]) => type === "message").length >= 5);
        const heard = await page.evaluate(() =>
          window.heard.filter(([type]) => type !== "progress").map((one) => [one[0], one[7]]),
        );
        assert.deepEqual(heard, [
          ["loadstart", undefined],
          ["load", undefined],
          ["loadend", undefined],
          ...[1, 3, 6, 10, 15].map((sum) => ["message", sum]),
        ]);
      },
    ));

  test("innerHTML, a late type, a clone: each is a program of its own", () =>
    inPage(
      `<div id="a"></div><div id="b"></div><script>
        var sums = {};
        function add(name, element) {
          element.addEventListener("message", function (event) { sums[name] = event.data; });
        }
        a.innerHTML = '${embed}';
        add("inner", a.firstChild);
        var late = document.createElement("embed");
        late.src = "counter.nmf";
        document.body.appendChild(late);
        late.type = "application/x-pnacl";
        add("late", late);
        var copy = a.firstChild.cloneNode(true);
        b.appendChild(copy);
        add("copy", copy);
        a.firstChild.postMessage(1);
        late.postMessage(10);
        copy.postMessage(100);
      </script>`,
      async (page) => {
        await until(page, () => Object.keys(sums).length === 3);
        assert.deepEqual(await page.evaluate(() => sums), { inner: 1, late: 10, copy: 100 });
      },
    ));

  test("taken out it ends, put in again it starts anew", () =>
    inPage(`${embed}<div id="other"></div>`, async (page) => {
      await until(page, () => m.readyState === 4);
      const answer = () =>
        page.evaluate(
          () =>
            new Promise((resolve) => {
              const element = document.querySelector("embed");
              element.addEventListener("message", (event) => resolve(event.data), { once: true });
              element.postMessage(5);
            }),
        );
      assert.equal(await answer(), 5);
      assert.equal(await answer(), 10);
      assert.deepEqual(
        await page.evaluate(() => {
          window.kept = document.getElementById("m");
          kept.remove();
          return [typeof kept.postMessage, kept.readyState, kept.lastError];
        }),
        ["undefined", undefined, undefined],
      );
      await page.evaluate(() => document.body.append(kept));
      assert.equal(await answer(), 5);
      // Moved within one task.
      await page.evaluate(() => other.append(kept));
      await until(page, () => kept.readyState === 4);
      assert.equal(await answer(), 5);
    }));

  test("without a box it does not start, and losing it ends it", () =>
    inPage(`<div id="box" style="display:none">${embed}</div>`, async (page) => {
      assert.equal(await page.evaluate(() => m.lastError), undefined);
      await page.evaluate(() => {
        box.style.display = "block";
      });
      await until(page, () => m.readyState === 4);
      await page.evaluate(() => {
        box.style.display = "none";
      });
      await until(page, () => m.readyState === undefined);
    }));

  test("values keep their meaning on the way to a program and back", () =>
    inPage("", async (page) => {
      const said = await page.evaluate(() => {
        const cycle = {};
        cycle.self = cycle;
        const element = document.createElement("embed");
        element.type = "application/x-pnacl";
        element.src = "counter.nmf";
        document.body.append(element);
        element.postMessage(cycle);
        element.postMessage({
          get bad() {
            throw new Error("no");
          },
        });
        try {
          element.postMessage = 1;
        } catch (error) {
          return error.message;
        }
      });
      assert.equal(said, "Cannot set properties with the name postMessageor postMessageAndAwaitResponse");
    }));

  for (const [name, manifest, text] of [
    ["no JSON", "{", /^NaCl module load failed: manifest JSON parsing failed: /],
    ["no dictionary", "[]", /manifest: is not a json dictionary\.$/],
    ["no program", "{}", /manifest: missing 'program' section\.$/],
    ["nothing portable", '{"program":{}}', /manifest: no version of program given for portable\.$/],
    [
      "no translation",
      '{"program":{"portable":{}}}',
      /manifest: program property 'portable' does not have required key: 'pnacl-translate'\.$/,
    ],
    [
      "a missing program",
      '{"program":{"portable":{"pnacl-translate":{"url":"missing.pexe"}}}}',
      /PnaclCoordinator: pexe load failed \(pp_error=-2\)\.$/,
    ],
    [
      "a program that is none",
      '{"program":{"portable":{"pnacl-translate":{"url":"/"}}}}',
      /PnaclCoordinator: Compile stream (chunk|end) failed: /,
    ],
  ]) {
    test(`the error of ${name} is Chrome's`, () =>
      inPage(
        `${listen}<embed id="m" src="bad.nmf" type="application/x-pnacl"><script>listen(m);</script>`,
        async (page, { said }) => {
          await until(page, () => heard.some(([type]) => type === "loadend"));
          const heard = await page.evaluate(() => window.heard.map((one) => one.slice(0, 2)));
          assert.deepEqual(
            heard.filter(([type]) => type !== "progress"),
            [
              ["loadstart", 1],
              ["error", 4],
              ["loadend", 4],
            ],
          );
          const error = await page.evaluate(() => m.lastError);
          assert.match(error, text);
          assert.ok(
            said.some(
              (line) => line === `error: NativeClient: ${error.replace("NaCl module load failed: ", "")}`,
            ),
          );
        },
        { pages: { "/bad.nmf": manifest } },
      ));
  }

  test("navigator knows the type", () =>
    inPage("", async (page) => {
      assert.deepEqual(
        await page.evaluate(() => {
          const type = navigator.mimeTypes["application/x-pnacl"];
          return [
            type.type,
            type.description,
            type.enabledPlugin.name,
            navigator.plugins.namedItem("Native Client").filename,
          ];
        }),
        ["application/x-pnacl", "Portable Native Client Executable", "Native Client", "internal-nacl-plugin"],
      );
    }));

  test("a program that ends before it is loaded is an error", () =>
    inPage(
      `${listen}<embed id="m" src="bad.nmf" type="application/x-pnacl"><script>listen(m);</script>`,
      async (page) => {
        await until(page, () => heard.some(([type]) => type === "loadend"));
        assert.deepEqual(await page.evaluate(() => [m.lastError, m.exitStatus, heard.at(-2)[0]]), [
          "NaCl module load failed: Nexe crashed during startup",
          1,
          "error",
        ]);
      },
      {
        folder: "../cli",
        pages: { "/bad.nmf": '{"program":{"portable":{"pnacl-translate":{"url":"fannkuchredux.pexe"}}}}' },
      },
    ));

  test("the second visit takes the translation that was kept", () =>
    inPage(embed, async (page) => {
      await until(page, () => m.readyState === 4);
      await page.waitForFunction(
        async () => (await (await caches.open("pinnacle-translated-1")).keys()).length === 1,
      );
      await page.reload();
      await until(page, () => m.readyState === 4);
      await page.evaluate(async () => {
        const cache = await caches.open("pinnacle-translated-1");
        const [key] = await cache.keys();
        const headers = { "content-type": "application/wasm", "x-pinnacle": "{}" };
        await cache.put(key, new Response(new Uint8Array(9), { headers }));
      });
      // What is damaged is made anew.
      await page.reload();
      await until(page, () => m.readyState === 4);
    }));

  test("a hundred programs come and go", () =>
    inPage("", async (page) => {
      await page.evaluate(async () => {
        for (let round = 0; round < 100; round++) {
          const element = document.createElement("embed");
          element.type = "application/x-pnacl";
          element.src = "counter.nmf";
          const answer = new Promise((resolve, reject) => {
            element.addEventListener("message", ({ data }) => resolve(data));
            element.addEventListener("error", () => reject(new Error(element.lastError)));
          });
          document.body.append(element);
          element.postMessage(round);
          if ((await answer) !== round) throw new Error(`round ${round}`);
          element.remove();
        }
      });
      // The driver hears of it a little later.
      for (let wait = 0; wait < 100 && page.workers().length > 0; wait++) await page.waitForTimeout(50);
      assert.equal(page.workers().length, 0);
    }));

  test("a content security policy of wasm-unsafe-eval and no more suffices", async () => {
    const headers = {
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; object-src 'self'",
    };
    const pages = { "/": `<!doctype html>${script}<body>${embed}</body>` };
    const server = await serve({ folder: join(corpus, "counter"), pages, headers });
    const tab = await open(browser, server);
    let state;
    for (let wait = 0; wait < 200 && state !== 4; wait++) {
      await tab.page.waitForTimeout(50);
      state = await tab.page.evaluate(() => document.getElementById("m").readyState);
    }
    assert.equal(state, 4, tab.said.join("\n"));
    assert.deepEqual(tab.said, []);
    await tab.close();
    await server.close();
  });

  test("the script may come from another origin", async () => {
    const cdn = await serve({ headers: { "Access-Control-Allow-Origin": "*" } });
    const body = `<!doctype html><script src="${cdn.url}/pinnacle/pinnacle.js"></script><body>${embed}</body>`;
    const server = await serve({ folder: join(corpus, "counter"), pages: { "/": body } });
    const tab = await open(browser, server, "/", { others: [cdn.url] });
    await tab.page
      .waitForFunction(() => m.readyState === 4, undefined, { timeout: 10000 })
      .catch((error) => {
        error.message += tab.said.join("\n");
        throw error;
      });
    await tab.close();
    await server.close();
    await cdn.close();
  });

  test("mouse events reach the page and the canvas leaves no trace in it", () =>
    inPage(
      `<embed id="m" width="50" height="40" src="counter.nmf" type="application/x-pnacl">
      <script>var heard = []; m.addEventListener("mousedown", function (event) { heard.push(event.target === m); });</script>`,
      async (page) => {
        await until(page, () => m.readyState === 4);
        const { x, y } = await page.evaluate(() => m.getBoundingClientRect());
        await page.mouse.click(x + 5, y + 5);
        assert.deepEqual(await page.evaluate(() => heard), [true]);
        assert.equal(await page.evaluate(() => document.querySelectorAll("canvas, style").length), 0);
      },
    ));
});
