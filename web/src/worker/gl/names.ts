// Stores objects by name. Programs may choose any names, but usually get them from glGen*.

import { Limit } from "../../generated/gl.ts";

/** Maximum number of objects of a kind. */
const MOST = 1 << 20;

export class Names<T> {
  readonly #dense: (T | undefined)[] = [undefined];
  readonly #others = new Map<number, T>();
  /** The first name that is tried for the next object. */
  next = 1;
  #count = 0;

  get(name: number): T | undefined {
    return name < Limit.DENSE_NAMES ? this.#dense[name] : this.#others.get(name);
  }

  set(name: number, object: T) {
    if (this.get(name) === undefined) this.#count++;
    if (name >= Limit.DENSE_NAMES) {
      this.#others.set(name, object);
      return;
    }
    while (this.#dense.length <= name) this.#dense.push(undefined);
    this.#dense[name] = object;
  }

  remove(name: number): T | undefined {
    const object = this.get(name);
    if (object === undefined) return undefined;
    this.#count--;
    if (name < Limit.DENSE_NAMES) this.#dense[name] = undefined;
    else this.#others.delete(name);
    return object;
  }

  /** True if no more objects can be created. */
  get isFull(): boolean {
    return this.#count >= MOST;
  }

  /** Returns a name that no object has, and that was not returned before. */
  unused(): number {
    while (this.get(this.next) !== undefined) this.next++;
    return this.next++;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const object of this.#dense) if (object !== undefined) yield object;
    yield* this.#others.values();
  }
}
