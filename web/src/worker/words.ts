// Views of the words with arguments and answers, as numbers of each type.

import { WordPlace } from "../generated/boundary.ts";

export class Words {
  ints = new Int32Array(0);
  floats = new Float32Array(0);
  doubles = new Float64Array(0);
  longs = new BigInt64Array(0);

  /** Moves the views to other bytes. */
  lieAt(buffer: ArrayBufferLike, at: number): void {
    this.ints = new Int32Array(buffer as ArrayBuffer, at, 2 * WordPlace.COUNT);
    this.floats = new Float32Array(buffer as ArrayBuffer, at, 2 * WordPlace.COUNT);
    this.doubles = new Float64Array(buffer as ArrayBuffer, at, WordPlace.COUNT);
    this.longs = new BigInt64Array(buffer as ArrayBuffer, at, WordPlace.COUNT);
  }

  /** True if the bytes are detached because their memory has grown. */
  get areGone(): boolean {
    return this.ints.length === 0;
  }

  /** Returns the 32-bit number in a word. */
  int(at: number): number {
    return this.ints[2 * at] ?? 0;
  }

  double(at: number): number {
    return this.doubles[at] ?? 0;
  }

  /** Returns a word in the type that a letter represents. */
  get(at: number, letter: string): number | bigint {
    switch (letter) {
      case "l":
        return this.longs[at] ?? 0n;
      case "d":
        return this.doubles[at] ?? 0;
      case "f":
        return this.floats[2 * at] ?? 0;
      default:
        return this.int(at);
    }
  }

  set(at: number, letter: string, value: number | bigint | undefined): void {
    if (letter === "l") {
      this.longs[at] = BigInt(value ?? 0);
    } else if (letter === "d") {
      this.doubles[at] = Number(value);
    } else {
      if (letter === "f") this.floats[2 * at] = Number(value);
      else this.ints[2 * at] = Number(value);
      this.ints[2 * at + 1] = 0;
    }
  }

  /** Returns an ASCII text, which is stored as its length in bytes followed by the bytes. */
  text(at: number): string {
    const { buffer, byteOffset } = this.ints;
    const bytes = new Uint8Array(buffer, byteOffset + 8 * (at + 1), this.int(at));
    return String.fromCharCode(...bytes);
  }
}
