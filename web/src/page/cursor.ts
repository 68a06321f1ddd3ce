// The mouse pointer over programs. Only one element is under it at a time, so a single style rule
// is enough, and no attribute of an element changes.

import { dom } from "./primitives.ts";

const cursors = new WeakMap<Element, string>();
const sheets = new WeakMap<Node, CSSStyleSheet>();
let under: Element | undefined;

/** Sets the CSS cursor over an element. */
export function setCursor(element: Element, css: string): void {
  cursors.set(element, css);
  if (under === element) show(element);
}

/** Handles the pointer's move onto an element. */
export function pointAt(element: Element): void {
  under = element;
  if (cursors.has(element) || sheets.has(dom.getRootNode(element))) show(element);
}

function show(element: Element): void {
  const root = dom.getRootNode(element) as Document | ShadowRoot;
  let sheet = sheets.get(root);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheets.set(root, sheet);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  const css = cursors.get(element) ?? "auto";
  dom.replaceSync(sheet, `:where(${element.localName}:hover){cursor:${css}}`);
}
