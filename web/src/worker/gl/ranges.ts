// Computes the number of vertices in array buffers, and the vertices that a draw reads. Browsers
// allow draws that read beyond the end, with undefined results. OpenGL ES in Chrome drew nothing in
// that case.

import type { Buffer } from "./buffers.ts";
import type { Context } from "./context.ts";
import type { Program } from "./programs.ts";
import { type Attribute, distance, type VertexArray, vertexSize } from "./vertices.ts";

/** The number of vertices and instances in a vertex array object's arrays, and the state for which
 * it is valid. */
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

/** Returns the number of vertices in the buffer of an attribute. */
function capacity(attribute: Attribute, buffer: Buffer): number {
  const rest = buffer.size - attribute.pointer - vertexSize(attribute);
  return rest < 0 ? 0 : Math.floor(rest / distance(attribute)) + 1;
}

/** Returns the reach of the arrays that a program reads. */
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

/** Maximum number of ranges of a buffer whose greatest index is stored. */
const MAX_PARTS = 4096;

/** The greatest index of each part of a buffer that was drawn, by its offset. */
export type Greatest = {
  /** The greatest index of the whole buffer, for indices of this size; -1 if it is unknown. */
  whole: number;
  wholeSize: number;
  readonly parts: Map<number, { count: number; size: number; greatest: number }>;
};

export function newGreatest(): Greatest {
  return { whole: -1, wholeSize: 0, parts: new Map() };
}

/** Removes all results, because the contents have changed. */
export function forget(greatest: Greatest): void {
  greatest.whole = -1;
  if (greatest.parts.size > 0) greatest.parts.clear();
}

/** Returns the greatest of some indices. */
export function greatestOf(content: Uint8Array, at: number, count: number, size: number): number {
  let greatest = 0;
  if (size === 1) {
    for (let end = at + count; at < end; at++) greatest = Math.max(greatest, content[at] ?? 0);
    return greatest;
  }
  // Misaligned indices are copied.
  const start = content.byteOffset + at;
  const from = start % size === 0 ? content.buffer : content.slice(at, at + count * size).buffer;
  const place = from === content.buffer ? start : 0;
  const numbers = size === 2 ? new Uint16Array(from, place, count) : new Uint32Array(from, place, count);
  for (let index = 0; index < count; index++) greatest = Math.max(greatest, numbers[index] ?? 0);
  return greatest;
}

/** Returns an upper bound of the indices in a part of a buffer: the greatest index of the part, or
 * that of the whole buffer if it is below `limit`. Returns -1 if the part is not in the buffer. */
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
