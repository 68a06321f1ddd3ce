// Renderbuffers.

import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { store } from "./memory.ts";
import {
  INVALID_ENUM,
  INVALID_OPERATION,
  INVALID_VALUE,
  MAX_SIDE,
  OUT_OF_MEMORY,
  RENDERBUFFER,
} from "./numbers.ts";

export type Renderbuffer = { readonly name: number; readonly object: WebGLRenderbuffer; wasBound: boolean };

const MAX_SAMPLES = 16;

/** RGBA4, RGB5_A1, RGB565, DEPTH_COMPONENT16, STENCIL_INDEX8; RGB8, RGBA8, DEPTH_COMPONENT24,
 * DEPTH24_STENCIL8. */
const FORMATS = [0x8056, 0x8057, 0x8d62, 0x81a5, 0x8d48, 0x8051, 0x8058, 0x81a6, 0x88f0];

const names = new WeakMap<object, number>();

/** The name of a renderbuffer that is attached. */
export function renderbufferName(object: WebGLRenderbuffer): number {
  return names.get(object) ?? 0;
}

function newRenderbuffer(gl: WebGL2RenderingContext, name: number): Renderbuffer {
  const object = gl.createRenderbuffer();
  names.set(object, name);
  return { name, object, wasBound: false };
}

/** The renderbuffer that is bound, if a size and a format can be; an error if not. */
function isStorage(context: Context, target: number, format: number, width: number, height: number): boolean {
  const isSized = width >= 0 && width <= MAX_SIDE && height >= 0 && height <= MAX_SIDE;
  if (target !== RENDERBUFFER || !FORMATS.includes(format)) context.error(INVALID_ENUM);
  else if (!isSized) context.error(INVALID_VALUE);
  else if (context.renderbuffer === undefined) context.error(INVALID_OPERATION);
  else return true;
  return false;
}

export const renderbufferFunctions = {
  GenRenderbuffers(id: number, count: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    generate(context, count, to, context.group.renderbuffers, (name) => newRenderbuffer(context.gl, name));
  },

  DeleteRenderbuffers(id: number, count: number, from: number) {
    const context = enter(id);
    if (context === undefined) return;
    remove(context, count, from, context.group.renderbuffers, (renderbuffer) => {
      if (context.renderbuffer === renderbuffer) context.renderbuffer = undefined;
      context.gl.deleteRenderbuffer(renderbuffer.object);
    });
  },

  IsRenderbuffer(id: number, name: number): number {
    return enter(id)?.group.renderbuffers.get(name >>> 0)?.wasBound ? 1 : 0;
  },

  BindRenderbuffer(id: number, target: number, name: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (target !== RENDERBUFFER) return context.error(INVALID_ENUM);
    const { gl, group } = context;
    let renderbuffer: Renderbuffer | undefined;
    if (name !== 0) {
      renderbuffer = group.renderbuffers.get(name >>> 0);
      if (renderbuffer === undefined) {
        if (group.renderbuffers.isFull) return context.error(OUT_OF_MEMORY);
        renderbuffer = newRenderbuffer(gl, name >>> 0);
        group.renderbuffers.set(renderbuffer.name, renderbuffer);
      }
      renderbuffer.wasBound = true;
    }
    context.renderbuffer = renderbuffer;
    gl.bindRenderbuffer(target, renderbuffer?.object ?? null);
  },

  RenderbufferStorage(id: number, target: number, format: number, width: number, height: number) {
    const context = enter(id);
    if (context === undefined || !isStorage(context, target, format, width, height)) return;
    context.isUnsure = true;
    context.gl.renderbufferStorage(target, format, width, height);
  },

  RenderbufferStorageMultisampleEXT(
    id: number,
    target: number,
    samples: number,
    format: number,
    width: number,
    height: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isStorage(context, target, format, width, height)) return;
    if (samples < 0 || samples > MAX_SAMPLES) return context.error(INVALID_VALUE);
    context.isUnsure = true;
    context.gl.renderbufferStorageMultisample(target, samples, format, width, height);
  },

  GetRenderbufferParameteriv(id: number, target: number, name: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    // WIDTH, HEIGHT, INTERNAL_FORMAT; sizes of components; SAMPLES_EXT.
    const isKnown =
      (name >= 0x8d42 && name <= 0x8d44) || (name >= 0x8d50 && name <= 0x8d55) || name === 0x8cab;
    if (target !== RENDERBUFFER || !isKnown) return context.error(INVALID_ENUM);
    if (context.renderbuffer === undefined) return context.error(INVALID_OPERATION);
    store(to, Number(context.gl.getRenderbufferParameter(target, name) ?? 0));
  },
};
