// Bundles what pages load into dist/: the script, which is page and worker in one, and
// the WebAssembly. `cargo xtask page` has made generated/ before.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import binaryen from "binaryen";
import { build } from "esbuild";

const folder = (path) => new URL(`../${path}`, import.meta.url).pathname;
mkdirSync(folder("dist"), { recursive: true });

const input = readFileSync(folder("generated/pinnacle_web_bg.wasm"));
const wasm = process.argv.includes("--quick") ? input : optimize(input);
writeFileSync(folder("dist/pinnacle.wasm"), wasm);

const hash = createHash("sha256").update(wasm).digest("hex").slice(0, 16);

await build({
  entryPoints: [folder("src/script.ts")],
  outfile: folder("dist/pinnacle.js"),
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  sourcemap: "linked",
  legalComments: "none",
  alias: { "pinnacle-outside": folder("src/worker/outside.ts") },
  define: { CORE_HASH: JSON.stringify(hash) },
  logOverride: { "duplicate-object-key": "silent" }, // one per function, all the same
  logLevel: "warning",
});

for (const name of ["pinnacle.js", "pinnacle.wasm"]) {
  const bytes = readFileSync(folder(`dist/${name}`));
  const packed = brotliCompressSync(bytes);
  console.log(`dist/${name}: ${bytes.length} bytes, ${packed.length} with brotli`);
}

function optimize(bytes) {
  const module = binaryen.readBinary(bytes);
  // What every browser of the last years has; also what rustc makes.
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
