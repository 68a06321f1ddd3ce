// Framebuffers and their attachments, and copying or reading pixels from them.

import { LogLevel } from "../../generated/boundary.ts";
import {
  GL,
  isAttachment,
  isAttachmentParameter,
  isFramebufferTarget,
  isImageTarget,
  isReadFormat,
  Limit,
} from "../../generated/gl.ts";
import { outside } from "../environment.ts";
import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { load, store, wrote } from "./memory.ts";
import { exchangeRedAndBlue, imageBytes, pixelSize, pixelsAt, webFormat, webType } from "./pixels.ts";
import { renderbufferName } from "./renderbuffers.ts";
import { textureName } from "./textures.ts";

export type Framebuffer = { readonly name: number; readonly object: WebGLFramebuffer; wasBound: boolean };

function newFramebuffer(gl: WebGL2RenderingContext, name: number): Framebuffer {
  return { name, object: gl.createFramebuffer(), wasBound: false };
}

/** Warns if a framebuffer is incomplete, unless the last warning had the same reason. Returns the
 * status. */
function warnOf(context: Context, status: number): number {
  if (status === context.warnedStatus || status === context.gl.FRAMEBUFFER_COMPLETE) return status;
  context.warnedStatus = status;
  const reasons: Record<number, string> = {
    [GL.FRAMEBUFFER_INCOMPLETE_ATTACHMENT]:
      "an attachment has a size of 0 or a format that cannot be drawn on",
    [GL.FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT]: "nothing is attached",
    [GL.FRAMEBUFFER_INCOMPLETE_DIMENSIONS]: "the attachments differ in size",
    [GL.FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_ANGLE]: "the attachments differ in samples",
  };
  const reason = reasons[status] ?? "the browser does not support the formats of its attachments together";
  const text = `OpenGL ES: a framebuffer is incomplete (0x${status.toString(16).toUpperCase()}): ${reason}; nothing is drawn on it`;
  outside.post({ kind: "log", level: LogLevel.WARNING, text });
  return status;
}

/** Returns true if the program can attach something to the bound framebuffer. Sets an error
 * otherwise. */
function isOpen(context: Context, target: number, attachment: number): boolean {
  const bound = target === GL.READ_FRAMEBUFFER ? context.readFramebuffer : context.drawFramebuffer;
  if (!isFramebufferTarget(target) || !isAttachment(attachment)) context.error(GL.INVALID_ENUM);
  else if (bound === undefined) context.error(GL.INVALID_OPERATION);
  else return true;
  return false;
}

