// The memory of a program.

import { Refusal } from "./refusal.ts";

/** The most pages of 64 KiB that a memory can have; modules declare the same for theirs. */
const ALL = 65536;

/** Shared memory is reserved as a whole: no more than this is asked for. */
const MOST_SHARED = ALL / 4;

/** A memory of at least this number of pages. If a browser gives less it may grow less. */
export function programMemory(pages: number, shared: boolean): WebAssembly.Memory {
  for (let maximum = shared ? Math.max(MOST_SHARED, pages) : ALL; ; maximum = Math.max(maximum >> 1, pages)) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum, shared });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (maximum === pages || !shared) {
        const wanted = Math.ceil(pages / 16);
        const kind = shared ? " of shared memory" : " of memory";
        throw new Refusal(`The program needs ${wanted} MiB${kind}, which the browser does not give.`);
      }
    }
  }
}
