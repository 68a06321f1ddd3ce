// The style of elements that become programs: empty boxes in the size of the element, instead of
// the browser's own rendering.

import { dom } from "./primitives.ts";

/** The style that hides the picture that browsers paint for unknown types. It does not override the
 * page's style. */
export const HIDING = "opacity(0)";

/** The style that makes our elements boxes with the size of plug-ins. It excludes elements with a
 * width or height in an attribute, because any rule overrides these attributes. */
const boxes = (element: string): string =>
  `:where(${element}){display:inline-block}
:where(${element}:not([width])){width:300px}
:where(${element}:not([height])){height:150px}`;

const EMBED = 'embed[type^="application/x-pnacl" i]';
const OBJECT = 'object[type^="application/x-pnacl" i]';

// Firefox makes no box for an embed of an unknown type.
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
  // Firefox drops the sheet with document.open.
  if (root.adoptedStyleSheets.includes(sheet)) return;
  if (!sheets.has(root)) dom.replaceSync(sheet, RULES);
  sheets.set(root, sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
