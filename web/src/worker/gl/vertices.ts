// Vertex arrays and the values of attributes.

import { GL, Limit, vertexNumberSize } from "../../generated/gl.ts";
import type { Buffer } from "./buffers.ts";
import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { floatOf, load, store, storeFloat } from "./memory.ts";
import { newReach, type Reach } from "./ranges.ts";

/** The source of a vertex attribute. */
export type Attribute = {
  isEnabled: boolean;
  /** Number of components per vertex. */
  size: number;
  type: number;
  isNormalized: boolean;
  /** The program's value: 0 for tightly packed vertices. */
  stride: number;
  /** An offset in the buffer, or an address if there is none. */
  pointer: number;
  buffer: Buffer | undefined;
  divisor: number;
};

export type VertexArray = {
  readonly name: number;
  readonly object: WebGLVertexArrayObject | null;
  readonly attributes: Attribute[];
  indices: Buffer | undefined;
  /** Enabled attributes that are in the program's memory or must be converted, one bit each. */
  streamed: number;
  /** Counts changes of the arrays. */
  version: number;
  /** The reach of the arrays: see ranges.ts. */
  readonly reach: Reach;
  wasBound: boolean;
};

export function newVertexArray(gl: WebGL2RenderingContext, count: number, name = 0): VertexArray {
  const attributes = Array.from({ length: count }, () => ({
    isEnabled: false,
    size: 4,
    type: GL.FLOAT,
    isNormalized: false,
    stride: 0,
    pointer: 0,
    buffer: undefined,
    divisor: 0,
  }));
  return {
    name,
    object: gl.createVertexArray(),
    attributes,
    indices: undefined,
    streamed: 0,
    version: 0,
    reach: newReach(),
    wasBound: false,
  };
}

/** Returns the number of bytes per vertex. */
export function vertexSize({ size, type }: Attribute): number {
  return size * vertexNumberSize(type);
}

/** Returns the number of bytes from one vertex to the next. */
export function distance(attribute: Attribute): number {
  return attribute.stride === 0 ? vertexSize(attribute) : attribute.stride;
}

/** Returns true if WebGL accepts an array: its numbers are at multiples of their size, and its
 * vertices are close enough together. */
export function isRegular({ type, stride, pointer }: Attribute): boolean {
  const number = vertexNumberSize(type);
  return stride % number === 0 && pointer % number === 0 && stride <= Limit.MAX_VERTEX_STRIDE;
}

/** Updates whether an attribute must be streamed after a change. */
function judge(array: VertexArray, index: number, { isEnabled, buffer, type }: Attribute) {
  const bit = 1 << index;
  array.version++;
  if (isEnabled && (buffer === undefined || type === GL.FIXED)) array.streamed |= bit;
  else array.streamed &= ~bit;
}

function attributeAt(context: Context, index: number): Attribute | undefined {
  const attribute = context.array.attributes[index >>> 0];
  if (attribute === undefined) context.error(GL.INVALID_VALUE);
  return attribute;
}

function setConstant(id: number, index: number, x: number, y: number, z: number, w: number) {
  const context = enter(id);
  if (context === undefined) return;
  if (index >>> 0 >= context.group.maxAttributes) return context.error(GL.INVALID_VALUE);
  context.constants.set([x, y, z, w], 4 * index);
  context.gl.vertexAttrib4f(index, x, y, z, w);
}

/** Returns the value of an attribute's parameter; undefined for an unknown parameter. */
function parameter(attribute: Attribute, name: number): number | undefined {
  switch (name) {
    case GL.VERTEX_ATTRIB_ARRAY_ENABLED:
      return attribute.isEnabled ? 1 : 0;
    case GL.VERTEX_ATTRIB_ARRAY_SIZE:
      return attribute.size;
    case GL.VERTEX_ATTRIB_ARRAY_STRIDE:
      return attribute.stride;
    case GL.VERTEX_ATTRIB_ARRAY_TYPE:
      return attribute.type;
    case GL.VERTEX_ATTRIB_ARRAY_NORMALIZED:
      return attribute.isNormalized ? 1 : 0;
    case GL.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
      return attribute.buffer?.name ?? 0;
    case GL.VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE:
      return attribute.divisor;
    default:
      return undefined;
  }
}

/** Writes the value of an attribute's parameter. */
function tell(id: number, index: number, name: number, give: (place: number, value: number) => void) {
  const context = enter(id);
  const attribute = context && attributeAt(context, index);
  if (context === undefined || attribute === undefined) return;
  if (name === GL.CURRENT_VERTEX_ATTRIB) {
    for (let place = 0; place < 4; place++) give(place, context.constants[4 * index + place] ?? 0);
    return;
  }
  const value = parameter(attribute, name);
  if (value === undefined) context.error(GL.INVALID_ENUM);
  else give(0, value);
}

