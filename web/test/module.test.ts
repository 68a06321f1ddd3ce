// The package as a module: its contents, its types, and programs that scripts start.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { build, type Format } from "esbuild";
import { build as buildWithVite } from "vite";
import type { LoadOptions, Program } from "../src/module/pinnacle.ts";
import {
  type Browser,
  corpus,
  dist,
  ISOLATED,
  launch,
  noCorpus,
  noWorkers,
  open,
  PATIENCE,
  type Page,
  type PageOptions,
  type Served,
  serve,
} from "./support.ts";

type Source = string | URL | Blob | Response | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** The functions of the module. The pages of `load` have them as globals. */
declare function load(source: Source, options?: LoadOptions): Promise<Program>;
declare let counted: unknown[];
declare let refusal: string | undefined;

const tools = new URL("../node_modules/.bin/", import.meta.url).pathname;

/** The code of a page that has a program: all of the module's types are used. */
const EXAMPLE = `
import { type End, install, load, LoadError, type Program } from "pinnacle-web";

declare global {
  interface Window { counted: unknown[]; end: End; refusal: string }
}

install();
const program: Program = await load("/counter.pexe", {
  element: document.body, width: 40, height: 30, attributes: { greeting: "hello" },
  onprogress: (loaded: number, total: number) => console.debug(loaded, total),
});
window.counted = [];
program.addEventListener("message", ({ data }) => window.counted.push(data));
program.addEventListener("crash", ({ detail }) => console.log(detail.reason.length));
program.addEventListener("exit", ({ detail }) => console.log(detail.status + 1));
program.postMessage(1);
program.postMessage(41);
for await (const value of program) if (value === 42) break;
program.terminate();
window.end = await program.ended;
try {
  await load("/missing.pexe");
} catch (error) {
  if (error instanceof LoadError) window.refusal = error.message;
}
`;

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Waits for something in the page.
const until = (page: Page, condition: () => unknown) =>
  page.waitForFunction(condition, undefined, { timeout: PATIENCE });

