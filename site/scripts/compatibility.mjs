// Writes docs/compatibility.md from the lines of `pinnacle scan --run`:
//
//   pinnacle scan --run --html target/catalogue -o target/catalogue.jsonl FOLDER
//   node site/scripts/compatibility.mjs target/catalogue.jsonl

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const document = new URL("../../docs/compatibility.md", import.meta.url);

/**
 * A line of a scan about a program, as docs/schemas/scan-1.json describes it.
 * @typedef {{
 *   place: string, kind: string, sha256: string, threads: boolean, gl: boolean, interfaces: string[],
 *   duplicate_of: string | null,
 *   run?: {
 *     status: number, error: string | null, messages: string[], console: string[], picture: string | null
 *   },
 * }} Line
 */

/** The features that programs use, by the interface that indicates them. */
const FEATURES = [
  ["PPB_Graphics2D", "2D"],
  ["PPB_AudioConfig", "sound"],
  ["PPB_VideoDecoder", "video"],
  ["PPB_Gamepad", "gamepads"],
  ["PPB_FileIO", "files"],
  ["PPB_URLLoader", "URLs"],
  ["PPB_WebSocket", "WebSocket"],
  ["PPB_TCPSocket", "TCP"],
  ["PPB_UDPSocket", "UDP"],
];

/** The status of a run that was stopped because its time was up. */
const TIME_IS_UP = 124;

/** @param {Line} line */
function uses({ threads, gl, interfaces }) {
  const found = FEATURES.filter(([name]) => interfaces.some((one) => one.startsWith(`${name};`)));
  const features = found.map(([, feature]) => feature);
  if (gl) features.unshift("OpenGL ES");
  if (threads) features.push("threads");
  return features.join(", ") || "messages";
}

/** @param {NonNullable<Line["run"]>} run */
function outcome({ status, error, messages, picture }) {
  if (status !== 0 && status !== TIME_IS_UP)
    return `fails: ${error?.replace(/^error: /, "") ?? `status ${status}`}`;
  const seen = [];
  if (picture !== null) seen.push("draws");
  if (messages.length > 0) seen.push("posts messages");
  if (seen.length === 0) seen.push("loads, and waits for its page");
  if (status === TIME_IS_UP) seen.push("was stopped when its time was up");
  return seen.join(", ");
}

/** Text for a cell of a table. @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const input = process.argv[2];
if (input === undefined) throw new Error("expected a file that `pinnacle scan --run` has written");
/** @type {Line[]} */
const lines = readFileSync(input, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const rows = [];
for (const line of lines) {
  if (line.kind !== "program" || line.run === undefined || line.duplicate_of !== null) continue;
  const name = basename(line.place, ".pexe");
  rows.push(
    `| ${cell(name)} | \`${line.sha256.slice(0, 12)}\` | ${uses(line)} | ${cell(outcome(line.run))} |`,
  );
}
if (rows.length === 0) throw new Error(`${input}: no program was run; expected the lines of scan --run`);
rows.sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), "en"));

writeFileSync(
  document,
  `# Compatibility

<!-- site/scripts/compatibility.mjs writes this file. -->

These published programs were run without a screen. \`pinnacle scan --run\` starts each one as its
page or manifest says, moves the mouse, presses keys, and stops after a few seconds. The list shows
what each program did in that time, not that every feature of it works.

Most of these programs belong to a page that posts them messages. Here they have no page, so some of
them only load. [page.md](page.md) explains how to run pages in a browser.

| program | SHA-256 | uses | result |
|---|---|---|---|
${rows.join("\n")}

To make this list for your own collection:

<!-- not run: it needs a folder of programs -->
\`\`\`sh
pinnacle scan --run --html catalogue -o catalogue.jsonl FOLDER
node site/scripts/compatibility.mjs catalogue.jsonl
\`\`\`

The folder \`catalogue\` has a page for each program, with its picture and its messages.
`,
);
console.log(`${rows.length} programs`);
