// Uniforms. Programs set them often, so these calls allocate no memory and only look up the
// location in an array.

import { GL, Limit, uniformNumbers } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { copy, floats, ints, reach, store, storeFloat } from "./memory.ts";
import { locate, programOf, uniformAt } from "./programs.ts";

/** Returns WebGL's location of a uniform; null if there is nothing to set. */
function placeOf(context: Context, location: number): WebGLUniformLocation | null {
  const known = context.locations[location];
  if (known) return known;
  if (known === null || location === -1) return null;
  const { program } = context;
  if (program === undefined || uniformAt(program, location) === undefined) {
    context.error(GL.INVALID_OPERATION);
    return null;
  }
  return locate(program, location);
}

/** Numbers that replace those at the address of a call. */
let given: { floats: Float32Array; ints: Int32Array; start: number } | undefined;

/** Makes the following calls use these numbers. Without arguments, they use those in the program's
 * memory again. */
export function giveNumbers(floats?: Float32Array, ints?: Int32Array, start = 0): void {
  given = floats && ints && { floats, ints, start };
}

/** The numbers of the current call, in the program's memory or in a copy. */
let from: Float32Array | Int32Array = floats;
let start = 0;

function find(address: number, count: number, isFloat: boolean) {
  if (given !== undefined) {
    from = isFloat ? given.floats : given.ints;
    start = given.start;
    return;
  }
  const at = reach(address, 4 * count);
  if (at % 4 === 0) {
    from = isFloat ? floats : ints;
    start = at >>> 2;
  } else {
    const { buffer } = copy(address, 4 * count);
    from = isFloat ? new Float32Array(buffer) : new Int32Array(buffer);
    start = 0;
  }
}

/** Finds the numbers of a uniform array, and returns WebGL's location of it; null if there is
 * nothing to set. */
function prepare(
  context: Context,
  location: number,
  count: number,
  size: number,
  address: number,
  isFloat: boolean,
): WebGLUniformLocation | null {
  context.isUnsure = true;
  if (count < 0) {
    context.error(GL.INVALID_VALUE);
    return null;
  }
  if (count === 0) return null;
  const place = placeOf(context, location);
  if (place !== null) find(address, size * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS), isFloat);
  return place;
}

/** Like `prepare`, for matrices, which cannot be transposed. */
function prepareMatrix(
  context: Context,
  location: number,
  count: number,
  size: number,
  transpose: number,
  address: number,
): WebGLUniformLocation | null {
  if ((transpose & 0xff) !== 0) {
    context.error(GL.INVALID_VALUE);
    return null;
  }
  return prepare(context, location, count, size, address, true);
}

function get(id: number, name: number, location: number, give: (place: number, value: number) => void) {
  const context = enter(id);
  const program = context && programOf(context, name);
  if (context === undefined || program === undefined) return;
  const active = uniformAt(program, location);
  const place = active && locate(program, location);
  if (active === undefined || place == null) return context.error(GL.INVALID_OPERATION);
  const value: unknown = context.gl.getUniform(program.object, place);
  const all = typeof value === "object" && value !== null ? [...(value as Iterable<number>)] : [value];
  const count = uniformNumbers(active.type) || 1;
  for (let index = 0; index < count; index++) give(index, Number(all[index] ?? 0));
}

export const uniformFunctions = {
  Uniform1f(id: number, location: number, x: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform1f(place, x);
  },

  Uniform1i(id: number, location: number, x: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform1i(place, x);
  },

  Uniform2f(id: number, location: number, x: number, y: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform2f(place, x, y);
  },

  Uniform2i(id: number, location: number, x: number, y: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform2i(place, x, y);
  },

  Uniform3f(id: number, location: number, x: number, y: number, z: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform3f(place, x, y, z);
  },

  Uniform3i(id: number, location: number, x: number, y: number, z: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform3i(place, x, y, z);
  },

  Uniform4f(id: number, location: number, x: number, y: number, z: number, w: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform4f(place, x, y, z, w);
  },

  Uniform4i(id: number, location: number, x: number, y: number, z: number, w: number) {
    const context = enter(id);
    if (context === undefined) return;
    const place = placeOf(context, location);
    context.isUnsure = true;
    if (place !== null) context.gl.uniform4i(place, x, y, z, w);
  },

  Uniform1fv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 1, address, true);
    if (place)
      context.gl.uniform1fv(place, from as Float32Array, start, Math.min(count, Limit.MAX_UNIFORM_ELEMENTS));
  },

  Uniform1iv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 1, address, false);
    if (place)
      context.gl.uniform1iv(place, from as Int32Array, start, Math.min(count, Limit.MAX_UNIFORM_ELEMENTS));
  },

  Uniform2fv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 2, address, true);
    if (place)
      context.gl.uniform2fv(
        place,
        from as Float32Array,
        start,
        2 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  Uniform2iv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 2, address, false);
    if (place)
      context.gl.uniform2iv(
        place,
        from as Int32Array,
        start,
        2 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  Uniform3fv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 3, address, true);
    if (place)
      context.gl.uniform3fv(
        place,
        from as Float32Array,
        start,
        3 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  Uniform3iv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 3, address, false);
    if (place)
      context.gl.uniform3iv(
        place,
        from as Int32Array,
        start,
        3 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  Uniform4fv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 4, address, true);
    if (place)
      context.gl.uniform4fv(
        place,
        from as Float32Array,
        start,
        4 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  Uniform4iv(id: number, location: number, count: number, address: number) {
    const context = enter(id);
    const place = context && prepare(context, location, count, 4, address, false);
    if (place)
      context.gl.uniform4iv(
        place,
        from as Int32Array,
        start,
        4 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  UniformMatrix2fv(id: number, location: number, count: number, transpose: number, address: number) {
    const context = enter(id);
    const place = context && prepareMatrix(context, location, count, 4, transpose, address);
    if (place)
      context.gl.uniformMatrix2fv(
        place,
        false,
        from as Float32Array,
        start,
        4 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  UniformMatrix3fv(id: number, location: number, count: number, transpose: number, address: number) {
    const context = enter(id);
    const place = context && prepareMatrix(context, location, count, 9, transpose, address);
    if (place)
      context.gl.uniformMatrix3fv(
        place,
        false,
        from as Float32Array,
        start,
        9 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  UniformMatrix4fv(id: number, location: number, count: number, transpose: number, address: number) {
    const context = enter(id);
    const place = context && prepareMatrix(context, location, count, 16, transpose, address);
    if (place)
      context.gl.uniformMatrix4fv(
        place,
        false,
        from as Float32Array,
        start,
        16 * Math.min(count, Limit.MAX_UNIFORM_ELEMENTS),
      );
  },

  GetUniformfv(id: number, name: number, location: number, to: number) {
    get(id, name, location, (place, value) => storeFloat(to + 4 * place, value));
  },

  GetUniformiv(id: number, name: number, location: number, to: number) {
    get(id, name, location, (place, value) => store(to + 4 * place, Math.trunc(value)));
  },
};
