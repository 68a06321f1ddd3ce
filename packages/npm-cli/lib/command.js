// @ts-check
// The command: finds the subcommand, runs it, and sets the exit status.

import { readFileSync } from "node:fs";
import { COMMANDS } from "./commands.js";
import { Failure, WrongUsage } from "./failure.js";
import { general, NATIVE, of } from "./help.js";
import { oneOf, parse } from "./options.js";
import { Screen } from "./screen.js";

/** The exit status of wrong usage and of files that cannot be read. */
const BAD_USE = 2;

/**
 * Runs a command line without the names of Node and of the script.
 * @param {string[]} words
 * @returns {Promise<number>} The exit status.
 */
export async function main(words) {
  // A reader that closes the output ends the command. This is not an error.
  process.stdout.on("error", ignore);
  process.stderr.on("error", ignore);
  const screen = new Screen(earlyColour(words));
  try {
    return await dispatch(words, screen);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return 0;
    return await fail(error, screen);
  }
}

function ignore() {}

/**
 * Reports why a command failed.
 * @param {unknown} error
 * @param {Screen} screen
 */
async function fail(error, screen) {
  if (error instanceof Failure) {
    await screen.tell(error);
    if (error instanceof WrongUsage) {
      process.stderr.write("\nFor more information, try '--help'.\n");
    }
    return BAD_USE;
  }
  // The engine's error when there is no more memory, and Node's when a buffer is too large.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    const message = `WebAssembly stopped: ${error.message}`;
    const hint = "the file may need more memory than WebAssembly has; try the native command";
    await screen.tell(new Failure(message, hint));
    return BAD_USE;
  }
  throw error;
}

/**
 * @param {string[]} words
 * @param {Screen} screen
 */
async function dispatch(words, screen) {
  const place = placeOfCommand(words);
  const name = words[place];
  const before = parse(words.slice(0, place), {});
  if (before.values.version || name === "version") {
    await screen.show(`pinnacle ${version()}\n`);
    return 0;
  }
  if (before.values.help || name === "help") {
    const asked = name === "help" ? words.slice(place + 1).find((word) => !word.startsWith("-")) : undefined;
    if (asked !== undefined) command(asked);
    await screen.show(asked === undefined ? general() : of(asked));
    return 0;
  }
  if (name === undefined) {
    process.stderr.write(general());
    return BAD_USE;
  }
  const found = command(name);
  const rest = [...words.slice(0, place), ...words.slice(place + 1)];
  const parsed = parse(rest, found.options);
  if (parsed.values.help) {
    await screen.show(of(name));
    return 0;
  }
  if (parsed.values.version) {
    await screen.show(`pinnacle-${name} ${version()}\n`);
    return 0;
  }
  const colour = oneOf(parsed, "color", ["auto", "always", "never"]);
  return await found.run(parsed, new Screen(colour));
}

/** @param {string} name */
function command(name) {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name];
  if (NATIVE.includes(name)) {
    throw new Failure(
      `this package has no \`${name}\`; only the native command has it`,
      "Pinnacle's docs/installing.md says how to install the native command",
    );
  }
  throw new WrongUsage(`unrecognized subcommand '${name}'`);
}

/**
 * Finds the subcommand, the first word that is not an option. `--color` is the only option with a
 * value that can come before it.
 * @param {string[]} words
 */
function placeOfCommand(words) {
  let place = 0;
  while (words[place]?.startsWith("-")) place += words[place] === "--color" ? 2 : 1;
  return Math.min(place, words.length);
}

/**
 * Returns the colours of messages about the command line itself.
 * @param {string[]} words
 */
function earlyColour(words) {
  const place = words.findIndex((word) => word === "--color" || word.startsWith("--color="));
  const [, value = words[place + 1]] = words[place]?.split("=") ?? [];
  return place < 0 ? undefined : value;
}

function version() {
  const file = new URL("../package.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}
