// Lets Node load TypeScript: `node --import ./scripts/typescript.mjs FILE.ts`. esbuild drops the types
// of each file as it is loaded; `npm run check` checks them. It renames a variable that hides one of an
// outer scope, so a test gives no variable of its own the name of a global of its pages.

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";
import { transform } from "esbuild";

if (isMainThread) register(import.meta.url);

/**
 * Node's hook for what it loads.
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
