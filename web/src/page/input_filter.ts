// Decides which input events the program receives, and which the page may still handle.
//
// An event listener must decide at once whether to prevent the default action. A program that
// filters events answers later, from its worker. So the filter uses the program's last answer to an
// event of the same kind. Until there is one, it assumes that the program handles the event.

/** Maximum number of unanswered events. Beyond it a program receives no more mouse moves. */
const MAX_UNANSWERED = 256;

export class InputFilter {
  #unfiltered = 0;
  #filtered = 0;
  /** Kinds of the events that are unanswered, oldest first. */
  readonly #asked: string[] = [];
  /** Kinds of events that the program has left to the page the last time. */
  readonly #left = new Set<string>();

  /** Sets the classes that the program has requested. */
  set(unfiltered: number, filtered: number): void {
    this.#unfiltered = unfiltered;
    this.#filtered = filtered;
  }

  /** True if the program has stopped answering. */
  get isBusy(): boolean {
    return this.#asked.length > MAX_UNANSWERED;
  }

  /** Returns true if the program has requested one of these classes. */
  requests(classes: number): boolean {
    return ((this.#unfiltered | this.#filtered) & classes) !== 0;
  }

  /** Records that an event is sent to the program. Returns true if the page must prevent the
   * default action. */
  forward(classes: number, kind: string): boolean {
    this.#asked.push(kind);
    return (this.#unfiltered & classes) !== 0 || !this.#left.has(kind);
  }

  /** Handles the answer to the oldest unanswered event. */
  answered(isHandled: boolean): void {
    const kind = this.#asked.shift();
    if (kind === undefined) return;
    if (isHandled) this.#left.delete(kind);
    else this.#left.add(kind);
  }
}
