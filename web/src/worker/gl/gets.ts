// `glGetIntegerv` and its like, and errors.

import { type Context, enter } from "./context.ts";
import { MAX_DRAW_BUFFERS } from "./framebuffers.ts";
import { bytes, reach, store, storeFloat, text } from "./memory.ts";
import { INVALID_ENUM } from "./numbers.ts";

const CONTEXT_LOST = 0x9242;

/** The parameters that the browser is asked for. */
const ASKED = new Set([
  ...[0x0b21, 0x0b44, 0x0b45, 0x0b46, 0x0b70, 0x0b71, 0x0b72, 0x0b73, 0x0b74, 0x0b90, 0x0b91, 0x0b92],
  ...[0x0b93, 0x0b94, 0x0b95, 0x0b96, 0x0b97, 0x0b98, 0x0ba2, 0x0bd0, 0x0be2, 0x0c10, 0x0c11, 0x0c22],
  ...[0x0c23, 0x0d33, 0x0d3a, 0x0d50, 0x0d52, 0x0d53, 0x0d54, 0x0d55, 0x2a00, 0x8005, 0x8009, 0x8037],
  ...[0x8038, 0x809e, 0x80a0, 0x80a8, 0x80a9, 0x80aa, 0x80ab, 0x80c8, 0x80c9, 0x80ca, 0x80cb, 0x8192],
  ...[0x846d, 0x846e, 0x84e8, 0x851c, 0x8800, 0x8801, 0x8802, 0x8803, 0x883d, 0x8872, 0x8b4c, 0x8b4d],
  ...[0x8b9a, 0x8b9b, 0x8ca3, 0x8ca4, 0x8ca5, 0x8d57, 0x8dfb, 0x8dfc, 0x8dfd, 0x84ff, 0x0d56, 0x0d57],
]);

/** What is known here; none for what is not. */
function known(context: Context, name: number): number[] | undefined {
  const { unpack, group, units, unit } = context;
  switch (name) {
    case 0x0cf2:
      return [unpack.rowLength];
    case 0x0cf3:
      return [unpack.skipRows];
    case 0x0cf4:
      return [unpack.skipPixels];
    case 0x0cf5:
      return [unpack.alignment];
    case 0x0d05:
      return [context.packAlignment];
    case 0x8069: // TEXTURE_BINDING_2D, TEXTURE_BINDING_CUBE_MAP
      return [units[unit]?.flat?.name ?? 0];
    case 0x8514:
      return [units[unit]?.cube?.name ?? 0];
    case 0x84e0: // ACTIVE_TEXTURE
      return [0x84c0 + unit];
    case 0x86a2: // NUM_COMPRESSED_TEXTURE_FORMATS, COMPRESSED_TEXTURE_FORMATS
      return [group.extensions.compressedFormats.length];
    case 0x86a3:
      return group.extensions.compressedFormats;
    case 0x85b5: // VERTEX_ARRAY_BINDING, MAX_VERTEX_ATTRIBS
      return [context.array.name];
    case 0x8869:
      return [group.maxAttributes];
    case 0x8894: // ARRAY_BUFFER_BINDING, ELEMENT_ARRAY_BUFFER_BINDING
      return [context.arrayBuffer?.name ?? 0];
    case 0x8895:
      return [context.array.indices?.name ?? 0];
    case 0x8824: // MAX_DRAW_BUFFERS, MAX_COLOR_ATTACHMENTS
    case 0x8cdf:
      return [MAX_DRAW_BUFFERS];
    case 0x8b8d: // CURRENT_PROGRAM
      return [context.program?.name ?? 0];
    case 0x8ca6: // FRAMEBUFFER_BINDING, READ_FRAMEBUFFER_BINDING, RENDERBUFFER_BINDING
      return [context.drawFramebuffer?.name ?? 0];
    case 0x8caa:
      return [context.readFramebuffer?.name ?? 0];
    case 0x8ca7:
      return [context.renderbuffer?.name ?? 0];
    case 0x8b8b: // FRAGMENT_SHADER_DERIVATIVE_HINT_OES
      return [0x1100];
    case 0x8df8: // SHADER_BINARY_FORMATS, NUM_SHADER_BINARY_FORMATS, SHADER_COMPILER
      return [];
    case 0x8df9:
      return [0];
    case 0x8dfa:
      return [1];
    default:
      return undefined;
  }
}

/** The numbers of a parameter; none after an error. */
function numbers(context: Context, name: number): number[] | undefined {
  const own = known(context, name);
  if (own !== undefined) return own;
  if (!ASKED.has(name)) {
    context.error(INVALID_ENUM);
    return undefined;
  }
  const value: unknown = context.gl.getParameter(name);
  if (typeof value === "object" && value !== null) return Array.from(value as ArrayLike<number>, Number);
  return [Number(value ?? 0)];
}

/** Whether a number between 0 and 1, or -1 and 1, stands for all integers. */
function isColour(name: number): boolean {
  // DEPTH_RANGE, DEPTH_CLEAR_VALUE, COLOR_CLEAR_VALUE, BLEND_COLOR.
  return name === 0x0b70 || name === 0x0b73 || name === 0x0c22 || name === 0x8005;
}

function give(id: number, name: number, write: (place: number, value: number) => void) {
  const context = enter(id);
  const all = context && numbers(context, name);
  all?.forEach((value, place) => void write(place, value));
}

export const getFunctions = {
  GetIntegerv(id: number, name: number, to: number) {
    give(id, name, (place, value) => {
      const whole = isColour(name) ? Math.round(value * 0x7fffffff) : Math.round(value);
      store(to + 4 * place, whole);
    });
  },

  GetFloatv(id: number, name: number, to: number) {
    give(id, name, (place, value) => storeFloat(to + 4 * place, value));
  },

  GetBooleanv(id: number, name: number, to: number) {
    give(id, name, (place, value) => {
      const at = reach(to + place, 1);
      bytes[at] = value !== 0 ? 1 : 0;
    });
  },

  GetError(id: number): number {
    const context = enter(id);
    const own = context?.errors.shift();
    if (context === undefined || own !== undefined) return own ?? 0;
    if (!context.isUnsure) return 0;
    const error = context.gl.getError();
    // There may be more.
    context.isUnsure = error !== 0;
    return error === CONTEXT_LOST ? 0 : error;
  },

  EnableFeatureCHROMIUM(id: number, feature: number): number {
    const name = text(feature);
    const context = enter(id);
    if (context === undefined) return 0;
    if (name === "pepper3d_allow_buffers_on_multiple_targets") context.allowsAnyTarget = true;
    else if (name === "pepper3d_support_fixed_attribs") context.hasFixed = true;
    else return 0;
    return 1;
  },
};
