// Vertices and indices in the program's memory, on their way to a draw. Arrays that lie within one
// another, as structures of vertices do, are one piece.

import type { Buffer } from "./buffers.ts";
import type { Context } from "./context.ts";
import { bytes, copy, reach } from "./memory.ts";
import {
  ARRAY_BUFFER,
  ELEMENT_ARRAY_BUFFER,
  FIXED,
  FLOAT,
  INVALID_OPERATION,
  OUT_OF_MEMORY,
} from "./numbers.ts";
import type { Program } from "./programs.ts";
import { type Attribute, distance, vertexSize } from "./vertices.ts";

/** A draw takes no more for one array. */
const MAX_STREAM = 2 ** 28;

const STREAM_DRAW = 0x88e0;

/** So many buffers take turns, so that none is written that the browser may still be reading. */
const ROUND = 32;

/** So many parts of a buffer have their greatest index kept. */
const MAX_GREATEST = 64;

/** Buffers that take turns. */
class Round {
  readonly #gl: WebGL2RenderingContext;
  readonly #target: number;
  readonly #buffers: WebGLBuffer[] = [];
  #next = 0;

  constructor(gl: WebGL2RenderingContext, target: number) {
    this.#gl = gl;
    this.#target = target;
  }

  /** Puts bytes into the next one, which is bound then. */
  put(content: Uint8Array, at: number, size: number) {
    const buffer = this.#buffers[this.#next] ?? this.#gl.createBuffer();
    this.#buffers[this.#next] = buffer;
    this.#next = (this.#next + 1) % ROUND;
    this.#gl.bindBuffer(this.#target, buffer);
    this.#gl.bufferData(this.#target, content, STREAM_DRAW, at, size);
  }
}

const rounds = new WeakMap<WebGL2RenderingContext, { vertices: Round; indices: Round }>();

function roundsOf(gl: WebGL2RenderingContext): { vertices: Round; indices: Round } {
  let found = rounds.get(gl);
  if (found === undefined) {
    found = { vertices: new Round(gl, ARRAY_BUFFER), indices: new Round(gl, ELEMENT_ARRAY_BUFFER) };
    rounds.set(gl, found);
  }
  return found;
}

/** The greatest of some indices. */
function greatestOf(content: Uint8Array, at: number, count: number, size: number): number {
  let greatest = 0;
  if (size === 1) {
    for (let end = at + count; at < end; at++) greatest = Math.max(greatest, content[at] ?? 0);
    return greatest;
  }
  // What does not lie at a multiple of its size is copied.
  const start = content.byteOffset + at;
  const from = start % size === 0 ? content.buffer : content.slice(at, at + count * size).buffer;
  const place = from === content.buffer ? start : 0;
  const numbers = size === 2 ? new Uint16Array(from, place, count) : new Uint32Array(from, place, count);
  for (let index = 0; index < count; index++) greatest = Math.max(greatest, numbers[index] ?? 0);
  return greatest;
}

/** The greatest index of a part of a buffer, which is read back; none if the part is not in it. */
function greatestIn(context: Context, buffer: Buffer, offset: number, count: number, size: number) {
  if (offset < 0 || offset % size !== 0 || offset + count * size > buffer.size) return undefined;
  const key = `${offset} ${count} ${size}`;
  const known = buffer.greatest.get(key);
  if (known !== undefined) return known;
  const content = new Uint8Array(count * size);
  context.gl.getBufferSubData(ELEMENT_ARRAY_BUFFER, offset, content);
  const greatest = greatestOf(content, 0, count, size);
  if (buffer.greatest.size >= MAX_GREATEST) buffer.greatest.clear();
  buffer.greatest.set(key, greatest);
  return greatest;
}

/** Where the indices of a draw lie in the bound buffer, and the greatest of them if that is needed.
 * None after an error. */
export function streamIndices(
  context: Context,
  pointer: number,
  count: number,
  size: number,
  needsGreatest: boolean,
): { at: number; greatest: number } | undefined {
  const { array, gl } = context;
  if (array.indices !== undefined) {
    const greatest = greatestIn(context, array.indices, pointer, count, size);
    if (greatest !== undefined) return { at: pointer, greatest };
    context.error(INVALID_OPERATION);
    return undefined;
  }
  const length = count * size;
  if (array !== context.defaultArray || length > MAX_STREAM) {
    context.error(length > MAX_STREAM ? OUT_OF_MEMORY : INVALID_OPERATION);
    return undefined;
  }
  const at = reach(pointer, length);
  roundsOf(gl).indices.put(bytes, at, length);
  return { at: 0, greatest: needsGreatest ? greatestOf(bytes, at, count, size) : 0 };
}

/** Whether two arrays lie within the same structures. */
function areTogether(one: Attribute, other: Attribute): boolean {
  const step = distance(one);
  return (
    other.buffer === undefined &&
    other.type !== FIXED &&
    other.divisor === one.divisor &&
    distance(other) === step &&
    Math.abs(other.pointer - one.pointer) < step
  );
}

