// Runs the browser tests, file by file. What has failed is run once more when all else is done, since
// a browser on a busy machine can be later than any bound; what passes then is named at the end.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
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

/** The files of these whose tests do not all pass. */
function failing(files) {
  return files.filter((name) => {
    console.log(`\n${name}`);
    const options = ["--test", ...limits, ...reporters];
    const { status } = spawnSync(process.execPath, [...options, folder + name], {
      stdio: "inherit",
    });
    return status !== 0;
  });
}

const once = failing(wanted);
const twice = failing(once);
for (const name of once)
  console.log(`${name} has failed${twice.includes(name) ? " twice" : ", then passed"}`);
process.exitCode = twice.length > 0 ? 1 : 0;
