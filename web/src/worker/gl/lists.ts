// Lists of names in the program's memory.

import type { Context } from "./context.ts";
import { load, reach, store } from "./memory.ts";
import type { Names } from "./names.ts";
import { INVALID_VALUE, OUT_OF_MEMORY } from "./numbers.ts";

/** A program asks for fewer names at a time. */
const MAX_NAMES = 1 << 16;

/** Writes so many new names, each of an object that is made for it. */
export function generate<T>(
  context: Context,
  count: number,
  address: number,
  names: Names<T>,
  make: (name: number) => T,
) {
  if (count < 0) return context.error(INVALID_VALUE);
  if (count > MAX_NAMES || names.isFull) return context.error(OUT_OF_MEMORY);
  reach(address, 4 * count);
  for (let place = 0; place < count; place++) {
    const name = names.unused();
    names.set(name, make(name));
    store(address + 4 * place, name);
  }
}

/** Takes the objects of so many names from them; those that name none are ignored. */
export function remove<T>(
  context: Context,
  count: number,
  address: number,
  names: Names<T>,
  end: (object: T) => void,
) {
  if (count < 0) return context.error(INVALID_VALUE);
  for (let place = 0; place < count; place++) {
    const name = load(address + 4 * place);
    const object = name === 0 ? undefined : names.remove(name);
    if (object !== undefined) end(object);
  }
}
