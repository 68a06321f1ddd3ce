// Counts the messages of a program that the page has not handled yet. Their number must be limited,
// so a program that sends more than the page handles has to wait. A program that cannot wait is
// ended.

import type { ToPage } from "../shared/protocol.ts";
import { weightOf } from "../shared/weight.ts";
import { fault } from "./answers.ts";

/** A program that can wait does so while the page has more than this number of unhandled messages,
 * or more than 8 MiB of them. The limit is low enough for the page's own tasks to run in
 * between. */
const MUCH = 2048;

/** A program that cannot wait is ended if the page has more than this number of unhandled messages,
 * or more than 256 MiB of them. */
const MOST = 65536;

/** Maximum delay of a program for each message, in milliseconds, while the page handles no
 * messages, for example because it shows a dialog. */
const PATIENCE = 1000;

export class Backlog {
  #sent = 0;

  /** `taken` is the total weight that the page has handled. The page updates it if it is shared. */
  constructor(readonly taken: Int32Array) {}

  /** Counts a message before it is sent. */
  add(message: ToPage): void {
    const weight = weightOf(message);
    this.#sent += weight;
    if (weight === 0 || this.#waiting() <= MUCH) return;
    if (self.crossOriginIsolated) this.#wait();
    else if (this.#waiting() > MOST)
      throw fault("the program sends messages faster than the page can read them");
  }

  #wait(): void {
    const end = performance.now() + PATIENCE;
    while (this.#waiting() > MUCH && performance.now() < end) {
      Atomics.wait(this.taken, 0, Atomics.load(this.taken, 0), PATIENCE);
    }
  }

  /** Adds a weight that the page has handled. The page reports it in a message if the count is not
   * shared. */
  took(weight: number): void {
    Atomics.add(this.taken, 0, weight);
  }

  #waiting(): number {
    // Both counts wrap around in the same way.
    return (this.#sent - Atomics.load(this.taken, 0)) | 0;
  }
}
