// Bundles the files for pages into dist/: the script, the script of workers, the module with its
// types, and the WebAssembly. `cargo xtask page` makes generated/ first.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import binaryen from "binaryen";
import { build } from "esbuild";
import { buildExtension } from "./extension.mjs";
import { buildPlayground } from "./playground.mjs";

/** The files of the package. */
const FILES = [
  "pinnacle.js",
  "pinnacle-worker.js",
  "pinnacle-isolate.js",
  "pinnacle.mjs",
  "pinnacle.d.ts",
  "pinnacle.wasm",
];

const folder = (path) => new URL(`../${path}`, import.meta.url).pathname;
mkdirSync(folder("dist"), { recursive: true });

const input = readFileSync(folder("generated/pinnacle_web_bg.wasm"));
const plain = process.argv.includes("--quick") ? input : optimize(input);
const coreHash = hashOf(plain);
const wasm = mark(plain, coreHash);
writeFileSync(folder("dist/pinnacle.wasm"), wasm);

const sources = readdirSync(folder("src"), { recursive: true }).filter((path) => path.endsWith(".ts"));
const buildHash = hashOf(wasm, ...sources.sort().map((path) => readFileSync(folder(`src/${path}`))));

const options = {
  bundle: true,
  target: "es2022",
  minify: true,
  sourcemap: "linked",
  legalComments: "none",
  alias: { "pinnacle-outside": folder("src/worker/outside.ts") },
  define: { CORE_HASH: JSON.stringify(coreHash), BUILD_HASH: JSON.stringify(buildHash) },
  logOverride: { "duplicate-object-key": "silent" }, // one per function, all the same
  logLevel: "warning",
};
/** For scripts that run in pages, because pages replace globals. */
const guarded = { inject: [folder("src/page/globals.ts")] };
const { outputFiles: worklet } = await build({
  ...options,
  entryPoints: [folder("src/worklet/worklet.ts")],
  format: "iife",
  sourcemap: false,
  write: false,
});
await build({
  ...options,
  ...guarded,
  entryPoints: [folder("src/script.ts")],
  outfile: folder("dist/pinnacle.js"),
  format: "iife",
});
const worker = {
  ...options,
  entryPoints: [folder("src/worker_script.ts")],
  format: "iife",
  // In a worklet the rest of the script is not run.
  banner: { js: `if(typeof registerProcessor=="function"){${worklet[0].text}}else{(()=>{"use strict";` },
  footer: { js: "})()}" },
};
await build({ ...worker, outfile: folder("dist/pinnacle-worker.js") });
await build({
  ...options,
  entryPoints: [folder("src/isolate/worker.ts")],
  outfile: folder("dist/pinnacle-isolate.js"),
  format: "iife",
});
await build({
  ...options,
  ...guarded,
  entryPoints: [folder("src/module/pinnacle.ts")],
  outfile: folder("dist/pinnacle.mjs"),
  format: "esm",
});
declareTypes();
const { version } = makePackage();
await buildExtension({ ...options, ...guarded }, version);

const replaying = readFileSync(folder("generated/pinnacle_replay_bg.wasm"));
const playgroundHash = hashOf(replaying);
const playground = await buildPlayground({
  core: mark(replaying, playgroundHash),
  define: { ...options.define, CORE_HASH: JSON.stringify(playgroundHash) },
  options,
  worker,
});

for (const name of [...FILES, ...playground].filter((name) => !name.endsWith(".d.ts"))) {
  const bytes = readFileSync(folder(`dist/${name}`));
  const packed = brotliCompressSync(bytes);
  console.log(`dist/${name}: ${bytes.length} bytes, ${packed.length} with brotli`);
}

function hashOf(...contents) {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 16);
}

/** Adds a custom section with the version. */
function mark(bytes, version) {
  const text = (string) => [string.length, ...Buffer.from(string)];
  const content = [...text("pinnacle"), ...Buffer.from(version)];
  return Buffer.concat([bytes, Buffer.from([0, content.length, ...content])]);
}

/** Writes the types of the module, which its public file declares. */
function declareTypes() {
  const made = mkdtempSync(join(tmpdir(), "pinnacle-types-"));
  const config = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", folder("src")];
  const command = folder("node_modules/.bin/tsc");
  execFileSync(command, ["-p", folder("tsconfig.json"), ...config, "--outDir", made], { stdio: "inherit" });
  const types = readFileSync(join(made, "module/pinnacle.d.ts"), "utf8");
  rmSync(made, { recursive: true });
  if (/^import /m.test(types)) throw new Error("src/module/pinnacle.ts names types of other files");
  writeFileSync(folder("dist/pinnacle.d.ts"), types);
}

/** Writes the package.json of dist/. */
function makePackage() {
  const { name, version, description, keywords, license, type } = JSON.parse(
    readFileSync(folder("package.json")),
  );
  const exports = {
    ".": { types: "./pinnacle.d.ts", default: "./pinnacle.mjs" },
    "./pinnacle.js": "./pinnacle.js",
    "./pinnacle-worker.js": "./pinnacle-worker.js",
    "./pinnacle-isolate.js": "./pinnacle-isolate.js",
    "./pinnacle.wasm": "./pinnacle.wasm",
  };
  const about = {
    ...{ name, version, description, keywords, license, type },
    ...{ sideEffects: false, exports, files: FILES },
  };
  writeFileSync(folder("dist/package.json"), `${JSON.stringify(about, null, 2)}\n`);
  copyFileSync(folder("../LICENSE"), folder("dist/LICENSE"));
  copyFileSync(folder("../docs/page.md"), folder("dist/README.md"));
  return about;
}

function optimize(bytes) {
  const module = binaryen.readBinary(bytes);
  // Features that all recent browsers have and that rustc uses.
  const { Features } = binaryen;
  const features = [
    "MutableGlobals",
    "BulkMemory",
    "BulkMemoryOpt",
    "SignExt",
    "CallIndirectOverlong",
    "NontrappingFPToInt",
    "ReferenceTypes",
    "Multivalue",
  ];
  module.setFeatures(features.reduce((all, name) => all | Features[name], 0));
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(1);
  module.optimize();
  return module.emitBinary();
}
