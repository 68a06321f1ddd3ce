// Lists of names in the program's memory.

import { GL, Limit } from "../../generated/gl.ts";
import type { Context } from "./context.ts";
import { load, reach, store } from "./memory.ts";
import type { Names } from "./names.ts";

/** Creates a number of objects with new names, and writes the names. */
export function generate<T>(
  context: Context,
  count: number,
  address: number,
  names: Names<T>,
  make: (name: number) => T,
) {
  if (count < 0) return context.error(GL.INVALID_VALUE);
  if (count > Limit.MAX_NEW_NAMES || names.isFull) return context.error(GL.OUT_OF_MEMORY);
  reach(address, 4 * count);
  for (let place = 0; place < count; place++) {
    const name = names.unused();
    names.set(name, make(name));
    store(address + 4 * place, name);
  }
}

/** Removes a number of names and their objects. Names without an object are ignored. */
export function remove<T>(
  context: Context,
  count: number,
  address: number,
  names: Names<T>,
  end: (object: T) => void,
) {
  if (count < 0) return context.error(GL.INVALID_VALUE);
  for (let place = 0; place < count; place++) {
    const name = load(address + 4 * place);
    const object = name === 0 ? undefined : names.remove(name);
    if (object !== undefined) end(object);
  }
}
