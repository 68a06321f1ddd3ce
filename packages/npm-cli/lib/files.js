// @ts-check
// Reads whole files and standard input. Writes files completely or not at all.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { Failure } from "./failure.js";

/** Maximum size of a file, as in the native command. */
const MAX_SIZE = 2 ** 30;

/** @typedef {{ name: string, bytes: Uint8Array }} Input */

/**
 * Reads a file, or standard input for `-`.
 * @param {string} path
 * @returns {Promise<Input>}
 */
export async function read(path) {
  if (path === "-") return { name: "standard input", bytes: await readStandardInput() };
  try {
    const about = statSync(path);
    if (about.isDirectory()) {
      throw new Failure(`${path} is a directory, expected a .pexe file`);
    }
    if (about.size > MAX_SIZE) throw tooLarge(path);
    const bytes = readFileSync(path);
    if (bytes.length > MAX_SIZE) throw tooLarge(path);
    return { name: path, bytes };
  } catch (error) {
    throw told(error, `cannot read ${path}`);
  }
}

async function readStandardInput() {
  if (process.stdin.isTTY) {
    throw new Failure(
      "standard input is a terminal, expected a .pexe file",
      "give the name of a file, or redirect one: pinnacle ... - < FILE",
    );
  }
  const chunks = [];
  let size = 0;
  try {
    for await (const chunk of process.stdin) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_SIZE) throw tooLarge("standard input");
    }
  } catch (error) {
    throw told(error, "cannot read standard input");
  }
  return Buffer.concat(chunks);
}

/** @param {string} name */
function tooLarge(name) {
  return new Failure(`${name} is larger than 1,073,741,824 bytes, the limit`);
}

/**
 * Writes a file. The old file stays until the new one is complete, and is then replaced atomically.
 * Devices and pipes are written directly.
 * @param {string} path
 * @param {Uint8Array} bytes
 */
export function writeWhole(path, bytes) {
  try {
    const old = statSync(path, { throwIfNoEntry: false });
    if (old?.isDirectory()) throw new Failure(`${path} is a directory`);
    if (old && !old.isFile()) return writeFileSync(path, bytes);
    // The target of a link is replaced, not the link.
    const target = old ? realpathSync(path) : path;
    const random = randomBytes(6).toString("hex");
    const beside = join(dirname(target), `.${basename(target)}.${random}`);
    const file = openSync(beside, "wx", 0o666);
    try {
      try {
        writeFileSync(file, bytes);
        if (old) fchmodSync(file, old.mode);
      } finally {
        closeSync(file);
      }
      renameSync(beside, target);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
  } catch (error) {
    throw told(error, `cannot write ${path}`);
  }
}

/**
 * Writes to standard output or standard error. It is not an error if the reader has closed it.
 * @param {NodeJS.WriteStream} stream
 * @param {string | Uint8Array} contents
 * @returns {Promise<void>}
 */
export function write(stream, contents) {
  return new Promise((resolve, reject) => {
    stream.write(contents, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Converts an error of the system to the wording of the native command.
 * @param {unknown} error
 * @param {string} what
 */
function told(error, what) {
  if (!(error instanceof Error) || !("errno" in error) || typeof error.errno !== "number") {
    return error;
  }
  const [, text = error.message] = getSystemErrorMap().get(error.errno) ?? [];
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return new Failure(`${what}: ${sentence} (os error ${-error.errno})`);
}
