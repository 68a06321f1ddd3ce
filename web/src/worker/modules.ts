// Stores the modules that a program loads while it runs. The host translates each module in the
// worker of the main thread. Every thread has its own instances in addition to that of the program.
// It creates them when it calls an address that is not in its table yet.

import type { Machine } from "../../generated/pinnacle_web.js";
import { ErrorNumber } from "../generated/boundary.ts";

/** The import that code calls before it calls an address that is not in its table. */
export const FOLLOW = "pinnacle-modules.follow";

/** The module from which loaded modules import the exports of the program. */
export const CODE = "pinnacle-code";

/** A loaded module, and the end of its entries in the table. */
export type Loaded = { module: WebAssembly.Module; end: number };

/** A piece of a module: the size of the whole module, or 0 if it does not exist, and the end of its
 * entries in the table. */
export type Piece = { size: number; end: number };

/** All modules that a program has loaded, in order. */
export class Modules {
  readonly #loaded: (Loaded & { bytes: Uint8Array<ArrayBuffer> })[] = [];

  /** Adds the module that the host has translated. Returns 0, or the error number for the
   * program. */
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

  /** Copies a piece of a module, starting at a byte, as far as it fits. */
  copy(index: number, from: number, to: Uint8Array): Piece {
    const loaded = this.#loaded[index];
    if (loaded === undefined) return { size: 0, end: 0 };
    const { bytes, end } = loaded;
    to.set(bytes.subarray(from, from + to.length));
    return { size: bytes.length, end };
  }
}

/** Assembles a module from pieces. `take` writes each piece to the buffer. */
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
