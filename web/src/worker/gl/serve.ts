// Runs the OpenGL calls that other threads have queued.

import type { HostCall } from "../answers.ts";
import { HEADER, QUEUE } from "./queue.ts";
import { giveNumbers } from "./uniforms.ts";

/** The OpenGL functions by number, with the letters of their parameters. */
export class GlFunctions {
  readonly #all: ({ call: HostCall; letters: string } | undefined)[] = [];

  add(index: number, call: HostCall, letters: string): void {
    this.#all[index] = { call, letters };
  }

  /** Runs the calls in a queue. Returns the result of the last call. Programs cannot write to a
   * queue, but lengths are checked nevertheless. */
  run(buffer: SharedArrayBuffer, at: number, words: number): number {
    const ints = new Int32Array(buffer, at, QUEUE);
    const floats = new Float32Array(buffer, at, QUEUE);
    const end = Math.min(words, QUEUE);
    let result = 0;
    for (let place = 0; place + HEADER <= end; ) {
      const found = this.#all[ints[place] ?? -1];
      const count = ints[place + 1] ?? 0;
      const numbers = ints[place + 2] ?? 0;
      place += HEADER;
      if (found === undefined) return result;
      const { call, letters } = found;
      const args = Array.from(letters, (letter, index) =>
        letter === "f" ? floats[place + index] : ints[place + index],
      );
      place += count;
      if (numbers > 0) giveNumbers(floats, ints, place);
      try {
        result = Number(call(...args) ?? 0);
      } finally {
        if (numbers > 0) giveNumbers();
      }
      place += numbers;
    }
    return result;
  }
}
