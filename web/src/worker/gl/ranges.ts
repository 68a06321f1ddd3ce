// How far the arrays in buffers reach, and which vertices a draw reads of them. Browsers let draws
// read beyond, where they find anything or nothing; OpenGL ES as Chrome gave it drew nothing then.

import type { Buffer } from "./buffers.ts";
import type { Context } from "./context.ts";
import type { Program } from "./programs.ts";
import { type Attribute, distance, type VertexArray, vertexSize } from "./vertices.ts";

/** The known reach of a vertex array object's arrays, and the state that it holds for. */
export type Reach = {
  version: number;
  sizes: number;
  used: number;
  /** Number of vertices. */
  vertices: number;
  /** Number of instances. */
  instances: number;
};

export function newReach(): Reach {
  return { version: -1, sizes: -1, used: 0, vertices: 0, instances: 0 };
}

/** Number of vertices in the buffer of an attribute. */
function capacity(attribute: Attribute, buffer: Buffer): number {
  const rest = buffer.size - attribute.pointer - vertexSize(attribute);
  return rest < 0 ? 0 : Math.floor(rest / distance(attribute)) + 1;
}

/** The reach of the arrays that a program reads. */
export function reachOf({ array, group }: Context, { usedAttributes }: Program): Reach {
  const known = array.reach;
  const isNews =
    known.version !== array.version || known.sizes !== group.sizes || known.used !== usedAttributes;
  if (isNews) look(known, array, group.sizes, usedAttributes);
  return known;
}

function look(known: Reach, { attributes, version }: VertexArray, sizes: number, used: number): void {
  known.version = version;
  known.sizes = sizes;
  known.used = used;
  known.vertices = Infinity;
  known.instances = Infinity;
  for (let rest = used; rest !== 0; rest &= rest - 1) {
    const attribute = attributes[31 - Math.clz32(rest & -rest)];
    if (!attribute?.isEnabled || attribute.buffer === undefined) continue;
    const most = capacity(attribute, attribute.buffer);
    if (attribute.divisor === 0) known.vertices = Math.min(known.vertices, most);
    else known.instances = Math.min(known.instances, most * attribute.divisor);
  }
}

/** Number of ranges of a buffer whose greatest index is kept. */
const MAX_PARTS = 4096;

/** The greatest index of parts of a buffer that were drawn, by where they begin. */
export type Greatest = {
  /** Of all the buffer, for indices of a size; -1 where that is not known. */
  whole: number;
  wholeSize: number;
  readonly parts: Map<number, { count: number; size: number; greatest: number }>;
};

export function newGreatest(): Greatest {
  return { whole: -1, wholeSize: 0, parts: new Map() };
}

/** The contents are others. */
export function forget(greatest: Greatest): void {
  greatest.whole = -1;
  if (greatest.parts.size > 0) greatest.parts.clear();
}

/** The greatest of some indices. */
export function greatestOf(content: Uint8Array, at: number, count: number, size: number): number {
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

/** A number that no index of a part of a buffer is greater than: the greatest of the part, or that
 * of all if it is below a limit. -1 if the part is not in the buffer. */
export function boundOf(buffer: Buffer, offset: number, count: number, size: number, limit: number): number {
  const { copy, greatest } = buffer;
  if (copy === undefined || offset < 0 || offset % size !== 0 || offset + count * size > buffer.size)
    return -1;
  if (greatest.whole < 0 || greatest.wholeSize !== size) {
    greatest.whole = greatestOf(copy, 0, Math.floor(copy.length / size), size);
    greatest.wholeSize = size;
  }
  if (greatest.whole < limit) return greatest.whole;
  const known = greatest.parts.get(offset);
  if (known !== undefined && known.count === count && known.size === size) return known.greatest;
  if (greatest.parts.size >= MAX_PARTS) greatest.parts.clear();
  const found = greatestOf(copy, offset, count, size);
  greatest.parts.set(offset, { count, size, greatest: found });
  return found;
}
