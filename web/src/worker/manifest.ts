// Manifests: what they must have, and what is said of those that lack it, in Chrome's words.
//
// Source: Chromium's components/nacl/renderer/json_manifest.cc.

/** Why a program is not started; the text is what `lastError` says. */
export class Refusal extends Error {}

type Json = Record<string, unknown>;

/** What JavaScript has for numbers as they are written, where it has that. */
type Raw = { rawJSON?: (text: string) => unknown; isRawJSON?: (value: unknown) => boolean };
const { rawJSON, isRawJSON }: Raw = JSON as Raw;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawJSON?.(value);

const PORTABLE = "portable";
const TRANSLATE = "pnacl-translate";
const CHROME = "application/x-nacl";

/** The URL of the program that a manifest names, as it is written there; the type is that of the
 * element. */
export function programUrl(text: string, type: string): string {
  const manifest = parse(text);
  if (!isObject(manifest)) throw new Refusal("manifest: is not a json dictionary.");
  if (!Object.hasOwn(manifest, "program")) throw new Refusal("manifest: missing 'program' section.");
  const isPortable = type !== CHROME;
  checkArchitectures("program", manifest.program, isPortable);
  if (Object.hasOwn(manifest, "interpreter")) {
    checkArchitectures("interpreter", manifest.interpreter, isPortable);
  }
  if (Object.hasOwn(manifest, "files")) {
    if (!isObject(manifest.files)) throw new Refusal("manifest: 'files' is not a dictionary.");
    for (const [name, file] of entries(manifest.files)) {
      checkArchitectures(name, file, isPortable, !isPortable);
    }
  }
  // What is left of those are programs of machines.
  if (!isPortable) throw new Refusal(lacks("program", false));
  // All of it was looked at.
  const { portable } = manifest.program as { portable: { [TRANSLATE]: { url: string } } };
  return portable[TRANSLATE].url;
}

/** A manifest; numbers that are not written as integers of 32 bits stay as they are written, since
 * Chrome told them apart. */
function parse(text: string): unknown {
  const keep = (_: string, value: unknown, { source }: { source?: string } = {}): unknown => {
    const isReal = typeof value === "number" && source !== undefined && source !== `${value | 0}`;
    return isReal && rawJSON ? rawJSON(source) : value;
  };
  try {
    return JSON.parse(text, keep);
  } catch (error) {
    throw new Refusal(`manifest JSON parsing failed: ${syntaxError(text, (error as Error).message)}`);
  }
}

/** What is wrong with a text that is no JSON: the place as Chrome said it, if the browser knows. */
function syntaxError(text: string, message: string): string {
  const [, line, column] = /line (\d+),? column (\d+)/.exec(message) ?? [];
  const isHtml = /^\s*<(!doctype|html)/i.test(text);
  if (isHtml) return "Line: 1, column: 1, Unexpected token. (got HTML)";
  return line === undefined ? message : `Line: ${line}, column: ${column}, Syntax error.`;
}

/** In the order of Chrome's dictionaries, where the first fault is told. */
const entries = (value: Json): [string, unknown][] =>
  Object.keys(value)
    .sort()
    .map((key) => [key, value[key]]);

/** A dictionary of what is for each architecture; for programs one of them has to be ours. */
function checkArchitectures(name: string, value: unknown, isPortable: boolean, mayLack = false): void {
  if (!isObject(value)) throw new Refusal(`manifest: ${name} property is not an ISA to URL dictionary`);
  for (const [key, content] of entries(value)) {
    if (key === PORTABLE && isPortable && name === "program") checkTranslated(name, key, content);
    else checkUrl(name, key, content, isPortable);
  }
  if (!Object.hasOwn(value, PORTABLE) && !mayLack) throw new Refusal(lacks(name, isPortable));
}

const lacks = (name: string, isPortable: boolean): string =>
  `manifest: no version of ${name} given for ${isPortable ? "portable." : "current arch and no portable version found."}`;

function checkTranslated(parent: string, key: string, value: unknown): void {
  checkKey(parent, key, value, TRANSLATE);
  checkUrl(key, TRANSLATE, value[TRANSLATE], true);
}

function checkUrl(parent: string, key: string, value: unknown, isPortable: boolean): void {
  if (isObject(value) && !isPortable && Object.hasOwn(value, TRANSLATE)) {
    throw new Refusal(
      `manifest: PNaCl-like NMF with application/x-nacl mimetype instead of x-pnacl mimetype (has ${TRANSLATE}).`,
    );
  }
  checkKey(parent, key, value, "url");
  const not = (kind: string, member: string): Refusal =>
    new Refusal(
      `manifest: ${parent} property '${key}' has ${kind} value '${JSON.stringify(value[member])}' for key '${member}'.`,
    );
  if (typeof value.url !== "string") throw not("non-string", "url");
  if (Object.hasOwn(value, "optlevel") && !Number.isInteger(value.optlevel)) {
    throw not("non-numeric", "optlevel");
  }
}

/** A dictionary has to have this key. */
function checkKey(parent: string, key: string, value: unknown, required: string): asserts value is Json {
  const property = `manifest: ${parent} property '${key}'`;
  if (!isObject(value)) throw new Refusal(`${property} is non-dictionary value '${JSON.stringify(value)}'.`);
  if (!Object.hasOwn(value, required)) {
    throw new Refusal(`${property} does not have required key: '${required}'.`);
  }
}
