// Manifests: what they must have, and what is said of those that lack it, in Chrome's words.
//
// Source: Chromium's components/nacl/renderer/json_manifest.cc.

/** Why a program is not started; the text is what `lastError` says. */
export class Refusal extends Error {}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const PORTABLE = "portable";
const TRANSLATE = "pnacl-translate";
const CHROME = "application/x-nacl";

/** The URL of the program that a manifest names, as it is written there. */
export function programUrl(text: string, type: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Refusal(`manifest JSON parsing failed: ${syntaxError(text, (error as Error).message)}`);
  }
  if (!isObject(json)) throw new Refusal("manifest: is not a json dictionary.");
  if (!("program" in json)) throw new Refusal("manifest: missing 'program' section.");
  const program = json.program;
  if (!isObject(program)) {
    throw new Refusal("manifest: program property is not an ISA to URL dictionary");
  }
  for (const [key, value] of Object.entries(program)) {
    if (key !== PORTABLE) checkUrl("program", key, value);
  }
  if ("files" in json) {
    if (!isObject(json.files)) throw new Refusal("manifest: 'files' is not a dictionary.");
    for (const [key, value] of Object.entries(json.files)) {
      if (!isObject(value) || !(PORTABLE in value)) checkUrl("files", key, value);
    }
  }
  return portableUrl(program, type);
}

/** What is wrong with a text that is no JSON: the place as Chrome said it, if the browser knows. */
function syntaxError(text: string, message: string): string {
  const [, line, column] = /line (\d+),? column (\d+)/.exec(message) ?? [];
  const isHtml = /^\s*<(!doctype|html)/i.test(text);
  if (isHtml) return "Line: 1, column: 1, Unexpected token. (got HTML)";
  return line === undefined ? message : `Line: ${line}, column: ${column}, Syntax error.`;
}

function portableUrl(program: Json, type: string): string {
  if (!(PORTABLE in program)) {
    throw new Refusal(
      type === CHROME
        ? "manifest: no version of program given for current arch and no portable version found."
        : "manifest: no version of program given for portable.",
    );
  }
  const portable = program[PORTABLE];
  if (!isObject(portable)) {
    throw new Refusal(
      `manifest: program property '${PORTABLE}' is non-dictionary value '${JSON.stringify(portable)}'.`,
    );
  }
  if (!(TRANSLATE in portable)) {
    throw new Refusal(`manifest: program property '${PORTABLE}' does not have required key: '${TRANSLATE}'.`);
  }
  if (type === CHROME) {
    throw new Refusal(
      "manifest: PNaCl-like NMF with application/x-nacl mimetype instead of x-pnacl mimetype (has pnacl-translate).",
    );
  }
  const translate = checkUrl("portable", TRANSLATE, portable[TRANSLATE]);
  const level = (portable[TRANSLATE] as Json).optlevel;
  if (level !== undefined && !Number.isInteger(level)) {
    throw new Refusal(
      `manifest: portable property '${TRANSLATE}' has non-numeric value '${JSON.stringify(level)}' for key 'optlevel'.`,
    );
  }
  return translate;
}

function checkUrl(parent: string, key: string, value: unknown): string {
  const property = `manifest: ${parent} property '${key}'`;
  if (!isObject(value)) {
    throw new Refusal(`${property} is non-dictionary value '${JSON.stringify(value)}'.`);
  }
  if (!("url" in value)) throw new Refusal(`${property} does not have required key: 'url'.`);
  if (typeof value.url !== "string") {
    throw new Refusal(`${property} has non-string value '${JSON.stringify(value.url)}' for key 'url'.`);
  }
  return value.url;
}
