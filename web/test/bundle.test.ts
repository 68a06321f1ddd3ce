// Single-file pages by `pinnacle bundle`, opened from a disk without a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  type Browser,
  compile,
  compilerCommand,
  corpusFolder,
  launch,
  noCompiler,
  noCorpus,
  type Page,
  until,
} from "./support.ts";

describe("a bundle", () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-bundle-"));
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Makes a bundle and opens it in an empty folder. Records all requests. */
  async function opened(file: string, ...options: string[]) {
    const alone = mkdtempSync(join(folder, "alone-"));
    const bundle = join(alone, "game.html");
    const [pinnacle] = compilerCommand();
    execFileSync(pinnacle, ["bundle", file, "-o", bundle, ...options]);
    const context = await browser.newContext();
    const page = await context.newPage();
    const said: string[] = [];
    const asked: string[] = [];
    page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => said.push(`uncaught: ${error.message}`));
    page.on("request", (request) => asked.push(request.url()));
    const url = pathToFileURL(bundle).href;
    await page.goto(url);
    /** Requests for files that are not in the page. */
    const outside = () => asked.filter((asked) => asked !== url && !/^(data|blob):/.test(asked));
    return { page, said, outside, close: () => context.close() };
  }

  const heard = (page: Page, count: number) =>
    until(page, (count) => (globalThis as unknown as { heard: unknown[] }).heard.length >= count, count);

  test("a program goes on from a saved state in the file", { skip: noCorpus || noCompiler }, async () => {
    const site = join(folder, "saved");
    mkdirSync(site);
    const path = (name: string) => join(site, name);
    for (const name of ["counter.nmf", "counter.pexe"])
      copyFileSync(join(corpusFolder("counter"), name), path(name));
    const [pinnacle] = compilerCommand();
    execFileSync(pinnacle, ["run", path("counter.pexe"), "--post", "40", "--save", path("counter.state")]);
    writeFileSync(
      path("index.html"),
      `<!doctype html><div id="outer"><script>
        var heard = [];
        document.getElementById("outer").addEventListener("message", (event) => heard.push(event.data), true);
      </script><embed id="m" width="0" height="0" src="counter.nmf" type="application/x-pnacl"
        data-restore="counter.state"></div>`,
    );
    const { page, said, outside, close } = await opened(path("index.html"));
    await page.evaluate(() => {
      const program = document.getElementById("m") as HTMLElement & { postMessage(value: number): void };
      program.postMessage(2);
    });
    await heard(page, 1);
    const found = await page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard);
    assert.deepEqual([found, said, outside()], [[42], [], []]);
    await close();
  });

  test("a page, its program and the loaded files are in one file", {
    skip: noCorpus || noCompiler,
  }, async () => {
    const site = join(folder, "site");
    mkdirSync(join(site, "parts"), { recursive: true });
    for (const name of ["counter.nmf", "counter.pexe"])
      copyFileSync(join(corpusFolder("counter"), name), join(site, name));
    const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>';
    writeFileSync(join(site, "parts/dot.svg"), dot);
    writeFileSync(join(site, "parts/data.json"), '{"answer":42}');
    writeFileSync(join(site, "parts/look.css"), "p { width: 77px; background: url(dot.svg) }");
    writeFileSync(join(site, "parts/listen.js"), "var heard = [];");
    writeFileSync(
      join(site, "index.html"),
      `<!doctype html><link rel="stylesheet" href="parts/look.css"><script src="parts/listen.js"></script>
      <p></p><img id="still" src="/parts/dot.svg"><div id="later"></div>
      <div id="outer"><script>
        document.getElementById("outer").addEventListener("message", (event) => heard.push(event.data), true);
      </script><embed id="m" width="0" height="0" src="counter.nmf" type="application/x-pnacl"></div>`,
    );
    const { page, said, outside, close } = await opened(join(site, "index.html"));
    await page.evaluate(() => {
      const program = document.getElementById("m") as HTMLElement & { postMessage(value: number): void };
      program.postMessage(40);
      program.postMessage(2);
    });
    await heard(page, 2);
    const found = await page.evaluate(async () => {
      const asked = new XMLHttpRequest();
      asked.open("GET", "parts/data.json", false);
      asked.send();
      const image = new Image();
      image.src = "parts/dot.svg?again";
      await image.decode();
      document.getElementById("later")!.innerHTML = '<img src="parts/dot.svg">';
      const late = document.querySelector<HTMLImageElement>("#later img")!;
      await new Promise((resolve) => setTimeout(resolve));
      await late.decode();
      return {
        heard: (globalThis as unknown as { heard: number[] }).heard,
        width: getComputedStyle(document.querySelector("p")!).width,
        still: document.querySelector<HTMLImageElement>("#still")!.naturalWidth,
        image: image.naturalWidth,
        late: late.naturalWidth,
        byRequest: asked.responseText,
        byFetch: await (await fetch("/parts/data.json")).json(),
      };
    });
    assert.deepEqual(found, {
      heard: [40, 42],
      width: "77px",
      still: 7,
      image: 7,
      late: 7,
      byRequest: '{"answer":42}',
      byFetch: { answer: 42 },
    });
    assert.deepEqual(
      said.filter((line) => line.startsWith("uncaught")),
      [],
    );
    assert.deepEqual(
      outside().filter((url) => !url.endsWith("dot.svg")),
      [],
    );
    await close();
  });

  test("a program without a page draws on a generated page", { skip: noCompiler }, async () => {
    const programs = compile("input_echo");
    const { page, said, outside, close } = await opened(
      join(programs.folder, "input_echo.pexe"),
      "--view",
      "320x240",
    );
    await page.evaluate(() => {
      const program = document.querySelector("embed") as HTMLElement & { postMessage(value: string): void };
      Object.assign(globalThis, { heard: [] });
      program.addEventListener("message", (event) =>
        (globalThis as unknown as { heard: unknown[] }).heard.push((event as MessageEvent).data),
      );
      program.postMessage("draw");
    });
    await heard(page, 1);
    assert.equal(await page.title(), "input_echo");
    const size = await page.evaluate(() => {
      const { width, height } = document.querySelector("embed")!.getBoundingClientRect();
      return [width, height];
    });
    assert.deepEqual(size, [320, 240]);
    assert.deepEqual(
      said.filter((line) => line.startsWith("uncaught")),
      [],
    );
    assert.deepEqual(outside(), []);
    await close();
    programs.remove();
  });
});
