// Where a program's picture is: a canvas over its element, which stays as it is.
//
// The canvas lies in a closed shadow root of the element's parent, anchored to the element, so it
// follows whatever the page does with it, and mouse events still reach the element. Where a
// parent takes no shadow root the canvas follows from outside, by a look at each frame.

import { contentBox } from "./view.ts";

/** A place for a picture, whatever way it is made. */
export interface Place {
  readonly canvas: HTMLCanvasElement;
  /** The picture has this size and lies there in the element, in CSS pixels. */
  set(width: number, height: number, left: number, top: number): void;
  remove(): void;
}

const BELOW = "position:absolute;pointer-events:none;margin:0;border:0;padding:0;";
const roots = new WeakMap<Element, ShadowRoot>();
let anchors = 0;

/** Hides what browsers paint for types that they do not know. */
const hidden = new WeakSet<Document | ShadowRoot>();

export function hideElement(element: Element): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  if (hidden.has(root) || !("adoptedStyleSheets" in root)) return;
  hidden.add(root);
  const sheet = new CSSStyleSheet();
  const object = 'object[type^="application/x-pnacl" i]';
  // A width in an attribute counts less than any rule.
  sheet.replaceSync(`:where(embed[type^="application/x-pnacl" i]){opacity:0}
:where(${object}){display:inline-block;content-visibility:hidden}
:where(${object}:not([width])){width:300px}
:where(${object}:not([height])){height:150px}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Changes the mouse pointer over an element, without a change of its attributes. */
export function showCursor(element: HTMLElement, css: string): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  const known = cursors.get(element) ?? new CSSStyleSheet();
  if (!cursors.has(element)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, known];
  cursors.set(element, known);
  const id = element.id && `#${CSS.escape(element.id)}`;
  known.replaceSync(`:where(${element.localName}${id}[type^="application/x-pnacl" i]){cursor:${css}}`);
}

const cursors = new WeakMap<Element, CSSStyleSheet>();

/** A place for the picture of an element. */
export function placeOver(element: HTMLElement): Place {
  const canvas = document.createElement("canvas");
  const parent = element.parentElement;
  const root = parent && shadowOf(parent);
  return root ? new Anchored(element, canvas, root) : new Following(element, canvas);
}

function shadowOf(parent: Element): ShadowRoot | undefined {
  const known = roots.get(parent);
  if (known !== undefined) return known;
  if (parent.shadowRoot !== null || !CSS.supports("anchor-name", "--x")) return undefined;
  try {
    const root = parent.attachShadow({ mode: "closed" });
    root.append(document.createElement("slot"));
    roots.set(parent, root);
    return root;
  } catch {
    return undefined;
  }
}

/** How far the content of an element is from its border's edge, and how large it is. */
function insets(element: Element): { left: number; top: number; width: number; height: number } {
  const box = element.getBoundingClientRect();
  const [left, top, width, height] = contentBox(element);
  return { left: left - box.left, top: top - box.top, width, height };
}

// What of a picture lies outside of the element is cut off.
function clip(box: { width: number; height: number }, size: number[]): string {
  const [width, height, left, top] = size as [number, number, number, number];
  const cut = (amount: number): string => `${Math.max(0, amount)}px`;
  return `inset(${cut(-top)} ${cut(left + width - box.width)} ${cut(top + height - box.height)} ${cut(-left)})`;
}

class Anchored implements Place {
  readonly #name = `--pinnacle-${++anchors}`;
  #size = [0, 0, 0, 0];
  readonly #sizes: ResizeObserver;

  constructor(
    readonly element: HTMLElement,
    readonly canvas: HTMLCanvasElement,
    root: ShadowRoot,
  ) {
    root.append(canvas);
    this.#sizes = new ResizeObserver(() => this.#lay());
    this.#sizes.observe(element);
    const sheet = new CSSStyleSheet();
    // By its place among the slotted ones, since no attribute of the element may change.
    slots.set(element, this.#name);
    const names = () => {
      const slotted = [...(root.querySelector("slot")?.assignedElements() ?? [])];
      const rules = slotted.map((one) => {
        const name = slots.get(one);
        if (name === undefined) return "";
        const same = slotted.filter((other) => other.localName === one.localName);
        return `::slotted(${one.localName}:nth-of-type(${same.indexOf(one) + 1})){anchor-name:${name}}`;
      });
      sheet.replaceSync(rules.join("\n"));
    };
    root.querySelector("slot")?.addEventListener("slotchange", names);
    names();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }

  set(...size: [number, number, number, number]): void {
    this.#size = size;
    this.#lay();
  }

  #lay(): void {
    const box = insets(this.element);
    const [width, height, left, top] = this.#size as [number, number, number, number];
    this.canvas.style.cssText = `${BELOW}position-anchor:${this.#name};left:calc(anchor(left) + ${box.left + left}px);top:calc(anchor(top) + ${box.top + top}px);width:${width}px;height:${height}px;clip-path:${clip(box, this.#size)}`;
  }

  remove(): void {
    this.#sizes.disconnect();
    slots.delete(this.element);
    this.canvas.remove();
  }
}

/** The names of anchors by element. */
const slots = new WeakMap<Element, string>();

class Following implements Place {
  #size = [0, 0, 0, 0];
  #frame = 0;
  readonly #host = document.createElement("div");

  constructor(
    readonly element: HTMLElement,
    readonly canvas: HTMLCanvasElement,
  ) {
    this.#host.attachShadow({ mode: "closed" }).append(canvas);
    this.#host.style.cssText = "all:initial;position:absolute;left:0;top:0;width:0;height:0";
    document.documentElement.append(this.#host);
    const follow = (): void => {
      this.#lay();
      this.#frame = requestAnimationFrame(follow);
    };
    follow();
  }

  set(...size: [number, number, number, number]): void {
    this.#size = size;
    this.#lay();
  }

  #lay(): void {
    const [width, height, left, top] = this.#size as [number, number, number, number];
    const [x, y, boxWidth, boxHeight] = contentBox(this.element);
    const box = { width: boxWidth, height: boxHeight };
    this.canvas.style.cssText = `${BELOW}left:${x + left + scrollX}px;top:${y + top + scrollY}px;width:${width}px;height:${height}px;clip-path:${clip(box, this.#size)}`;
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#host.remove();
  }
}
