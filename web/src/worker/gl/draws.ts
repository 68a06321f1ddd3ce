// Functions that draw. If arrays or indices in buffers end too early, nothing is drawn (ranges.ts).
// Arrays and indices in the program's memory are copied to buffers for each draw.

import { GL, indexSize, isDrawMode } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { bytes, reach as inMemory } from "./memory.ts";
import { isUsable, type Program } from "./programs.ts";
import { boundOf, reachOf } from "./ranges.ts";
import { areFacesApart, drawFaces } from "./stencil.ts";
import { streamArrays, streamIndices, streamWider } from "./streams.ts";

/** Returns the program that draws, if the arguments are valid. Sets an error of the context
 * otherwise. */
function ready(context: Context, mode: number, first: number, count: number): Program | undefined {
  const { program } = context;
  if (!isDrawMode(mode)) context.error(GL.INVALID_ENUM);
  else if (first < 0 || count < 0) context.error(GL.INVALID_VALUE);
  else if (program === undefined || !isUsable(program)) context.error(GL.INVALID_OPERATION);
  else return program;
  return undefined;
}

/** Draws consecutive vertices, once for each instance. `instances` is -1 for a draw without
 * instances. */
function drawArrays(id: number, mode: number, first: number, count: number, instances: number) {
  const context = enter(id);
  if (context === undefined) return;
  const program = ready(context, mode, first, count);
  if (program === undefined || count === 0 || instances === 0) return;
  const reach = reachOf(context, program);
  if (first + count > reach.vertices || instances > reach.instances || reach.instances < 1) {
    return context.error(GL.INVALID_OPERATION);
  }
  context.isUnsure = true;
  let start = first;
  if ((context.array.streamed & program.usedAttributes) !== 0) {
    start = streamArrays(context, program, first, first + count - 1, instances);
    if (start < 0) return;
  }
  if (areFacesApart(context)) {
    drawFaces(context, mode, () => sendArrays(context.gl, mode, start, count, instances));
  } else {
    sendArrays(context.gl, mode, start, count, instances);
  }
}

function drawElements(
  id: number,
  mode: number,
  count: number,
  type: number,
  pointer: number,
  instances: number,
) {
  const context = enter(id);
  if (context === undefined) return;
  const program = ready(context, mode, 0, count);
  if (program === undefined) return;
  const size = indexSize(type);
  if (size === 0) return context.error(GL.INVALID_ENUM);
  if (count === 0 || instances === 0) return;
  context.isUnsure = true;
  const { gl, array } = context;
  const reach = reachOf(context, program);
  const needsVertices = (array.streamed & program.usedAttributes) !== 0;
  // The greatest index of a type would end a strip in WebGL 2, and not select a vertex.
  const ending = size < 4 ? 2 ** (8 * size) - 1 : Infinity;
  let at = pointer;
  let drawn = type;
  let greatest: number;
  if (array.indices === undefined) {
    greatest = streamIndices(context, pointer, count, size);
    if (greatest < 0) return;
    if (greatest === ending)
      drawn = streamWider(context, bytes, inMemory(pointer, count * size), count, size);
    at = 0;
  } else {
    // If vertices come from memory, the exact greatest index is needed.
    greatest = boundOf(array.indices, pointer, count, size, needsVertices ? 0 : reach.vertices);
    if (greatest === ending) greatest = boundOf(array.indices, pointer, count, size, 0);
    if (greatest < 0) return context.error(GL.INVALID_OPERATION);
  }
  if (greatest >= reach.vertices || instances > reach.instances || reach.instances < 1) {
    return context.error(GL.INVALID_OPERATION);
  }
  if (needsVertices && streamArrays(context, program, 0, greatest, instances) < 0) return;
  const widened = greatest === ending ? array.indices : undefined;
  if (widened?.copy !== undefined) {
    drawn = streamWider(context, widened.copy, pointer, count, size);
    at = 0;
  }
  if (areFacesApart(context)) {
    drawFaces(context, mode, () => sendElements(gl, mode, count, drawn, at, instances));
  } else {
    sendElements(gl, mode, count, drawn, at, instances);
  }
  if (widened !== undefined) gl.bindBuffer(GL.ELEMENT_ARRAY_BUFFER, widened.indices);
}

function sendArrays(
  gl: WebGL2RenderingContext,
  mode: number,
  first: number,
  count: number,
  instances: number,
) {
  if (instances < 0) gl.drawArrays(mode, first, count);
  else gl.drawArraysInstanced(mode, first, count, instances);
}

function sendElements(
  gl: WebGL2RenderingContext,
  mode: number,
  count: number,
  type: number,
  offset: number,
  instances: number,
) {
  if (instances < 0) gl.drawElements(mode, count, type, offset);
  else gl.drawElementsInstanced(mode, count, type, offset, instances);
}

export const drawFunctions = {
  DrawArrays(id: number, mode: number, first: number, count: number) {
    drawArrays(id, mode, first, count, -1);
  },

  DrawElements(id: number, mode: number, count: number, type: number, pointer: number) {
    drawElements(id, mode, count, type, pointer, -1);
  },

  DrawArraysInstancedANGLE(id: number, mode: number, first: number, count: number, instances: number) {
    if (instances < 0) enter(id)?.error(GL.INVALID_VALUE);
    else drawArrays(id, mode, first, count, instances);
  },

  DrawElementsInstancedANGLE(
    id: number,
    mode: number,
    count: number,
    type: number,
    pointer: number,
    instances: number,
  ) {
    if (instances < 0) enter(id)?.error(GL.INVALID_VALUE);
    else drawElements(id, mode, count, type, pointer, instances);
  },
};
