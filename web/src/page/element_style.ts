// The style of elements that become programs, in browsers without Native Client: empty boxes of their
// size.

import { dom } from "./primitives.ts";

/** The style that hides the picture that browsers paint for types that they do not know; it takes
 * nothing from the style that the page gives. */
export const HIDING = "opacity(0)";

/** The style that makes our elements boxes with the size of plug-ins. A width in an attribute
 * counts less than any rule. */
const boxes = (element: string): string =>
  `:where(${element}){display:inline-block}
:where(${element}:not([width])){width:300px}
:where(${element}:not([height])){height:150px}`;

const EMBED = 'embed[type^="application/x-pnacl" i]';
const OBJECT = 'object[type^="application/x-pnacl" i]';

// To Firefox an embed that it does not know is nothing at all.
const RULES = `:where(${EMBED}){filter:${HIDING}}
:where(${OBJECT}){content-visibility:hidden}
${boxes(OBJECT)}
@supports (-moz-appearance:none){${boxes(EMBED)}}`;

const sheets = new WeakMap<Document | ShadowRoot, CSSStyleSheet>();

/** Hides the browser's own rendering of an element, and gives it a box if it has none. */
export function hideElement(element: Element): void {
  const root = dom.getRootNode(element) as Document | ShadowRoot;
  if (!("adoptedStyleSheets" in root)) return;
  const sheet = sheets.get(root) ?? new CSSStyleSheet();
  // Firefox drops it with document.open.
  if (root.adoptedStyleSheets.includes(sheet)) return;
  if (!sheets.has(root)) dom.replaceSync(sheet, RULES);
  sheets.set(root, sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
