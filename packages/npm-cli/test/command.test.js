// The installed package against the native command: the same words have to give the same output,
// the same files and the same status. `cargo xtask ci --step "the npm command"` runs it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

const { PINNACLE: native, PINNACLE_NPM: installed } = process.env;
assert(native && installed, "PINNACLE and PINNACLE_NPM name the command and the folder");

const examples = new URL("../../../examples/", import.meta.url).pathname;
const script = join(installed, "node_modules/.bin/pinnacle");

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "pinnacle-npm-"));
  const make = (...words) => {
    const { status, stderr } = spawnSync(native, words, { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  };
  make("as", join(examples, "hello.pnasm"), "-o", "hello.pexe");
  make("as", join(examples, "threads.pnasm"), "-o", "threads.pexe");
  make("as", join(examples, "collatz-llvm1.ll"), "-o", "old.bc");
  make("dis", "--records", "hello.pexe", "-o", "hello.records");
  const bytes = readFileSync(join(folder, "hello.pexe"));
  writeFileSync(join(folder, "cut.pexe"), bytes.subarray(0, bytes.length / 2));
  writeFileSync(join(folder, "longer.pexe"), Buffer.concat([bytes, Buffer.from("abcd")]));
  writeFileSync(join(folder, "empty"), "");
  writeFileSync(join(folder, "note.txt"), "a note, which is no program\n");
  writeFileSync(join(folder, "typed.ll"), "@x = global i32* null\ndefine void @f() { ret void }\n");
  writeFileSync(join(folder, "wrong.ll"), "define void @f() { nonsense }\n");
  writeFileSync(join(folder, "wrong.pnasm"), "module {\n  version 1;\n  nonsense\n}\n");
});

after(() => rmSync(folder, { recursive: true }));

/** The result of a command in an empty folder with the inputs beside it. */
function done(program, words, { input = "", cwd = folder } = {}) {
  const target = mkdtempSync(join(folder, "made-"));
  const named = words.map((word) => word.replace("OUT", target));
  const ran = spawnSync(program, named, { cwd, input, maxBuffer: 2 ** 28 });
  assert.equal(ran.error, undefined);
  const files = readdirSync(target).map((name) => [
    name,
    readFileSync(join(target, name)).toString("latin1").replaceAll(target, "OUT"),
  ]);
  rmSync(target, { recursive: true });
  const text = (bytes) => bytes.toString("latin1").replaceAll(target, "OUT");
  return { status: ran.status, out: text(ran.stdout), messages: text(ran.stderr), files };
}

function same(words, options) {
  test(words.join(" "), () => {
    const expected = done(native, words, options?.());
    assert.deepEqual(done(script, words, options?.()), expected);
  });
}

describe("output as that of the native command", () => {
  const files = ["hello.pexe", "threads.pexe", "old.bc", "cut.pexe", "longer.pexe", "empty"];
  files.push("note.txt", "wrong.pnasm", "missing.pexe", join(examples, "count.pnasm"));
  for (const command of ["info", "verify", "stats"]) {
    same([command, ...files]);
    same([command, "--json", ...files]);
    same(["--color=always", command, ...files]);
  }
  same(["verify", "--quiet", "cut.pexe", "hello.pexe"]);
  same(["verify", "--allow-trailing-data", "longer.pexe"]);
  same(["stats", "--top", "0", "hello.pexe"]);
  same(["stats", "--html", "OUT/page.html", "hello.pexe", "cut.pexe"]);
  for (const file of ["hello.pexe", "old.bc", "cut.pexe", "note.txt", "wrong.pnasm", "hello.records"]) {
    for (const options of [[], ["--listing"], ["--listing=records"], ["--records"]]) {
      same(["dis", ...options, file]);
    }
  }
  for (const options of [[], ["--listing"], ["--records"], ["--style=v6"]]) {
    same(["dis", ...options, "typed.ll"]);
  }
  same(["dis", "wrong.ll"]);
  same(["dis", "--style", "v6", "--keep-order", "old.bc"]);
  same(["dis", "--style=v6", "hello.pexe"]);
  same(["dis", "--color", "always", "--listing", "hello.pexe"]);
  same(["dis", "hello.pexe", "-o", "OUT/text"]);
});

describe("files as those of the native command", () => {
  for (const name of ["hello", "mandelbrot", "threads"]) {
    const text = join(examples, `${name}.pnasm`);
    same(["as", text, "-o", "OUT/made.pexe"]);
    same(["translate", text, "-o", "OUT/made.wasm", "--json", "--source-map", "OUT/map.json"]);
  }
  same(["as", "--records", "hello.records"]);
  same(["as", "--format", "v0", join(examples, "collatz-llvm1.ll")]);
  for (const wrong of ["wrong.pnasm", "hello.pexe", "old.bc", "empty", "note.txt"]) {
    same(["as", wrong, "-o", "OUT/none"]);
  }
  same(["as", "--no-verify", "wrong.pnasm", "-o", "OUT/none"]);
  for (const options of [[], ["-e", "0"], ["--for-transport"], ["--json"], ["-q"]]) {
    same(["compress", ...options, "hello.pexe", "-o", "OUT/small"]);
  }
  same(["compress", "cut.pexe", "-o", "OUT/small"]);
  same(["compress", "--json", "hello.pexe"]);
  same(["translate", "hello.pexe", "--strip", "--stack", "64k", "--threads", "on"]);
  same(["translate", "--lenient-calls", "hello.pexe"]);
  same(["translate", "cut.pexe", "-o", "OUT/none"]);
  same(["translate", "--stack", "3g", "threads.pexe", "-o", "OUT/none"]);
  same(["translate", "--source-map", "x", "-o", "x", "hello.pexe"]);
});

