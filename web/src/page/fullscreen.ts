// Makes an element fill the screen. Actually the box with its picture does, because the element
// would hide it. The page sees the element as the fullscreen element.

import { type Seen, targetOf } from "./hear.ts";
import type { Place } from "./place.ts";
import { dom } from "./primitives.ts";

/** The elements whose boxes are fullscreen, by the element that scripts of the page see: the box
 * itself or the host of its shadow root. */
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
  /** True if the program has requested fullscreen. */
  #isRequested = false;
  #box: HTMLElement | undefined;
  #host: Element | undefined;
  #isFull = false;

  /** `changed` is called when fullscreen has started or ended, `refused` if the browser rejects the
   * program's request. */
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

  /** The box that is fullscreen, and true if the program has requested that. */
  get screen(): { box: HTMLElement; isRequested: boolean } | undefined {
    return this.#isFull && this.#box ? { box: this.#box, isRequested: this.#isRequested } : undefined;
  }

  /** Returns true if the target of an event is the box while it is fullscreen. */
  isFromScreen(event: Event): boolean {
    return this.#isFull && targetOf(event) === this.#host && this.#host !== this.#seen.element;
  }

  /** Enters or leaves fullscreen at the request of the program. */
  setRequested(on: boolean): void {
    this.#isRequested = on;
    // The older names are used as for Chrome's plug-ins.
    if (on) void this.request("webkitRequestFullscreen" in Element.prototype);
    else this.leave();
  }

  /** Makes the element fill the screen, for the page or the program. */
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
