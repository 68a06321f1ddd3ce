// An element that fills the screen. What really fills it is the box with its picture, which would
// otherwise be hidden by it; the page sees the element.

import { type Seen, targetOf } from "./hear.ts";
import type { Place } from "./place.ts";
import { dom } from "./primitives.ts";

/** Elements whose boxes fill the screen, by what scripts of the page see of the box. */
const filling = new Map<Element, Element>();

let isInstalled = false;

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  for (const prototype of [Document.prototype, ShadowRoot.prototype]) {
    for (const name of ["fullscreenElement", "webkitFullscreenElement", "webkitCurrentFullScreenElement"]) {
      const native = Object.getOwnPropertyDescriptor(prototype, name);
      if (native?.get === undefined) continue;
      const { get } = native;
      Object.defineProperty(prototype, name, {
        ...native,
        get(this: Document | ShadowRoot) {
          const full: Element | null = get.call(this);
          return (full && filling.get(full)) ?? full;
        },
      });
    }
  }
}

const EVENTS = ["fullscreenchange", "webkitfullscreenchange", "fullscreenerror", "webkitfullscreenerror"];

type Request = "requestFullscreen" | "webkitRequestFullscreen";

export class Fullscreen {
  readonly #seen: Seen;
  readonly #place: () => Place;
  /** The program has asked for it. */
  #isRequested = false;
  #box: HTMLElement | undefined;
  #host: Element | undefined;
  #isFull = false;

  /** `changed` is called when it has begun or ended, `refused` when the program's request cannot be
   * met. */
  constructor(
    seen: Seen,
    place: () => Place,
    readonly changed: () => void,
    readonly refused: () => void,
  ) {
    this.#seen = seen;
    this.#place = place;
    for (const type of EVENTS)
      addEventListener(type, (event) => this.#hear(event), { capture: true, signal: seen.signal });
    dom.addEventListener(seen.signal, "abort", () => {
      this.leave();
      if (this.#host) filling.delete(this.#host);
    });
  }

  /** The box that fills the screen now, and whether that is by the program's request. */
  get screen(): { box: HTMLElement; isRequested: boolean } | undefined {
    return this.#isFull && this.#box ? { box: this.#box, isRequested: this.#isRequested } : undefined;
  }

  /** Returns true if an event comes to the box that fills the screen. */
  isFromScreen(event: Event): boolean {
    return this.#isFull && targetOf(event) === this.#host && this.#host !== this.#seen.element;
  }

  /** The program requests fullscreen, or its end. */
  setRequested(on: boolean): void {
    this.#isRequested = on;
    // As Chrome's plug-ins did it, with the older names.
    if (on) void this.request("webkitRequestFullscreen" in Element.prototype);
    else this.leave();
  }

  /** The page or the program has the element fill the screen. */
  request(isOld: boolean, options?: FullscreenOptions): Promise<void> | undefined {
    install();
    const { box } = this.#place();
    const root = dom.getRootNode(box);
    this.#box = box;
    this.#host = root instanceof ShadowRoot ? root.host : box;
    const name: Request = isOld ? "webkitRequestFullscreen" : "requestFullscreen";
    const native = (Element.prototype as unknown as Record<Request, Element["requestFullscreen"]>)[name];
    return native.call(box, options);
  }

  leave(): void {
    if (this.#isFull) void document.exitFullscreen().catch(() => {});
  }

  #hear(event: Event): void {
    if (!event.isTrusted || this.#box === undefined || targetOf(event) !== this.#host) return;
    const root = dom.getRootNode(this.#box) as Document | ShadowRoot;
    const isFull = root.fullscreenElement === this.#box;
    const isError = event.type.endsWith("error");
    if (!isError && isFull === this.#isFull) return;
    const isElement = this.#host === this.#seen.element;
    if (!isElement) dom.stopImmediatePropagation(event);
    if (isError) {
      if (this.#isRequested && !this.#isFull) this.refused();
      this.#isRequested = this.#isFull && this.#isRequested;
    } else {
      this.#isFull = isFull;
      if (!isFull) this.#isRequested = false;
      if (this.#host && isFull) filling.set(this.#host, this.#seen.element);
      else if (this.#host) filling.delete(this.#host);
      this.changed();
    }
    if (!isElement)
      dom.dispatchEvent(this.#seen.element, new Event(event.type, { bubbles: true, composed: true }));
  }
}
