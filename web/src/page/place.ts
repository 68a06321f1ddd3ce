// Where a program's picture is: a box over its element, which stays as it is.
//
// The box lies in a closed shadow root of the element's parent, anchored to the element, so it
// follows whatever the page does with it, and mouse events still reach the element. Where a
// parent takes no shadow root the box follows from outside, by a look at each frame.

import { contentBox, edges, unclipped } from "./view.ts";

/** A place for a picture, whatever way it is made. */
export interface Place {
  readonly canvas: HTMLCanvasElement;
  /** Has the size and the borders of the element; what is in it lies over the element's content. */
  readonly box: HTMLElement;
  /** Takes what has no picture: an invisible field for text. */
  readonly content: HTMLElement;
  /** The picture has this size and lies there in the element, in CSS pixels. */
  set(width: number, height: number, left: number, top: number): void;
  /** The element may look otherwise than before. */
  update(): void;
  remove(): void;
}

/** What hides the picture that browsers paint for types that they do not know; it takes nothing
 * from the style that the page gives. */
const HIDING = "opacity(0)";

/** What makes elements of ours boxes with the size of plug-ins. A width in an attribute counts less
 * than any rule. */
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

/** Hides what the browser paints for an element, and gives it a box where the browser has none. */
export function hideElement(element: Element): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  if (!("adoptedStyleSheets" in root)) return;
  const sheet = sheets.get(root) ?? new CSSStyleSheet();
  // Firefox drops it with document.open.
  if (root.adoptedStyleSheets.includes(sheet)) return;
  if (!sheets.has(root)) sheet.replaceSync(RULES);
  sheets.set(root, sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** A place for the picture of an element. */
export function placeOver(element: HTMLElement): Place {
  return new BoxOver(element);
}

/** Where the box is kept in the document. */
interface Spot {
  /** The style by which it lies over the element, which has this one. */
  lay(style: CSSStyleDeclaration): string;
  remove(): void;
}

/** What the box has as the element has it. */
const SAME =
  "opacity visibility background border-width border-style border-color border-radius padding box-shadow mix-blend-mode z-index rotate scale".split(
    " ",
  );

class BoxOver implements Place {
  readonly canvas = document.createElement("canvas");
  readonly box = document.createElement("div");
  readonly content = document.createElement("div");
  #spot: Spot;
  readonly #sizes = new ResizeObserver(() => this.update());

  constructor(readonly element: HTMLElement) {
    this.box.append(this.content);
    this.content.append(this.canvas);
    const update = () => this.update();
    const outside = () => new Outside(element, this.box, update);
    const root = element.parentElement && shadowOf(element.parentElement);
    this.#spot = root
      ? new Inside(element, this.box, root, () => {
          this.#spot = outside();
          update();
        })
      : outside();
    this.set(0, 0, 0, 0);
    this.update();
    this.#sizes.observe(element);
  }

  set(width: number, height: number, left: number, top: number): void {
    setStyle(
      this.canvas,
      `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px`,
    );
  }

  update(): void {
    if (this.box.matches(":fullscreen")) {
      // Where and how large it is then is the browser's.
      setStyle(this.box, "all:initial;background:#000");
      setStyle(this.content, "position:absolute;inset:0;overflow:hidden");
      return;
    }
    const style = getComputedStyle(this.element);
    const same = SAME.map((name) => `${name}:${style.getPropertyValue(name)};`).join("");
    const filter = style.filter === HIDING ? "" : `filter:${style.filter};`;
    setStyle(
      this.box,
      `all:initial;pointer-events:none;box-sizing:border-box;overflow:clip;overflow-clip-margin:content-box;${same}${filter}${this.#spot.lay(style)}`,
    );
    const { paddingLeft, paddingTop, paddingRight, paddingBottom } = style;
    setStyle(
      this.content,
      `position:absolute;overflow:hidden;inset:${paddingTop} ${paddingRight} ${paddingBottom} ${paddingLeft}`,
    );
  }

  remove(): void {
    this.#sizes.disconnect();
    this.#spot.remove();
    this.box.remove();
  }
}

const styles = new WeakMap<Element, string>();

function setStyle(element: HTMLElement, text: string): void {
  if (styles.get(element) === text) return;
  styles.set(element, text);
  element.style.cssText = text;
}

// What of the box lies outside of what can be seen of the element is cut off.
function cut(element: HTMLElement, all: boolean): string {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = unclipped(element, { left, top, width, height }, all);
  const sides = [
    seen.top - top,
    left + width - seen.left - seen.width,
    top + height - seen.top - seen.height,
    seen.left - left,
  ];
  if (sides.every((side) => side <= 0)) return "";
  const shown = seen.width > 0 && seen.height > 0;
  return `clip-path:inset(${shown ? sides.map((side) => `${side}px`).join(" ") : "100%"});`;
}

/** The shadow roots that are ours, with what lies in them. */
type Root = { root: ShadowRoot; slot: HTMLSlotElement; giveUp: Set<() => void>; sheet: CSSStyleSheet };
const roots = new WeakMap<Element, Root>();
let anchors = 0;

function shadowOf(parent: Element): Root | undefined {
  const known = roots.get(parent);
  if (known !== undefined) return known.slot.parentNode === known.root ? known : undefined;
  if (parent.shadowRoot !== null || !CSS.supports("anchor-name", "--x")) return undefined;
  try {
    const root = parent.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    const slot = document.createElement("slot");
    root.append(slot);
    const made = { root, slot, giveUp: new Set<() => void>(), sheet };
    roots.set(parent, made);
    shareRoots();
    return made;
  } catch {
    return undefined;
  }
}

let areShared = false;

/** A page that gives a shadow root to an element that has one of ours gets ours, empty. */
function shareRoots(): void {
  if (areShared) return;
  areShared = true;
  const native = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(this: Element, init: ShadowRootInit): ShadowRoot {
    const ours = roots.get(this);
    // A root that was given up is the page's.
    if (ours === undefined || ours.slot.parentNode !== ours.root) return native.call(this, init);
    for (const giveUp of [...ours.giveUp]) giveUp();
    const { root } = ours;
    root.adoptedStyleSheets = [];
    root.replaceChildren();
    Object.defineProperty(root, "mode", { value: init.mode, configurable: true });
    if (init.mode === "open") Object.defineProperty(this, "shadowRoot", { value: root, configurable: true });
    return root;
  };
}

/** The names of anchors by element. */
const names = new WeakMap<Element, string>();

/** A box in a shadow root of the element's parent. */
class Inside implements Spot {
  readonly #name = `--pinnacle-${++anchors}`;
  readonly #giveUp: () => void;

  constructor(
    readonly element: HTMLElement,
    box: HTMLElement,
    readonly own: Root,
    leave: () => void,
  ) {
    // Before the slot: what the page lays over the element lies over the box too.
    own.root.prepend(box);
    names.set(element, this.#name);
    this.#giveUp = () => {
      this.remove();
      leave();
    };
    own.giveUp.add(this.#giveUp);
    own.slot.addEventListener("slotchange", this.#nameAnchors);
    this.#nameAnchors();
  }

  // By the place among the slotted ones, since no attribute of the element may change.
  readonly #nameAnchors = (): void => {
    const slotted = this.own.slot.assignedElements();
    const rules = slotted.map((one) => {
      const name = names.get(one);
      if (name === undefined) return "";
      const same = slotted.filter((other) => other.localName === one.localName);
      return `::slotted(${one.localName}:nth-of-type(${same.indexOf(one) + 1})){anchor-name:${name}}`;
    });
    this.own.sheet.replaceSync(rules.join("\n"));
  };

  lay(style: CSSStyleDeclaration): string {
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const size = `width:${width}px;height:${height}px;`;
    const { position, transform } = style;
    const clip = cut(this.element, false);
    if (position === "absolute" || position === "fixed") {
      // It has the containing block of the element, but could not be anchored to it.
      const { left, top, margin, transformOrigin } = style;
      return `position:${position};left:${left};top:${top};margin:${margin};transform:${transform};transform-origin:${transformOrigin};${size}${clip}`;
    }
    const anchored = `position:absolute;position-anchor:${this.#name};`;
    const isPlain = transform === "none" && style.rotate === "none" && style.scale === "none";
    if (isPlain)
      return `${anchored}left:anchor(left);top:anchor(top);width:anchor-size(width);height:anchor-size(height);${clip}`;
    // The anchor is what surrounds the transformed element, with the same middle.
    const matrix = transform === "none" ? new DOMMatrix() : new DOMMatrix(transform);
    const { a, b, c, d } = matrix;
    return `${anchored}left:calc(anchor(center) - ${width / 2}px);top:calc(anchor(center) - ${height / 2}px);transform:matrix(${a},${b},${c},${d},0,0);${size}`;
  }

  remove(): void {
    this.own.giveUp.delete(this.#giveUp);
    this.own.slot.removeEventListener("slotchange", this.#nameAnchors);
    names.delete(this.element);
    this.#nameAnchors();
  }
}

/** A box that follows from the end of the document. */
class Outside implements Spot {
  #frame = 0;
  readonly #host = document.createElement("div");

  constructor(
    readonly element: HTMLElement,
    box: HTMLElement,
    update: () => void,
  ) {
    this.#host.attachShadow({ mode: "closed" }).append(box);
    this.#host.style.cssText =
      "all:initial;position:absolute;left:0;top:0;width:0;height:0;overflow:visible;background:none;border:0;padding:0;margin:0";
    document.documentElement.append(this.#host);
    const follow = (): void => {
      this.#frame = requestAnimationFrame(follow);
      this.#rise();
      update();
    };
    this.#frame = requestAnimationFrame(follow);
  }

  /** Over what fills the screen, if the element is in it. */
  #rise(): void {
    if (!("popover" in this.#host)) return;
    const full = document.fullscreenElement;
    const isIn = full?.contains(this.element) === true && full !== this.element;
    if (isIn === (this.#host.popover !== null)) return;
    this.#host.popover = isIn ? "manual" : null;
    if (isIn) this.#host.showPopover();
  }

  lay(): string {
    const { left, top, scale } = contentBox(this.element);
    const [beforeX, beforeY] = edges(getComputedStyle(this.element));
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const host = this.#host.getBoundingClientRect();
    const x = left - beforeX * scale[0] - host.left;
    const y = top - beforeY * scale[1] - host.top;
    return `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;transform:scale(${scale});transform-origin:0 0;${cut(this.element, true)}`;
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#host.remove();
  }
}
