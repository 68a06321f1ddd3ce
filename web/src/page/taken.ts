// Reports to a program's worker the weight of the messages that the page has taken.

import type { ToPage, ToWorker } from "../shared/protocol.ts";
import { weightOf } from "../shared/weight.ts";

/** If the count cannot be shared, it is reported whenever it has grown by this number. */
const STEP = 1024;

export class Taken {
  /** Total weight of the taken messages. The worker receives it when it starts. */
  readonly count = new Int32Array(
    globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : new ArrayBuffer(4),
  );
  #untold = 0;

  constructor(readonly send: (message: ToWorker) => void) {}

  /** Counts a message that the page has taken. */
  add(message: ToPage): void {
    const weight = weightOf(message);
    Atomics.add(this.count, 0, weight);
    if (globalThis.crossOriginIsolated) {
      Atomics.notify(this.count, 0);
      return;
    }
    this.#untold += weight;
    if (this.#untold < STEP) return;
    this.send({ kind: "taken", weight: this.#untold });
    this.#untold = 0;
  }
}
