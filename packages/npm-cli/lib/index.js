// @ts-check
// The package as a library. index.d.ts documents it.

import * as engine from "./engine.js";

/** @typedef {import("./engine.js").Outcome} Outcome */

/** The error for a file that is invalid, or of a kind that the function does not accept. */
export class PinnacleError extends Error {
  /** @param {Outcome} outcome */
  constructor({ messages }) {
    const errors = messages.filter(([kind]) => kind === "error").map(([, text]) => text);
    super(errors[0] ?? "the file has errors");
    this.name = "PinnacleError";
    this.errors = errors;
    this.hint = messages.find(([kind]) => kind === "hint")?.[1];
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {Uint8Array | string} file */
const bytesOf = (file) => (typeof file === "string" ? encoder.encode(file) : file);

/** @param {{ name?: string }} options */
const nameOf = ({ name = "file" }) => name;

/** @param {Outcome} outcome */
function made(outcome) {
  if (outcome.status !== 0 || outcome.result === undefined) throw new PinnacleError(outcome);
  return outcome.result;
}

/** @param {Outcome} outcome */
function documentOf(outcome) {
  if (outcome.document === undefined) throw new PinnacleError(outcome);
  return JSON.parse(outcome.document);
}

/** @param {Outcome} outcome */
const textOf = ({ result, messages }) =>
  result === undefined ? messages.map(([, text]) => `${text}\n`).join("") : decoder.decode(result);

/** @type {typeof import("./index.js").info} */
export function info(file, options = {}) {
  const outcome = engine.info(nameOf(options), bytesOf(file), false);
  return { ...documentOf(outcome), text: textOf(outcome) };
}

/** @type {typeof import("./index.js").verify} */
export function verify(file, options = {}) {
  const { allow = [] } = options;
  const outcome = engine.verify(nameOf(options), bytesOf(file), false, allow);
  return { ...documentOf(outcome), text: textOf(outcome) };
}

/** @type {typeof import("./index.js").disassemble} */
export function disassemble(file, options = {}) {
  const { form = "assembly", style, keepOrder } = options;
  const outcome = engine.disassemble(nameOf(options), bytesOf(file), { form, style, keepOrder });
  if (outcome.result === undefined) throw new PinnacleError(outcome);
  return decoder.decode(outcome.result);
}

/** @type {typeof import("./index.js").assemble} */
export function assemble(text, options = {}) {
  return made(engine.assemble(nameOf(options), bytesOf(text), options));
}

/** @type {typeof import("./index.js").statistics} */
export function statistics(file, options = {}) {
  const { top = 12 } = options;
  const counter = new engine.Statistics(top, false);
  try {
    const outcome = counter.add(nameOf(options), bytesOf(file));
    return { ...documentOf(outcome), text: textOf(outcome) };
  } finally {
    counter.free();
  }
}

/** @type {typeof import("./index.js").compress} */
export function compress(file, options = {}) {
  const { effort, forTransport } = options;
  return made(engine.compress(nameOf(options), bytesOf(file), effort, forTransport));
}

/** @type {typeof import("./index.js").translate} */
export function translate(file, options = {}) {
  const { sourceMap = false } = options;
  const outcome = engine.translate(nameOf(options), bytesOf(file), options);
  const module = made(outcome);
  const report = documentOf(outcome);
  const { side } = outcome;
  const map = sourceMap && side !== undefined ? decoder.decode(side) : undefined;
  return { module, report, sourceMap: map };
}

/** @type {typeof import("./index.js").formats} */
export const formats = engine.formats();
