// Images of textures, from the program's memory or from framebuffers, and mipmaps.

import { GL, isCopyFormat, isImageTarget, isTextureTarget, Limit } from "../../generated/gl.ts";
import { replaceBlocks } from "./blocks.ts";
import { type Context, enter } from "./context.ts";
import { bytes, reach } from "./memory.ts";
import {
  compressedSize,
  imageBytes,
  pixelSize,
  webFormat,
  webInternalFormat,
  webType,
  withPixels,
} from "./pixels.ts";
import { noteDepth, notedImage, noteImage, noteMipmaps } from "./textures.ts";

/** Returns true if a target can have an image with this level and size. Sets an error of the
 * context otherwise. */
function isImage(context: Context, target: number, level: number, width: number, height: number): boolean {
  const isSized = width >= 0 && width <= Limit.MAX_SIDE && height >= 0 && height <= Limit.MAX_SIDE;
  const { maxFlatLevel, maxCubeLevel } = context.group;
  const most = Math.min(Limit.MAX_LEVEL, target === GL.TEXTURE_2D ? maxFlatLevel : maxCubeLevel);
  if (!isImageTarget(target)) context.error(GL.INVALID_ENUM);
  else if (level < 0 || level > most || !isSized) context.error(GL.INVALID_VALUE);
  else return true;
  return false;
}

export const imageFunctions = {
  PixelStorei(id: number, name: number, value: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (value < 0) return context.error(GL.INVALID_VALUE);
    const { unpack, gl } = context;
    if (name === GL.UNPACK_ALIGNMENT || name === GL.PACK_ALIGNMENT) {
      if (value !== 1 && value !== 2 && value !== 4 && value !== 8) return context.error(GL.INVALID_VALUE);
      if (name === GL.PACK_ALIGNMENT) context.packAlignment = value;
      else unpack.alignment = value;
    } else if (name === GL.UNPACK_ROW_LENGTH_EXT) unpack.rowLength = value;
    else if (name === GL.UNPACK_SKIP_ROWS_EXT) unpack.skipRows = value;
    else if (name === GL.UNPACK_SKIP_PIXELS_EXT) unpack.skipPixels = value;
    else return context.error(GL.INVALID_ENUM);
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
    if (border !== 0) return context.error(GL.INVALID_VALUE);
    if (internal !== format) return context.error(GL.INVALID_OPERATION);
    const { gl, unpack } = context;
    const size = imageBytes(unpack, width, height, pixel);
    if (size > Limit.MAX_IMAGE_BYTES) return context.error(GL.OUT_OF_MEMORY);
    context.isUnsure = true;
    const stored = webInternalFormat(format, type);
    const web = webType(type);
    const order = webFormat(format, type);
    noteImage(context, { target, level, width, height, format, type });
    if (level === 0)
      noteDepth(context, target, format === GL.DEPTH_COMPONENT || format === GL.DEPTH_STENCIL_OES);
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
    if (x < 0 || y < 0) return context.error(GL.INVALID_VALUE);
    const { gl, unpack } = context;
    const size = imageBytes(unpack, width, height, pixel);
    if (size > Limit.MAX_IMAGE_BYTES) return context.error(GL.OUT_OF_MEMORY);
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
    if (!context.group.extensions.hasCompressed(format)) return context.error(GL.INVALID_ENUM);
    if (border !== 0 || size !== compressedSize(format, width, height))
      return context.error(GL.INVALID_VALUE);
    const at = reach(data, size);
    context.isUnsure = true;
    const blocks = bytes.slice(at, at + size);
    noteImage(context, { target, level, width, height, format, type: 0, blocks });
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
    if (!context.group.extensions.hasCompressed(format)) return context.error(GL.INVALID_ENUM);
    if (size !== compressedSize(format, width, height)) return context.error(GL.INVALID_VALUE);
    const at = reach(data, size);
    context.isUnsure = true;
    const image = notedImage(context, target, level);
    if (image?.blocks !== undefined) {
      const blocks = bytes.subarray(at, at + size);
      replaceBlocks({ ...image, blocks: image.blocks }, { x, y, width, height, format, blocks });
    }
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
    if (!isCopyFormat(format)) return context.error(GL.INVALID_ENUM);
    if (border !== 0) return context.error(GL.INVALID_VALUE);
    context.isUnsure = true;
    noteImage(context, { target, level, width, height, format, type: GL.UNSIGNED_BYTE });
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
    if (!isTextureTarget(target)) return context.error(GL.INVALID_ENUM);
    context.isUnsure = true;
    noteMipmaps(context, target);
    context.gl.generateMipmap(target);
  },

  /** Returns the number of bytes to map. Unmapped data is passed to `TexSubImage2D`. */
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
    if (access !== GL.WRITE_ONLY_OES) context.error(GL.INVALID_ENUM);
    else if (x < 0 || y < 0) context.error(GL.INVALID_VALUE);
    else if (isImage(context, target, level, width, height)) {
      const pixel = pixelSize(context, format, type);
      const size = pixel === 0 ? 0 : imageBytes(context.unpack, width, height, pixel);
      if (size <= Limit.MAX_IMAGE_BYTES) return size;
      context.error(GL.OUT_OF_MEMORY);
    }
    return 0;
  },

  /** Unmaps an image that has not been mapped. */
  UnmapTexSubImage2DCHROMIUM(id: number, _address: number) {
    enter(id)?.error(GL.INVALID_VALUE);
  },
};
