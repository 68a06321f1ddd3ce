// The curtain over an element whose program does not show a picture yet: a sign while the program
// loads, a sentence if it has failed, or a button for programs that wait for a click. If the page
// shows its own picture there, neither the sign nor the sentence is shown.

import { type Place, placeOver } from "../place.ts";
import { dom } from "../primitives.ts";
import { isWanted } from "./choice.ts";
import { copyText } from "./details.ts";
import { button, part, styledRoot } from "./style.ts";

/** Milliseconds before the sign appears. It is not shown for programs that load faster. */
const DELAY = 100;

/** Minimum size of an element with a sign or a sentence, in CSS pixels. */
const SMALLEST = { width: 96, height: 24 };

/** Returns true if the page itself shows something at the element's place. */
function hasOwnPicture(element: HTMLElement): boolean {
  if (getComputedStyle(element).backgroundImage !== "none") return true;
  const { left, top, width, height } = dom.getBoundingClientRect(element);
  const root = dom.getRootNode(element) as Document | ShadowRoot;
  const seen = root.elementFromPoint(left + width / 2, top + height / 2);
  // There is no result if the element is outside of the window.
  return seen !== null && seen !== element && !dom.contains(seen, element);
}

function isTooSmall(element: HTMLElement): boolean {
  const { width, height } = dom.getBoundingClientRect(element);
  return width < SMALLEST.width || height < SMALLEST.height;
}

export class Curtain {
  readonly #element: HTMLElement;
  /** Returns the element with the picture of the running program. */
  #content: (() => HTMLElement) | undefined;
  /** The place of the curtain if there is no running program. */
  #place: Place | undefined;
  #host: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading: { card: HTMLElement; fill: HTMLElement; text: HTMLElement } | undefined;
  #loaded = 0;
  #total = -1;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Shows, after a delay, that the program is loading. `content` returns the parent of the
   * sign. */
  load(content: () => HTMLElement): void {
    this.remove();
    if (!isWanted(this.#element)) return;
    this.#content = content;
    this.#timer = setTimeout(() => this.#showLoading(), DELAY);
  }

  /** Updates the number of bytes that have arrived. A total of -1 is unknown. */
  progress(loaded: number, total: number): void {
    this.#loaded = loaded;
    this.#total = total;
    this.#update();
  }

  #showLoading(): void {
    if (this.#content === undefined || isTooSmall(this.#element) || hasOwnPicture(this.#element)) return;
    const card = part("div", "card loading");
    dom.setAttribute(card, "role", "progressbar");
    dom.setAttribute(card, "aria-label", "The program is loading");
    const bar = part("div", "bar");
    const fill = part("div", "fill");
    const text = part("p", "text", "Loading");
    dom.append(bar, fill);
    dom.append(card, bar);
    dom.append(card, text);
    this.#loading = { card, fill, text };
    this.#update();
    this.#show(card, this.#content());
  }

  #update(): void {
    if (this.#loading === undefined) return;
    const { card, fill, text } = this.#loading;
    const part = this.#total > 0 ? Math.min(this.#loaded / this.#total, 1) : undefined;
    card.classList.toggle("unknown", part === undefined);
    if (part === undefined) return;
    const percent = Math.floor(100 * part);
    fill.style.transform = `scaleX(${part})`;
    dom.setAttribute(card, "aria-valuenow", String(percent));
    text.textContent = percent < 100 ? `Loading: ${percent} %` : "Starting";
  }

  /** Shows that the program has failed: a sentence, and details on request. */
  fail(sentence: string, details: string): void {
    this.remove();
    if (!isWanted(this.#element) || isTooSmall(this.#element) || hasOwnPicture(this.#element)) return;
    const card = part("div", "card");
    dom.setAttribute(card, "role", "alert");
    dom.append(card, part("p", "", sentence));
    const text = part("pre", "", details);
    text.hidden = true;
    text.tabIndex = 0;
    const buttons = part("div", "buttons");
    const copy = button("Copy", () => copyText(details, (done) => (copy.textContent = done)));
    copy.hidden = true;
    const more = button("Details", () => {
      text.hidden = copy.hidden = !text.hidden;
      dom.setAttribute(more, "aria-expanded", String(!text.hidden));
    });
    dom.setAttribute(more, "aria-expanded", "false");
    dom.append(buttons, more);
    dom.append(buttons, copy);
    dom.append(card, buttons);
    dom.append(card, text);
    this.#show(card, this.#ownContent());
  }

  /** Shows a button that calls `act`, with a picture if the page provides one. */
  offer(picture: string | undefined, act: () => void): void {
    this.remove();
    const start = button("", act);
    start.className = "start";
    dom.setAttribute(start, "aria-label", "Start the program");
    if (picture) start.style.backgroundImage = `url(${JSON.stringify(picture)})`;
    dom.append(start, part("span", "", "▶ Start"));
    this.#show(start, this.#ownContent());
  }

  #ownContent(): HTMLElement {
    this.#place ??= placeOver(this.#element, true);
    return this.#place.content;
  }

  #show(shown: HTMLElement, into: HTMLElement): void {
    const { host, root } = styledRoot();
    this.#host = host;
    dom.append(root, shown);
    dom.append(into, host);
  }

  /** Removes the curtain. */
  remove(): void {
    clearTimeout(this.#timer);
    this.#content = undefined;
    this.#loading = undefined;
    if (this.#host) dom.remove(this.#host);
    this.#host = undefined;
    this.#place?.remove();
    this.#place = undefined;
  }
}
