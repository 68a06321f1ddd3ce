// Runs the browser tests, a few files at a time. What has failed is run once more, by itself, when all
// else is done, since a browser on a busy machine can be later than any bound; what passes then is
// named at the end.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";

const folder = new URL("../test/", import.meta.url).pathname;
const named = process.argv.slice(2);
const isFirefox = process.env.BROWSER === "firefox";

/** What needs nothing of the driver that Firefox's lacks. */
const FIREFOX = [
  ...[
    "argon2",
    "arrival",
    "documents",
    "elements",
    "events",
    "larger_programs",
    "life",
    "matrix",
    "network",
    "old_pages",
  ],
  ...["programs", "start", "surroundings", "values", "web_socket", "webpenc"],
];

const all = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
const ours = isFirefox ? FIREFOX.map((name) => `${name}.test.mjs`) : all.sort();
const wanted = named.length > 0 ? named.map((path) => basename(path)) : ours;

// Its driver may wait for ever.
const limits = isFirefox ? ["--test-timeout=300000"] : [];
const reporters = [
  ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  ...[`--test-reporter=${folder}skipped.mjs`, "--test-reporter-destination=stderr"],
];

/** A browser and what it loads keep about a core busy, and each takes some 500 MB. */
const AT_ONCE = Math.min(Math.max(availableParallelism(), 1), 4);

/** Runs a file. What it prints comes whole when it has ended, so files do not mix. */
function passes(name) {
  const options = ["--test", ...limits, ...reporters];
  const test = spawn(process.execPath, [...options, folder + name], {
    stdio: ["ignore", "pipe", "pipe"],
  });
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

/** The files of these whose tests do not all pass, in their order. */
async function failing(files, atOnce) {
  const waiting = [...files];
  const failed = [];
  async function runNext() {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      if (!(await passes(name))) failed.push(name);
  }
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return files.filter((name) => failed.includes(name));
}

const once = await failing(wanted, AT_ONCE);
const twice = await failing(once, 1);
for (const name of once)
  console.log(`${name} has failed${twice.includes(name) ? " twice" : ", then passed"}`);
process.exitCode = twice.length > 0 ? 1 : 0;
