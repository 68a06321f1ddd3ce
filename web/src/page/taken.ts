// Reports to a program's worker the weight of the messages that the page has handled.

import type { ToPage, ToWorker } from "../shared/protocol.ts";
import { weightOf } from "../shared/weight.ts";

/** If the count cannot be shared, it is reported each time it has grown by this number. */
const STEP = 1024;

export class Taken {
  /** Total weight of the handled messages. The worker receives the array when it starts. */
  readonly count = new Int32Array(
    globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : new ArrayBuffer(4),
  );
  #untold = 0;

  constructor(readonly send: (message: ToWorker) => void) {}

  /** Counts a message that the page has handled. */
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
