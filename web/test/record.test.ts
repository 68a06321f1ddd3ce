// Recordings of programs in the page: the command replays them, with the same picture and the same
// messages.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pixelsOf } from "./pixels.ts";
import {
  type Browser,
  compile,
  compilerCommand,
  ISOLATED,
  inPage,
  launch,
  manifest,
  noCompiler,
  type Page,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare const m: HTMLEmbedElement & {
  readyState: number;
  pinnacle: { version: string; recording(): Promise<Blob> };
};
declare let heard: unknown[];

const examples = new URL("../../examples/pepper/", import.meta.url).pathname;

/** The page of a program: its element fills the corner, and messages are kept. */
const text = (name: string, more = "data-record") => `<!doctype html>${script}
<body style="margin:0"><script>
  var heard = [];
  document.addEventListener("message", function (event) { heard.push(event.data); }, true);
</script>
<embed id="m" width="320" height="240" src="${name}.nmf" type="application/x-pnacl" ${more}>`;

/** Returns the recording of the page's program so far. */
async function recording(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const bytes = new Uint8Array(await (await m.pinnacle.recording()).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  });
  return Buffer.from(text, "latin1");
}

describe("a recording", { skip: noCompiler }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-record-"));
    const [command, ...options] = compilerCommand();
    const build = (source: string, ...libraries: string[]) =>
      execFileSync(command, [
        ...options,
        "-O2",
        join(examples, `${source}.c`),
        "-lppapi",
        ...libraries,
        "-o",
        join(folder, `${source}.pexe`),
      ]);
    build("sketch", "-lm");
    build("life", "-lpthread");
    for (const name of ["sketch", "life"])
      writeFileSync(join(folder, `${name}.nmf`), manifest(`${name}.pexe`));
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const engines = ["interp", "wasmtime"];

  /** Replays a recording. Returns the status, the messages and the last picture. */
  function replay(program: string, file: Buffer, engine: string) {
    const [command] = compilerCommand();
    const [tape, picture] = [join(folder, "run.rec"), join(folder, "run.png")];
    writeFileSync(tape, file);
    const options = ["--replay", tape, "--engine", engine, "--messages", "-", "--screenshot", picture];
    const run = spawnSync(command, ["run", ...options, resolve(folder, `${program}.pexe`)], {
      encoding: "utf8",
    });
    return { ...run, picture: () => pixelsOf(readFileSync(picture)) };
  }

  /** Draws two strokes, wipes the sheet before the second, and types. */
  async function draw(page: Page) {
    await until(page, () => m.readyState === 4);
    await page.mouse.move(40, 120);
    await page.mouse.down();
    await page.mouse.move(100, 40, { steps: 3 });
    await page.mouse.move(280, 200, { steps: 5 });
    await page.mouse.up();
    await until(page, () => heard.length === 1);
    await page.keyboard.press("a");
    await until(page, () => heard.length === 2);
    await page.mouse.down();
    await page.mouse.move(20, 30, { steps: 10 });
    await page.mouse.up();
    await until(page, () => heard.length === 3);
    // The picture of the last stroke comes with the next frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    });
  }

  for (const [name, headers] of [
    ["an isolated page", ISOLATED],
    ["a page that is not isolated", {}],
  ] as const) {
    test(`replays with the messages and the picture of ${name}`, () =>
      inPage(
        browser,
        text("sketch"),
        async (page) => {
          await draw(page);
          const file = await recording(page);
          const messages = await page.evaluate(() => heard);
          const seen = pixelsOf(await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } }));
          for (const engine of engines) {
            const { status, stdout, stderr, picture } = replay("sketch", file, engine);
            assert.equal(status, 0, stderr);
            assert.deepEqual(
              stdout
                .trim()
                .split("\n")
                .map((line) => JSON.parse(line)),
              messages,
            );
            const shown = picture();
            assert.deepEqual([shown.width, shown.height], [seen.width, seen.height]);
            assert.ok(shown.rgb.equals(seen.rgb), "the picture differs");
          }
        },
        { folder, headers },
      ));
  }

  test("has the threads of a program, which take turns", () =>
    inPage(
      browser,
      text("life"),
      async (page, { said }) => {
        await until(page, () => heard.length === 2);
        const file = await recording(page);
        const messages = await page.evaluate(() => heard);
        for (const engine of engines) {
          const { status, stdout, stderr } = replay("life", file, engine);
          assert.equal(status, 0, stderr);
          const lines = stdout.trim().split("\n");
          assert.deepEqual(
            lines.slice(0, 2).map((line) => JSON.parse(line)),
            messages.slice(0, 2),
          );
        }
        assert.ok(!said.some((line) => /the recording ends/.test(line)), said.join("\n"));
      },
      { folder, headers: ISOLATED },
    ));

  test("has what a program learns from OpenGL, also for another driver", async () => {
    const programs = compile("gl_readback");
    try {
      await inPage(
        browser,
        text("gl_readback"),
        async (page) => {
          await until(page, () => heard.length === 1);
          const file = await recording(page);
          const messages = await page.evaluate(() => heard);
          assert.match(`${messages}`, /^\d+ \d+ \d+ 255, \d+, \d+, 1 [\d.]+, 500$/);
          for (const engine of engines) {
            const program = join(programs.folder, "gl_readback");
            const { status, stdout, stderr } = replay(program, file, engine);
            assert.equal(status, 0, stderr);
            assert.deepEqual([JSON.parse(stdout)], messages);
          }
        },
        { folder: programs.folder, pages: programs.manifests },
      );
    } finally {
      programs.remove();
    }
  });

  test("exists only for elements that ask for it", () =>
    inPage(
      browser,
      text("sketch", ""),
      async (page) => {
        await until(page, () => m.readyState === 4);
        const refusal = await page.evaluate(() => m.pinnacle.recording().catch((error) => `${error}`));
        assert.match(`${refusal}`, /The run is not recorded/);
      },
      { folder },
    ));
});
