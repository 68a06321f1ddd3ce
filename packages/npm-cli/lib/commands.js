// @ts-check
// The commands. Each reads its files, calls the engine and writes the result.

import * as engine from "./engine.js";
import { Failure, WrongUsage } from "./failure.js";
import { read, writeWhole } from "./files.js";
import { number, oneOf, refuseTogether, size, text } from "./options.js";

/** @typedef {import("./engine.js").Outcome} Outcome */
/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./options.js").Parsed} Parsed */
/** @typedef {import("./screen.js").Screen} Screen */

/**
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} about
 * @property {string} [more] Further text of the help.
 * @property {Options} options
 * @property {[string, string][]} statuses
 * @property {(parsed: Parsed, screen: Screen) => Promise<number>} run
 */

/** @type {Options} */
const JSON_OPTION = {
  json: { type: "boolean", help: "Write the result as JSON: an array with an object for each file" },
};

/** @type {Options} */
const OUTPUT = {
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    help: "Write the result to this file [default: standard output]",
  },
};

/** @type {[string, string][]} */
const MADE = [
  ["0", "success"],
  ["1", "the file has errors; nothing is written"],
  ["2", "wrong usage, or a file cannot be read or written"],
];

/** Constructs that `verify` can accept, by their names in the engine. */
const ALLOWED = ["trailing-data", "binary-flags", "minsfi-syscalls", "local-symbol-tables"];

/**
 * Runs a function for each file. A file that cannot be read is reported, and the loop continues.
 * @param {Parsed} parsed
 * @param {Screen} screen
 * @param {(name: string, bytes: Uint8Array) => Promise<number>} work
 */
async function each({ files }, screen, work) {
  if (files.length === 0) throw missing("<FILE>...");
  if (files.filter((file) => file === "-").length > 1) {
    throw new Failure("standard input (-) can be read only once");
  }
  let status = 0;
  for (const file of files) {
    try {
      const { name, bytes } = await read(file);
      status = Math.max(status, await work(name, bytes));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await screen.tell(error);
      status = Math.max(status, 2);
    }
  }
  return status;
}

/**
 * Shows a report of each file.
 * @param {Parsed} parsed
 * @param {Screen} screen
 * @param {(name: string, bytes: Uint8Array) => Outcome} report
 */
async function reports(parsed, screen, report) {
  const { json, quiet } = parsed.values;
  /** @type {string[]} */
  const documents = [];
  const status = await each(parsed, screen, async (name, bytes) => {
    const { status, result, document, messages } = report(name, bytes);
    if (json && document !== undefined) {
      documents.push(document);
      return status;
    }
    if (result !== undefined && !quiet) await screen.show(result);
    await screen.messages(messages);
    return status;
  });
  if (json) await screen.show(array(documents));
  return status;
}

/**
 * Joins documents into one array, in the format of serde_json.
 * @param {string[]} documents
 */
function array(documents) {
  if (documents.length === 0) return "[]\n";
  const items = documents.map((document) => document.replaceAll(/^/gm, "  "));
  return `[\n${items.join(",\n")}\n]\n`;
}

/**
 * @param {Parsed} parsed
 * @returns {string}
 */
function onlyFile({ files }) {
  const [file, second] = files;
  if (file === undefined) throw missing("<FILE>");
  if (second !== undefined) throw new WrongUsage(`unexpected argument '${second}' found`);
  return file;
}

/** @param {string} what */
function missing(what) {
  return new WrongUsage(`the following required arguments were not provided:\n  ${what}`);
}

/**
 * Returns the file to write; undefined for standard output.
 * @param {Parsed} parsed
 */
function target(parsed) {
  const file = text(parsed, "output");
  return file === "-" ? undefined : file;
}

/**
 * Refuses to write binary data to a terminal.
 * @param {Parsed} parsed
 * @param {string} what
 */
