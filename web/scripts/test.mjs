// Runs the browser tests, a few files at a time: all of them, or those that are named, as `gl` or as
// `test/gl.test.ts`. A file that fails is not run again.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";

const folder = new URL("../test/", import.meta.url).pathname;
const scripts = new URL(".", import.meta.url).pathname;
const loader = `${scripts}typescript.mjs`;
const named = process.argv.slice(2);
const isFirefox = process.env.BROWSER === "firefox";

/** What needs nothing of the driver that Firefox's lacks. */
const FIREFOX = [
  ...["answers", "argon2", "arrival", "bundle", "console", "copies", "documents", "elements", "errors"],
  ...["events", "furious", "futexes", "isolate", "larger_programs", "life", "loading", "matrix", "module"],
  ...["network", "old_pages", "programs", "replay", "screen", "serve", "serve_archive", "shims", "start"],
  ...["surroundings", "values", "versions", "web_socket", "webpenc"],
];

/**
 * What needs more of Chromium than pages and what they load: its extensions, menus, focus, windows, its
 * list of pages that can come back, its handler of traps, and the objects that scripts of its own add.
 */
const WHOLE = ["extension", "faults", "input", "keys", "life", "matrix", "playground", "surroundings"];

/** Chromium without its windows, for which a page is half the work. */
const SHELL = "/usr/bin/chromium-headless-shell";

const ENDING = ".test.ts";
/** @param {string} name */
const fileOf = (name) => `${basename(name, ENDING)}${ENDING}`;
const all = readdirSync(folder).filter((name) => name.endsWith(ENDING));
const ours = isFirefox ? FIREFOX.map(fileOf) : all.sort();
const wanted = named.length > 0 ? named.map(fileOf) : ours;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`no such tests: ${unknown.join(", ")}`);

/** Bound of a file, in milliseconds: a driver may wait for ever. The slowest file takes half of it. */
const LIMIT = 600_000;

// A browser that is open still when the tests have ended does not keep the file from ending.
const limits = [`--test-timeout=${LIMIT}`, "--test-force-exit"];
const reporters = [
  ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  ...[`--test-reporter=${scripts}skipped.mjs`, "--test-reporter-destination=stderr"],
];

/** A browser and what it loads keep about a core busy, and each takes some 500 MB. */
const AT_ONCE = Math.min(Math.max(availableParallelism(), 1), 4);

/**
 * The browser of a file: the one that `CHROMIUM` names, or the least that will do.
 * @param {string} name
 */
function browserOf(name) {
  const isWhole = WHOLE.includes(basename(name, ENDING)) || !existsSync(SHELL);
  return process.env.CHROMIUM ?? (isWhole ? "/usr/bin/chromium" : SHELL);
}

/**
 * Runs a file. What it prints comes whole when it has ended, so files do not mix.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function passes(name) {
  const options = ["--enable-source-maps", "--import", loader, "--test", ...limits, ...reporters];
  const test = spawn(process.execPath, [...options, folder + name], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CHROMIUM: browserOf(name) },
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [test.stdout, test.stderr]) stream.on("data", (bytes) => printed.push(bytes));
  return new Promise((resolve, reject) => {
    test.on("error", reject);
    test.on("close", (status) => {
      process.stdout.write(`\n${name}\n${Buffer.concat(printed)}`);
      resolve(status === 0);
    });
  });
}

const waiting = [...wanted];
/** @type {string[]} */
const failed = [];
async function runNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    if (!(await passes(name))) failed.push(name);
}
await Promise.all(Array.from({ length: AT_ONCE }, runNext));
for (const name of failed.sort()) console.log(`${name} has failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
