// Modules that a program loads while it runs. The host translates each where the main thread is;
// every thread has instances of its own, beside that of the program, which it makes when it calls an
// address that its table does not have yet.

import type { Machine } from "../../generated/pinnacle_web.js";
import { ErrorNumber } from "../generated/boundary.ts";

/** The import that code calls before it calls an address that is not in its table. */
export const FOLLOW = "pinnacle-modules.follow";

/** From where the code of modules imports what the program exports. */
export const CODE = "pinnacle-code";

/** A module that was loaded, and the first entry of the table after its own. */
export type Loaded = { module: WebAssembly.Module; end: number };

/** A piece of the bytes of a module: how many all are, 0 if there is no such module. */
export type Piece = { size: number; end: number };

/** All that a program has loaded, in order. */
export class Modules {
  readonly #loaded: (Loaded & { bytes: Uint8Array<ArrayBuffer> })[] = [];

  /** Takes what the host has translated: 0, or the error for the program. */
  take(machine: Machine): number {
    const code = machine.takeLoaded();
    if (code === undefined) return ErrorNumber.ENOEXEC;
    const { end } = code;
    const bytes = code.takeBytes() as Uint8Array<ArrayBuffer>;
    code.free();
    try {
      this.#loaded.push({ module: new WebAssembly.Module(bytes), end, bytes });
      return 0;
    } catch {
      return ErrorNumber.ENOEXEC;
    }
  }

  get(index: number): Loaded | undefined {
    return this.#loaded[index];
  }

  /** Copies as much of a module as there is room for, from a byte on. */
  copy(index: number, from: number, to: Uint8Array): Piece {
    const loaded = this.#loaded[index];
    if (loaded === undefined) return { size: 0, end: 0 };
    const { bytes, end } = loaded;
    to.set(bytes.subarray(from, from + to.length));
    return { size: bytes.length, end };
  }
}

/** Puts a module together from pieces, which come in a buffer of that size. */
export function assemble(take: (from: number) => Piece, buffer: Uint8Array): Loaded | undefined {
  let bytes = new Uint8Array(0);
  for (let from = 0; ; from += buffer.length) {
    const { size, end } = take(from);
    if (size === 0) return undefined;
    if (from === 0) bytes = new Uint8Array(size);
    bytes.set(buffer.subarray(0, size - from), from);
    if (from + buffer.length >= size) return { module: new WebAssembly.Module(bytes), end };
  }
}
