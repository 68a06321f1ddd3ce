// Buffers. A WebGL buffer always contains either vertices or indices. A program that has enabled it
// may use a buffer for both, and the buffer then consists of two WebGL buffers.

import { GL, isBufferTarget, isBufferUsage } from "../../generated/gl.ts";
import { type Context, enter, type Group } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { bytes, reach, room, store } from "./memory.ts";
import { forget, type Greatest, newGreatest } from "./ranges.ts";

export type Buffer = {
  readonly name: number;
  /** The target that it was first bound to; 0 if it was not bound yet. */
  target: number;
  size: number;
  usage: number;
  /** The WebGL buffer; null if it was not used for this purpose. */
  vertices: WebGLBuffer | null;
  indices: WebGLBuffer | null;
  /** A copy of the contents, if they may be indices. */
  copy: Uint8Array<ArrayBuffer> | undefined;
  readonly greatest: Greatest;
  isDeleted: boolean;
};

/** Maximum size in bytes of the buffers and images of a group. */
export const MAX_BYTES = 2 ** 31;

function newBuffer(name: number): Buffer {
  return {
    name,
    target: 0,
    size: 0,
    usage: GL.STATIC_DRAW,
    vertices: null,
    indices: null,
    copy: undefined,
    greatest: newGreatest(),
    isDeleted: false,
  };
}

/** Returns the buffer bound to a target. Sets an error of the context if there is none. */
function needBound(context: Context, target: number): Buffer | undefined {
  const isTarget = isBufferTarget(target);
  const buffer = target === GL.ARRAY_BUFFER ? context.arrayBuffer : context.array.indices;
  if (isTarget && buffer !== undefined) return buffer;
  context.error(isTarget ? GL.INVALID_OPERATION : GL.INVALID_ENUM);
  return undefined;
}

/** Creates the WebGL buffer of a buffer for a target, with the same contents. Returns false if
 * there is no memory for a copy. */
function serve(gl: WebGL2RenderingContext, buffer: Buffer, target: number): boolean {
  if (target === GL.ARRAY_BUFFER ? buffer.vertices : buffer.indices) return true;
  const other = target === GL.ARRAY_BUFFER ? buffer.indices : buffer.vertices;
  const content = buffer.copy ?? room(other === null ? 0 : buffer.size);
  if (content === undefined) return false;
  if (other !== null && buffer.copy === undefined) {
    gl.bindBuffer(gl.COPY_READ_BUFFER, other);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, content);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  }
  if (target === GL.ELEMENT_ARRAY_BUFFER) buffer.copy = content;
  const object = gl.createBuffer();
  if (target === GL.ARRAY_BUFFER) buffer.vertices = object;
  else buffer.indices = object;
  if (other === null) return true;
  gl.bindBuffer(target, object);
  gl.bufferData(target, content, buffer.usage);
  return true;
}

/** Calls a function for each of the WebGL buffers of a buffer. The one of the target is the
 * last. */
