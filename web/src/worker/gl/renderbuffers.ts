// Renderbuffers.

import {
  GL,
  isHalfFloatFormat,
  isRenderbufferFormat,
  isRenderbufferParameter,
  Limit,
} from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { store } from "./memory.ts";

export type Renderbuffer = { readonly name: number; readonly object: WebGLRenderbuffer; wasBound: boolean };

const names = new WeakMap<object, number>();

/** Returns the name of an attached renderbuffer. */
export function renderbufferName(object: WebGLRenderbuffer): number {
  return names.get(object) ?? 0;
}

function newRenderbuffer(gl: WebGL2RenderingContext, name: number): Renderbuffer {
  const object = gl.createRenderbuffer();
  names.set(object, name);
  return { name, object, wasBound: false };
}

/** Returns true if the bound renderbuffer can have this format and size. Sets an error
 * otherwise. */
function isStorage(context: Context, target: number, format: number, width: number, height: number): boolean {
  const isSized = width >= 0 && width <= Limit.MAX_SIDE && height >= 0 && height <= Limit.MAX_SIDE;
  const isKnown =
    isRenderbufferFormat(format) || (isHalfFloatFormat(format) && context.group.extensions.hasHalfFloats);
  if (target !== GL.RENDERBUFFER || !isKnown) context.error(GL.INVALID_ENUM);
  else if (!isSized) context.error(GL.INVALID_VALUE);
  else if (context.renderbuffer === undefined) context.error(GL.INVALID_OPERATION);
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
    if (target !== GL.RENDERBUFFER) return context.error(GL.INVALID_ENUM);
    const { gl, group } = context;
    let renderbuffer: Renderbuffer | undefined;
    if (name !== 0) {
      renderbuffer = group.renderbuffers.get(name >>> 0);
      if (renderbuffer === undefined) {
        if (group.renderbuffers.isFull) return context.error(GL.OUT_OF_MEMORY);
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
    if (samples < 0 || samples > Limit.MAX_SAMPLES) return context.error(GL.INVALID_VALUE);
    context.isUnsure = true;
    context.gl.renderbufferStorageMultisample(target, samples, format, width, height);
  },

  GetRenderbufferParameteriv(id: number, target: number, name: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (target !== GL.RENDERBUFFER || !isRenderbufferParameter(name)) return context.error(GL.INVALID_ENUM);
    if (context.renderbuffer === undefined) return context.error(GL.INVALID_OPERATION);
    store(to, Number(context.gl.getRenderbufferParameter(target, name) ?? 0));
  },
};
