// Holds the messages of a program until the page is loaded, then passes them on one by one, each in
// a separate task.

import { inTask } from "./task.ts";

/** Milliseconds after which a program that is ready no longer waits for a page that never finishes
 * loading. */
const PATIENCE = 10000;

/** Resolves when the page's own load handlers have run. */
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
  /** Messages that wait until the page is loaded, or for their turn after that. */
  readonly #waiting: T[] = [];
  #isHolding: boolean;

  /** If `waits` is true, messages are held until the page is loaded. */
  constructor(waits: boolean, take: (thing: T) => void) {
    this.#take = take;
    this.#isHolding = waits && !isPageLoaded;
  }

  /** Passes on a message now or in its turn. With `isEarly` it does not wait for the page to load,
   * unless other messages are already waiting. */
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
