// Uploads vertices and indices in the program's memory for a draw. Interleaved arrays, such as
// structures of vertices, are uploaded together.

import { GL, Limit } from "../../generated/gl.ts";
import type { Context } from "./context.ts";
import { bytes, copy, reach } from "./memory.ts";
import type { Program } from "./programs.ts";
import { greatestOf } from "./ranges.ts";
import { type Attribute, distance, isRegular, vertexSize } from "./vertices.ts";

/** Number of buffers that are used in turn, so that no buffer is written while the browser may
 * still be reading it. */
const ROUND = 32;

/** A ring of buffers that are used in turn. */
class Round {
  readonly #gl: WebGL2RenderingContext;
  readonly #target: number;
  readonly #buffers: WebGLBuffer[] = [];
  #next = 0;

  constructor(gl: WebGL2RenderingContext, target: number) {
    this.#gl = gl;
    this.#target = target;
  }

  /** Puts bytes into the next buffer, and binds it. */
  put(content: Uint8Array, at: number, size: number) {
    const buffer = this.#buffers[this.#next] ?? this.#gl.createBuffer();
    this.#buffers[this.#next] = buffer;
    this.#next = (this.#next + 1) % ROUND;
    this.#gl.bindBuffer(this.#target, buffer);
    this.#gl.bufferData(this.#target, content, GL.STREAM_DRAW, at, size);
  }
}

const rounds = new WeakMap<WebGL2RenderingContext, { vertices: Round; indices: Round }>();

function roundsOf(gl: WebGL2RenderingContext): { vertices: Round; indices: Round } {
  let found = rounds.get(gl);
  if (found === undefined) {
    found = { vertices: new Round(gl, GL.ARRAY_BUFFER), indices: new Round(gl, GL.ELEMENT_ARRAY_BUFFER) };
    rounds.set(gl, found);
  }
  return found;
}

/** Uploads the indices of a draw from the program's memory. Returns the greatest of them; -1 after
 * an error. */
export function streamIndices(context: Context, pointer: number, count: number, size: number): number {
  const { array, gl } = context;
  const length = count * size;
  if (array !== context.defaultArray || length > Limit.MAX_STREAM_BYTES) {
    context.error(length > Limit.MAX_STREAM_BYTES ? GL.OUT_OF_MEMORY : GL.INVALID_OPERATION);
    return -1;
  }
  const at = reach(pointer, length);
  roundsOf(gl).indices.put(bytes, at, length);
  return greatestOf(bytes, at, count, size);
}

/** Uploads indices as the next larger type, in which none of them ends a strip as the greatest
 * index of a type does in WebGL 2. Returns that type. */
export function streamWider(
  { gl }: Context,
  content: Uint8Array,
  at: number,
  count: number,
  size: number,
): number {
  const narrow = content.slice(at, at + count * size);
  const wide = size === 1 ? Uint16Array.from(narrow) : Uint32Array.from(new Uint16Array(narrow.buffer));
  roundsOf(gl).indices.put(new Uint8Array(wide.buffer), 0, wide.byteLength);
  return size === 1 ? GL.UNSIGNED_SHORT : GL.UNSIGNED_INT;
}

/** Returns true if two arrays are within the same structures. */
function areTogether(one: Attribute, other: Attribute): boolean {
  const step = distance(one);
  return (
    other.buffer === undefined &&
    other.type !== GL.FIXED &&
    other.divisor === one.divisor &&
    isRegular(other) &&
    distance(other) === step &&
    Math.abs(other.pointer - one.pointer) < step
  );
}

/**
 * Uploads the arrays that are in the program's memory instead of buffers, for the vertices from the
 * first to the last. Returns the index of the first vertex in the upload; -1 after an error.
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
  // If all arrays are in the program's memory, the vertices before the first are not needed.
  const start = (enabled & program.usedAttributes) === rest ? first : 0;
  while (rest !== 0) {
    const index = 31 - Math.clz32(rest & -rest);
    rest &= rest - 1;
    const attribute = array.attributes[index];
    if (attribute === undefined) continue;
    const { divisor } = attribute;
    const from = divisor === 0 ? start : 0;
    const to = divisor === 0 ? last : Math.floor((Math.max(instances, 1) - 1) / divisor);
    let isPlaced: number | undefined;
    if (attribute.type === GL.FIXED) isPlaced = convert(context, index, attribute, from, to);
    else if (!isRegular(attribute)) isPlaced = pack(context, index, attribute, from, to);
    else isPlaced = placeTogether(context, index, attribute, rest, from, to);
    if (isPlaced === undefined) {
      gl.bindBuffer(GL.ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
      return -1;
    }
    rest &= ~isPlaced;
  }
  gl.bindBuffer(GL.ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
  return first - start;
}

function enabledBits(attributes: Attribute[]): number {
  let bits = 0;
  for (let index = 0; index < attributes.length; index++)
    if (attributes[index]?.isEnabled) bits |= 1 << index;
  return bits;
}

/** Uploads an array, together with the arrays that are interleaved with it. Returns these as one
 * bit each; undefined after an error. */
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
    // The whole vertex must be within one structure.
    if (Math.max(high, end) - Math.min(low, other.pointer) > step) continue;
    low = Math.min(low, other.pointer);
    high = Math.max(high, end);
    together |= bits & -bits;
  }
  const size = (to - from) * step + high - low;
  if (size > Limit.MAX_STREAM_BYTES) {
    context.error(GL.OUT_OF_MEMORY);
    return undefined;
  }
  const at = reach(low + from * step, size);
  // Keeps the alignment of the numbers to four bytes.
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

/** Uploads an array that WebGL would reject, vertex by vertex without gaps. Returns 0; undefined
 * after an error. */
function pack(
  context: Context,
  index: number,
  attribute: Attribute,
  from: number,
  to: number,
): 0 | undefined {
  const { gl } = context;
  const step = distance(attribute);
  const size = vertexSize(attribute);
  const length = (to - from + 1) * size;
  if (length > Limit.MAX_STREAM_BYTES) {
    context.error(GL.OUT_OF_MEMORY);
    return undefined;
  }
  const packed = new Uint8Array(length);
  let pointer = attribute.pointer + from * step;
  for (let place = 0; place < length; place += size) {
    const at = reach(pointer, size);
    packed.set(bytes.subarray(at, at + size), place);
    pointer += step;
  }
  roundsOf(gl).vertices.put(packed, 0, length);
  point(gl, index, attribute, size, 0);
  return 0;
}

/** Uploads numbers with sixteen fractional bits as floats. Returns 0; undefined after an error. */
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
  if (!isWithin || length > Limit.MAX_STREAM_BYTES) {
    context.error(isWithin ? GL.OUT_OF_MEMORY : GL.INVALID_OPERATION);
    return undefined;
  }
  let content: Uint8Array<ArrayBuffer>;
  if (buffer === undefined) {
    content = copy(start, length);
  } else {
    content = new Uint8Array(length);
    gl.bindBuffer(GL.ARRAY_BUFFER, buffer.vertices);
    gl.getBufferSubData(GL.ARRAY_BUFFER, start, content);
  }
  const view = new DataView(content.buffer);
  const numbers = new Float32Array(count * size);
  for (let vertex = 0, at = 0; vertex < count; vertex++) {
    for (let part = 0; part < size; part++) {
      numbers[at++] = view.getInt32(vertex * step + 4 * part, true) / 65536;
    }
  }
  roundsOf(gl).vertices.put(new Uint8Array(numbers.buffer), 0, numbers.byteLength);
  gl.vertexAttribPointer(index, size, GL.FLOAT, false, 4 * size, 0);
  return 0;
}
