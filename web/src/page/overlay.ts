// The boxes over elements. A box is in a closed shadow root of the element's parent and is anchored
// to the element. So it follows all changes of the element, and mouse events still reach the
// element. If the parent accepts no shadow root, the box is at the end of the document, and its
// position is updated at each frame.

import { dom } from "./primitives.ts";
import type { Root } from "./shadow.ts";
import { contentBox, edges, unclipped } from "./view.ts";

/** Keeps a box over its element. */
export interface Overlay {
  /** Returns the style that places the box over an element with this style. */
  lay(style: CSSStyleDeclaration): string;
  remove(): void;
}

// Returns the style that clips the box to the visible part of the element.
function cut(element: HTMLElement, all: boolean): string {
  const { left, top, width, height } = dom.getBoundingClientRect(element);
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

let anchors = 0;

/** The names of anchors by element. */
const names = new WeakMap<Element, string>();

/** A box in a shadow root of the element's parent. */
export class ShadowOverlay implements Overlay {
  readonly #name = `--pinnacle-${++anchors}`;
  readonly #giveUp: () => void;

  constructor(
    readonly element: HTMLElement,
    box: HTMLElement,
    readonly own: Root,
    leave: () => void,
    isAbove: boolean,
  ) {
    // Without `isAbove` the box comes before the slot. So overlays of the page over the element
    // also cover the box, and the element receives the mouse events.
    if (isAbove) dom.append(own.root, box);
    else dom.prepend(own.root, box);
    names.set(element, this.#name);
    this.#giveUp = () => {
      this.remove();
      leave();
    };
    own.giveUp.add(this.#giveUp);
    dom.addEventListener(own.slot, "slotchange", this.#nameAnchors);
    this.#nameAnchors();
  }

  // The rule selects the element by its position in the slot, because its attributes must not
  // change.
  readonly #nameAnchors = (): void => {
    const slotted = dom.assignedElements(this.own.slot);
    const rules = slotted.map((one) => {
      const name = names.get(one);
      if (name === undefined) return "";
      const same = slotted.filter((other) => other.localName === one.localName);
      return `::slotted(${one.localName}:nth-of-type(${same.indexOf(one) + 1})){anchor-name:${name}}`;
    });
    dom.replaceSync(this.own.sheet, rules.join("\n"));
  };

  lay(style: CSSStyleDeclaration): string {
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const size = `width:${width}px;height:${height}px;`;
    const { position, transform } = style;
    const clip = cut(this.element, false);
    if (position === "absolute" || position === "fixed") {
      // The box has the same containing block as the element, but could not be anchored to it.
      const { left, top, margin, transformOrigin } = style;
      return `position:${position};left:${left};top:${top};margin:${margin};transform:${transform};transform-origin:${transformOrigin};${size}${clip}`;
    }
    const anchored = `position:absolute;position-anchor:${this.#name};`;
    const isPlain = transform === "none" && style.rotate === "none" && style.scale === "none";
    if (isPlain)
      return `${anchored}left:anchor(left);top:anchor(top);width:anchor-size(width);height:anchor-size(height);${clip}`;
    // The anchor is the bounding box of the transformed element, which has the same centre.
    const matrix = transform === "none" ? new DOMMatrix() : new DOMMatrix(transform);
    const { a, b, c, d } = matrix;
    return `${anchored}left:calc(anchor(center) - ${width / 2}px);top:calc(anchor(center) - ${height / 2}px);transform:matrix(${a},${b},${c},${d},0,0);${size}`;
  }

  remove(): void {
    this.own.giveUp.delete(this.#giveUp);
    dom.removeEventListener(this.own.slot, "slotchange", this.#nameAnchors);
    names.delete(this.element);
    this.#nameAnchors();
  }
}

/** A box at the end of the document that follows the element. */
export class FollowingOverlay implements Overlay {
  #frame = 0;
  readonly #host = dom.createElement(document, "div");

  constructor(
    readonly element: HTMLElement,
    box: HTMLElement,
    update: () => void,
  ) {
    dom.append(dom.attachShadow(this.#host, { mode: "closed" }), box);
    this.#host.style.cssText =
      "all:initial;position:absolute;left:0;top:0;width:0;height:0;overflow:visible;background:none;border:0;padding:0;margin:0";
    dom.append(document.documentElement, this.#host);
    const follow = (): void => {
      this.#frame = requestAnimationFrame(follow);
      this.#rise();
      update();
    };
    this.#frame = requestAnimationFrame(follow);
  }

  /** Raises the box above the fullscreen element, if that one contains the program's element. */
  #rise(): void {
    if (!("popover" in this.#host)) return;
    const full = document.fullscreenElement;
    const isIn = full !== null && dom.contains(full, this.element) && full !== this.element;
    if (isIn === (this.#host.popover !== null)) return;
    this.#host.popover = isIn ? "manual" : null;
    if (isIn) this.#host.showPopover();
  }

  lay(): string {
    const { left, top, scale } = contentBox(this.element);
    const [beforeX, beforeY] = edges(getComputedStyle(this.element));
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const host = dom.getBoundingClientRect(this.#host);
    const x = left - beforeX * scale[0] - host.left;
    const y = top - beforeY * scale[1] - host.top;
    return `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;transform:scale(${scale});transform-origin:0 0;${cut(this.element, true)}`;
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    dom.remove(this.#host);
  }
}
