// Real programs with threads, pictures and files, in pages that act like their own pages. Each runs
// in an isolated page and in another one.

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
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let answers: { args?: unknown[] }[];
declare let heard: Report[];

/** The message that monte-carlo posts. */
interface Report {
  Type: string;
  Version: string;
  Models: string[];
  Samples: number;
  Mean: number;
  StdError: number;
}
declare let nacl_module: HTMLElement;

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Opens a page next to the programs of a folder.
const inPage = (folder: string, text: string, act: Act, options?: PageOptions) =>
  anyPage(browser, text, act, { folder, ...options });

describe("programs", { skip: noCorpus }, () => {
  for (const [how, headers] of WAYS) {
    test(`monte-carlo integrates on a separate thread (${how})`, () =>
      inPage(
        "monte-carlo",
        `<!doctype html>${script}<body><div id="listener"><script>
        var heard = [], isLoaded = false, listener = document.getElementById("listener");
        listener.addEventListener("load", function () { isLoaded = true; }, true);
        listener.addEventListener("message", function (event) { heard.push(event.data); }, true);
      </script><embed id="mc" width=0 height=0 src="monte_carlo.nmf" type="application/x-pnacl"></div></body>`,
        async (page) => {
          await until(page, () => window.isLoaded && heard.some((one) => one.Type === "version"));
          const version = await page.evaluate(() => heard.find((one) => one.Type === "version"));
          assert.equal(version!.Version, "Monte Carlo Version 0.2.1");
          assert.deepEqual([...version!.Models].sort(), ["Circle", "Parabola"]);
          for (const [model, expected] of [
            ["Circle", 0.785398],
            ["Parabola", 0.333333],
          ] as const) {
            await page.evaluate((model) => {
              heard = [];
              document.getElementById("mc")!.postMessage({ cmd: "sim", nPts: 1000, model });
            }, model);
            await until(page, () => heard.some((one) => one.Type === "completed"));
            const partial = await page.evaluate(() => heard.filter((one) => one.Type === "partial"));
            assert.deepEqual(
              partial.map((one) => one.Samples),
              [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000],
            );
            const { Mean, StdError } = partial.at(-1)!;
            assert.ok(Math.abs(Mean - expected) <= 5 * StdError, `${model}: ${Mean}, error ${StdError}`);
          }
        },
        { headers },
      ));
  }

  for (const [how, headers] of WAYS) {
    test(`the path tracer draws a sky and a ground while a thread runs (${how})`, () =>
      inPage(
        "path-tracer",
        `<!doctype html>${script}<body style="margin:0;background:white"><div id="listener"></div><script>
        var heard = [], listener = document.getElementById("listener");
        document.addEventListener("DOMContentLoaded", function () {
          listener.addEventListener("load", function () { heard.push("load"); }, true);
          listener.addEventListener("message", function (event) { heard.push(event.data); }, true);
          var embed = document.createElement("embed");
          embed.setAttribute("name", "nacl_module");
          embed.setAttribute("id", "nacl_module");
          embed.setAttribute("width", 512);
          embed.setAttribute("height", 384);
          embed.setAttribute("path", "pnacl/Release");
          embed.setAttribute("src", "pnacl/Release/path-tracer.nmf");
          embed.setAttribute("type", "application/x-pnacl");
          listener.appendChild(embed);
          embed.offsetTop;
        });
      </script></body>`,
        async (page) => {
          await until(page, () => heard.length >= 4);
          assert.deepEqual(await page.evaluate(() => heard.slice(0, 4)), ["load", 1, 2, 3]);
          const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 512, height: 384 } });
          const [sky, ground] = await page.evaluate(async (bytes) => {
            const blob = new Blob([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))]);
            const bitmap = await createImageBitmap(blob);
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
            const context = canvas.getContext("2d")!;
            context.drawImage(bitmap, 0, 0);
            const mean = (top: number) => {
              const { data } = context.getImageData(0, top, 512, 16);
              return [0, 1, 2].map(
                (at) => data.filter((_, index) => index % 4 === at).reduce((a, b) => a + b) / 8192,
              );
            };
            return [mean(4), mean(364)];
          }, picture.toString("base64"));
          assert.ok(sky[2]! > sky[0]! + 10, `the sky is blue: ${sky}`);
          assert.ok(ground[0]! > ground[2]! + 10, `the ground is brown: ${ground}`);
        },
        { headers },
      ));
  }

  for (const [how, headers] of WAYS) {
    test(`nacl_io opens, writes and reads files of three kinds (${how})`, () =>
      inPage(
        "nacl-io-demo",
        `<!doctype html>${script}<body><p>the page itself</p><script>var answers = [];</script>
        <div id="listener"><embed id="nacl_module" width=0 height=0 src="pnacl/Release/nacl_io_demo.nmf"
          type="application/x-pnacl"></div><script>
          listener.addEventListener("message", function (event) { answers.push(event.data); }, true);
          nacl_module.addEventListener("load", function () { nacl_module.style.height = "0"; window.isLoaded = true; });
        </script></body>`,
        async (page) => {
          await until(page, () => window.isLoaded);
          const ask = (cmd: string, ...args: unknown[]) =>
            page.evaluate(
              async ([cmd, args]) => {
                const count = answers.length;
                nacl_module.postMessage({ cmd, args });
                const end = performance.now() + 10000;
                while (answers.length === count && performance.now() < end)
                  await new Promise((go) => setTimeout(go, 5));
                return answers[count]!;
              },
              [cmd, args],
            );
          for (const path of ["/a.txt", "/persistent/a.txt"]) {
            assert.deepEqual(await ask("fopen", path, "w"), { cmd: "fopen", args: [path, 0] });
            assert.deepEqual(await ask("fwrite", 0, "hello"), { cmd: "fwrite", args: [0, 5] });
            assert.deepEqual(await ask("fclose", 0), { cmd: "fclose", args: [0] });
            assert.deepEqual(await ask("stat", path), { cmd: "stat", args: [path, 5] });
            assert.deepEqual(await ask("fopen", path, "r"), { cmd: "fopen", args: [path, 0] });
            assert.deepEqual(await ask("fread", 0, 5), { cmd: "fread", args: [0, "hello"] });
            assert.deepEqual(await ask("fclose", 0), { cmd: "fclose", args: [0] });
          }
          assert.equal(
            await ask("fopen", "/nope", "r"),
            'Error: "fopen" failed: fopen returned a NULL FILE*.',
          );
          assert.equal(await ask("nope"), 'Error: Unknown function "nope"');
          assert.deepEqual(await ask("fopen", "/http/pnacl/Release/nacl_io_demo.nmf", "r"), {
            cmd: "fopen",
            args: ["/http/pnacl/Release/nacl_io_demo.nmf", 0],
          });
          const { args } = await ask("fread", 0, 20);
          assert.match(args?.[1] as string, /^\{\s*"program"/);
        },
        { headers },
      ));
  }
});
