// Holds the messages of a program until the page is loaded, then passes them on one by one, each in
// a separate task.

import { inTask } from "./task.ts";

/** Milliseconds after which a ready program no longer waits for a page that never loads. */
const PATIENCE = 10000;

/** Waits for the page's own handlers of its load. */
const pageLoaded = new Promise<void>((resolve) => {
  if (typeof document === "undefined" || document.readyState === "complete") resolve();
  else addEventListener("load", () => inTask(resolve), { once: true });
});
let isPageLoaded = false;
void pageLoaded.then(() => {
  isPageLoaded = true;
});

export class Held<T> {
  readonly #take: (thing: T) => void;
  /** The messages that wait for the page, or for their turn after that. */
  readonly #waiting: T[] = [];
  #isHolding: boolean;

  /** `waits` is true to hold messages until the page is loaded. */
  constructor(waits: boolean, take: (thing: T) => void) {
    this.#take = take;
    this.#isHolding = waits && !isPageLoaded;
  }

  /** Passes on a message now or in its turn. With `isEarly` it does not wait for the page, unless
   * others are waiting already. */
  add(thing: T, isEarly: boolean): void {
    if (this.#waiting.length === 0 && (isEarly || !this.#isHolding)) {
      this.#take(thing);
      return;
    }
    if (this.#waiting.push(thing) === 1 && this.#isHolding) {
      const release = () => this.#release();
      void pageLoaded.then(release);
      setTimeout(release, PATIENCE);
    }
    if (!this.#isHolding) inTask(() => this.#takeNext());
  }

  #release(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    for (const _ of this.#waiting) inTask(() => this.#takeNext());
  }

  #takeNext(): void {
    const thing = this.#waiting.shift();
    if (thing !== undefined) this.#take(thing);
  }
}
