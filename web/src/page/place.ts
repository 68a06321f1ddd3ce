// The place of a program's picture: a box over its element. The element is not changed.

import { HIDING } from "./element_style.ts";
import { FollowingOverlay, type Overlay, ShadowOverlay } from "./overlay.ts";
import { dom } from "./primitives.ts";
import { shadowOf } from "./shadow.ts";

/** A place for a picture. */
export interface Place {
  readonly canvas: HTMLCanvasElement;
  /** The box has the size and the borders of the element. Its content covers the element's
   * content. */
  readonly box: HTMLElement;
  /** Contains further elements, such as the invisible text field. */
  readonly content: HTMLElement;
  /** Sets the size of the picture and its position in the element, in CSS pixels. */
  set(width: number, height: number, left: number, top: number): void;
  /** Stretches the picture to the element. */
  stretch(): void;
  /** Updates the box after a change of the element's style. */
  update(): void;
  remove(): void;
}

/** Creates a place for the picture of an element. With `isAbove`, controls in the box receive mouse
 * events. Otherwise the element always receives them. */
export function placeOver(element: HTMLElement, isAbove = false): Place {
  return new BoxOver(element, isAbove);
}

/** The styles that the box copies from the element. */
const SAME =
  "opacity visibility background border-width border-style border-color border-radius padding box-shadow mix-blend-mode z-index rotate scale".split(
    " ",
  );

class BoxOver implements Place {
  readonly canvas = dom.createElement(document, "canvas");
  readonly box = dom.createElement(document, "div");
  readonly content = dom.createElement(document, "div");
  #spot: Overlay;
  readonly #sizes = new ResizeObserver(() => this.update());

  constructor(
    readonly element: HTMLElement,
    isAbove: boolean,
  ) {
    dom.append(this.box, this.content);
    dom.append(this.content, this.canvas);
    const update = () => this.update();
    const outside = () => new FollowingOverlay(element, this.box, update);
    const root = element.parentElement && shadowOf(element.parentElement);
    this.#spot = root
      ? new ShadowOverlay(
          element,
          this.box,
          root,
          () => {
            this.#spot = outside();
            update();
          },
          isAbove,
        )
      : outside();
    this.set(0, 0, 0, 0);
    this.update();
    dom.observe(this.#sizes, element);
  }

  set(width: number, height: number, left: number, top: number): void {
    setStyle(
      this.canvas,
      `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px`,
    );
  }

  stretch(): void {
    setStyle(this.canvas, "position:absolute;left:0;top:0;width:100%;height:100%");
  }

  update(): void {
    if (dom.matches(this.box, ":fullscreen")) {
      // The browser sets the position and the size of a fullscreen box.
      setStyle(this.box, "all:initial;background:#000");
      setStyle(this.content, "position:absolute;inset:0;overflow:hidden");
      return;
    }
    const style = getComputedStyle(this.element);
    const same = SAME.map((name) => `${name}:${dom.getPropertyValue(style, name)};`).join("");
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
    dom.disconnect(this.#sizes);
    this.#spot.remove();
    dom.remove(this.box);
  }
}

const styles = new WeakMap<Element, string>();

function setStyle(element: HTMLElement, text: string): void {
  if (styles.get(element) === text) return;
  styles.set(element, text);
  element.style.cssText = text;
}
