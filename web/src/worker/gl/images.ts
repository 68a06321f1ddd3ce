// Images of textures: out of the program's memory, out of framebuffers, and smaller ones made of them.

import { type Context, enter } from "./context.ts";
import { bytes, reach } from "./memory.ts";
import {
  INVALID_ENUM,
  INVALID_OPERATION,
  INVALID_VALUE,
  MAX_SIDE,
  OUT_OF_MEMORY,
  TEXTURE_2D,
  WRITE_ONLY,
} from "./numbers.ts";
import {
  compressedSize,
  DEPTH_COMPONENT,
  DEPTH_STENCIL,
  imageBytes,
  pixelSize,
  webFormat,
  webInternalFormat,
  webType,
  withPixels,
} from "./pixels.ts";
import { isTextureTarget, noteDepth } from "./textures.ts";

const UNPACK_ALIGNMENT = 0x0cf5,
  PACK_ALIGNMENT = 0x0d05,
  UNPACK_ROW_LENGTH = 0x0cf2,
  UNPACK_SKIP_ROWS = 0x0cf3,
  UNPACK_SKIP_PIXELS = 0x0cf4;

/** The smallest image of the largest texture has this level. */
const MAX_LEVEL = 14;

/** One image takes no more bytes. */
const MAX_IMAGE = 2 ** 30;

/** TEXTURE_2D and the six sides of a cube. */
function isImageTarget(target: number): boolean {
  return target === TEXTURE_2D || (target >= 0x8515 && target <= 0x851a);
}

/** Whether an image of a target, a level and a size can be; an error of the context if not. */
function isImage(context: Context, target: number, level: number, width: number, height: number): boolean {
  const isSized = width >= 0 && width <= MAX_SIDE && height >= 0 && height <= MAX_SIDE;
  if (!isImageTarget(target)) context.error(INVALID_ENUM);
  else if (level < 0 || level > MAX_LEVEL || !isSized) context.error(INVALID_VALUE);
  else return true;
  return false;
}

