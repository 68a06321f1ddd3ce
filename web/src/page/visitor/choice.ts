// The page's choice of whether visitors see our loading signs and menus: `data-visitor="off"` on an
// element, or on the script tag for all elements.

import { dom } from "../primitives.ts";

let chosen: string | undefined;

/** Sets the value of the script tag's attribute, for elements without the attribute. */
export function useVisitor(word: string | undefined): void {
  chosen = word;
}

/** Returns true if something may be shown over an element. */
export function isWanted(element: Element): boolean {
  return (dom.getAttribute(element, "data-visitor") ?? chosen) !== "off";
}

/** Returns true if the run of an element's program is recorded. */
export function isRecorded(element: Element): boolean {
  const word = dom.getAttribute(element, "data-record");
  return word !== null && word !== "off";
}

/** Returns true if the program of an element waits for a click. */
export function waitsForClick(element: Element): boolean {
  return dom.getAttribute(element, "data-start") === "click";
}