describe("the package", { skip: noCorpus }, () => {
  let folder: string;
  let installed: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "pinnacle-package-"));
    const npm = (...words: string[]) =>
      execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const [{ filename }] = JSON.parse(npm("pack", dist, "--json"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
    installed = join(folder, "node_modules/pinnacle-web");
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/example.ts"), EXAMPLE);
  });
  after(() => rmSync(folder, { recursive: true }));

  test("has the licence, four files for pages, and nothing to run on a server", () => {
    const about = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.equal(about.dependencies, undefined);
    for (const file of ["LICENSE", "README.md", ...about.files]) readFileSync(join(installed, file));
  });

  // Vite, Rollup's plugins and webpack copy what is written so, and leave out anything else.
  test("both files are named in the form that bundlers recognise", () => {
    const text = readFileSync(join(dist, "pinnacle.mjs"), "utf8");
    const form = /\bnew\s+URL\s*\(\s*(?:"([^"]+)"|'([^']+)')\s*,\s*import\.meta\.url\s*\)/g;
    const named = [...text.matchAll(form)].map(([, double, single]) => double ?? single);
    assert.deepEqual(named.sort(), ["./pinnacle-worker.js", "./pinnacle.wasm"]);
  });

  test("its types work in a strict program", () => {
    const options =
      "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom";
    const check = () =>
      execFileSync(join(tools, "tsc"), [...options.split(" "), "src/example.ts"], {
        cwd: folder,
        encoding: "utf8",
      });
    check();
    writeFileSync(join(folder, "src/example.ts"), `${EXAMPLE}program.exit();`);
    assert.throws(check, ({ stdout }: { stdout: string }) =>
      stdout.includes("Property 'exit' does not exist on type 'Program'"),
    );
    writeFileSync(join(folder, "src/example.ts"), EXAMPLE);
  });

  // Opens the example in a page with the text `script`.
  const runExample = async (script: string, pages: Record<string, Served>, others: string[] = []) => {
    const server = await serve({
      folder: join(corpus!, "counter"),
      pages: { "/": `<!doctype html>${script}<body>`, ...pages },
    });
    const tab = await open(browser, server, "/", { others });
    try {
      await until(tab.page, () => "refusal" in window);
      const found = await tab.page.evaluate(() => [counted, window.end, refusal] as const);
      assert.deepEqual(found[0], [1, 42]);
      assert.deepEqual(found[1], { kind: "terminated" });
      assert.match(found[2]!, /pexe load failed/);
      assert.equal(await tab.page.evaluate(() => document.body.children.length), 0);
    } catch (error) {
      (error as Error).message += `\nconsole:\n${tab.said.join("\n")}`;
      throw error;
    } finally {
      await tab.close();
      await server.close();
    }
  };

  const files = (at: string): Record<string, Served> =>
    Object.fromEntries(
      ["pinnacle-worker.js", "pinnacle.mjs", "pinnacle.wasm"].map((name) => [
        `${at}${name}`,
        {
          type: name.endsWith("wasm") ? "application/wasm" : "text/javascript",
          body: readFileSync(join(installed, name)),
        },
      ]),
    );

  const bundle = async (format: Format) => {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: ["src/example.ts"],
      bundle: true,
      write: false,
      target: "es2022",
      format,
    });
    return { type: "text/javascript", body: outputFiles![0]!.text };
  };

  test("runs bundled, with the files beside the bundle", async () => {
    const pages = { "/app/main.js": await bundle("esm"), ...files("/app/") };
    await runExample('<script type="module" src="/app/main.js"></script>', pages);
  });

  test("runs bundled by Vite, which renames the files", async () => {
    writeFileSync(join(folder, "index.html"), '<script type="module" src="/src/example.ts"></script>');
    await buildWithVite({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: { target: "es2022", outDir: "site" },
    });
    const site = join(folder, "site");
    const names = readdirSync(join(site, "assets"));
    assert.deepEqual(names.map((name) => name.replace(/-[\w-]{8}\./, ".")).sort(), [
      "index.js",
      "pinnacle-worker.js",
      "pinnacle.wasm",
    ]);
    const pages = Object.fromEntries(
      names.map((name): [string, Served] => [
        `/assets/${name}`,
        {
          type: name.endsWith("wasm") ? "application/wasm" : "text/javascript",
          body: readFileSync(join(site, "assets", name)),
        },
      ]),
    );
    await runExample(readFileSync(join(site, "index.html"), "utf8"), pages);
  });

  test("runs bundled, with the files where useFiles says", async () => {
    writeFileSync(
      join(folder, "src/example.ts"),
      `import { useFiles } from "pinnacle-web";
      useFiles({ worker: "/files/pinnacle-worker.js", wasm: new URL("/files/pinnacle.wasm", location.href) });${EXAMPLE}`,
    );
    const pages = { "/app/main.js": await bundle("esm"), ...files("/files/") };
    writeFileSync(join(folder, "src/example.ts"), EXAMPLE);
    await runExample('<script type="module" src="/app/main.js"></script>', pages);
  });

  // Types are removed, and names are not changed.
  const plain = async () => {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: ["src/example.ts"],
      write: false,
      outdir: "out",
      target: "es2022",
    });
    return { type: "text/javascript", body: outputFiles[0]!.text };
  };

  test("runs unbundled, by an import map", async () => {
    const map = '<script type="importmap">{"imports":{"pinnacle-web":"/modules/pinnacle.mjs"}}</script>';
    const pages = { "/main.js": await plain(), ...files("/modules/") };
    await runExample(`${map}<script type="module" src="/main.js"></script>`, pages);
  });

  test("runs from another origin", async () => {
    const headers = { "Access-Control-Allow-Origin": "*" };
    const cdn = await serve({ pages: files("/"), headers });
    const map = `<script type="importmap">{"imports":{"pinnacle-web":"${cdn.url}/pinnacle.mjs"}}</script>`;
    const script = `${map}<script type="module" src="/main.js"></script>`;
    await runExample(script, { "/main.js": await plain() }, [cdn.url]).finally(cdn.close);
  });
});