export const imageFunctions = {
  PixelStorei(id: number, name: number, value: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (value < 0) return context.error(INVALID_VALUE);
    const { unpack, gl } = context;
    if (name === UNPACK_ALIGNMENT || name === PACK_ALIGNMENT) {
      if (value !== 1 && value !== 2 && value !== 4 && value !== 8) return context.error(INVALID_VALUE);
      if (name === PACK_ALIGNMENT) context.packAlignment = value;
      else unpack.alignment = value;
    } else if (name === UNPACK_ROW_LENGTH) unpack.rowLength = value;
    else if (name === UNPACK_SKIP_ROWS) unpack.skipRows = value;
    else if (name === UNPACK_SKIP_PIXELS) unpack.skipPixels = value;
    else return context.error(INVALID_ENUM);
    gl.pixelStorei(name, value);
  },

  TexImage2D(
    id: number,
    target: number,
    level: number,
    internal: number,
    width: number,
    height: number,
    border: number,
    format: number,
    type: number,
    data: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isImage(context, target, level, width, height)) return;
    const pixel = pixelSize(context, format, type);
    if (pixel === 0) return;
    if (border !== 0) return context.error(INVALID_VALUE);
    if (internal !== format) return context.error(INVALID_OPERATION);
    const { gl, unpack } = context;
    const size = imageBytes(unpack, width, height, pixel);
    if (size > MAX_IMAGE) return context.error(OUT_OF_MEMORY);
    context.isUnsure = true;
    const stored = webInternalFormat(format, type);
    const web = webType(type);
    const order = webFormat(format, type);
    if (level === 0) noteDepth(context, target, format === DEPTH_COMPONENT || format === DEPTH_STENCIL);
    if (data === 0 || size === 0) {
      gl.texImage2D(target, level, stored, width, height, 0, order, web, null);
    } else {
      withPixels(context, { format, type, width, height, data }, ({ from, start }) =>
        gl.texImage2D(target, level, stored, width, height, 0, order, web, from, start),
      );
    }
  },

  TexSubImage2D(
    id: number,
    target: number,
    level: number,
    x: number,
    y: number,
    width: number,
    height: number,
    format: number,
    type: number,
    data: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isImage(context, target, level, width, height)) return;
    const pixel = pixelSize(context, format, type);
    if (pixel === 0) return;
    if (x < 0 || y < 0) return context.error(INVALID_VALUE);
    const { gl, unpack } = context;
    const size = imageBytes(unpack, width, height, pixel);
    if (size > MAX_IMAGE) return context.error(OUT_OF_MEMORY);
    context.isUnsure = true;
    if (size === 0) return;
    const order = webFormat(format, type);
    withPixels(context, { format, type, width, height, data }, ({ from, start }) =>
      gl.texSubImage2D(target, level, x, y, width, height, order, webType(type), from, start),
    );
  },

  CompressedTexImage2D(
    id: number,
    target: number,
    level: number,
    format: number,
    width: number,
    height: number,
    border: number,
    size: number,
    data: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isImage(context, target, level, width, height)) return;
    if (!context.group.extensions.hasCompressed(format)) return context.error(INVALID_ENUM);
    if (border !== 0 || size !== compressedSize(format, width, height)) return context.error(INVALID_VALUE);
    const at = reach(data, size);
    context.isUnsure = true;
    context.gl.compressedTexImage2D(target, level, format, width, height, 0, bytes, at, size);
  },

  CompressedTexSubImage2D(
    id: number,
    target: number,
    level: number,
    x: number,
    y: number,
    width: number,
    height: number,
    format: number,
    size: number,
    data: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isImage(context, target, level, width, height)) return;
    if (!context.group.extensions.hasCompressed(format)) return context.error(INVALID_ENUM);
    if (size !== compressedSize(format, width, height)) return context.error(INVALID_VALUE);
    const at = reach(data, size);
    context.isUnsure = true;
    context.gl.compressedTexSubImage2D(target, level, x, y, width, height, format, bytes, at, size);
  },

  CopyTexImage2D(
    id: number,
    target: number,
    level: number,
    format: number,
    x: number,
    y: number,
    width: number,
    height: number,
    border: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isImage(context, target, level, width, height)) return;
    // ALPHA, RGB, RGBA, LUMINANCE, LUMINANCE_ALPHA.
    if (format < 0x1906 || format > 0x190a) return context.error(INVALID_ENUM);
    if (border !== 0) return context.error(INVALID_VALUE);
    context.isUnsure = true;
    context.gl.copyTexImage2D(target, level, format, x, y, width, height, 0);
  },

  CopyTexSubImage2D(
    id: number,
    target: number,
    level: number,
    toX: number,
    toY: number,
    x: number,
    y: number,
    width: number,
    height: number,
  ) {
    const context = enter(id);
    if (context === undefined || !isImage(context, target, level, width, height)) return;
    context.isUnsure = true;
    context.gl.copyTexSubImage2D(target, level, toX, toY, x, y, width, height);
  },

  GenerateMipmap(id: number, target: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (!isTextureTarget(target)) return context.error(INVALID_ENUM);
    context.isUnsure = true;
    context.gl.generateMipmap(target);
  },

  /** How many bytes are to be mapped; what is unmapped comes as `TexSubImage2D`. */
  MapTexSubImage2DCHROMIUM(
    id: number,
    target: number,
    level: number,
    x: number,
    y: number,
    width: number,
    height: number,
    format: number,
    type: number,
    access: number,
  ): number {
    const context = enter(id);
    if (context === undefined) return 0;
    if (access !== WRITE_ONLY) context.error(INVALID_ENUM);
    else if (x < 0 || y < 0) context.error(INVALID_VALUE);
    else if (isImage(context, target, level, width, height)) {
      const pixel = pixelSize(context, format, type);
      const size = pixel === 0 ? 0 : imageBytes(context.unpack, width, height, pixel);
      if (size <= MAX_IMAGE) return size;
      context.error(OUT_OF_MEMORY);
    }
    return 0;
  },

  /** What is unmapped without having been mapped. */
  UnmapTexSubImage2DCHROMIUM(id: number, _address: number) {
    enter(id)?.error(INVALID_VALUE);
  },
};
