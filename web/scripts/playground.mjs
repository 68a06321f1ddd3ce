// Builds the playground into dist/playground/: the page, its scripts, its WebAssembly, a worker and
// a core of its own for programs, and the examples. Programs in C are among them if PINNACLE_CC names their compiler, such as
// `pinnacle cc`.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const folder = (path) => new URL(`../${path}`, import.meta.url).pathname;

/** Examples that the playground assembles itself. */
const TEXTS = [
  { name: "mandelbrot", title: "Mandelbrot set" },
  { name: "hello", title: "Hello" },
  { name: "count", title: "Counting words", input: "to be or not to be\nthat is the question\n" },
  { name: "factorial", title: "Factorials" },
  { name: "threads", title: "Four threads" },
];

/** Examples in C, for pages. Pictures are in `docs/pictures`. */
const PROGRAMS = [
  {
    name: "life",
    title: "Game of life",
    width: 640,
    height: 400,
    options: ["-lpthread"],
    picture: "life.gif",
  },
  { name: "sketch", title: "Sketch", width: 480, height: 320, options: ["-lm"], picture: "sketch.png" },
  { name: "tune", title: "A tune", width: 200, height: 60, options: ["-lm"], picture: "tune.svg" },
  { name: "hello", title: "Hello, page", width: 200, height: 60, post: '"Ada"' },
  { name: "notebook", title: "Notebook", width: 200, height: 60, post: '"buy milk"' },
];

/** Uses the core that can replay recordings. */
const replaying = {
  name: "replaying",
  setup: (build) =>
    build.onResolve({ filter: /generated\/pinnacle_web\.js$/ }, () => ({
      path: folder("generated/pinnacle_replay.js"),
    })),
};

/**
 * Builds everything with the bundler's options. The worker is that of pages with another core, whose
 * hash is in `define`. Binaryen would make the WebAssembly smaller, but not after compression.
 */
export async function buildPlayground({ core, define, options, worker }) {
  const output = folder("dist/playground");
  rmSync(output, { recursive: true, force: true });
  mkdirSync(`${output}/examples`, { recursive: true });
  for (const name of ["index.html", "style.css"])
    copyFileSync(folder(`playground/${name}`), `${output}/${name}`);
  copyFileSync(folder("generated/pinnacle_playground_bg.wasm"), `${output}/playground.wasm`);
  writeFileSync(`${output}/core.wasm`, core);
  await build({ ...worker, define, plugins: [replaying], outfile: `${output}/worker.js` });
  await build({
    entryPoints: {
      playground: folder("playground/src/main.ts"),
      inspector: folder("playground/src/inspector.ts"),
    },
    outdir: output,
    ...options,
    define,
    format: "iife",
  });
  const examples = [...compiled(output), ...texts(output)];
  writeFileSync(`${output}/examples/examples.json`, `${JSON.stringify(examples, null, 2)}\n`);
  return ["playground.js", "worker.js", "core.wasm", "inspector.js", "playground.wasm"].map(
    (name) => `playground/${name}`,
  );
}

function texts(output) {
  return TEXTS.map(({ name, ...example }) => {
    const source = folder(`../examples/${name}.pnasm`);
    copyFileSync(source, `${output}/examples/${name}.pnasm`);
    const about = readFileSync(source, "utf8").split("\n")[0].replace("// ", "");
    return { file: `${name}.pnasm`, about, ...example };
  });
}

function compiled(output) {
  const compiler = process.env.PINNACLE_CC?.split(" ");
  if (compiler === undefined) {
    console.log("dist/playground/: without the examples in C, since PINNACLE_CC names no compiler");
    return [];
  }
  return PROGRAMS.map(({ name, options = [], ...example }) => {
    const source = folder(`../examples/pepper/${name}.c`);
    const [command, ...first] = compiler;
    const file = `${name}.pexe`;
    execFileSync(command, [
      ...first,
      "-O2",
      source,
      "-lppapi",
      ...options,
      "-o",
      `${output}/examples/${file}`,
    ]);
    if (example.picture !== undefined)
      copyFileSync(folder(`../docs/pictures/${example.picture}`), `${output}/examples/${example.picture}`);
    return { file, about: firstSentence(readFileSync(source, "utf8")), ...example };
  });
}

/** Returns the comment at the beginning of a C file, up to the first colon or full stop. */
function firstSentence(text) {
  const comment = text.slice(2, text.indexOf("*/")).replaceAll(/\s*\n \*\s*/g, " ");
  return `${comment.trim().split(/[.:](?:\s|$)/)[0]}.`;
}
