// Performs the steps that restore a context from a saved state, which the Rust part reads.

import { GuestMemory } from "../../../generated/boundary.ts";
import { Ended } from "../../answers.ts";
import { type Context, enter } from "../context.ts";
import { take } from "../device.ts";
import { glFunction } from "../functions.ts";
import { withMemory } from "../memory.ts";
import type { Names } from "../names.ts";
import { continueWith, isUsable, Program } from "../programs.ts";
import { apart, Copies, takeErrors } from "./copies.ts";
import { Kind } from "./steps.ts";

/** Names from here on are never returned by a function. Only programs themselves can choose
 * them. */
const MOST_NAMES = 2 ** 31;

/** Bytes before the text of a shader: its address and its length. */
const HEAD = 8;

/** Calls a function with data in separate memory. Returns its result; undefined if it accesses
 * addresses outside this memory. */
function call(id: number, name: string, args: number[], memory: ArrayBuffer): number | undefined {
  try {
    return withMemory(memory, () => Number(glFunction(name)?.(id, ...args) ?? 0));
  } catch (thrown) {
    if (thrown instanceof Ended) return undefined;
    throw thrown;
  }
}

/** Returns memory with space for this number of bytes at its first valid address. */
function memoryFor(size: number): ArrayBuffer {
  return new ArrayBuffer(GuestMemory.PAGE + 8 * Math.ceil((size + 1) / 8));
}

/** Performs a call. If the call has data, `place` is the index of the argument with their address,
 * or the number of arguments if the data is the text of a shader. Returns false if the call
 * accesses addresses outside its data. */
export function restoreCall(
  id: number,
  name: string,
  numbers: Float64Array,
  place: number,
  data?: Uint8Array,
): boolean {
  const args = [...numbers];
  const start = GuestMemory.PAGE;
  if (data === undefined) return call(id, name, args, memoryFor(0)) !== undefined;
  if (place < args.length) {
    const memory = memoryFor(data.length);
    new Uint8Array(memory, start).set(data);
    args[place] = start;
    return call(id, name, args, memory) !== undefined;
  }
  const memory = memoryFor(HEAD + data.length);
  new Uint32Array(memory, start, 2).set([start + HEAD, data.length]);
  new Uint8Array(memory, start + HEAD).set(data);
  args.splice(1, 3, 1, start, start + 4);
  return call(id, name, args, memory) !== undefined;
}

/** Returns the names of the objects of a kind. */
function namesOf(context: Context, kind: number): Names<unknown> | undefined {
  const { group } = context;
  switch (kind) {
    case Kind.BUFFER:
      return group.buffers;
    case Kind.TEXTURE:
      return group.textures;
    case Kind.RENDERBUFFER:
      return group.renderbuffers;
    case Kind.SHADER:
    case Kind.PROGRAM:
      return group.shaders;
    case Kind.FRAMEBUFFER:
      return context.framebuffers;
    case Kind.VERTEX_ARRAY:
      return context.arrays;
    case Kind.QUERY:
      return context.queries;
    default:
      return undefined;
  }
}

/** Sets the first name that is tried for the next object of a kind. Returns false if no function
 * returns such a name. */
export function restoreNext(id: number, kind: number, name: number): boolean {
  const context = enter(id);
  const names = context && namesOf(context, kind);
  if (names === undefined || name < 1 || name >= MOST_NAMES) return false;
  names.next = name;
  return true;
}

/** Creates an object with this name by calling a function. Returns true if the object has the
 * name. */
export function restoreMake(
  id: number,
  maker: string,
  kind: number,
  name: number,
  argument: number,
): boolean {
  // The program has chosen this name. Binding it will create the object.
  if (name >= MOST_NAMES) return true;
  if (!restoreNext(id, kind, name)) return false;
  if (kind === Kind.SHADER || kind === Kind.PROGRAM)
    return call(id, maker, [argument], memoryFor(0)) === name;
  const memory = memoryFor(4);
  call(id, maker, [1, GuestMemory.PAGE], memory);
  return new DataView(memory).getUint32(GuestMemory.PAGE, true) === name;
}

/** Fills framebuffer 0 and shows the displayed picture. Each has its own size. */
export function restoreScreen(
  id: number,
  width: number,
  height: number,
  colours: Uint8Array,
  shownWidth: number,
  shownHeight: number,
  shown: Uint8Array,
): void {
  const context = enter(id);
  if (context === undefined) return;
  const { backBuffer } = context;
  const fill = (width: number, height: number, pixels: Uint8Array): boolean => {
    if (pixels.length === 0 || width !== backBuffer.width || height !== backBuffer.height) return false;
    copying(context, (copies) => copies.fill(backBuffer.framebuffer, width, height, pixels));
    return true;
  };
  if (fill(shownWidth, shownHeight, shown)) {
    context.hasSwapped = true;
    take(context);
  }
  fill(width, height, colours);
}

function copying(context: Context, act: (copies: Copies) => void): void {
  apart(context, () => {
    const copies = new Copies(context.gl);
    try {
      act(copies);
    } finally {
      copies.remove();
    }
  });
}

/** Fills a renderbuffer. Returns false if it does not exist. */
export function restoreRenderbuffer(
  id: number,
  name: number,
  width: number,
  height: number,
  pixels: Uint8Array,
): boolean {
  const context = enter(id);
  const renderbuffer = context?.group.renderbuffers.get(name);
  if (context === undefined || renderbuffer === undefined || pixels.length === 0) return false;
  copying(context, (copies) => copies.fillRenderbuffer(renderbuffer.object, width, height, pixels));
  return true;
}

/** Restores the locations of a program that was linked again. Returns false if the browser has
 * linked it differently. */
export function restoreLinked(
  id: number,
  name: number,
  isLinked: boolean,
  attributes: string[],
  attributeLocations: Uint32Array,
  uniforms: string[],
  uniformLocations: Uint32Array,
): boolean {
  const program = enter(id)?.group.shaders.get(name);
  if (!(program instanceof Program) || isUsable(program) !== isLinked) return false;
  const known = new Map(attributes.map((name, index) => [name, (attributeLocations[index] ?? 0) | 0]));
  const areSame = program.attributes.every(
    ({ name, location }) => !known.has(name) || known.get(name) === location,
  );
  const places = uniforms.map((name, index): [string, number] => [name, (uniformLocations[index] ?? 0) | 0]);
  return areSame && continueWith(program, new Map(places));
}

/** Discards the errors of steps that failed, which only occur for calls of a malicious program. */
export function restoreEnd(id: number): void {
  const context = enter(id);
  if (context === undefined) return;
  context.errors.length = 0;
  takeErrors(context.gl, () => {});
  context.isUnsure = false;
}
