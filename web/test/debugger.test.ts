// Chromium's debugger shows the source of translated programs: by a source map, as its developer
// tools use it, and by DWARF. The program is test/programs/shop.cc.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { CDPSession } from "playwright-core";
import { noCommand, pinnacle } from "./command.ts";
import { type Ended, modulePage } from "./module_page.ts";
import {
  type Browser,
  comes,
  compilerCommand,
  launch,
  noCompiler,
  onlyChromium,
  PATIENCE,
  type Server,
  serve,
} from "./support.ts";

// A global of the page.
declare const runModule: (url: string) => Promise<Ended>;

const source = new URL("programs/shop.cc", import.meta.url).pathname;
const lines = readFileSync(source, "utf8").split("\n");

/** The end of the program. */
const ENDED = { status: 0, printed: "11 items, 56.50\n" };

/** The number of the line with a comment. */
const lineOf = (comment: string) => lines.findIndex((line) => line.includes(`// ${comment}`)) + 1;

/** A part of the code that is of one line: its first byte, the byte after its last. */
interface Stretch {
  start: number;
  end: number;
  line: number;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Decodes the numbers of a segment of a source map. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value % 2 ? -(value - 1) / 2 : value / 2);
    value = shift = 0;
  }
  return numbers;
}

/** Returns the code of the program's source in a source map, in order. */
function stretchesOf(map: { sources: string[]; mappings: string }): Stretch[] {
  const stretches: Stretch[] = [];
  let [start, file, line] = [0, 0, 0];
  for (const segment of map.mappings.split(",")) {
    const numbers = numbersOf(segment);
    start += numbers[0]!;
    const last = stretches.at(-1);
    if (last !== undefined && last.end === Infinity) last.end = start;
    if (numbers.length === 1) continue;
    file += numbers[1]!;
    line += numbers[2]!;
    if (!map.sources[file]!.endsWith("shop.cc")) continue;
    if (last?.end === start && last.line === line + 1) last.end = Infinity;
    else stretches.push({ start, end: Infinity, line: line + 1 });
  }
  return stretches;
}

/** A pause of the program. */
interface Paused {
  callFrames: {
    callFrameId: string;
    location: { scriptId: string; lineNumber: number; columnNumber?: number };
  }[];
}

/** A module that the debugger has read. */
interface Parsed {
  scriptId: string;
  url: string;
  sourceMapURL?: string;
  scriptLanguage?: string;
  debugSymbols?: { type: string; externalURL?: string }[];
}

/** The debugger of a page. */
class Debugger {
  readonly session: CDPSession;
  readonly modules: Parsed[] = [];
  private readonly pauses: Paused[] = [];
  private wake = () => {};
  private failed: unknown;

  constructor(session: CDPSession) {
    this.session = session;
    session.on("Debugger.scriptParsed", (parsed) => {
      if (parsed.scriptLanguage === "WebAssembly") this.modules.push(parsed as Parsed);
    });
    session.on("Debugger.paused", (paused) => {
      this.pauses.push(paused as Paused);
      this.wake();
    });
  }

  /** Ends a wait for a pause, because the program failed. */
  fail(error: unknown) {
    this.failed = error;
    this.wake();
  }

