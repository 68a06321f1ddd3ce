// Lets Node load TypeScript: `node --import ./scripts/typescript.mjs FILE.ts`. esbuild removes the
// types of each file when it is loaded, and `npm run check` checks them. esbuild renames variables
// that hide a variable of an outer scope, so a test must not have variables with the name of a
// global of its pages.

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";
import { transform } from "esbuild";

if (isMainThread) register(import.meta.url);

/**
 * Node's hook for loading files.
 * @type {import("node:module").LoadHook}
 */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const source = await readFile(new URL(url), "utf8");
  /** @type {import("esbuild").TransformOptions} */
  const options = { loader: "ts", format: "esm", target: "node20", sourcefile: url, sourcemap: "inline" };
  const { code } = await transform(source, options);
  return { format: "module", source: code, shortCircuit: true };
}
