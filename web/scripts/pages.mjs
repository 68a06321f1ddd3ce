// Makes the pages that commands write or serve. The files of pages/ become generated files of the
// crates that include them, so that a build of the command does not need Node. `npm run pages`
// writes them. With `--check` nothing is written, and an outdated file is an error.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { build } from "esbuild";

/** @param {string} path */
const inWeb = (path) => new URL(`../${path}`, import.meta.url).pathname;
/** @param {string} path */
const inCrates = (path) => inWeb(`../crates/${path}`);

/** Generated files, by their source in pages/. */
const FILES = {
  "stats/start.ts": "inspect/src/stats/generated/page.js",
  "stats/page.css": "inspect/src/stats/generated/page.css",
  "stats/page.html": "inspect/src/stats/generated/page.html",
  "diff/page.css": "inspect/src/difference/generated/page.css",
  "serve/around.ts": "serve/src/pages/generated/around.js",
  "serve/replay.ts": "serve/src/pages/generated/replay.js",
  "serve/page.css": "serve/src/pages/generated/page.css",
  "explore/start.ts": "explore/src/generated/page.js",
  "explore/page.css": "explore/src/generated/page.css",
  "explore/page.html": "explore/src/generated/page.html",
  "timeline/start.ts": "timeline/src/generated/page.js",
  "timeline/page.css": "timeline/src/generated/page.css",
  "timeline/page.html": "timeline/src/generated/page.html",
  "catalogue/start.ts": "cli/src/scan/catalogue/generated/page.js",
  "catalogue/page.css": "cli/src/scan/catalogue/generated/page.css",
};

/**
 * Returns the content of a generated file: a script with its imports, or a copy.
 * @param {string} source
 */
async function made(source) {
  if (!source.endsWith(".ts")) return readFileSync(source, "utf8");
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    write: false,
    absWorkingDir: inWeb("pages"),
  });
  return outputFiles.map(({ text }) => text).join("");
}

const isCheck = process.argv.includes("--check");
for (const [name, generated] of Object.entries(FILES)) {
  const path = inCrates(generated);
  const content = await made(inWeb(`pages/${name}`));
  if (existsSync(path) && readFileSync(path, "utf8") === content) continue;
  if (isCheck) {
    console.error(`crates/${generated} is not up to date with web/pages/${name}: run \`npm run pages\``);
    process.exitCode = 1;
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`wrote ${relative(inWeb(".."), path)}`);
}