/**
 * Has the arrays that do not lie in buffers of the program's come from its memory, for vertices
 * from the first to the last. Says which vertex is the first then; -1 after an error.
 */
export function streamArrays(
  context: Context,
  program: Program,
  first: number,
  last: number,
  instances: number,
): number {
  const { gl, array } = context;
  const enabled = enabledBits(array.attributes);
  let rest = array.streamed & program.usedAttributes;
  // Where all arrays are ours the vertices before the first are not needed.
  const start = (enabled & program.usedAttributes) === rest ? first : 0;
  while (rest !== 0) {
    const index = 31 - Math.clz32(rest & -rest);
    rest &= rest - 1;
    const attribute = array.attributes[index];
    if (attribute === undefined) continue;
    const { divisor } = attribute;
    const from = divisor === 0 ? start : 0;
    const to = divisor === 0 ? last : Math.floor((Math.max(instances, 1) - 1) / divisor);
    const isPlaced =
      attribute.type === FIXED
        ? convert(context, index, attribute, from, to)
        : placeTogether(context, index, attribute, rest, from, to);
    if (isPlaced === undefined) {
      gl.bindBuffer(ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
      return -1;
    }
    rest &= ~isPlaced;
  }
  gl.bindBuffer(ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
  return first - start;
}

function enabledBits(attributes: Attribute[]): number {
  let bits = 0;
  for (let index = 0; index < attributes.length; index++)
    if (attributes[index]?.isEnabled) bits |= 1 << index;
  return bits;
}

/** Places an array, and those among the others that lie within it: which, a bit for each. None
 * after an error. */
function placeTogether(
  context: Context,
  index: number,
  attribute: Attribute,
  others: number,
  from: number,
  to: number,
): number | undefined {
  const { gl, array } = context;
  const step = distance(attribute);
  let low = attribute.pointer;
  let high = attribute.pointer + vertexSize(attribute);
  let together = 0;
  for (let bits = others; bits !== 0; bits &= bits - 1) {
    const other = array.attributes[31 - Math.clz32(bits & -bits)];
    if (other === undefined || !areTogether(attribute, other)) continue;
    const end = other.pointer + vertexSize(other);
    // All of a vertex lies within one structure.
    if (Math.max(high, end) - Math.min(low, other.pointer) > step) continue;
    low = Math.min(low, other.pointer);
    high = Math.max(high, end);
    together |= bits & -bits;
  }
  const size = (to - from) * step + high - low;
  if (size > MAX_STREAM) {
    context.error(OUT_OF_MEMORY);
    return undefined;
  }
  const at = reach(low + from * step, size);
  // The numbers of a structure begin at multiples of four, or all bytes go.
  const shift = Math.min(low % 4, 3);
  roundsOf(gl).vertices.put(bytes, at - shift, size + shift);
  point(gl, index, attribute, step, attribute.pointer - low + shift);
  for (let bits = together; bits !== 0; bits &= bits - 1) {
    const other = 31 - Math.clz32(bits & -bits);
    const one = array.attributes[other];
    if (one !== undefined) point(gl, other, one, step, one.pointer - low + shift);
  }
  return together;
}

function point(
  gl: WebGL2RenderingContext,
  index: number,
  { size, type, isNormalized }: Attribute,
  step: number,
  at: number,
) {
  gl.vertexAttribPointer(index, size, type, isNormalized, step, at);
}

/** Makes floats of numbers with sixteen bits behind the point. Gives 0, or none after an error. */
function convert(
  context: Context,
  index: number,
  attribute: Attribute,
  from: number,
  to: number,
): 0 | undefined {
  const { gl } = context;
  const { buffer, pointer, size } = attribute;
  const step = distance(attribute);
  const count = to - from + 1;
  const length = (to - from) * step + 4 * size;
  const start = pointer + from * step;
  const isWithin = buffer === undefined || start + length <= buffer.size;
  if (!isWithin || length > MAX_STREAM) {
    context.error(isWithin ? OUT_OF_MEMORY : INVALID_OPERATION);
    return undefined;
  }
  let content: Uint8Array<ArrayBuffer>;
  if (buffer === undefined) {
    content = copy(start, length);
  } else {
    content = new Uint8Array(length);
    gl.bindBuffer(ARRAY_BUFFER, buffer.vertices);
    gl.getBufferSubData(ARRAY_BUFFER, start, content);
  }
  const view = new DataView(content.buffer);
  const numbers = new Float32Array(count * size);
  for (let vertex = 0, at = 0; vertex < count; vertex++) {
    for (let part = 0; part < size; part++) {
      numbers[at++] = view.getInt32(vertex * step + 4 * part, true) / 65536;
    }
  }
  roundsOf(gl).vertices.put(new Uint8Array(numbers.buffer), 0, numbers.byteLength);
  gl.vertexAttribPointer(index, size, FLOAT, false, 4 * size, 0);
  return 0;
}
