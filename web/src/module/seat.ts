// Where a program without an element is shown: in a canvas of the page, or in a box with a canvas.

import type { Seat } from "../page/module.ts";
import type { Place } from "../page/place.ts";
import { dom } from "../page/primitives.ts";

export type SeatOptions = {
  canvas?: HTMLCanvasElement;
  element?: HTMLElement;
  width?: number;
  height?: number;
};

/** Creates a seat. `remove` removes it. */
export function seatOf({ canvas, element, width, height }: SeatOptions): { seat: Seat; remove: () => void } {
  const sized = (one: HTMLElement, missing: string): void => {
    one.style.width = width === undefined ? missing : `${width}px`;
    one.style.height = height === undefined ? missing : `${height}px`;
  };
  if (canvas !== undefined) {
    if (width !== undefined || height !== undefined) sized(canvas, "auto");
    keepSize(canvas);
    // The canvas stays in the page and shows the last picture.
    const place = () => new Itself(canvas);
    return { seat: { element: canvas, place, waitsForPage: false }, remove: () => {} };
  }
  const box = dom.createElement(document, "div");
  box.style.cssText = "position:relative;overflow:hidden";
  sized(box, "100%");
  if (element) dom.append(element, box);
  const seat = { element: box, place: () => new Inside(box), waitsForPage: false };
  return { seat, remove: () => dom.remove(box) };
}

/** Fixes the size of a canvas in the page if it would otherwise depend on the size of the
 * picture. */
function keepSize(canvas: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = canvas;
  canvas.width += 16;
  if (canvas.clientWidth !== clientWidth) canvas.style.width = `${clientWidth}px`;
  canvas.height += 16;
  if (canvas.clientHeight !== clientHeight) canvas.style.height = `${clientHeight}px`;
}

/** The place of a picture in a canvas of the page. */
class Itself implements Place {
  readonly box: HTMLElement;
  readonly content = dom.createElement(document, "div");

  constructor(readonly canvas: HTMLCanvasElement) {
    this.box = canvas;
    this.content.style.cssText = "position:absolute;width:0;height:0";
    dom.after(canvas, this.content);
  }

  set(): void {}

  stretch(): void {}

  update(): void {}

  remove(): void {
    dom.remove(this.content);
  }
}

class Inside implements Place {
  readonly canvas = dom.createElement(document, "canvas");
  readonly content: HTMLElement;

  constructor(readonly box: HTMLElement) {
    this.content = box;
    this.canvas.style.cssText = "position:absolute;pointer-events:none";
    dom.append(box, this.canvas);
  }

  update(): void {}

  set(width: number, height: number, left: number, top: number): void {
    const { style } = this.canvas;
    style.width = `${width}px`;
    style.height = `${height}px`;
    style.left = `${left}px`;
    style.top = `${top}px`;
  }

  stretch(): void {
    this.set(0, 0, 0, 0);
    this.canvas.style.width = "100%";
    this.canvas.style.height = "100%";
  }

  remove(): void {
    dom.remove(this.canvas);
  }
}
