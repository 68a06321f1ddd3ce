// Saved states: the page and the command continue from each other's files, with the same picture.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { isFirefox } from "./firefox.ts";
import { pixelsOf } from "./pixels.ts";
import {
  type Browser,
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
  lastError: string;
  postMessage(value: unknown): void;
  pinnacle: { save(): Promise<Blob>; restore(state: BufferSource): Promise<void> };
};
declare let heard: unknown[];
declare let events: string[];

const examples = new URL("../../examples/pepper/", import.meta.url).pathname;
const programs = new URL("programs/", import.meta.url).pathname;
const headless = new URL("../../crates/cli/tests/states/", import.meta.url).pathname;

/** The number of bytes before the compressed part of a file. */
const HEAD = 44;

/** The page of a program: its element fills the corner, and messages and other events are kept. */
const text = (name: string, more = "") => `<!doctype html>${script}
<body style="margin:0"><script>
  var heard = [], events = [];
  document.addEventListener("message", function (event) { heard.push(event.data); }, true);
  ["load", "error", "crash", "abort"].forEach(function (type) {
    document.addEventListener(type, function () { events.push(type); }, true);
  });
</script>
<embed id="m" width="320" height="240" src="${name}.nmf" type="application/x-pnacl" ${more}>`;

const running = (page: Page) => until(page, () => m.readyState === 4);

/** Posts values, and waits for an answer to each. */
async function ask(page: Page, ...values: unknown[]): Promise<unknown[]> {
  const before = await page.evaluate(() => heard.length);
  await page.evaluate((values) => {
    for (const value of values) m.postMessage(value);
  }, values);
  await until(page, (count) => heard.length >= count, before + values.length);
  return page.evaluate((before) => heard.slice(before), before);
}

/** Returns a file with the state of the page's program. */
async function save(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const bytes = new Uint8Array(await (await m.pinnacle.save()).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  });
  return Buffer.from(text, "latin1");
}

/** Lets the page's program continue from a file. Returns the reason if that is refused. */
const restore = (page: Page, state: Buffer): Promise<string> =>
  page.evaluate(async (text) => {
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return m.pinnacle.restore(bytes).then(
      () => "",
      (error: Error) => error.message,
    );
  }, state.toString("latin1"));

/** Waits until the page shows a picture, and fails if it shows another one. */
async function shows(page: Page, picture: Buffer) {
  const wanted = pixelsOf(picture);
  let found = wanted;
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    found = pixelsOf(await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } }));
    if (found.rgb.equals(wanted.rgb)) return;
  }
  assert.deepEqual([found.width, found.height], [wanted.width, wanted.height]);
  assert.fail("the page shows another picture");
}