export const framebufferFunctions = {
  GenFramebuffers(id: number, count: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    generate(context, count, to, context.framebuffers, (name) => newFramebuffer(context.gl, name));
  },

  DeleteFramebuffers(id: number, count: number, from: number) {
    const context = enter(id);
    if (context === undefined) return;
    remove(context, count, from, context.framebuffers, (framebuffer) => {
      if (context.drawFramebuffer === framebuffer) context.drawFramebuffer = undefined;
      if (context.readFramebuffer === framebuffer) context.readFramebuffer = undefined;
      context.gl.deleteFramebuffer(framebuffer.object);
      context.bindFramebuffers();
    });
  },

  IsFramebuffer(id: number, name: number): number {
    return enter(id)?.framebuffers.get(name >>> 0)?.wasBound ? 1 : 0;
  },

  BindFramebuffer(id: number, target: number, name: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (!isFramebufferTarget(target)) return context.error(GL.INVALID_ENUM);
    const { gl, framebuffers } = context;
    let framebuffer: Framebuffer | undefined;
    if (name !== 0) {
      framebuffer = framebuffers.get(name >>> 0);
      if (framebuffer === undefined) {
        if (framebuffers.isFull) return context.error(GL.OUT_OF_MEMORY);
        framebuffer = newFramebuffer(gl, name >>> 0);
        framebuffers.set(framebuffer.name, framebuffer);
      }
      framebuffer.wasBound = true;
    }
    if (target !== GL.READ_FRAMEBUFFER) context.drawFramebuffer = framebuffer;
    if (target !== GL.DRAW_FRAMEBUFFER) context.readFramebuffer = framebuffer;
    gl.bindFramebuffer(target, (framebuffer ?? { object: context.backBuffer.framebuffer }).object);
  },

  CheckFramebufferStatus(id: number, target: number): number {
    const context = enter(id);
    if (context === undefined) return 0;
    if (isFramebufferTarget(target)) return warnOf(context, context.gl.checkFramebufferStatus(target));
    context.error(GL.INVALID_ENUM);
    return 0;
  },

  FramebufferTexture2D(
    id: number,
    target: number,
    attachment: number,
    image: number,
    name: number,
    level: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isOpen(context, target, attachment)) return;
    const texture = context.group.textures.get(name >>> 0);
    const isImage = isImageTarget(image);
    if (name !== 0 && !isImage) return context.error(GL.INVALID_ENUM);
    if (name !== 0 && texture === undefined) return context.error(GL.INVALID_OPERATION);
    if (level !== 0) return context.error(GL.INVALID_VALUE);
    context.isUnsure = true;
    const { gl } = context;
    gl.framebufferTexture2D(target, attachment, isImage ? image : GL.TEXTURE_2D, texture?.object ?? null, 0);
  },

  FramebufferRenderbuffer(id: number, target: number, attachment: number, kind: number, name: number) {
    const context = enter(id);
    if (context === undefined || !isOpen(context, target, attachment)) return;
    if (kind !== GL.RENDERBUFFER) return context.error(GL.INVALID_ENUM);
    const renderbuffer = context.group.renderbuffers.get(name >>> 0);
    if (name !== 0 && renderbuffer === undefined) return context.error(GL.INVALID_OPERATION);
    context.isUnsure = true;
    context.gl.framebufferRenderbuffer(target, attachment, kind, renderbuffer?.object ?? null);
  },

  GetFramebufferAttachmentParameteriv(
    id: number,
    target: number,
    attachment: number,
    name: number,
    to: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isOpen(context, target, attachment)) return;
    if (!isAttachmentParameter(name)) return context.error(GL.INVALID_ENUM);
    const { gl } = context;
    const type =
      gl.getFramebufferAttachmentParameter(target, attachment, GL.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) ?? 0;
    if (name === GL.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) return store(to, type);
    if (type === 0)
      return name === GL.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME ? store(to, 0) : context.error(GL.INVALID_ENUM);
    if (type !== GL.TEXTURE && name !== GL.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME)
      return context.error(GL.INVALID_ENUM);
    const value = gl.getFramebufferAttachmentParameter(target, attachment, name);
    if (name !== GL.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) return store(to, Number(value ?? 0));
    store(to, type === GL.TEXTURE ? textureName(value) : renderbufferName(value));
  },

  BlitFramebufferEXT(
    id: number,
    fromLeft: number,
    fromTop: number,
    fromRight: number,
    fromBottom: number,
    toLeft: number,
    toTop: number,
    toRight: number,
    toBottom: number,
    mask: number,
    filter: number,
  ) {
    const context = enter(id);
    if (context === undefined) return;
    context.isUnsure = true;
    const { gl } = context;
    gl.blitFramebuffer(
      fromLeft,
      fromTop,
      fromRight,
      fromBottom,
      toLeft,
      toTop,
      toRight,
      toBottom,
      mask,
      filter,
    );
  },

  DrawBuffersEXT(id: number, count: number, from: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (count < 0 || count > Limit.MAX_DRAW_BUFFERS) return context.error(GL.INVALID_VALUE);
    const isOwn = context.drawFramebuffer === undefined;
    const buffers: number[] = [];
    for (let place = 0; place < count; place++) {
      const buffer = load(from + 4 * place);
      const isKnown =
        buffer === 0 || (isOwn ? buffer === GL.BACK && count === 1 : buffer === GL.COLOR_ATTACHMENT0 + place);
      if (!isKnown) return context.error(GL.INVALID_OPERATION);
      buffers.push(buffer === GL.BACK ? GL.COLOR_ATTACHMENT0 : buffer);
    }
    context.isUnsure = true;
    context.gl.drawBuffers(buffers);
  },

  ReadPixels(
    id: number,
    x: number,
    y: number,
    width: number,
    height: number,
    format: number,
    type: number,
    to: number,
  ) {
    const context = enter(id);
    if (context === undefined) return;
    if (!isReadFormat(format)) return context.error(GL.INVALID_ENUM);
    if (width < 0 || height < 0 || width > Limit.MAX_SIDE || height > Limit.MAX_SIDE)
      return context.error(GL.INVALID_VALUE);
    const pixel = pixelSize(context, format, type);
    if (pixel === 0) return;
    const rows = { alignment: context.packAlignment, rowLength: 0, skipRows: 0, skipPixels: 0 };
    const size = imageBytes(rows, width, height, pixel);
    if (size === 0) return;
    context.isUnsure = true;
    const { from, start } = pixelsAt(to, size, type);
    const order = webFormat(format, type);
    // If colours are exchanged, an earlier error is read first, because they must only be exchanged
    // if the pixels were read.
    const earlier = order === format ? 0 : context.gl.getError();
    if (earlier !== 0) context.error(earlier);
    context.gl.readPixels(x, y, width, height, order, webType(type), from, start);
    wrote(to >>> 0, size);
    if (order === format) return;
    const error = context.gl.getError();
    if (error !== 0) return context.error(error);
    exchangeRedAndBlue(to >>> 0, width, height, 4 * width);
  },
};
