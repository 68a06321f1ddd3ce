// The loader class for Emularity in examples/archives/emularity. A stand-in has the part of
// Emularity that loaders use: functions for configurations, a file system, and the order of its
// calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  inPage,
  launch,
  noCompiler,
  type Page,
  type Programs,
  until,
} from "./support.ts";

// Globals of the pages.
declare let emulator: { runner: Runner; mute(): void; unmute(): void };
declare let heard: unknown[];
type Runner = { element: HTMLElement & { postMessage(value: unknown): void; pinnacle: { volume: number } } };

const loader = readFileSync(
  new URL("../../examples/archives/emularity/pnacl_loader.js", import.meta.url),
  "utf8",
);

const STAND_IN = `<script>
  const merge = (one, other) => Array.isArray(one) ? one.concat(other)
    : typeof one === "object" ? Object.entries(other).reduce((all, [key, value]) =>
        ({ ...all, [key]: key in all ? merge(all[key], value) : value }), one)
    : other;
  const BaseLoader = (...parts) => parts.reduce(merge);
  BaseLoader.emulatorJS = (emulatorJS) => ({ emulatorJS });
  BaseLoader.nativeResolution = (width, height) => ({ nativeResolution: { width, height } });
  BaseLoader.scale = (scale) => ({ scale });
  BaseLoader.mountFile = (mountpoint, file) => ({ files: [{ mountpoint, file }] });
  BaseLoader.fetchFile = (title, url) => ({ title, url });
  function DosBoxLoader() {}
  Object.setPrototypeOf(DosBoxLoader, BaseLoader);

  const BrowserFS = {
    initialize(files) { this.files = files; },
    BFSRequire() {
      return {
        existsSync: (path) => BrowserFS.files.has(path),
        readFileSync: (path) => BrowserFS.files.get(path),
      };
    },
  };

  class Emulator {
    constructor(canvas, callbacks, config) { Object.assign(this, { canvas, config }); }
    async start() {
      const { canvas, config } = this;
      config.fs = new Map();
      for (const { mountpoint, file } of config.files)
        config.fs.set(mountpoint, new Uint8Array(await (await fetch(file.url)).arrayBuffer()));
      await new Promise((resolve) => {
        const script = Object.assign(document.createElement("script"), { src: config.emulatorJS, onload: resolve });
        document.head.append(script);
      });
      this.runner = new config.runner(canvas, config);
      if (config.scale && config.nativeResolution) {
        canvas.width = config.nativeResolution.width * config.scale;
        canvas.height = config.nativeResolution.height * config.scale;
        canvas.style.width = canvas.width + "px";
        canvas.style.height = canvas.height + "px";
      }
      this.runner.onStarted(() => heard.push("started"));
      this.runner.onReset(() => {});
      this.runner.start();
    }
    mute() { this.runner.mute(); }
    unmute() { this.runner.unmute(); }
  }
</script><script>${loader}</script>`;

/** Makes a page that starts a program with some parts of its configuration. */
const pageWith = (
  ...parts: string[]
) => `<!doctype html><body><div id="place"><canvas id="seat"></canvas></div>
  ${STAND_IN}<script>
  const heard = [];
  document.getElementById("place").addEventListener("message", (event) => heard.push(event.data), true);
  const emulator = new Emulator(document.getElementById("seat"), null,
    new PNaClLoader(PNaClLoader.emulatorJS("/pinnacle/pinnacle.js"), ${parts.join(", ")}));
  emulator.start();
</script></body>`;

describe("the loader for Emularity", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("describe");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  const run = (parts: string[], act: (page: Page) => Promise<void>) =>
    inPage(browser, pageWith(...parts), act, { folder: built.folder, pages: built.manifests });

  /** Asks the program, and returns its answer. */
  async function answer(page: Page, question: string) {
    const count = await page.evaluate((question) => {
      emulator.runner.element.postMessage(question);
      return heard.length;
    }, question);
    await until(page, (count: number) => heard.length > count, count);
    return page.evaluate(() => heard.at(-1));
  }

  test("puts a program in place of the canvas, in its size and with its name", () =>
    run(
      [
        'PNaClLoader.manifest("describe.nmf")',
        'PNaClLoader.attributes({ level: "3" })',
        "PNaClLoader.nativeResolution(100, 60)",
        "PNaClLoader.scale(2)",
      ],
      async (page) => {
        await until(page, () => heard.includes("started"));
        assert.equal(await page.evaluate(() => document.getElementById("seat")?.localName), "embed");
        assert.match(String(await answer(page, "?attributes")), /level,3,width,200,height,120/);
        assert.match(String(await answer(page, "?size")), /200.*120/);
      },
    ));

  test("runs a program from the files that Emularity has mounted", () =>
    run(
      [
        'PNaClLoader.mounted("/game/start.nmf")',
        'PNaClLoader.mountFile("/game/start.nmf", PNaClLoader.fetchFile("Manifest", "describe.nmf"))',
        'PNaClLoader.mountFile("/game/describe.pexe", PNaClLoader.fetchFile("Program", "describe.pexe"))',
        "PNaClLoader.nativeResolution(100, 60)",
      ],
      async (page) => {
        await until(page, () => heard.includes("started"));
        assert.match(String(await answer(page, "?attributes")), /src,blob:.*width,100|width,100.*src,blob:/);
      },
    ));

  test("mutes the program", () =>
    run(['PNaClLoader.manifest("describe.nmf")'], async (page) => {
      await until(page, () => heard.includes("started"));
      const volumes = await page.evaluate(() => {
        const { pinnacle } = emulator.runner.element;
        const found = [pinnacle.volume];
        emulator.mute();
        found.push(pinnacle.volume);
        emulator.unmute();
        return [...found, pinnacle.volume];
      });
      assert.deepEqual(volumes, [1, 0, 1]);
      await assert.rejects(
        page.evaluate(() => {
          emulator.runner.element.pinnacle.volume = 2;
        }),
        /volume must be from 0 to 1, found 2/,
      );
    }));

  test("lets Emularity hide its screen if a program cannot start", () =>
    run(['PNaClLoader.manifest("missing.nmf")'], (page) =>
      until(page, () => heard.includes("started")).then(() => {}),
    ));
});
