// Finds elements in shadow roots of the page, which are not in any collection of the document and
// are not seen by its observer.

import type { ModuleElement } from "./elements.ts";
import { dom } from "./primitives.ts";
import { unproxied } from "./replay.ts";
import { onPageRoot } from "./shadow.ts";

const NAMES = "embed, object";

/** The elements found so far. The references are weak, so that elements can be freed with their
 * roots. */
const found = new Set<WeakRef<ModuleElement>>();
const known = new WeakSet<Node>();
let isWatching = false;

/** Calls `watch` with each shadow root of the page, now and whenever a new one is attached. */
export function watchRoots(watch: (root: ShadowRoot) => void): void {
  isWatching = true;
  const begin = (root: ShadowRoot): void => {
    watch(root);
    note(root);
  };
  for (const { shadowRoot } of dom.querySelectorAll(document, "*")) if (shadowRoot) begin(shadowRoot);
  onPageRoot(begin);
}

/** Handles changes of elements in shadow roots. */
export function noteRecords(records: MutationRecord[]): void {
  if (!isWatching) return;
  for (const { target, addedNodes, attributeName } of records) {
    const nodes = attributeName === null ? addedNodes : [target];
    if (nodes.length > 0 && unproxied(dom.getRootNode(target)) !== document)
      for (const node of nodes) note(node);
  }
}

function note(node: Node): void {
  if (node instanceof Element && dom.matches(node, NAMES)) add(node as ModuleElement);
  if (node instanceof Element || node instanceof DocumentFragment)
    for (const element of node.querySelectorAll<ModuleElement>(NAMES)) add(element);
}

function add(element: ModuleElement): void {
  if (known.has(element)) return;
  known.add(element);
  found.add(new WeakRef(element));
}

/** Returns the elements in shadow roots, including those that are not programs. */
export function elementsInRoots(): ModuleElement[] {
  return [...found].flatMap((weak) => {
    const element = weak.deref();
    if (element === undefined) found.delete(weak);
    return element ?? [];
  });
}

/** Returns true if a node contains another one, including through shadow roots. */
export function holds(node: Node, other: Node): boolean {
  for (let at: Node | undefined = other; at !== undefined; ) {
    if (dom.contains(node, at)) return true;
    const root: Node = dom.getRootNode(at);
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  return false;
}
