// `glGetIntegerv` and similar functions, and errors.

import { GL, Limit, STATES } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { bytes, reach, store, storeFloat, text, wrote } from "./memory.ts";

/** The parameters whose values come from the browser. */
const ASKED: ReadonlySet<number> = new Set(STATES);

/** Returns the value of a parameter if this context stores it. */
function known(context: Context, name: number): number[] | undefined {
  const { unpack, group, units, unit } = context;
  switch (name) {
    case GL.UNPACK_ROW_LENGTH_EXT:
      return [unpack.rowLength];
    case GL.UNPACK_SKIP_ROWS_EXT:
      return [unpack.skipRows];
    case GL.UNPACK_SKIP_PIXELS_EXT:
      return [unpack.skipPixels];
    case GL.UNPACK_ALIGNMENT:
      return [unpack.alignment];
    case GL.PACK_ALIGNMENT:
      return [context.packAlignment];
    case GL.TEXTURE_BINDING_2D:
      return [units[unit]?.flat?.name ?? 0];
    case GL.TEXTURE_BINDING_CUBE_MAP:
      return [units[unit]?.cube?.name ?? 0];
    case GL.ACTIVE_TEXTURE:
      return [GL.TEXTURE0 + unit];
    case GL.NUM_COMPRESSED_TEXTURE_FORMATS:
      return [group.extensions.compressedFormats.length];
    case GL.COMPRESSED_TEXTURE_FORMATS:
      return group.extensions.compressedFormats;
    case GL.VERTEX_ARRAY_BINDING_OES:
      return [context.array.name];
    case GL.MAX_COMBINED_TEXTURE_IMAGE_UNITS:
      return [context.units.length];
    case GL.MAX_VERTEX_ATTRIBS:
      return [group.maxAttributes];
    case GL.ARRAY_BUFFER_BINDING:
      return [context.arrayBuffer?.name ?? 0];
    case GL.ELEMENT_ARRAY_BUFFER_BINDING:
      return [context.array.indices?.name ?? 0];
    case GL.MAX_DRAW_BUFFERS_EXT:
    case GL.MAX_COLOR_ATTACHMENTS_EXT:
      return [Limit.MAX_DRAW_BUFFERS];
    case GL.CURRENT_PROGRAM:
      return [context.program?.name ?? 0];
    case GL.FRAMEBUFFER_BINDING:
      return [context.drawFramebuffer?.name ?? 0];
    case GL.READ_FRAMEBUFFER_BINDING_EXT:
      return [context.readFramebuffer?.name ?? 0];
    case GL.RENDERBUFFER_BINDING:
      return [context.renderbuffer?.name ?? 0];
    case GL.FRAGMENT_SHADER_DERIVATIVE_HINT_OES:
      return [GL.DONT_CARE];
    case GL.SHADER_BINARY_FORMATS:
      return [];
    case GL.NUM_SHADER_BINARY_FORMATS:
      return [0];
    case GL.SHADER_COMPILER:
      return [1];
    default:
      return undefined;
  }
}

/** Returns the numbers of a parameter; undefined after an error. */
function numbers(context: Context, name: number): number[] | undefined {
  const own = known(context, name);
  if (own !== undefined) return own;
  if (!ASKED.has(name)) {
    context.error(GL.INVALID_ENUM);
    return undefined;
  }
  const value: unknown = context.gl.getParameter(name);
  if (typeof value === "object" && value !== null) return Array.from(value as ArrayLike<number>, Number);
  return [Number(value ?? 0)];
}

/** Returns true if the values are fractions, which are scaled to the full range of integers. */
function isColour(name: number): boolean {
  switch (name) {
    case GL.DEPTH_RANGE:
    case GL.DEPTH_CLEAR_VALUE:
    case GL.COLOR_CLEAR_VALUE:
    case GL.BLEND_COLOR:
      return true;
    default:
      return false;
  }
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
      wrote(at, 1);
    });
  },

  GetError(id: number): number {
    const context = enter(id);
    const own = context?.errors.shift();
    if (context === undefined || own !== undefined) return own ?? 0;
    if (!context.isUnsure) return 0;
    const error = context.gl.getError();
    // There may be further errors.
    context.isUnsure = error !== 0;
    return error === GL.CONTEXT_LOST_WEBGL ? 0 : error;
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
