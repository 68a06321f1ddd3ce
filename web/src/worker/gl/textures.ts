// Textures.

import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { bytes, floatOf, load, reach, store, storeFloat } from "./memory.ts";
import {
  INVALID_ENUM,
  INVALID_OPERATION,
  INVALID_VALUE,
  MAX_SIDE,
  OUT_OF_MEMORY,
  TEXTURE_2D,
  TEXTURE_CUBE_MAP,
  WRITE_ONLY,
} from "./numbers.ts";
import {
  compressedSize,
  imageBytes,
  type Pixels,
  pixelSize,
  pixelsAt,
  webInternalFormat,
  webType,
} from "./pixels.ts";

export type Texture = {
  readonly name: number;
  readonly object: WebGLTexture;
  /** What it was bound to first; 0 if it was not yet. */
  target: number;
};

const UNPACK_ALIGNMENT = 0x0cf5,
  PACK_ALIGNMENT = 0x0d05,
  UNPACK_ROW_LENGTH = 0x0cf2,
  UNPACK_SKIP_ROWS = 0x0cf3,
  UNPACK_SKIP_PIXELS = 0x0cf4;

const MAX_ANISOTROPY = 0x84fe;

/** The smallest image of the largest texture has this level. */
const MAX_LEVEL = 14;

/** One image takes no more bytes. */
const MAX_IMAGE = 2 ** 30;

/** A texture that is not bound yet. */
export function newTexture(gl: WebGL2RenderingContext, name: number): Texture {
  const object = gl.createTexture();
  names.set(object, name);
  return { name, object, target: 0 };
}

const names = new WeakMap<object, number>();

/** The name of a texture that is attached. */
export function textureName(object: WebGLTexture): number {
  return names.get(object) ?? 0;
}

/** A texture has no name any more. */
export function forgetTexture(context: Context, texture: Texture) {
  for (const unit of context.units) {
    if (unit.flat === texture) unit.flat = undefined;
    if (unit.cube === texture) unit.cube = undefined;
  }
  context.gl.deleteTexture(texture.object);
}

/** TEXTURE_2D and the six sides of a cube. */
function isImageTarget(target: number): boolean {
  return target === TEXTURE_2D || (target >= 0x8515 && target <= 0x851a);
}

function isTarget(target: number): boolean {
  return target === TEXTURE_2D || target === TEXTURE_CUBE_MAP;
}

/** Whether an image of a target, a level and a size can be; an error of the context if not. */
function isImage(context: Context, target: number, level: number, width: number, height: number): boolean {
  const isSized = width >= 0 && width <= MAX_SIDE && height >= 0 && height <= MAX_SIDE;
  if (!isImageTarget(target)) context.error(INVALID_ENUM);
  else if (level < 0 || level > MAX_LEVEL || !isSized) context.error(INVALID_VALUE);
  else return true;
  return false;
}

/** Whether a parameter can have a value. */
function isParameter(name: number, value: number): boolean {
  switch (name) {
    case 0x2800: // MAG_FILTER
      return value === 0x2600 || value === 0x2601;
    case 0x2801: // MIN_FILTER
      return value === 0x2600 || value === 0x2601 || (value >= 0x2700 && value <= 0x2703);
    case 0x2802: // WRAP_S, WRAP_T
    case 0x2803:
      return value === 0x2901 || value === 0x812f || value === 0x8370;
    default:
      return false;
  }
}

function setParameter(id: number, target: number, name: number, value: number) {
  const context = enter(id);
  if (context === undefined) return;
  if (!isTarget(target)) return context.error(INVALID_ENUM);
  if (name === MAX_ANISOTROPY && context.group.extensions.hasAnisotropy) {
    if (!(value >= 1)) return context.error(INVALID_VALUE);
    context.gl.texParameterf(target, name, value);
  } else if (isParameter(name, Math.trunc(value))) {
    context.gl.texParameteri(target, name, Math.trunc(value));
  } else {
    context.error(INVALID_ENUM);
  }
}

function getParameter(id: number, target: number, name: number): number | undefined {
  const context = enter(id);
  if (context === undefined) return undefined;
  const isKnown =
    (name >= 0x2800 && name <= 0x2803) || (name === MAX_ANISOTROPY && context.group.extensions.hasAnisotropy);
  if (isTarget(target) && isKnown) return Number(context.gl.getTexParameter(target, name) ?? 0);
  context.error(INVALID_ENUM);
  return undefined;
}

export const textureFunctions = {
  GenTextures(id: number, count: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    const { gl, group } = context;
    generate(context, count, to, group.textures, (name) => newTexture(gl, name));
  },

  DeleteTextures(id: number, count: number, from: number) {
    const context = enter(id);
    if (context === undefined) return;
    remove(context, count, from, context.group.textures, (texture) => forgetTexture(context, texture));
  },

  IsTexture(id: number, name: number): number {
    const texture = enter(id)?.group.textures.get(name >>> 0);
    return texture !== undefined && texture.target !== 0 ? 1 : 0;
  },

  BindTexture(id: number, target: number, name: number) {
    const context = enter(id);
    if (context === undefined) return;
    if (!isTarget(target)) return context.error(INVALID_ENUM);
    const { gl, group } = context;
    let texture: Texture | undefined;
    if (name !== 0) {
      texture = group.textures.get(name >>> 0);
      if (texture === undefined) {
        if (group.textures.isFull) return context.error(OUT_OF_MEMORY);
        texture = newTexture(gl, name >>> 0);
        group.textures.set(texture.name, texture);
      }
      if (texture.target === 0) texture.target = target;
      else if (texture.target !== target) return context.error(INVALID_OPERATION);
    }
    const unit = context.units[context.unit];
    if (unit !== undefined) unit[target === TEXTURE_2D ? "flat" : "cube"] = texture;
    gl.bindTexture(target, texture?.object ?? null);
  },

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
    if (data === 0 || size === 0) {
      gl.texImage2D(target, level, stored, width, height, 0, format, web, null);
    } else {
      const { from, start }: Pixels = pixelsAt(data, size, type);
      gl.texImage2D(target, level, stored, width, height, 0, format, web, from, start);
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
    const { from, start }: Pixels = pixelsAt(data, size, type);
    gl.texSubImage2D(target, level, x, y, width, height, format, webType(type), from, start);
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
    if (!isTarget(target)) return context.error(INVALID_ENUM);
    context.isUnsure = true;
    context.gl.generateMipmap(target);
  },

  TexParameterf: setParameter,
  TexParameteri: setParameter,
  TexParameterfv: (id: number, target: number, name: number, from: number) =>
    setParameter(id, target, name, floatOf(load(from))),
  TexParameteriv: (id: number, target: number, name: number, from: number) =>
    setParameter(id, target, name, load(from) | 0),

  GetTexParameterfv(id: number, target: number, name: number, to: number) {
    const value = getParameter(id, target, name);
    if (value !== undefined) storeFloat(to, value);
  },

  GetTexParameteriv(id: number, target: number, name: number, to: number) {
    const value = getParameter(id, target, name);
    if (value !== undefined) store(to, Math.round(value));
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
