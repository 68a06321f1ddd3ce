// Shadow roots that this script attaches to the parents of elements, and the handling of pages that
// attach one themselves.

import { dom } from "./primitives.ts";

/** A shadow root of this script, with its contents. */
export type Root = { root: ShadowRoot; slot: HTMLSlotElement; giveUp: Set<() => void>; sheet: CSSStyleSheet };
const roots = new WeakMap<Element, Root>();

/** Returns this script's shadow root of an element. Attaches one if the element allows that. */
export function shadowOf(parent: Element): Root | undefined {
  const known = roots.get(parent);
  if (known !== undefined) return known.slot.parentNode === known.root ? known : undefined;
  if (parent.shadowRoot !== null || !CSS.supports("anchor-name", "--x")) return undefined;
  try {
    replaceAttach();
    const root = dom.attachShadow(parent, { mode: "closed" });
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    const slot = dom.createElement(document, "slot");
    dom.append(root, slot);
    const made = { root, slot, giveUp: new Set<() => void>(), sheet };
    roots.set(parent, made);
    return made;
  } catch {
    return undefined;
  }
}

/** Functions that are called with the shadow roots of the page. */
const hearers = new Set<(root: ShadowRoot) => void>();

/** Calls a function with each shadow root that the page attaches from now on. */
export function onPageRoot(hearer: (root: ShadowRoot) => void): void {
  hearers.add(hearer);
  replaceAttach();
}

let isReplaced = false;

/** Replaces `attachShadow` for the page. */
function replaceAttach(): void {
  if (isReplaced) return;
  isReplaced = true;
  const { attachShadow: attach } = Element.prototype;
  Element.prototype.attachShadow = function attachShadow(this: Element, init: ShadowRootInit): ShadowRoot {
    const root = giveAway(this, init) ?? attach.call(this, init);
    for (const hearer of hearers) hearer(root);
    return root;
  };
}

/** If the page attaches a shadow root to an element that already has one from this script, empties
 * and returns that one. */
function giveAway(host: Element, { mode }: ShadowRootInit): ShadowRoot | undefined {
  const ours = roots.get(host);
  // A root that was passed on already belongs to the page.
  if (ours === undefined || ours.slot.parentNode !== ours.root) return undefined;
  for (const giveUp of [...ours.giveUp]) giveUp();
  const { root } = ours;
  root.adoptedStyleSheets = [];
  root.replaceChildren();
  Object.defineProperty(root, "mode", { value: mode, configurable: true });
  if (mode === "open") Object.defineProperty(host, "shadowRoot", { value: root, configurable: true });
  return root;
}
