// The memory of a program.

import { Refusal } from "./refusal.ts";

/** Maximum number of 64 KiB pages of a memory. Modules declare the same maximum. */
const ALL = 65536;

/** Maximum number of pages of shared memory, unless the program needs more at the start. The
 * browser reserves all of them at once. */
const MOST_SHARED = ALL / 4;

/** Creates a memory with this number of pages. If the browser cannot reserve as much shared memory
 * as requested, the memory gets a lower maximum. */
export function programMemory(pages: number, shared: boolean): WebAssembly.Memory {
  for (let maximum = shared ? Math.max(MOST_SHARED, pages) : ALL; ; maximum = Math.max(maximum >> 1, pages)) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum, shared });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (maximum === pages || !shared) {
        const wanted = Math.ceil(pages / 16);
        const kind = shared ? " of shared memory" : " of memory";
        throw new Refusal(`The program needs ${wanted} MiB${kind}, which the browser does not provide.`);
      }
    }
  }
}
