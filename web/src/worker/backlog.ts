// What a program has said and the page has not taken yet. Nobody but the program knows when it
// stops; so one that says more than the page takes has to wait, and ends where it cannot wait.

import type { ToPage } from "../shared/protocol.ts";
import { weightOf } from "../shared/weight.ts";
import { fault } from "./answers.ts";

/** A program that can wait does so while more than this waits in the page: this number of messages,
 * or 8 MiB. The page's own tasks come in between soon enough. */
const MUCH = 2048;

/** One that cannot wait ends where more than this does: this number of messages, or 256 MiB. */
const MOST = 65536;

/** A page that takes nothing, since it shows a dialog, say, delays a program by this number of
 * milliseconds for each message. */
const PATIENCE = 1000;

export class Backlog {
  #sent = 0;

  /** `taken` counts what the page has taken; the page writes it if it is shared. */
  constructor(readonly taken: Int32Array) {}

  /** Counts a message before it is sent. */
  add(message: ToPage): void {
    const weight = weightOf(message);
    this.#sent += weight;
    if (weight === 0 || this.#waiting() <= MUCH) return;
    if (self.crossOriginIsolated) this.#wait();
    else if (this.#waiting() > MOST) throw fault("the program says more than the page can take");
  }

  #wait(): void {
    const end = performance.now() + PATIENCE;
    while (this.#waiting() > MUCH && performance.now() < end) {
      Atomics.wait(this.taken, 0, Atomics.load(this.taken, 0), PATIENCE);
    }
  }

  /** The page has taken this further amount, which it can only report in messages. */
  took(weight: number): void {
    Atomics.add(this.taken, 0, weight);
  }

  #waiting(): number {
    // Both counts run over in the same way.
    return (this.#sent - Atomics.load(this.taken, 0)) | 0;
  }
}