describe("a saved state", { skip: noCompiler }, () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "pinnacle-states-"));
    const [command, ...options] = compilerCommand();
    const build = (source: string, ...libraries: string[]) => {
      const name = /[^/]*$/.exec(source)?.[0];
      const output = join(folder, `${name}.pexe`);
      const sources = [`${source}.c`, "-I", examples];
      execFileSync(command, [...options, "-O2", ...sources, "-lppapi", ...libraries, "-o", output]);
      writeFileSync(join(folder, `${name}.nmf`), manifest(`${name}.pexe`));
    };
    build(join(programs, "states"));
    build(join(examples, "sketch"), "-lm");
    build(join(examples, "life"), "-lpthread");
    build(join(headless, "files"));
    build(join(headless, "worker"), "-lpthread");
    build(join(examples, "tune"), "-lm", "-lpthread");
    build(join(programs, "load_later"));
    build(join(programs, "gl_states"));
    writeFileSync(join(folder, "text.txt"), "a text that was loaded before");
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const path = (name: string) => join(folder, name);

  /** Runs a program without a screen. Returns its messages and its last picture. */
  function run(program: string, ...words: string[]) {
    const [command] = compilerCommand();
    const picture = path("run.png");
    const options = ["--view", "320x240", "--messages", "-", "--screenshot", picture];
    const { status, stdout, stderr } = spawnSync(
      command,
      ["run", ...options, ...words, path(`${program}.pexe`)],
      { encoding: "utf8" },
    );
    // A busy machine takes longer, which the command reports.
    const errors = stderr.replace(/^running for .*\n/gm, "");
    assert.deepEqual([status, errors], [0, ""]);
    const lines = stdout.split("\n").filter((line) => line !== "");
    return { messages: lines.map((line) => JSON.parse(line)), picture: readFileSync(picture) };
  }

  /** Runs a program without a screen, and returns its state at the end. */
  function saved(program: string, ...words: string[]) {
    const file = path("headless.state");
    return { ...run(program, "--save", file, ...words), state: readFileSync(file) };
  }

  function file(state: Buffer): string {
    writeFileSync(path("page.state"), state);
    return path("page.state");
  }

  const visit = (text: string, act: (page: Page, said: string[]) => Promise<void>, headers = {}) =>
    inPage(browser, text, (page, { said }) => act(page, said), { folder, headers });

  for (const engine of ["interp", "wasmtime"]) {
    test(`of a page continues without a screen (${engine})`, () =>
      visit(text("states"), async (page) => {
        await running(page);
        assert.deepEqual(await ask(page, 1, 2, "later"), ["1", "3", "asked"]);
        const state = await save(page);
        // The saved program runs on, and shows what the other one must show.
        assert.deepEqual(await ask(page, 4), ["7"]);
        const options = ["--engine", engine, "--restore", file(state), "--post", "4"];
        const { messages, picture } = run("states", ...options, "--until", "time:4");
        assert.deepEqual(messages, ["7", "later"]);
        await shows(page, picture);
      }));
  }

  test("of a run without a screen continues in a page", () =>
    visit(text("states"), async (page) => {
      await running(page);
      const before = saved("states", "--post", "3", "--post", '"later"', "--until", "frame:30");
      assert.deepEqual(before.messages, ["3", "asked"]);
      await ask(page, 20);
      assert.equal(await restore(page, before.state), "");
      await shows(page, before.picture);
      assert.deepEqual(await ask(page, 4), ["7"]);
      await until(page, () => heard.includes("later"));
      await shows(page, run("states", "--post", "7", "--until", "frame:10").picture);
      assert.deepEqual(await page.evaluate(() => events), ["load"], "the page has seen one start");
    }));

  test("has the requested inputs", () =>
    visit(text("sketch"), async (page) => {
      await running(page);
      const stroke = async (x: number, y: number) => {
        const count = await page.evaluate(() => heard.length);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 50, y + 20);
        await page.mouse.up();
        await until(page, (count) => heard.length > count, count);
      };
      await stroke(40, 40);
      const state = await save(page);
      await stroke(100, 100);
      const mouse = (action: string, x: number, y: number) => JSON.stringify({ mouse: { action, x, y } });
      const lines = [mouse("move", 100, 100), mouse("down", 100, 100), mouse("move", 150, 120)];
      writeFileSync(path("stroke.jsonl"), [...lines, mouse("up", 150, 120)].join("\n"));
      const options = ["--restore", file(state), "--script", path("stroke.jsonl"), "--until", "frame:20"];
      const { messages, picture } = run("sketch", ...options);
      assert.deepEqual(messages, await page.evaluate(() => heard.slice(1)));
      await shows(page, picture);
      // Back in the page, in another visit of it.
      await page.reload();
      await running(page);
      assert.equal(await restore(page, state), "");
      await stroke(100, 100);
      await shows(page, picture);
    }));

  test("is where a page begins that names it", () => {
    const { state, picture } = saved("states", "--post", "5", "--until", "frame:30");
    file(state);
    return visit(text("states", 'data-restore="page.state"'), async (page) => {
      await running(page);
      assert.deepEqual(await page.evaluate(() => [events, m.lastError]), [["load"], ""]);
      await shows(page, picture);
      assert.deepEqual(await ask(page, 1), ["6"]);
    });
  });

  test("that a page names must exist", () =>
    visit(text("states", 'data-restore="missing.state"'), async (page) => {
      await running(page);
      assert.deepEqual(await page.evaluate(() => events), ["error"]);
      const error = await page.evaluate(() => m.lastError);
      assert.match(error, /could not load the saved state "missing.state": the status is 404/);
    }));

  test("can be taken of a program without an element", () => {
    const body = `<!doctype html><body><canvas id="c" width="320" height="240"></canvas>`;
    return visit(body, async (page) => {
      const heard = await page.evaluate(async () => {
        const { load } = await import("/pinnacle/pinnacle.mjs" as string);
        const element = document.body;
        const size = { width: 320, height: 240 };
        const sum = async (program: EventTarget & { postMessage(value: number): void }, value: number) => {
          const answer = new Promise((resolve) =>
            program.addEventListener("message", (event) => resolve((event as MessageEvent).data), {
              once: true,
            }),
          );
          program.postMessage(value);
          return answer;
        };
        const first = await load("states.nmf", { element, ...size });
        const before = await sum(first, 2);
        const state = await first.save();
        first.terminate();
        const second = await load("states.nmf", { element, ...size, state });
        return [before, await sum(second, 3)];
      });
      assert.deepEqual(heard, ["2", "5"]);
    });
  });

  /** A thread can be started on isolated pages and, where browsers can suspend it, on others. */
  for (const headers of isFirefox ? [ISOLATED] : [ISOLATED, {}]) {
    const where = headers === ISOLATED ? "on an isolated page" : "by turns";

    test(`has a thread in its message loop (${where})`, () =>
      visit(
        text("worker"),
        async (page) => {
          await running(page);
          await ask(page, 1);
          const state = await save(page);
          const sumOf = (answer: unknown) => Number(/^the sum is (\d+)$/.exec(`${answer}`)?.[1]);
          // The page's thread counts on its own stack, and goes on to do so elsewhere.
          const options = ["--restore", file(state), "--until", "time:2", "--post", "2"];
          const [there] = run("worker", ...options).messages;
          assert.ok(sumOf(there) > 3000 && sumOf(there) < 3600, `${there}`);
          const before = saved("worker", "--post", "5", "--until", "frame:60");
          assert.match(`${before.messages}`, /^the sum is 500\d$/);
          assert.equal(await restore(page, before.state), "");
          const [here] = await ask(page, 1);
          assert.ok(sumOf(here) >= 6018 && sumOf(here) < 8000, `${here}`);
          assert.equal(await restore(page, state), "");
          const [again] = await ask(page, 1);
          assert.ok(sumOf(again) > 2000 && sumOf(again) < 2600, `${again}`);
        },
        headers,
      ));

    test(`has sound that plays (${where})`, () =>
      visit(
        text("tune"),
        async (page) => {
          await running(page);
          const state = await save(page);
          // The rest of the tune follows here and without a screen.
          assert.deepEqual(run("tune", "--restore", file(state), "--until", "message:1").messages, [
            "played 8 notes",
          ]);
          const before = saved("tune", "--until", "time:1.2");
          assert.equal(await restore(page, before.state), "");
          await page.evaluate(() => {
            heard = [];
          });
          await until(page, () => heard.length > 0);
          assert.deepEqual(await page.evaluate(() => heard), ["played 8 notes"]);
        },
        headers,
      ));
  }

  test("has the files that the program has used", () =>
    visit(text("files"), async (page) => {
      await running(page);
      await until(page, () => heard.length > 0);
      const written = (numbers: string) => (answers: unknown[]) =>
        answers.some((answer) => `${answer}`.includes(`: ${numbers} `));
      assert.ok(written("1;")(await ask(page, 1)), "the file is written");
      assert.deepEqual(await ask(page, -1), ["removed with 0"]);
      const state = await save(page);
      assert.ok(written("1;2;")(await ask(page, 2)), "it stays open");
      assert.ok(written("1;3;")(run("files", "--restore", file(state), "--post", "3").messages));
      writeFileSync(path("seven.jsonl"), '{"frame": 9, "post": 7}');
      const before = saved("files", "--script", path("seven.jsonl"), "--until", "frame:30");
      assert.ok(written("7;")(before.messages), `${before.messages}`);
      assert.equal(await restore(page, before.state), "");
      assert.ok(written("7;8;")(await ask(page, 8)), "a file of a run without a screen");
      assert.equal(await restore(page, state), "");
      assert.ok(written("1;4;")(await ask(page, 4)), "a file without a name");
      // The file of the other state is in the storage now, and the first program finds it.
      await page.reload();
      await until(page, () => heard.includes("ready with 0"));
      assert.ok(written("5;8;")(await ask(page, 5)), "it writes over the first number");
    }));

  test("has loaders that are complete", () =>
    visit(text("load_later"), async (page) => {
      await running(page);
      assert.deepEqual(await ask(page, "load"), ["loaded with 0"]);
      const state = await save(page);
      const wanted = ["a text that was loaded before"];
      const { messages } = run("load_later", "--restore", file(state), "--post", '"read"');
      assert.deepEqual(messages, wanted);
      await page.reload();
      await running(page);
      assert.equal(await restore(page, state), "");
      assert.deepEqual(await ask(page, "read"), wanted);
    }));

  test("has OpenGL contexts with the objects that they share", (t) =>
    visit(text("gl_states"), async (page) => {
      await running(page);
      const before = saved("gl_states", "--post", "4", "--until", "frame:30");
      if (before.messages[0] === "there is no context") return t.skip("OpenGL is not installed");
      assert.deepEqual(before.messages, ["4 steps, the pixel was 0 0 0, error 0"]);
      assert.deepEqual(await ask(page, 2), ["2 steps, the pixel was 0 0 0, error 0"]);
      const state = await save(page);
      const then = ["5 steps, the pixel was 255 0 0, error 0"];
      assert.deepEqual(await ask(page, 3), then, "saving changes nothing");
      const options = ["--restore", file(state), "--post", "3", "--until", "frame:30"];
      const { messages, picture } = run("gl_states", ...options);
      assert.deepEqual(messages, then, "a page's state without a screen");
      await shows(page, picture);
      await ask(page, 9);
      assert.equal(await restore(page, state), "");
      assert.deepEqual(await ask(page, 3), then, "back in the page");
      await shows(page, picture);
      assert.equal(await restore(page, before.state), "");
      await shows(page, before.picture);
      const lines = ['{"frame": 5, "post": 4}', '{"frame": 15, "post": 5}'];
      writeFileSync(path("steps.jsonl"), lines.join("\n"));
      const whole = run("gl_states", "--script", path("steps.jsonl"), "--until", "frame:30");
      assert.deepEqual(await ask(page, 5), whole.messages.slice(1), "the other way round");
      await shows(page, whole.picture);
    }));

  test("is refused for a program with something that cannot be saved", () =>
    visit(
      text("life"),
      async (page) => {
        await until(page, () => m.readyState === 4 && heard.length > 0);
        const refusal = await page.evaluate(() => m.pinnacle.save().catch((error) => `${error}`));
        assert.match(`${refusal}`, /cannot save the state: the program has a thread /);
      },
      ISOLATED,
    ));

  test("that is damaged or of another program leaves the program running", () =>
    visit(text("states"), async (page, said) => {
      await running(page);
      await ask(page, 3);
      const state = await save(page);
      const other = saved("sketch", "--until", "frame:5").state;
      const cases: [Buffer, RegExp][] = [
        [Buffer.from("text"), /it is not a saved state/],
        [other, /it is the state of another program/],
        [state.subarray(0, -9), /it is damaged/],
        [Buffer.concat([state, Buffer.from([0])]), /there is data after its end/],
      ];
      for (const [bytes, reason] of cases) assert.match(await restore(page, bytes), reason);
      assert.deepEqual(await ask(page, 1), ["4"]);
      assert.deepEqual(await page.evaluate(() => [events, m.lastError]), [["load"], ""]);
      assert.deepEqual(said, []);
    }));

  test("that is inconsistent ends the program with a reason", () =>
    visit(text("states"), async (page, said) => {
      await running(page);
      const state = await save(page);
      const parts = gunzipSync(state.subarray(HEAD));
      const damaged = (at: number) => {
        const bytes = Buffer.from(parts);
        bytes.writeUInt8(bytes.readUInt8(at) ^ 0x81, at);
        return Buffer.concat([state.subarray(0, HEAD), gzipSync(bytes)]);
      };
      for (const at of [0, 4, 12, 20, 27, 60, 110, 150, 200, 300, 500, 700]) {
        const reason = await restore(page, damaged(at));
        assert.match(reason, /^$|cannot continue from the saved state: .*\./, `byte ${at}`);
      }
      assert.equal(await restore(page, state), "");
      assert.deepEqual(await ask(page, 1), ["1"]);
      assert.ok(!said.some((line) => line.startsWith("uncaught")), said.join("\n"));
    }));

  test("is an entry of the menu", { skip: isFirefox && "its driver reports no downloads" }, () =>
    visit(text("states"), async (page) => {
      await running(page);
      await ask(page, 6);
      const choose = async (name: string) => {
        await page.mouse.click(200, 100, { button: "right" });
        const entries = ["Full screen", "Mute", "Volume", "Copy details", "Save state", "Load state"];
        for (let at = 0; at < entries.indexOf(name); at++) await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      };
      const download = page.waitForEvent("download");
      await choose("Save state");
      const kept = await download;
      assert.equal(kept.suggestedFilename(), "states.state");
      await kept.saveAs(path("menu.state"));
      await ask(page, 6);
      const chooser = page.waitForEvent("filechooser");
      await choose("Load state");
      await (await chooser).setFiles(path("menu.state"));
      await shows(page, run("states", "--post", "6", "--until", "frame:10").picture);
      assert.deepEqual(await ask(page, 1), ["7"]);
    }),
  );
});