function refuseTerminal(parsed, what) {
  if (target(parsed) === undefined && process.stdout.isTTY) {
    throw new Failure(
      `standard output is a terminal, and ${what} is not text`,
      "give the name of a file with -o FILE, or redirect the output",
    );
  }
}

/**
 * Refuses to write the result and the report to the same place.
 * @param {Parsed} parsed
 * @param {string} hint
 */
function refuseBoth(parsed, hint) {
  if (parsed.values.json && target(parsed) === undefined) {
    throw new Failure("the result and the report cannot both go to standard output", hint);
  }
}

/**
 * Writes the result, if there is one.
 * @param {Parsed} parsed
 * @param {Screen} screen
 * @param {Outcome} outcome
 */
async function write(parsed, screen, { result }) {
  const file = target(parsed);
  if (result === undefined) return;
  if (file === undefined) await screen.show(result);
  else writeWhole(file, result);
}

/** @type {Command} */
const info = {
  usage: "info [OPTIONS] <FILE>...",
  about: "Show what files are and what they need",
  options: JSON_OPTION,
  statuses: [
    ["0", "all files are valid programs or modules"],
    ["1", "a file is invalid"],
    ["2", "wrong usage, or a file cannot be read; the others are still shown"],
  ],
  run: (parsed, screen) =>
    reports(parsed, screen, (name, bytes) => engine.info(name, bytes, screen.coloured)),
};

/** @type {Command} */
const verify = {
  usage: "verify [OPTIONS] <FILE>...",
  about: "Check files and report every error in them",
  options: {
    ...JSON_OPTION,
    quiet: {
      type: "boolean",
      short: "q",
      help: "Write no report; the exit status is the answer",
    },
    "allow-trailing-data": { type: "boolean", help: "Accept bytes after the module" },
    "allow-binary-flags": {
      type: "boolean",
      help: "Accept flags after the operation of a binary instruction",
    },
    "allow-minsfi-syscalls": {
      type: "boolean",
      help: "Accept declarations of functions named __minsfi_syscall_... that return i32",
    },
    "allow-local-symbol-tables": {
      type: "boolean",
      help: "Accept value symbol tables inside functions",
    },
  },
  statuses: [
    ["0", "all files are valid"],
    ["1", "a file is invalid"],
    ["2", "wrong usage, or a file cannot be read; the others are still checked"],
  ],
  run: (parsed, screen) => {
    refuseTogether(parsed, ["quiet", "json"]);
    const allowed = ALLOWED.filter((name) => parsed.values[`allow-${name}`]);
    return reports(parsed, screen, (name, bytes) => engine.verify(name, bytes, screen.coloured, allowed));
  },
};

/** @type {Command} */
const dis = {
  usage: "dis [OPTIONS] <FILE>",
  about: "Print a program as PNaClAsm text",
  more: "LLVM bitcode and assembly are printed as assembly of today's LLVM, LLVM 1.x bytecode in the style of the release that wrote it.",
  options: {
    listing: {
      type: "string",
      value: "COLUMNS",
      whole: "all",
      help: "Print a listing with all columns (`all`), or only positions and `records`",
    },
    records: {
      type: "boolean",
      help: "Print the notation of records, which can express any file bit for bit",
    },
    style: {
      type: "string",
      value: "FORMAT",
      help: "Print LLVM 1.x assembly in the style of this format's release",
    },
    "keep-order": {
      type: "boolean",
      help: "Print the order of types and names in LLVM 1.x bytecode as comments",
    },
    ...OUTPUT,
  },
  statuses: [
    ["0", "the file was printed and is valid"],
    ["1", "the file is not valid; its readable part was printed"],
    ["2", "wrong usage, or a file cannot be read or written"],
  ],
  run: async (parsed, screen) => {
    const file = onlyFile(parsed);
    refuseTogether(
      parsed,
      ["records", "listing"],
      ["style", "listing"],
      ["style", "records"],
      ["keep-order", "listing"],
      ["keep-order", "records"],
    );
    const columns = oneOf(parsed, "listing", ["all", "records"]);
    let form = parsed.values.records ? "records" : "assembly";
    if (columns !== undefined) form = columns === "all" ? "listing" : "listed-records";
    const style = oneOf(parsed, "style", engine.formats());
    const { name, bytes } = await read(file);
    const coloured = screen.coloured && target(parsed) === undefined;
    const keepOrder = "keep-order" in parsed.values;
    const outcome = engine.disassemble(name, bytes, { form, style, keepOrder, coloured });
    await write(parsed, screen, outcome);
    await screen.messages(outcome.messages);
    return outcome.status;
  },
};

