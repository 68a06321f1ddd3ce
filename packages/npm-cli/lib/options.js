// @ts-check
// Parses command lines, with the wording of the native command.

import { parseArgs } from "node:util";
import { WrongUsage } from "./failure.js";

/**
 * @typedef {object} Option
 * @property {"boolean" | "string"} type
 * @property {string} [short]
 * @property {string} [value] The name of the value in the help.
 * @property {string} [whole] The value if none is given. A value must then be given as
 * `--option=VALUE`.
 * @property {string} help
 */

/** @typedef {Record<string, Option>} Options */

/**
 * @typedef {object} Parsed
 * @property {Record<string, string | true>} values By the names of the options.
 * @property {string[]} files
 */

/** @type {Options} */
export const COMMON = {
  color: {
    type: "string",
    value: "WHEN",
    help: "When to use colours: auto, always or never; NO_COLOR turns `auto` off",
  },
  help: { type: "boolean", short: "h", help: "Print help" },
  version: { type: "boolean", short: "V", help: "Print version" },
};

/**
 * Parses a command line.
 * @param {string[]} words
 * @param {Options} options
 * @returns {Parsed}
 */
export function parse(words, options) {
  const end = words.indexOf("--");
  const known = { ...options, ...COMMON };
  const filled = words.map((word, index) => {
    const whole = word.startsWith("--") ? known[word.slice(2)]?.whole : undefined;
    return whole !== undefined && (end < 0 || index < end) ? `${word}=${whole}` : word;
  });
  const { tokens } = parseArgs({ args: filled, options: known, strict: false, tokens: true });
  /** @type {Parsed} */
  const parsed = { values: {}, files: [] };
  for (const token of tokens) {
    if (token.kind === "positional") parsed.files.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) {
      throw new WrongUsage(`unexpected argument '${token.rawName}' found`);
    }
    if (option.type === "boolean" && token.value !== undefined) {
      throw new WrongUsage(
        `unexpected value '${token.value}' for '--${token.name}' found; no more were expected`,
      );
    }
    if (option.type === "string" && token.value === undefined) {
      const shown = `--${token.name} <${option.value}>`;
      throw new WrongUsage(`a value is required for '${shown}' but none was supplied`);
    }
    if (token.name in parsed.values && option.whole === undefined) {
      const shown = option.type === "string" ? ` <${option.value}>` : "";
      throw new WrongUsage(`the argument '--${token.name}${shown}' cannot be used multiple times`);
    }
    parsed.values[token.name] = token.value ?? true;
  }
  return parsed;
}

/**
 * Refuses options that contradict each other.
 * @param {Parsed} parsed
 * @param {...[string, string]} pairs
 */
export function refuseTogether(parsed, ...pairs) {
  for (const [one, other] of pairs) {
    if (one in parsed.values && other in parsed.values) {
      throw new WrongUsage(`the argument '--${one}' cannot be used with '--${other}'`);
    }
  }
}

/**
 * Returns the value of an option, which must be one of some words.
 * @param {Parsed} parsed
 * @param {string} name
 * @param {readonly string[]} words
 * @returns {string | undefined}
 */
export function oneOf(parsed, name, words) {
  const value = text(parsed, name);
  if (value !== undefined && !words.includes(value)) {
    const possible = words.join(", ");
    throw new WrongUsage(`invalid value '${value}' for '--${name}'\n  [possible values: ${possible}]`);
  }
  return value;
}

/**
 * Returns the value of an option, which must be a whole number.
 * @param {Parsed} parsed
 * @param {string} name
 * @param {number} most
 * @returns {number | undefined}
 */
export function number(parsed, name, most) {
  const value = text(parsed, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) > most) {
    throw new WrongUsage(`invalid value '${value}' for '--${name} <N>': expected a number from 0 to ${most}`);
  }
  return Number(value);
}

/**
 * Returns the value of an option, which must be a size in bytes with an optional unit.
 * @param {Parsed} parsed
 * @param {string} name
 * @returns {number | undefined}
 */
export function size(parsed, name) {
  const value = text(parsed, name);
  if (value === undefined) return undefined;
  const [, digits, unit] = /^(\d+)(?:b|(k|m|g)(?:i?b)?)?$/i.exec(value) ?? [];
  const bytes = Number(digits) * 1024 ** (1 + "kmg".indexOf(unit?.toLowerCase() ?? " "));
  if (!(bytes > 0 && bytes < 2 ** 32)) {
    throw new WrongUsage(
      `invalid value '${value}' for '--${name} <SIZE>': expected 1 byte to 4 GiB, such as 65536, 512k or 64m`,
    );
  }
  return bytes;
}

/**
 * The value of an option.
 * @param {Parsed} parsed
 * @param {string} name
 * @returns {string | undefined}
 */
export function text(parsed, name) {
  const value = parsed.values[name];
  return typeof value === "string" ? value : undefined;
}
