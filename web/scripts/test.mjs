// Runs the browser tests, a few files at a time: all of them, or the named ones, such as `gl` or
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

/** The tests that run with Firefox's driver, which lacks some functions. */
const FIREFOX = [
  ...[
    "answers",
    "argon2",
    "arrival",
    "bundle",
    "console",
    "copies",
    "documents",
    "elements",
    "emularity",
    "errors",
  ],
  ...["events", "furious", "futexes", "isolate", "larger_programs", "life", "loading", "matrix", "module"],
  ...[
    "network",
    "old_pages",
    "programs",
    "replay",
    "saved_states",
    "screen",
    "serve",
    "serve_archive",
    "shims",
    "start",
  ],
  ...["surroundings", "values", "versions", "wayback", "web_socket", "webpenc"],
];

/**
 * The tests that need a complete Chromium: its extensions, menus, focus and windows, its cache of
 * left pages, its handler of traps, and the objects of its own scripts.
 */
const WHOLE = [
  "extension",
  "extension_replay",
  "faults",
  "input",
  "keys",
  "life",
  "matrix",
  "playground",
  "surroundings",
  "wayback",
];

/** Chromium without windows, which needs half the time for a page. */
const SHELL = "/usr/bin/chromium-headless-shell";

const ENDING = ".test.ts";
/** @param {string} name */
const fileOf = (name) => `${basename(name, ENDING)}${ENDING}`;
const all = readdirSync(folder).filter((name) => name.endsWith(ENDING));
const ours = isFirefox ? FIREFOX.map(fileOf) : all.sort();
const wanted = named.length > 0 ? named.map(fileOf) : ours;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`no such tests: ${unknown.join(", ")}`);

/** Maximum time of a file in milliseconds, because a driver may wait forever. The slowest file
 * takes half of it. */
const LIMIT = 600_000;

// A file ends even if a browser is still open after the tests.
const limits = [`--test-timeout=${LIMIT}`, "--test-force-exit"];
const reporters = [
  ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  ...[`--test-reporter=${scripts}skipped.mjs`, "--test-reporter-destination=stderr"],
];

/** Number of files at a time. A browser keeps about one core busy, and takes some 500 MB. */
const AT_ONCE = Math.min(Math.max(availableParallelism(), 1), 4);

/**
 * Returns the browser of a file: the one in `CHROMIUM`, or the smallest one that suffices.
 * @param {string} name
 */
function browserOf(name) {
  const isWhole = WHOLE.includes(basename(name, ENDING)) || !existsSync(SHELL);
  return process.env.CHROMIUM ?? (isWhole ? "/usr/bin/chromium" : SHELL);
}

/**
 * Runs a file. Prints its output at the end, so that the outputs of files do not mix.
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
