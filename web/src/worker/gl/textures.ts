// Textures: their names, bindings and parameters. Their images are in images.ts.

import { GL, isTextureParameter, isTextureTarget, isTextureValue } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { floatOf, load, store, storeFloat } from "./memory.ts";

/** An image of a texture, as the program has passed it. */
export type Image = {
  readonly target: number;
  readonly level: number;
  readonly width: number;
  readonly height: number;
  readonly format: number;
  /** The type of its numbers; 0 if it is compressed. */
  readonly type: number;
  /** The blocks of a compressed image, for saved states. */
  readonly blocks?: Uint8Array;
};

export type Texture = {
  readonly name: number;
  readonly object: WebGLTexture;
  /** The target that the texture was first bound to; 0 if it was not bound yet. */
  target: number;
  /** The filters that the program has set: for minification and for magnification. */
  filters: [number, number];
  /** True if it is a depth texture, which WebGL 2 reads as zero through a linear filter. */
  hasDepth: boolean;
  /** The images by [`imageKey`], for saved states. */
  readonly images: Map<number, Image>;
  /** True if the browser has generated mipmaps of the images. */
  hasMipmaps: boolean;
};

/** Returns the key of an image of a texture. */
export function imageKey(target: number, level: number): number {
  return 64 * target + level;
}

/** Records an image of the bound texture. */
export function noteImage(context: Context, image: Image): void {
  const { target, level, width, height } = image;
  const isFlat = target === GL.TEXTURE_2D;
  const texture = boundTexture(context, isFlat ? target : GL.TEXTURE_CUBE_MAP);
  if (!isFlat && width !== height) return;
  const key = imageKey(target, level);
  const before = texture.images.get(key);
  if (level === 0 && (before?.width !== width || before.height !== height)) texture.hasMipmaps = false;
  texture.images.set(key, image);
}

/** Returns the recorded image of the bound texture. */
export function notedImage(context: Context, target: number, level: number): Image | undefined {
  const isFlat = target === GL.TEXTURE_2D;
  const texture = boundTexture(context, isFlat ? target : GL.TEXTURE_CUBE_MAP);
  return texture.images.get(imageKey(target, level));
}

/** Records that the browser has generated mipmaps of the bound texture. */
export function noteMipmaps(context: Context, target: number): void {
  boundTexture(context, target).hasMipmaps = true;
}

/** Returns the texture that is bound to the active unit. */
function boundTexture({ units, unit, group }: Context, target: number): Texture {
  return target === GL.TEXTURE_CUBE_MAP
    ? (units[unit]?.cube ?? group.defaultCube)
    : (units[unit]?.flat ?? group.defaultFlat);
}

/** Sets the program's filters of the bound texture in the browser. Depth textures are not filtered
 * linearly. */
function applyFilters({ gl }: Context, target: number, texture: Texture) {
  const [min, mag] = texture.filters;
  const nearest = min === GL.NEAREST || min === GL.LINEAR ? GL.NEAREST : GL.NEAREST_MIPMAP_NEAREST;
  gl.texParameteri(target, GL.TEXTURE_MIN_FILTER, texture.hasDepth ? nearest : min);
  gl.texParameteri(target, GL.TEXTURE_MAG_FILTER, texture.hasDepth ? GL.NEAREST : mag);
}

/** Records whether the bound 2D texture is a depth texture. */
export function noteDepth(context: Context, target: number, hasDepth: boolean) {
  const texture = target === GL.TEXTURE_2D ? boundTexture(context, target) : undefined;
  if (texture === undefined || texture.hasDepth === hasDepth) return;
  texture.hasDepth = hasDepth;
  applyFilters(context, target, texture);
}

/** Creates a texture that is not bound yet. */
export function newTexture(gl: WebGL2RenderingContext, name: number): Texture {
  const object = gl.createTexture();
  names.set(object, name);
  return {
    name,
    object,
    target: 0,
    filters: [GL.NEAREST_MIPMAP_LINEAR, GL.LINEAR],
    hasDepth: false,
    images: new Map(),
    hasMipmaps: false,
  };
}

const names = new WeakMap<object, number>();

/** Returns the name of an attached texture. */
export function textureName(object: WebGLTexture): number {
  return names.get(object) ?? 0;
}

/** Deletes a texture and replaces its bindings by the default textures. */
export function forgetTexture(context: Context, texture: Texture) {
  const { gl, group, units } = context;
  gl.deleteTexture(texture.object);
  units.forEach((unit, index) => {
    if (unit.flat !== texture && unit.cube !== texture) return;
    gl.activeTexture(GL.TEXTURE0 + index);
    if (unit.flat === texture) {
      unit.flat = undefined;
      gl.bindTexture(GL.TEXTURE_2D, group.defaultFlat.object);
    } else {
      unit.cube = undefined;
      gl.bindTexture(GL.TEXTURE_CUBE_MAP, group.defaultCube.object);
    }
  });
  gl.activeTexture(GL.TEXTURE0 + context.unit);
}

function setParameter(id: number, target: number, name: number, value: number) {
  const context = enter(id);
  if (context === undefined) return;
  if (!isTextureTarget(target)) return context.error(GL.INVALID_ENUM);
  if (name === GL.TEXTURE_MAX_ANISOTROPY_EXT && context.group.extensions.hasAnisotropy) {
    if (!(value >= 1)) return context.error(GL.INVALID_VALUE);
    context.gl.texParameterf(target, name, value);
  } else if (isTextureValue(name, Math.trunc(value))) {
    const texture =
      name === GL.TEXTURE_MAG_FILTER || name === GL.TEXTURE_MIN_FILTER
        ? boundTexture(context, target)
        : undefined;
    if (texture !== undefined) {
      texture.filters[name === GL.TEXTURE_MIN_FILTER ? 0 : 1] = Math.trunc(value);
      if (texture.hasDepth) return applyFilters(context, target, texture);
    }
    context.gl.texParameteri(target, name, Math.trunc(value));
  } else {
    context.error(GL.INVALID_ENUM);
  }
}

function getParameter(id: number, target: number, name: number): number | undefined {
  const context = enter(id);
  if (context === undefined) return undefined;
  const isKnown =
    isTextureParameter(name) ||
    (name === GL.TEXTURE_MAX_ANISOTROPY_EXT && context.group.extensions.hasAnisotropy);
  const texture = boundTexture(context, target);
  if (
    texture.hasDepth &&
    target === GL.TEXTURE_2D &&
    (name === GL.TEXTURE_MIN_FILTER || name === GL.TEXTURE_MAG_FILTER)
  )
    return texture.filters[name === GL.TEXTURE_MIN_FILTER ? 0 : 1];
  if (isTextureTarget(target) && isKnown) return Number(context.gl.getTexParameter(target, name) ?? 0);
  context.error(GL.INVALID_ENUM);
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
    if (!isTextureTarget(target)) return context.error(GL.INVALID_ENUM);
    const { gl, group } = context;
    let texture: Texture | undefined;
    if (name !== 0) {
      texture = group.textures.get(name >>> 0);
      if (texture === undefined) {
        if (group.textures.isFull) return context.error(GL.OUT_OF_MEMORY);
        texture = newTexture(gl, name >>> 0);
        group.textures.set(texture.name, texture);
      }
      if (texture.target === 0) texture.target = target;
      else if (texture.target !== target) return context.error(GL.INVALID_OPERATION);
    }
    const unit = context.units[context.unit];
    if (unit !== undefined) unit[target === GL.TEXTURE_2D ? "flat" : "cube"] = texture;
    gl.bindTexture(target, boundTexture(context, target).object);
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
};