function update(context: Context, buffer: Buffer, target: number, act: (target: number) => void) {
  const { gl } = context;
  forget(buffer.greatest);
  if (target === GL.ARRAY_BUFFER && buffer.indices !== null) {
    gl.bindBuffer(GL.ELEMENT_ARRAY_BUFFER, buffer.indices);
    act(GL.ELEMENT_ARRAY_BUFFER);
    gl.bindBuffer(GL.ELEMENT_ARRAY_BUFFER, context.array.indices?.indices ?? null);
  } else if (target === GL.ELEMENT_ARRAY_BUFFER && buffer.vertices !== null) {
    gl.bindBuffer(GL.ARRAY_BUFFER, buffer.vertices);
    act(GL.ARRAY_BUFFER);
    gl.bindBuffer(GL.ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
  }
  act(target);
}

/** Deletes a buffer and removes its bindings in the context. */
function end(context: Context, buffer: Buffer) {
  const { gl, group } = context;
  buffer.isDeleted = true;
  group.bytes -= buffer.size;
  group.sizes++;
  if (context.arrayBuffer === buffer) context.arrayBuffer = undefined;
  if (context.array.indices === buffer) context.array.indices = undefined;
  for (const attribute of context.array.attributes) {
    if (attribute.buffer === buffer) {
      attribute.buffer = undefined;
      attribute.pointer = 0;
      context.array.version++;
    }
  }
  gl.deleteBuffer(buffer.vertices);
  gl.deleteBuffer(buffer.indices);
}

/** Adds a number, which may be negative, to the size of a group. Returns false if the limit would
 * be exceeded. */
export function count(group: Group, more: number): boolean {
  if (more > 0 && group.bytes + more > MAX_BYTES) return false;
  group.bytes += more;
  return true;
}

export const bufferFunctions = {
  GenBuffers(id: number, count: number, names: number) {
    const context = enter(id);
    if (context !== undefined) generate(context, count, names, context.group.buffers, newBuffer);
  },

  DeleteBuffers(id: number, count: number, names: number) {
    const context = enter(id);
    if (context === undefined) return;
    remove(context, count, names, context.group.buffers, (buffer) => end(context, buffer));
  },

  IsBuffer(id: number, name: number): number {
    const buffer = enter(id)?.group.buffers.get(name >>> 0);
    return buffer !== undefined && buffer.target !== 0 ? 1 : 0;
  },

  BindBuffer(id: number, target: number, name: number) {
    const context = enter(id);
    if (context === undefined) return;
    const { gl, group } = context;
    if (!isBufferTarget(target)) return context.error(GL.INVALID_ENUM);
    let buffer: Buffer | undefined;
    if (name !== 0) {
      buffer = group.buffers.get(name >>> 0);
      if (buffer === undefined) {
        if (group.buffers.isFull) return context.error(GL.OUT_OF_MEMORY);
        buffer = newBuffer(name >>> 0);
        group.buffers.set(buffer.name, buffer);
      }
      if (buffer.target === 0) buffer.target = target;
      else if (buffer.target !== target && !context.allowsAnyTarget)
        return context.error(GL.INVALID_OPERATION);
      if (!serve(gl, buffer, target)) return context.error(GL.OUT_OF_MEMORY);
    }
    if (target === GL.ARRAY_BUFFER) {
      context.arrayBuffer = buffer;
      gl.bindBuffer(target, buffer?.vertices ?? null);
    } else {
      context.array.indices = buffer;
      gl.bindBuffer(target, buffer?.indices ?? null);
    }
  },

  BufferData(id: number, target: number, size: number, data: number, usage: number) {
    const context = enter(id);
    if (context === undefined) return;
    const { gl, group } = context;
    if (!isBufferUsage(usage)) return context.error(GL.INVALID_ENUM);
    if (size < 0) return context.error(GL.INVALID_VALUE);
    const buffer = needBound(context, target);
    if (buffer === undefined) return;
    const at = data === 0 ? 0 : reach(data, size);
    const isOther = buffer.copy !== undefined && buffer.copy.length !== size;
    const content = isOther ? room(size) : undefined;
    if (isOther && content === undefined) return context.error(GL.OUT_OF_MEMORY);
    if (!count(group, size - buffer.size)) return context.error(GL.OUT_OF_MEMORY);
    if (buffer.size !== size) group.sizes++;
    buffer.size = size;
    buffer.usage = usage;
    context.isUnsure = true;
    if (buffer.copy !== undefined) {
      buffer.copy = content ?? buffer.copy;
      if (data !== 0) buffer.copy.set(bytes.subarray(at, at + size));
      else buffer.copy.fill(0);
    }
    update(context, buffer, target, (target) => {
      if (data === 0) gl.bufferData(target, size, usage);
      else if (size === 0) gl.bufferData(target, 0, usage);
      else gl.bufferData(target, bytes, usage, at, size);
    });
  },

  BufferSubData(id: number, target: number, offset: number, size: number, data: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (offset < 0 || size < 0) return context.error(GL.INVALID_VALUE);
    const buffer = needBound(context, target);
    if (buffer === undefined) return;
    if (offset + size > buffer.size) return context.error(GL.INVALID_VALUE);
    if (size === 0) return;
    const at = reach(data, size);
    buffer.copy?.set(bytes.subarray(at, at + size), offset);
    update(context, buffer, target, (target) => context.gl.bufferSubData(target, offset, bytes, at, size));
  },

  GetBufferParameteriv(id: number, target: number, name: number, value: number) {
    const context = enter(id);
    if (context === undefined) return;
    const buffer = needBound(context, target);
    if (buffer === undefined) return;
    if (name === GL.BUFFER_SIZE) store(value, buffer.size);
    else if (name === GL.BUFFER_USAGE) store(value, buffer.usage);
    else context.error(GL.INVALID_ENUM);
  },

  /** Returns the number of bytes to map. Unmapped data is passed to `BufferSubData`. */
  MapBufferSubDataCHROMIUM(id: number, target: number, offset: number, size: number, access: number): number {
    const context = enter(id);
    if (context === undefined) return 0;
    if (access !== GL.WRITE_ONLY_OES) {
      context.error(GL.INVALID_ENUM);
      return 0;
    }
    const buffer = needBound(context, target);
    if (buffer === undefined) return 0;
    if (offset >= 0 && size >= 0 && offset + size <= buffer.size) return size;
    context.error(GL.INVALID_VALUE);
    return 0;
  },

  /** Unmaps a buffer that has not been mapped. */
  UnmapBufferSubDataCHROMIUM(id: number, _address: number) {
    enter(id)?.error(GL.INVALID_VALUE);
  },
};
