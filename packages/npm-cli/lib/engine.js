// @ts-check
// The commands of the WebAssembly module. Their results are converted to JavaScript values.

import * as wasm from "./wasm/pinnacle_commands.js";

/** @typedef {"error" | "hint" | "note"} MessageKind */

/**
 * @typedef {object} Outcome
 * @property {number} status 0 for a valid file, 1 for an invalid one, 2 for wrong usage.
 * @property {Uint8Array | undefined} result The text or the file that was made.
 * @property {string | undefined} document The findings, as JSON of several lines.
 * @property {Uint8Array | undefined} side The source map of a translation.
 * @property {[MessageKind, string][]} messages Errors, hints and notes.
 */

/**
 * @param {wasm.Returned} returned
 * @returns {Outcome}
 */
function outcome(returned) {
  try {
    return {
      status: returned.status,
      document: returned.document,
      messages: JSON.parse(returned.messages),
      result: returned.takeResult(),
      side: returned.takeSide(),
    };
  } finally {
    returned.free();
  }
}

/** The names of the formats of LLVM 1.x. */
export const formats = () => wasm.formats();

/** @type {(name: string, bytes: Uint8Array, coloured: boolean) => Outcome} */
export const info = (name, bytes, coloured) => outcome(wasm.info(name, bytes, coloured));

/** @type {(name: string, bytes: Uint8Array, coloured: boolean, allowed: string[]) => Outcome} */
export const verify = (name, bytes, coloured, allowed) =>
  outcome(wasm.verify(name, bytes, coloured, allowed));

/**
 * @typedef {object} Printing
 * @property {string} form `assembly`, `listing`, `listed-records` or `records`.
 * @property {string} [style] The name of a format of LLVM 1.x.
 * @property {boolean} [keepOrder]
 * @property {boolean} [coloured]
 */

/** @type {(name: string, bytes: Uint8Array, options: Printing) => Outcome} */
export const disassemble = (name, bytes, { form, style, keepOrder = false, coloured = false }) =>
  outcome(wasm.disassemble(name, bytes, coloured, form, style, keepOrder));

/**
 * @typedef {object} Assembly
 * @property {boolean} [verify]
 * @property {boolean} [allowTrailingData]
 * @property {boolean} [records]
 * @property {string} [format] The name of a format of LLVM 1.x.
 */

/** @type {(name: string, bytes: Uint8Array, options: Assembly) => Outcome} */
export const assemble = (name, bytes, options) => {
  const { verify = true, allowTrailingData = false, records = false, format } = options;
  return outcome(wasm.assemble(name, bytes, verify, allowTrailingData, records, format));
};

/** @type {(name: string, bytes: Uint8Array, effort?: number, forTransport?: boolean) => Outcome} */
export const compress = (name, bytes, effort, forTransport = false) =>
  outcome(wasm.compress(name, bytes, effort, forTransport));

/**
 * @typedef {object} Translation
 * @property {string} [module] The name of the file for the module.
 * @property {boolean} [strip]
 * @property {number} [stackSize] In bytes.
 * @property {string} [threads] `auto`, `on` or `off`.
 * @property {boolean} [lenientCalls]
 * @property {boolean} [sourceMap]
 */

/** @type {(name: string, bytes: Uint8Array, options: Translation) => Outcome} */
export const translate = (name, bytes, options) => {
  const { module, strip = false, stackSize, threads = "auto" } = options;
  const { lenientCalls = false, sourceMap = false } = options;
  return outcome(wasm.translate(name, bytes, module, strip, stackSize, threads, lenientCalls, sourceMap));
};

/** Collects the sizes of the parts of several files. */
export class Statistics {
  #statistics;

  /**
   * @param {number} top Maximum number of rows in a table; 0 for all.
   * @param {boolean} coloured
   */
  constructor(top, coloured) {
    this.#statistics = new wasm.Statistics(top, coloured);
  }

  /** @type {(name: string, bytes: Uint8Array) => Outcome} */
  add(name, bytes) {
    return outcome(this.#statistics.add(name, bytes));
  }

  /** Returns the tables for all files together, if there are several. */
  total() {
    const total = this.#statistics.total();
    return total && outcome(total);
  }

  /** Frees the counts. */
  free() {
    this.#statistics.free();
  }
}

/** @type {(documents: string) => string} A web page of a JSON array of statistics. */
export const statisticsPage = (documents) => wasm.statisticsPage(documents);