  /** Waits for the next pause. */
  async paused(): Promise<Paused> {
    for (;;) {
      if (this.failed !== undefined) throw this.failed;
      const pause = this.pauses.shift();
      if (pause !== undefined) return pause;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("the program does not pause")), PATIENCE);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

const skip = noCommand || noCompiler || onlyChromium("has another debugger");

describe("the debugger of the browser", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "pinnacle-debugger-"));
  const path = (name: string) => join(folder, name);
  let browser: Browser;
  let server: Server;
  let stretches: Stretch[];

  before(async () => {
    browser = await launch();
    const [command, ...options] = compilerCommand();
    const program = path("shop.pexe");
    execFileSync(command, [...options, "-O0", "-g", source, "-lstdc++", "-o", program]);
    const mapped = ["--web-source-map", path("shop.wasm.map")];
    pinnacle("translate", program, ...mapped, "-o", path("shop.wasm"));
    pinnacle("translate", program, "--dwarf", "-o", path("dwarf.wasm"));
    pinnacle("translate", program, "--separate-dwarf", path("apart.debug.wasm"), "-o", path("apart.wasm"));
    stretches = stretchesOf(JSON.parse(readFileSync(path("shop.wasm.map"), "utf8")));
    server = await serve({ folder, pages: { "/": modulePage } });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page with its debugger, and runs a test. */
  async function debugged(act: (state: Debugger, run: (url: string) => Promise<Ended>) => Promise<void>) {
    const page = await browser.newPage();
    try {
      await page.goto(server.url);
      const state = new Debugger(await page.context().newCDPSession(page));
      await state.session.send("Debugger.enable");
      const run = (url: string) => {
        const ended = page.evaluate((url) => runModule(url), url);
        ended.catch((error) => state.fail(error));
        return ended;
      };
      await act(state, run);
    } finally {
      await page.close();
    }
  }

  /** The line of a place in the code. */
  const lineAt = (offset: number | undefined) =>
    stretches.find(({ start, end }) => start <= offset! && offset! < end)?.line;
  /** The lines of the module's calls, innermost first. */
  const linesOf = ({ modules }: Debugger, { callFrames }: Paused) =>
    callFrames
      .filter(({ location }) => modules.some(({ scriptId }) => scriptId === location.scriptId))
      .map(({ location }) => lineAt(location.columnNumber))
      // The library has no lines.
      .filter((line) => line !== undefined);

  /** Sets a breakpoint at a line, as the developer tools do: at the first place of its code. */
  async function breakAt({ session }: Debugger, url: string, line: number) {
    const { start } = stretches.find((stretch) => stretch.line === line)!;
    const where = { url: server.url + url, lineNumber: 0, columnNumber: start };
    return session.send("Debugger.setBreakpointByUrl", where);
  }

  /** Steps to another line, as the developer tools do: code of the same line is skipped. */
  async function step(state: Debugger, how: "stepInto" | "stepOver", from: Paused): Promise<Paused> {
    const { scriptId, columnNumber } = from.callFrames[0]!.location;
    const line = lineAt(columnNumber);
    const same = stretches.filter((stretch) => stretch.line === line);
    const at = (columnNumber: number) => ({ lineNumber: 0, columnNumber });
    const skipList = same.map(({ start, end }) => ({ scriptId, start: at(start), end: at(end) }));
    await state.session.send(`Debugger.${how}`, { skipList });
    return state.paused();
  }

  test("stops at a line of C++, steps over and into calls, and shows the callers", () =>
    debugged(async (state, run) => {
      await breakAt(state, "/shop.wasm", lineOf("calls"));
      const ended = run("/shop.wasm");
      const atCall = await state.paused();
      assert.equal(state.modules[0]!.sourceMapURL, "shop.wasm.map");
      const main = lineOf("fills");
      assert.deepEqual(linesOf(state, atCall), [lineOf("calls"), main]);

      // Every place of the line is one that the debugger can stop at.
      const { scriptId } = atCall.callFrames[0]!.location;
      for (const { start, end } of stretches.filter(({ line }) => line === lineOf("calls"))) {
        const at = (columnNumber: number) => ({ scriptId, lineNumber: 0, columnNumber });
        const range = { start: at(start), end: at(end) };
        const { locations } = await state.session.send("Debugger.getPossibleBreakpoints", range);
        assert.equal(locations[0]?.columnNumber, start);
      }

      const over = await step(state, "stepOver", atCall);
      assert.deepEqual(linesOf(state, over), [lineOf("after the call"), main]);
      // The second round.
      await state.session.send("Debugger.resume");
      const into = await step(state, "stepInto", await state.paused());
      // A function begins at the line of its declaration.
      const adds = lineOf("adds");
      assert.deepEqual(linesOf(state, into), [adds - 1, lineOf("calls"), main]);
      const within = await step(state, "stepOver", into);
      assert.deepEqual(linesOf(state, within), [adds, lineOf("calls"), main]);

      await state.session.send("Debugger.disable");
      assert.deepEqual(await ended, ENDED);
    }));

  test("knows modules with DWARF, in themselves or beside them", () =>
    debugged(async (state, run) => {
      for (const url of ["/dwarf.wasm", "/apart.wasm"]) assert.deepEqual(await run(url), ENDED);
      await comes(() => state.modules.length === 2);
      const [dwarf, apart] = state.modules;
      assert.ok(
        dwarf!.debugSymbols?.some(({ type }) => type === "EmbeddedDWARF"),
        JSON.stringify(dwarf),
      );
      const separate = apart!.debugSymbols?.find(({ type }) => type === "ExternalDWARF");
      assert.equal(separate?.externalURL, "apart.debug.wasm");
    }));

  /** The DWARF of a function as LLVM prints it; none without LLVM's tools. */
  const described = (name: string) => {
    const options = [`--name=${name}`, "--show-children", path("dwarf.wasm")];
    for (const release of [19, 18, 17, 16]) {
      const seen = spawnSync(`llvm-dwarfdump-${release}`, options, { encoding: "utf8" });
      if (seen.status === 0) return seen.stdout;
    }
    return undefined;
  };

  test("finds variables where DWARF says", async (context) => {
    const text = described("fill");
    if (text === undefined) return context.skip("llvm-dwarfdump is not installed");
    const [, kind, base] = /frame_base\s+\(DW_OP_WASM_location 0x([01]) 0x([0-9a-f]+)/.exec(text)!;
    const offsetOf = (name: string) => {
      const variable = text.split("\n\n").find((entry) => entry.includes(`DW_AT_name\t("${name}")`));
      return Number(/DW_OP_fbreg (-?\d+)\)/.exec(variable ?? "")?.[1]);
    };
    const place = `${kind === "0" ? "locals" : "globals"}[${Number.parseInt(base!, 16)}].value`;
    return debugged(async (state, run) => {
      await breakAt(state, "/dwarf.wasm", lineOf("after the call"));
      const ended = run("/dwarf.wasm");
      const seen: unknown[] = [];
      for (let round = 0; round < 3; round++) {
        const { callFrames } = await state.paused();
        const { callFrameId } = callFrames[0]!;
        const evaluate = async (expression: string) => {
          const words = { callFrameId, expression };
          const { result } = await state.session.send("Debugger.evaluateOnCallFrame", words);
          return result.value;
        };
        const view = "new DataView(memories[0].buffer)";
        const word = (address: string) => evaluate(`${view}.getInt32(${address}, true)`);
        const local = (name: string) => word(`${place} + ${offsetOf(name)}`);
        // The item begins with its name, a short string: its length and its text.
        const item = await local("next");
        const name = `memories[0].buffer.slice(${item} + 1, ${item} + 5)`;
        seen.push({
          name: await evaluate(`String.fromCharCode(...new Uint8Array(${name}))`),
          count: await local("count"),
          bought: await local("bought"),
          limit: await local("limit"),
        });
        await state.session.send("Debugger.resume");
      }
      assert.deepEqual(seen, [
        { name: "bolt", count: 4, bought: 0, limit: 5 },
        { name: "nut\0", count: 2, bought: 4, limit: 5 },
        { name: "gear", count: 5, bought: 6, limit: 5 },
      ]);
      assert.deepEqual(await ended, ENDED);
    });
  });
});