describe("load", { skip: noCorpus }, () => {
  // Opens a page with the functions of the module as globals.
  const inPage = async (
    act: (page: Page) => unknown,
    { folder = "counter", headers = {} }: PageOptions = {},
  ) => {
    const text = `<!doctype html><body><script type="module">
      import * as pinnacle from "/pinnacle/pinnacle.mjs";
      Object.assign(window, pinnacle);
    </script></body>`;
    const server = await serve({ folder: join(corpus!, folder), pages: { "/": text }, headers });
    const tab = await open(browser, server, "/");
    try {
      await until(tab.page, () => "load" in window);
      await act(tab.page);
    } catch (error) {
      (error as Error).message += `\nconsole:\n${tab.said.join("\n")}`;
      throw error;
    } finally {
      await tab.close();
      await server.close();
    }
  };

  test("takes a response, a blob, a buffer, a view, a manifest", () =>
    inPage(async (page) => {
      const answers = await page.evaluate(async () => {
        const bytes = await (await fetch("counter.pexe")).arrayBuffer();
        const sources = [
          await fetch("counter.pexe"),
          new Blob([bytes]),
          bytes,
          new Uint8Array(bytes),
          new URL("counter.nmf", location.href),
        ];
        const all = [];
        for (const source of sources) {
          const program = await load(source);
          const answer = new Promise((resolve) => {
            program.onmessage = ({ data }) => resolve(data);
          });
          program.postMessage(7);
          all.push(await answer);
          program.terminate();
        }
        return [...all, bytes.byteLength];
      });
      assert.deepEqual(answers, [7, 7, 7, 7, 7, 120496]);
    }));

  test("reports why a program does not run", () =>
    inPage(async (page) => {
      const refusals = await page.evaluate(async () => {
        const why = (source: Source) =>
          load(source).then(String, (error: Error) => `${error.name}: ${error.message}`);
        return [
          await why(new Blob(["no program"])),
          await why(await fetch("missing.pexe")),
          await why("missing.nmf"),
        ];
      });
      assert.match(refusals[0]!, /^LoadError: PnaclCoordinator: Compile stream/);
      assert.match(refusals[1]!, /^LoadError: http.*missing.pexe: the status is 404.$/);
      assert.equal(refusals[2], "LoadError: could not load manifest url.");
    }));

  test("a value that contains itself is a TypeError", () =>
    inPage(async (page) => {
      const error = await page.evaluate(async () => {
        const program = await load("counter.pexe");
        const circle: { circle?: object } = {};
        circle.circle = circle;
        try {
          program.postMessage(circle);
        } catch (error) {
          return error instanceof TypeError;
        }
      });
      assert.equal(error, true);
    }));

  test("a signal ends a program before and after it runs, and leaves nothing", () =>
    inPage(async (page) => {
      const reasons = await page.evaluate(async () => {
        const why = (promise: Promise<Program>) => promise.then(String, (error: Error) => error.name);
        const early = new AbortController();
        const loading = why(load("counter.pexe", { signal: early.signal, element: document.body }));
        await undefined;
        early.abort();
        const late = new AbortController();
        const program = await load("counter.pexe", { signal: late.signal, element: document.body });
        late.abort();
        return [
          await loading,
          await why(load("counter.pexe", { signal: AbortSignal.abort() })),
          (await program.ended).kind,
          document.querySelectorAll("div, canvas").length,
        ];
      });
      assert.deepEqual(reasons, ["AbortError", "AbortError", "terminated", 0]);
      await noWorkers(page);
    }));

  for (const [how, headers] of [
    ["isolated", ISOLATED],
    ["not isolated", {}],
  ] as const) {
    test(`draws in a canvas of the page, which keeps its size, or in a new canvas (${how})`, () =>
      inPage(
        async (page) => {
          const sizes = await page.evaluate(async () => {
            const canvas = document.createElement("canvas");
            canvas.width = 160;
            canvas.height = 120;
            document.body.append(canvas);
            const [own, boxed] = await Promise.all([
              load("pnacl/Release/path-tracer.nmf", { canvas }),
              load("pnacl/Release/path-tracer.nmf", { element: document.body, width: 64, height: 48 }),
            ]);
            const drawn = (program: Program) =>
              new Promise<void>((resolve) => {
                program.onmessage = ({ data }) => {
                  if ((data as number) >= 2) resolve();
                };
              });
            await Promise.all([drawn(own), drawn(boxed)]);
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const of = (one: HTMLCanvasElement) => {
              const copy = new OffscreenCanvas(one.width, one.height).getContext("2d")!;
              copy.drawImage(one, 0, 0);
              const middle = copy.getImageData(one.width / 2, one.height / 2, 1, 1).data;
              return [one.width, one.height, one.clientWidth, one.clientHeight, middle[3]];
            };
            return [of(canvas), of(boxed.element!.firstElementChild as HTMLCanvasElement)];
          });
          assert.deepEqual(sizes, [
            [160, 120, 160, 120, 255],
            [64, 48, 64, 48, 255],
          ]);
        },
        { folder: "path-tracer", headers },
      ));
  }
});
