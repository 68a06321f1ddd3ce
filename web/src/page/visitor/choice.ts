// Whether a visitor may see anything of ours: `data-visitor="off"` on an element, or on
// the tag of the script for all of them.

import { dom } from "../primitives.ts";

let chosen: string | undefined;

/** Takes the word of the script's tag, for elements that say nothing. */
export function useVisitor(word: string | undefined): void {
  chosen = word;
}

/** Returns true if something may be shown over an element. */
export function isWanted(element: Element): boolean {
  return (dom.getAttribute(element, "data-visitor") ?? chosen) !== "off";
}

/** Returns true if the program of an element waits for a click. */
export function waitsForClick(element: Element): boolean {
  return dom.getAttribute(element, "data-start") === "click";
}
