// The messages of a program that the page has not taken yet. Their number must be bounded, so a
// program that sends more than the page takes has to wait. If it cannot wait it is ended.

import type { ToPage } from "../shared/protocol.ts";
import { weightOf } from "../shared/weight.ts";
import { fault } from "./answers.ts";

/** A program that can wait does so while the page has more than this left to take: this number of
 * messages, or 8 MiB. It is low enough for the page's own tasks to run in between. */
const MUCH = 2048;

/** A program that cannot wait is ended if the page has more than this left to take: this number of
 * messages, or 256 MiB. */
const MOST = 65536;

/** Maximum delay of a program for each message, in milliseconds, while the page takes nothing, for
 * example because it shows a dialog. */
const PATIENCE = 1000;

export class Backlog {
  #sent = 0;

  /** `taken` is the weight that the page has taken. The page updates it if it is shared. */
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

  /** Adds a weight that the page has taken, reported by a message because the count is not
   * shared. */
  took(weight: number): void {
    Atomics.add(this.taken, 0, weight);
  }

  #waiting(): number {
    // Both counts wrap around in the same way.
    return (this.#sent - Atomics.load(this.taken, 0)) | 0;
  }
}