export const vertexFunctions = {
  EnableVertexAttribArray(id: number, index: number) {
    const context = enter(id);
    const attribute = context && attributeAt(context, index);
    if (context === undefined || attribute === undefined || attribute.isEnabled) return;
    attribute.isEnabled = true;
    judge(context.array, index, attribute);
    context.gl.enableVertexAttribArray(index);
  },

  DisableVertexAttribArray(id: number, index: number) {
    const context = enter(id);
    const attribute = context && attributeAt(context, index);
    if (context === undefined || attribute === undefined || !attribute.isEnabled) return;
    attribute.isEnabled = false;
    judge(context.array, index, attribute);
    context.gl.disableVertexAttribArray(index);
  },

  VertexAttribPointer(
    id: number,
    index: number,
    size: number,
    type: number,
    normalized: number,
    stride: number,
    pointer: number,
  ) {
    const context = enter(id);
    if (context === undefined) return;
    const number = vertexNumberSize(type);
    if (number === 0 || (type === GL.FIXED && !context.hasFixed)) return context.error(GL.INVALID_ENUM);
    const { array, arrayBuffer } = context;
    const isFar = arrayBuffer !== undefined && stride > Limit.MAX_VERTEX_STRIDE;
    if (size < 1 || size > 4 || stride < 0 || isFar) return context.error(GL.INVALID_VALUE);
    const isOwn = array !== context.defaultArray;
    if (arrayBuffer === undefined && pointer !== 0 && isOwn) return context.error(GL.INVALID_OPERATION);
    // Arrays in the program's memory are copied, so these may have any stride and address.
    const isAligned = stride % number === 0 && pointer % number === 0;
    if (arrayBuffer !== undefined && !isAligned) return context.error(GL.INVALID_OPERATION);
    const attribute = attributeAt(context, index);
    if (attribute === undefined) return;
    attribute.size = size;
    attribute.type = type;
    attribute.isNormalized = (normalized & 0xff) !== 0;
    attribute.stride = stride;
    attribute.pointer = pointer >>> 0;
    attribute.buffer = arrayBuffer;
    judge(array, index, attribute);
    if (arrayBuffer === undefined || type === GL.FIXED) return;
    // WebGL takes no offset beyond the largest signed number, and no buffer is that large.
    if (pointer < 0) return context.error(GL.INVALID_VALUE);
    context.gl.vertexAttribPointer(index, size, type, attribute.isNormalized, stride, pointer);
  },

  VertexAttribDivisorANGLE(id: number, index: number, divisor: number) {
    const context = enter(id);
    const attribute = context && attributeAt(context, index);
    if (context === undefined || attribute === undefined) return;
    attribute.divisor = divisor >>> 0;
    context.array.version++;
    context.gl.vertexAttribDivisor(index, divisor >>> 0);
  },

  VertexAttrib1f: (id: number, index: number, x: number) => setConstant(id, index, x, 0, 0, 1),
  VertexAttrib2f: (id: number, index: number, x: number, y: number) => setConstant(id, index, x, y, 0, 1),
  VertexAttrib3f: (id: number, index: number, x: number, y: number, z: number) =>
    setConstant(id, index, x, y, z, 1),
  VertexAttrib4f: setConstant,

  VertexAttrib1fv: (id: number, index: number, from: number) =>
    setConstant(id, index, floatAt(from), 0, 0, 1),
  VertexAttrib2fv: (id: number, index: number, from: number) =>
    setConstant(id, index, floatAt(from), floatAt(from + 4), 0, 1),
  VertexAttrib3fv: (id: number, index: number, from: number) =>
    setConstant(id, index, floatAt(from), floatAt(from + 4), floatAt(from + 8), 1),
  VertexAttrib4fv: (id: number, index: number, from: number) =>
    setConstant(id, index, floatAt(from), floatAt(from + 4), floatAt(from + 8), floatAt(from + 12)),

  GetVertexAttribfv(id: number, index: number, name: number, to: number) {
    tell(id, index, name, (place, value) => storeFloat(to + 4 * place, value));
  },

  GetVertexAttribiv(id: number, index: number, name: number, to: number) {
    tell(id, index, name, (place, value) => store(to + 4 * place, Math.trunc(value)));
  },

  GetVertexAttribPointerv(id: number, index: number, name: number, to: number) {
    const context = enter(id);
    const attribute = context && attributeAt(context, index);
    if (context === undefined || attribute === undefined) return;
    if (name === GL.VERTEX_ATTRIB_ARRAY_POINTER) store(to, attribute.pointer);
    else context.error(GL.INVALID_ENUM);
  },

  GenVertexArraysOES(id: number, count: number, names: number) {
    const context = enter(id);
    if (context === undefined) return;
    const { gl, group } = context;
    generate(context, count, names, context.arrays, (name) => newVertexArray(gl, group.maxAttributes, name));
  },

  DeleteVertexArraysOES(id: number, count: number, names: number) {
    const context = enter(id);
    if (context === undefined) return;
    remove(context, count, names, context.arrays, (array) => {
      if (context.array === array) bindArray(context, context.defaultArray);
      context.gl.deleteVertexArray(array.object);
    });
  },

  IsVertexArrayOES(id: number, name: number): number {
    return enter(id)?.arrays.get(name >>> 0)?.wasBound ? 1 : 0;
  },

  BindVertexArrayOES(id: number, name: number) {
    const context = enter(id);
    if (context === undefined) return;
    const array = name === 0 ? context.defaultArray : context.arrays.get(name >>> 0);
    if (array === undefined) return context.error(GL.INVALID_OPERATION);
    array.wasBound = true;
    bindArray(context, array);
  },
};

function floatAt(address: number): number {
  return floatOf(load(address));
}

function bindArray(context: Context, array: VertexArray) {
  context.array = array;
  context.gl.bindVertexArray(array.object);
}
