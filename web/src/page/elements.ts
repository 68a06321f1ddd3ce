// Finds the elements that are programs, and their attributes.

import { dom } from "./primitives.ts";
import { unproxied, writtenValue } from "./replay.ts";

const TYPES = ["application/x-pnacl", "application/x-nacl"];

/** The parameters that name the content of an object without `data`. */
const SOURCES = ["src", "movie", "code", "url"];

export type ModuleElement = HTMLEmbedElement | HTMLObjectElement;

const isObject = (element: Element): element is HTMLObjectElement => element.localName === "object";

/** Returns the type of an element in lower case, if it is a type of programs. */
export function moduleType(element: Element): string | undefined {
  const written = dom.getAttribute(element, "type") ?? "";
  const type = (isObject(element) ? written.split(";")[0] : written)?.trim().toLowerCase() ?? "";
  return TYPES.includes(type) ? type : undefined;
}

/** Returns the URL of the manifest as the page has written it. */
export function manifestOf(element: Element): string | undefined {
  if (!isObject(element)) return writtenOf(element, "src") ?? undefined;
  const data = writtenOf(element, "data");
  if (data !== null) return data;
  return parametersOf(element)
    .find(([name]) => SOURCES.includes(name))?.[1]
    .trim();
}

/** Returns the value of an attribute as the page has written it. */
function writtenOf(element: Element, name: string): string | null {
  const value = dom.getAttribute(element, name);
  return value === null ? null : writtenValue(value);
}

/** Returns the names and values of an object's `<param>` children. */
function parametersOf(element: Element): [string, string][] {
  const pairs: [string, string][] = [];
  for (const child of element.children) {
    const name = child.localName === "param" && dom.getAttribute(child, "name");
    if (name) pairs.push([name.toLowerCase(), writtenOf(child, "value") ?? ""]);
  }
  return pairs;
}

/** Returns the attributes of an element for its program: alternating names and values. */
export function attributesOf(element: Element): string[] {
  const pairs = isObject(element) ? parametersOf(element) : [];
  const named = new Set(pairs.map(([name]) => name));
  for (const { name } of element.attributes) {
    if (!named.has(name)) pairs.push([name, writtenOf(element, name) ?? ""]);
  }
  const data = writtenOf(element, "data");
  if (isObject(element) && data !== null && !pairs.some(([name]) => name === "src")) {
    pairs.push(["src", data]);
  }
  return pairs.flat();
}

/** Returns true if an element is where its program can start: in the document, with a box. */
export function isShown(element: Element): boolean {
  if (!dom.isConnected(element) || unproxied(element.ownerDocument) !== document) return false;
  if (dom.closest(element, "audio, video, noscript, template") !== null) return false;
  // The content of an object is its fallback, which is not shown for programs, because their
  // objects are shown themselves.
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (isObject(outer) && moduleType(outer) !== undefined) return false;
  }
  return dom.checkVisibility(element);
}
