// Copies video frames to textures in the program's OpenGL contexts.

import { enter } from "../gl/context.ts";
import { applyPixelStore } from "../gl/pixels.ts";
import { forgetTexture, newTexture } from "../gl/textures.ts";
import { isFrame, type Picture } from "./pictures.ts";

/** Copies a picture to a texture, or to a new one if `name` is 0. Returns the name of the texture,
 * or 0 if the program has deleted the texture or the context no longer exists. */
export function putPicture(id: number, picture: Picture, name: number): number {
  const context = enter(id);
  if (context === undefined) return 0;
  const { gl, group } = context;
  const { textures } = group;
  const isNew = name === 0;
  if (isNew && textures.isFull) return 0;
  const texture = isNew ? newTexture(gl, textures.unused()) : textures.get(name);
  // The program has created a texture of another kind with this name.
  if (texture === undefined || (!isNew && texture.target !== gl.TEXTURE_2D)) return 0;
  if (isNew) {
    texture.target = gl.TEXTURE_2D;
    textures.set(texture.name, texture);
  }
  gl.bindTexture(gl.TEXTURE_2D, texture.object);
  if (isNew) {
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }
  // The program's settings would select a part of the frame.
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
  if (isFrame(picture)) {
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  } else {
    const { bytes, width, height } = picture;
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  }
  applyPixelStore(context);
  gl.bindTexture(gl.TEXTURE_2D, context.units[context.unit]?.flat?.object ?? null);
  return texture.name;
}

/** Deletes a texture, unless the program has deleted it. */
export function deleteTexture(id: number, name: number) {
  const context = enter(id);
  const texture = context?.group.textures.remove(name);
  if (context !== undefined && texture !== undefined) forgetTexture(context, texture);
}
