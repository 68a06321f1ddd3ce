// Queues the OpenGL calls of a further thread for the main thread, which has the contexts. Calls
// that have no result and do not read the program's memory are queued. They are made before any
// other kind of call, or before the thread uses the host in another way. The values of uniforms are
// queued with the calls.
//
// A command consists of 32-bit words: the function, the number of arguments, the number of values
// (0 for none), the arguments, the values.

import { GL } from "../../generated/gl.ts";
import type { HostCall, Value } from "../answers.ts";
import { floats, ints, isThere } from "./memory.ts";

/** Number of words of a command before its arguments. */
export const HEADER = 3;

/** Number of words of a queue. */
export const QUEUE = 1 << 14;

/** Functions that have a result, or that access the program's memory. */
const PROMPT =
  /^(Gen[^e]|Delete[A-Z]\w+s(EXT|OES)?$|Get|Is|Check|Create|Read|Buffer|TexImage|TexSub|Compressed|ShaderSource|ShaderBinary|BindAttrib|VertexAttrib\dfv|TexParameter[fi]v|EnableFeature|DrawBuffers|Finish)/;

/** Number of values of an element, by the names of functions that set uniforms from memory. */
const ELEMENTS: Record<string, number> = { Uniform1: 1, Uniform2: 2, Uniform3: 3, Uniform4: 4 };
const MATRICES: Record<string, number> = { UniformMatrix2: 4, UniformMatrix3: 9, UniformMatrix4: 16 };

export class GlQueue {
  readonly #ints: Int32Array;
  readonly #floats: Float32Array;
  /** Makes the main thread run the queue. Returns the result of the last call. */
  readonly #send: (words: number) => number;
  /** Returns true if other threads draw too and can therefore see the order of calls. */
  readonly #isShared: () => boolean;
  #end = 0;
  /** True if a buffer is bound, as far as this thread knows. It only knows bindings that it has
   * made itself. */
  #hasVertices = false;
  #hasIndices = false;
  /** True if a draw may read arrays in the program's memory. */
  #mayStream = false;

  constructor(
    buffer: SharedArrayBuffer,
    at: number,
    send: (words: number) => number,
    isShared: () => boolean,
  ) {
    this.#ints = new Int32Array(buffer, at, QUEUE);
    this.#floats = new Float32Array(buffer, at, QUEUE);
    this.#send = send;
    this.#isShared = isShared;
  }

  /** Returns a function for the program, given its number and the letters of its parameters. */
  function(name: string, index: number, letters: string): HostCall {
    const put = (args: Value[]): void => this.#put(index, letters, args);
    if (PROMPT.test(name)) {
      return (...args) => {
        put(args);
        return this.flush();
      };
    }
    const kind = /^(.*\d)([fi])v$/.exec(name);
    if (kind !== null) return this.#uniform(index, letters, kind[1] ?? "", kind[2] === "f");
    const after = this.#after(name);
    return (...args) => {
      put(args);
      if (after(args) || this.#isShared()) this.flush();
      return 0;
    };
  }

  /** Records the effects of a call for this thread. The result is true if the call must be made
   * immediately. */
  #after(name: string): (args: Value[]) => boolean {
    switch (name) {
      case "BindBuffer":
        return ([, target, buffer]) => {
          if (target === GL.ARRAY_BUFFER) this.#hasVertices = buffer !== 0;
          else this.#hasIndices = buffer !== 0;
          return false;
        };
      case "BindVertexArrayOES":
        return () => {
          this.#hasIndices = false;
          return false;
        };
      case "VertexAttribPointer":
        return () => {
          this.#mayStream ||= !this.#hasVertices;
          return false;
        };
      case "DrawArrays":
      case "DrawArraysInstancedANGLE":
        return () => this.#mayStream;
      case "DrawElements":
      case "DrawElementsInstancedANGLE":
        return () => this.#mayStream || !this.#hasIndices;
      case "Flush":
        return () => true;
      default:
        return () => false;
    }
  }

  /** Returns a function that sets uniforms, whose values are queued with the call. */
  #uniform(index: number, letters: string, name: string, isFloat: boolean): HostCall {
    const size = ELEMENTS[name] ?? MATRICES[name] ?? 1;
    const last = letters.length - 1;
    return (...args) => {
      const numbers = size * Math.max(0, Number(args[2]));
      const at = Number(args[last]) >>> 0;
      if (HEADER + letters.length + numbers > QUEUE || at % 4 !== 0 || !isThere(at, 4 * numbers)) {
        this.#put(index, letters, args);
        this.flush();
        return 0;
      }
      this.#put(index, letters, args, numbers);
      const from = isFloat ? floats : ints;
      const to = isFloat ? this.#floats : this.#ints;
      for (let place = 0; place < numbers; place++) to[this.#end + place] = from[(at >>> 2) + place] ?? 0;
      this.#end += numbers;
      if (this.#isShared()) this.flush();
      return 0;
    };
  }

  /** Queues a call and reserves space for a number of values after it. */
  #put(index: number, letters: string, args: Value[], numbers = 0): void {
    const count = letters.length;
    if (this.#end + HEADER + count + numbers > QUEUE) this.flush();
    let at = this.#end;
    const words = this.#ints;
    words[at] = index;
    words[at + 1] = count;
    words[at + 2] = numbers;
    at += HEADER;
    for (let place = 0; place < count; place++) {
      if (letters[place] === "f") this.#floats[at + place] = Number(args[place]);
      else words[at + place] = Number(args[place]);
    }
    this.#end = at + count;
  }

  get isEmpty(): boolean {
    return this.#end === 0;
  }

  /** Runs the queue. Returns the result of the last call. */
  flush(): number {
    const words = this.#end;
    this.#end = 0;
    return words === 0 ? 0 : this.#send(words);
  }
}