/** @type {Command} */
const stats = {
  usage: "stats [OPTIONS] <FILE>...",
  about: "Show how many bits each part of a file takes",
  options: {
    ...JSON_OPTION,
    top: {
      type: "string",
      short: "n",
      value: "N",
      help: "Maximum number of rows in a table; 0 for all [default: 12]",
    },
    html: {
      type: "string",
      value: "FILE",
      help: "Write a web page instead of tables: one file that needs no network",
    },
  },
  statuses: [
    ["0", "the bits of all files were counted to the end"],
    ["1", "a file has unreadable records; it was counted up to there"],
    ["2", "wrong usage, or a file cannot be read or written; the others are still shown"],
  ],
  run: async (parsed, screen) => {
    const html = text(parsed, "html");
    const { json } = parsed.values;
    const top = number(parsed, "top", 2 ** 32 - 1) ?? 12;
    const statistics = new engine.Statistics(top, screen.coloured);
    /** @type {string[]} */
    const documents = [];
    const status = await each(parsed, screen, async (name, bytes) => {
      const { status, result, document, messages } = statistics.add(name, bytes);
      if (document === undefined) {
        await screen.messages(messages);
        return status;
      }
      documents.push(document);
      if (html === undefined && !json && result !== undefined) await screen.show(result);
      // Tables and JSON contain the errors.
      if (html !== undefined && !json) await screen.messages(messages);
      return status;
    });
    const documentsText = array(documents);
    if (html !== undefined && documents.length > 0) {
      writeWhole(html, Buffer.from(engine.statisticsPage(documentsText)));
    }
    if (json) await screen.show(documentsText);
    const total = html === undefined && !json ? statistics.total() : undefined;
    if (total?.result !== undefined) await screen.show(total.result);
    return status;
  },
};

/** @type {Command} */
const as = {
  usage: "as [OPTIONS] <FILE>",
  about: "Assemble a .pexe from PNaClAsm, or bytecode from LLVM 1.x assembly",
  options: {
    ...OUTPUT,
    "no-verify": { type: "boolean", help: "Write the file even if it is not a valid program" },
    "allow-trailing-data": { type: "boolean", help: "Accept bytes after the module" },
    records: { type: "boolean", help: "Read the notation of records, and skip verification" },
    format: {
      type: "string",
      value: "FORMAT",
      help: "Read LLVM 1.x assembly and write bytecode in this format [default for LLVM 1.x assembly: v3]",
    },
  },
  statuses: MADE,
  run: async (parsed, screen) => {
    const file = onlyFile(parsed);
    refuseTogether(
      parsed,
      ["allow-trailing-data", "records"],
      ["allow-trailing-data", "format"],
      ["format", "records"],
    );
    const format = oneOf(parsed, "format", engine.formats());
    refuseTerminal(parsed, "the result");
    const { name, bytes } = await read(file);
    const outcome = engine.assemble(name, bytes, {
      verify: !("no-verify" in parsed.values),
      allowTrailingData: "allow-trailing-data" in parsed.values,
      records: "records" in parsed.values,
      format,
    });
    await write(parsed, screen, outcome);
    await screen.messages(outcome.messages);
    return outcome.status;
  },
};

