// Which inputs a program asks for, and what becomes of each.
//
// Whether the page is to do nothing with an input has to be said at once, but a program that may
// leave it to the page answers later, from its worker. So it counts what the program did with the
// last one of its kind; at first it is supposed to take it.

/** How many inputs a program may leave unanswered before it gets no more moves. */
const MANY = 256;

export class Wishes {
  #unfiltered = 0;
  #filtered = 0;
  /** Kinds of inputs whose answers are on their way. */
  readonly #asked: string[] = [];
  /** Kinds that the program has left to the page. */
  readonly #left = new Set<string>();

  /** The program asks for these classes. */
  set(unfiltered: number, filtered: number): void {
    this.#unfiltered = unfiltered;
    this.#filtered = filtered;
  }

  /** Whether so many answers are awaited that the program seems to take nothing. */
  get isBusy(): boolean {
    return this.#asked.length > MANY;
  }

  /** Whether it asks for one of these classes. */
  wants(classes: number): boolean {
    return ((this.#unfiltered | this.#filtered) & classes) !== 0;
  }

  /** An input goes to the program. Says whether the page is to do nothing with it. */
  takes(classes: number, kind: string): boolean {
    this.#asked.push(kind);
    return (this.#unfiltered & classes) !== 0 || !this.#left.has(kind);
  }

  /** The answer to the next input. */
  answered(isHandled: boolean): void {
    const kind = this.#asked.shift();
    if (kind === undefined) return;
    if (isHandled) this.#left.delete(kind);
    else this.#left.add(kind);
  }
}