describe("standard input", () => {
  const input = () => ({ input: readFileSync(join(folder, "hello.pexe")) });
  same(["info", "-"], input);
  same(["verify", "-", "-"], input);
  same(["compress", "--in-place", "-"], input);
  same(["translate", "-", "-o", "-"], input);
});

describe("the command line", () => {
  const run = (...words) => done(script, words);

  test("compress --in-place replaces the file", () => {
    const small = done(native, ["compress", "-q", "longer.pexe"]).out;
    const { status, files } = run("compress", "-q", "longer.pexe", "-o", "OUT/copy.pexe");
    assert.equal(status, 0);
    assert.deepEqual(files, [["copy.pexe", small]]);
    const file = join(folder, "copy.pexe");
    writeFileSync(file, readFileSync(join(folder, "longer.pexe")), { mode: 0o640 });
    assert.equal(run("compress", "-i", "-q", "copy.pexe").status, 0);
    assert.equal(readFileSync(file).toString("latin1"), small);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(".")),
      [],
    );
  });

  test("wrong usage has the status 2 and says what is wrong", () => {
    for (const [words, part] of [
      [["rnu"], "unrecognized subcommand 'rnu'"],
      [["run", "x"], "this package has no `run`"],
      [["info"], "required arguments were not provided"],
      [["info", "--nonsense", "x"], "unexpected argument '--nonsense' found"],
      [["dis", "hello.pexe", "second"], "unexpected argument 'second' found"],
      [["dis", "-o"], "a value is required for '--output <FILE>'"],
      [["dis", "--listing=half", "hello.pexe"], "[possible values: all, records]"],
      [["verify", "--quiet", "--json", "x"], "cannot be used with"],
      [["compress", "--effort", "10", "x"], "expected a number from 0 to 9"],
      [["translate", "--stack", "0", "x"], "expected from 1 byte"],
      [["--color=pink", "info", "x"], "invalid value 'pink'"],
    ]) {
      const { status, out, messages } = run(...words);
      assert.deepEqual([status, out], [2, ""], words.join(" "));
      assert(messages.includes(part), messages);
    }
  });

  test("a folder is told from a file", () => {
    const { status, messages } = run("dis", ".");
    assert.deepEqual([status, messages], [2, "error: . is a directory, expected a .pexe file\n"]);
  });

  test("help and version", () => {
    assert.equal(run("--version").out, done(native, ["--version"]).out);
    const { status, out } = run("--help");
    assert.equal(status, 0);
    for (const [, command] of out.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)) {
      const { status, out } = run(command === "help" ? "help" : command, "--help");
      assert.equal(status, 0);
      assert(out.includes("Usage: pinnacle "), command);
    }
    assert.equal(run("help", "dis").out, run("dis", "-h").out);
    assert.equal(run().status, 2);
  });
});

describe("the library", () => {
  let pinnacle;
  const file = (name) => readFileSync(join(folder, name));

  before(async () => {
    const require = createRequire(join(installed, "package.json"));
    const entry = require.resolve("@pinnacle/cli");
    pinnacle = await import(pathToFileURL(entry));
  });

  test("text of a program makes the same program", () => {
    const text = pinnacle.disassemble(file("hello.pexe"));
    assert.deepEqual(Buffer.from(pinnacle.assemble(text)), file("hello.pexe"));
  });

  test("a verdict has the errors", () => {
    const { valid, errors, text } = pinnacle.verify(file("cut.pexe"), { name: "cut" });
    assert.equal(valid, false);
    assert.match(errors[0].code, /^[A-Z]\d+$/);
    assert(text.startsWith("cut: "), text);
    assert.equal(pinnacle.verify(file("longer.pexe")).valid, false);
    assert.equal(pinnacle.verify(file("longer.pexe"), { allow: ["trailing-data"] }).valid, true);
    assert.equal(pinnacle.verify("module { nonsense }").valid, false);
  });

  test("info and statistics are those of the command", () => {
    const json = (command) => JSON.parse(done(native, [command, "--json", "hello.pexe"]).out)[0];
    const named = { name: "hello.pexe" };
    const { text, ...info } = pinnacle.info(file("hello.pexe"), named);
    assert.deepEqual(info, json("info"));
    assert(text.startsWith("hello.pexe\n"), text);
    const { text: tables, ...statistics } = pinnacle.statistics(file("hello.pexe"), named);
    assert.deepEqual(statistics, json("stats"));
    const shown = Buffer.from(done(native, ["stats", "hello.pexe"]).out, "latin1").toString();
    assert.equal(tables, shown);
  });

  test("a program becomes a module that compiles", () => {
    const { module, report, sourceMap } = pinnacle.translate(file("hello.pexe"), {
      sourceMap: true,
    });
    assert.equal(report.output_size, module.length);
    assert(WebAssembly.validate(module));
    assert.equal(JSON.parse(sourceMap).format, "pinnacle-source-map");
    assert.equal(pinnacle.translate(file("hello.pexe")).sourceMap, undefined);
  });

  test("what is wrong is thrown with all errors", () => {
    assert.throws(
      () => pinnacle.translate(file("cut.pexe")),
      (error) => error instanceof pinnacle.PinnacleError && error.errors.length > 0,
    );
    assert.throws(() => pinnacle.assemble(file("hello.pexe")), /expected PNaClAsm text/);
    assert.throws(() => pinnacle.disassemble(file("hello.pexe"), { form: "half" }), /no form "half"/);
  });

  test("a compressed program is no larger, and valid", () => {
    const small = pinnacle.compress(file("threads.pexe"), { effort: 9 });
    assert(small.length <= file("threads.pexe").length);
    assert(pinnacle.verify(small).valid);
  });
});