/** @type {Command} */
const compress = {
  usage: "compress [OPTIONS] <FILE>",
  about: "Make a program smaller without changing its meaning",
  options: {
    ...OUTPUT,
    "in-place": { type: "boolean", short: "i", help: "Replace the file itself" },
    effort: {
      type: "string",
      short: "e",
      value: "N",
      help: "Set the effort, from 0 to 9 [default: 4]",
    },
    "for-transport": {
      type: "boolean",
      help: "Pack records in whole bytes, for a file that xz or a similar compressor packs next",
    },
    json: { type: "boolean", help: "Report the sizes as JSON on standard output" },
    quiet: { type: "boolean", short: "q", help: "Report nothing" },
  },
  statuses: MADE,
  run: async (parsed, screen) => {
    const file = onlyFile(parsed);
    const { values } = parsed;
    refuseTogether(parsed, ["in-place", "output"], ["for-transport", "effort"], ["quiet", "json"]);
    const effort = number(parsed, "effort", 9);
    if (values["in-place"]) {
      if (file === "-") throw new Failure("standard input cannot be replaced in place");
    } else {
      refuseBoth(parsed, "give the name of a file for the result with -o FILE, or use --in-place");
      refuseTerminal(parsed, "a .pexe");
    }
    const { name, bytes } = await read(file);
    const outcome = engine.compress(name, bytes, effort, "for-transport" in values);
    const { status, result, document, messages } = outcome;
    if (!values["in-place"]) await write(parsed, screen, outcome);
    else if (result !== undefined && result.length !== bytes.length) writeWhole(file, result);
    if (values.json && document !== undefined) await screen.show(`${document}\n`);
    else if (!values.quiet || result === undefined) await screen.messages(messages);
    return status;
  },
};

/** @type {Command} */
const translate = {
  usage: "translate [OPTIONS] <FILE>",
  about: "Translate a program to WebAssembly",
  options: {
    ...OUTPUT,
    strip: { type: "boolean", help: "Omit the names of functions" },
    "source-map": {
      type: "string",
      value: "FILE",
      help: "Write a JSON map from each part of the code to the instruction that it comes from",
    },
    stack: {
      type: "string",
      value: "SIZE",
      help: "Size of the main thread's stack, such as 512k or 1m [default: 16m]",
    },
    threads: {
      type: "string",
      value: "WHEN",
      help: "Allow threads to share the program's memory: auto, on or off [default: auto]",
    },
    "lenient-calls": {
      type: "boolean",
      help: "Allow calls through function pointers of the wrong type",
    },
    json: { type: "boolean", help: "Write a report on the result as JSON to standard output" },
  },
  statuses: MADE,
  run: async (parsed, screen) => {
    const file = onlyFile(parsed);
    const module = target(parsed);
    const sourceMap = text(parsed, "source-map");
    const stackSize = size(parsed, "stack");
    const threads = oneOf(parsed, "threads", ["auto", "on", "off"]);
    if (module !== undefined && module === sourceMap) {
      throw new Failure(`the module and the source map cannot both go to ${module}`);
    }
    refuseBoth(parsed, "give the name of a file for the result with -o FILE");
    refuseTerminal(parsed, "a WebAssembly module");
    const { name, bytes } = await read(file);
    const outcome = engine.translate(name, bytes, {
      module,
      strip: "strip" in parsed.values,
      stackSize,
      threads,
      lenientCalls: "lenient-calls" in parsed.values,
      sourceMap: sourceMap !== undefined,
    });
    const { status, side, document, messages } = outcome;
    if (sourceMap !== undefined && side !== undefined) writeWhole(sourceMap, side);
    await write(parsed, screen, outcome);
    if (parsed.values.json && document !== undefined) await screen.show(`${document}\n`);
    await screen.messages(messages);
    return status;
  },
};

/** @type {Record<string, Command>} */
export const COMMANDS = { info, verify, dis, stats, as, compress, translate };
