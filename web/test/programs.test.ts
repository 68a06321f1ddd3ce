// Real programs in pages that act like their own pages.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  inPage as anyPage,
  type Browser,
  launch,
  noCorpus,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let alerts: string[];
declare let answers: { id: number; data: ArrayBuffer; res: number; hash: string }[];
declare let heard: unknown[];
declare let messages: ArrayBuffer[];
declare let kept: number;
declare let module: HTMLElement;

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Opens a page next to the programs of a folder.
const inPage = (folder: string, text: string, act: Act, options?: PageOptions) =>
  anyPage(browser, text, act, { folder, ...options });

describe("programs", { skip: noCorpus }, () => {
  test("the first lesson says hello in an alert", () =>
    inPage(
      "hello-tutorial",
      `<!doctype html>${script}<body><script>
        var heard = [], alerts = [];
        window.alert = function (text) { alerts.push(text); };
      </script>
      <div id="listener"><script>
        var listener = document.getElementById("listener");
        listener.addEventListener("load", function () {
          heard.push("load");
          document.getElementById("hello").postMessage("hello");
        }, true);
        listener.addEventListener("message", function (event) { heard.push("message"); alert(event.data); }, true);
      </script>
      <embed id="hello" name="hello" width="0" height="0" src="hello_tutorial.nmf" type="application/x-pnacl">
      </div></body>`,
      async (page) => {
        await until(page, () => alerts.length > 0);
        assert.deepEqual(await page.evaluate(() => alerts), ["Hello from NaCl!"]);
        assert.deepEqual(await page.evaluate(() => heard), ["load", "message"]);
      },
    ));

  test("the counter counts, although its listener is added when the page is loaded", () =>
    inPage(
      "counter",
      `<!doctype html>${script}<body onload="pageDidLoad()"><script>
        var heard = [], module;
        function pageDidLoad() {
          heard.push("page");
          module = document.getElementById("counter");
          var listener = document.getElementById("listener");
          listener.addEventListener("load", function () { heard.push("load"); }, true);
          listener.addEventListener("message", function (event) { heard.push(event.data); }, true);
        }
      </script>
      <div id="listener">
        <embed name="nacl_module" id="counter" width=0 height=0 src="counter.nmf" type="application/x-pnacl">
      </div></body>`,
      async (page) => {
        await until(page, () => heard.includes("load"));
        await page.evaluate(() => {
          for (const value of [1, 1, 41, 2.9, "five", 0]) module.postMessage(value);
        });
        await until(page, () => heard.length >= 7);
        assert.deepEqual(await page.evaluate(() => heard), ["page", "load", 1, 2, 43, 45, 45]);
      },
    ));

  test("argon2 hashes a password in an element that a click creates", () =>
    inPage(
      "argon2",
      `<!doctype html>${script}<body><button id="go">go</button><div id="pnaclListener"></div><script>
        var answers = [], first = true, heard = [];
        function hash(parameters) { document.getElementById("argon2").postMessage(parameters); }
        document.getElementById("go").addEventListener("click", function () {
          if (!navigator.mimeTypes["application/x-pnacl"]) throw new Error("no type");
          var listener = document.getElementById("pnaclListener");
          var embed = document.createElement("embed");
          embed.setAttribute("name", "argon2");
          embed.setAttribute("id", "argon2");
          embed.setAttribute("width", "0");
          embed.setAttribute("height", "0");
          embed.setAttribute("src", "argon2.nmf");
          embed.setAttribute("type", "application/x-pnacl");
          ["load", "message", "error", "crash"].forEach(function (type) {
            listener.addEventListener(type, function (event) {
              heard.push(type);
              if (type === "message") answers.push(event.data);
            }, true);
          });
          listener.appendChild(embed);
          embed.offsetTop;
          hash({ pass: "password", salt: "somesalt", time: 100, mem: 1024, hashLen: 32, parallelism: 1, type: 0 });
          hash({ pass: "password", salt: "somesalt", time: 1, mem: 1024, hashLen: 32, parallelism: 1, type: 1 });
          hash({ pass: "password", salt: "short", time: 1, mem: 1024, hashLen: 32, parallelism: 1, type: 1 });
        });
      </script></body>`,
      async (page) => {
        await page.click("#go");
        await until(page, () => answers.length === 3);
        const hashes = await page.evaluate(() => answers);
        assert.deepEqual(hashes[0], {
          res: 0,
          hash: "4276c49f2aff9e6e5934628f2127022ce249ea60257c1fdea8f65240c327e276",
          encoded: "$argon2d$v=19$m=1024,t=100,p=1$c29tZXNhbHQ$QnbEnyr/nm5ZNGKPIScCLOJJ6mAlfB/eqPZSQMMn4nY",
        });
        assert.equal(hashes[1]?.hash, "95466cc4f92f874954617eec0aa1195d22980abd625e5cac44763ae3a9cb6ab7");
        assert.equal(hashes[2]?.res, -6);
        assert.deepEqual(await page.evaluate(() => heard), ["load", "message", "message", "message"]);
      },
    ));

  test("furious sends the first message, from an object made by a script", () =>
    inPage(
      "furious",
      `<!doctype html>${script}<body><script>
        var messages = [], loads = 0;
        var object = document.createElement("object");
        object.width = 0;
        object.height = 0;
        object.data = "furious.nmf";
        object.type = "application/x-pnacl";
        object.addEventListener("message", function (event) { messages.push(event.data); });
        object.addEventListener("error", function (event) { messages.push("error " + object.lastError); });
        document.body.appendChild(object);
      </script></body>`,
      async (page) => {
        await until(page, () => messages.length > 0);
        const first = await page.evaluate(() => Array.from(new Uint8Array(messages[0]!)));
        // The response with number 0, of type INIT.
        assert.deepEqual(first.slice(0, 7), [0x0d, 0, 0, 0, 0, 0x10, 2]);
      },
    ));

  test("webpenc compresses a picture of eight megabytes", () =>
    inPage(
      "webpenc",
      `<!doctype html>${script}<body><div id="listener"><script>
        var answers = [];
        var listener = document.getElementById("listener");
        listener.addEventListener("load", function () {
          var pixels = new Uint8Array(8294400);
          for (var y = 10; y < 110; y++) for (var x = 10; x < 110; x++) {
            pixels[4 * (1920 * y + x)] = 255;
            pixels[4 * (1920 * y + x) + 3] = 255;
          }
          var message = { rgba: pixels.buffer, id: 1, width: 1920, height: 1080, quality: "lossless" };
          listener.firstElementChild.nextElementSibling.postMessage(message);
          kept = pixels.buffer.byteLength;
        }, true);
        listener.addEventListener("message", function (event) { answers.push(event.data); }, true);
      </script><embed width=0 height=0 src="webpenc.nmf" type="application/x-pnacl"></div></body>`,
      async (page) => {
        await until(page, () => answers.length > 0);
        const answer = await page.evaluate(async () => {
          const { id, data } = answers[0]!;
          const bytes = new Uint8Array(data);
          const bitmap = await createImageBitmap(new Blob([data], { type: "image/webp" }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext("2d")!;
          context.drawImage(bitmap, 0, 0);
          const pixel = (x: number, y: number) => Array.from(context.getImageData(x, y, 1, 1).data);
          return {
            id,
            kept,
            name: new TextDecoder().decode(bytes.slice(0, 4)) + new TextDecoder().decode(bytes.slice(8, 16)),
            size: [bitmap.width, bitmap.height],
            pixels: [pixel(10, 10), pixel(109, 109), pixel(110, 110)],
          };
        });
        assert.deepEqual(answer, {
          id: 1,
          kept: 8294400,
          name: "RIFFWEBPVP8L",
          size: [1920, 1080],
          pixels: [
            [255, 0, 0, 255],
            [255, 0, 0, 255],
            [0, 0, 0, 0],
          ],
        });
      },
    ));

  test("the core estimator sees all processors, in an element outside of the body", () =>
    inPage(
      "core-estimator",
      `<!doctype html>${script}<body><script>
        var answers = [];
        var html = "http://www.w3.org/1999/xhtml";
        var listener = document.createElementNS(html, "div");
        var embed = document.createElementNS(html, "embed");
        embed.setAttribute("path", "nacl_module/pnacl/Release");
        embed.setAttribute("src", location.origin + "/nacl_module/pnacl/Release/cores.nmf");
        embed.setAttribute("type", "application/x-pnacl");
        listener.addEventListener("load", function () { embed.postMessage(0); }, true);
        listener.addEventListener("message", function (event) { answers.push(event.data); }, true);
        listener.appendChild(embed);
        document.documentElement.appendChild(listener);
      </script></body>`,
      async (page) => {
        await until(page, () => answers.length > 0);
        const [answer, processors] = await page.evaluate(() => [answers[0], navigator.hardwareConcurrency]);
        assert.equal(answer, processors);
      },
    ));
});
