// The shadow roots of a page: those that we make on the parents of elements, and their fate when
// the page makes one itself.

import { dom } from "./primitives.ts";

/** The shadow roots that are ours, with what lies in them. */
export type Root = { root: ShadowRoot; slot: HTMLSlotElement; giveUp: Set<() => void>; sheet: CSSStyleSheet };
const roots = new WeakMap<Element, Root>();

/** Our shadow root of an element, made if it takes one. */
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

/** Receives the shadow roots that the page makes. */
const hearers = new Set<(root: ShadowRoot) => void>();

/** Receives each shadow root that the page makes from now on. */
export function onPageRoot(hearer: (root: ShadowRoot) => void): void {
  hearers.add(hearer);
  replaceAttach();
}

let isReplaced = false;

/** Replaces a method of the browser for the page. */
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

/** A page that gives a shadow root to an element that has one of ours gets ours, empty. */
function giveAway(host: Element, { mode }: ShadowRootInit): ShadowRoot | undefined {
  const ours = roots.get(host);
  // A root that was given up is the page's.
  if (ours === undefined || ours.slot.parentNode !== ours.root) return undefined;
  for (const giveUp of [...ours.giveUp]) giveUp();
  const { root } = ours;
  root.adoptedStyleSheets = [];
  root.replaceChildren();
  Object.defineProperty(root, "mode", { value: mode, configurable: true });
  if (mode === "open") Object.defineProperty(host, "shadowRoot", { value: root, configurable: true });
  return root;
}
