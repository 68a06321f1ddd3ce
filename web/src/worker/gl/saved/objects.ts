// Adds the steps for the objects that contexts share.

import { GL, isRenderbufferFormat, uniformNumbers } from "../../../generated/gl.ts";
import type { Buffer } from "../buffers.ts";
import type { Context } from "../context.ts";
import { type Active, isUsable, locate, Program } from "../programs.ts";
import type { Renderbuffer } from "../renderbuffers.ts";
import type { Shader } from "../shaders.ts";
import { type Image, imageKey, type Texture } from "../textures.ts";
import type { Copies } from "./copies.ts";
import { areFloats, converted } from "./pixels.ts";
import { bitsOf, Kind, NO_LOCATION, type Steps, type Variable, wordBytes, zeroEnded } from "./steps.ts";

/** The state while a context is saved. */
export type Saving = { context: Context; steps: Steps; copies: Copies };

/** An error: a part of the context cannot be saved. */
export class Unsaved {
  constructor(readonly part: string) {}
}

/** The sides of a cube. */
const SIDES = [0, 1, 2, 3, 4, 5].map((side) => GL.TEXTURE_CUBE_MAP_POSITIVE_X + side);

/** Names from here downwards are free for temporary shaders. */
const MOMENTARY = 2 ** 30 - 1;

/** Adds the steps for all shared objects. */
export function sharedObjects(saving: Saving): void {
  const { buffers, textures, renderbuffers, shaders } = saving.context.group;
  for (const buffer of buffers) saveBuffer(saving, buffer);
  for (const texture of textures) saveTexture(saving, texture);
  for (const renderbuffer of renderbuffers) saveRenderbuffer(saving, renderbuffer);
  for (const object of shaders) if (!(object instanceof Program)) saveShader(saving, object);
  for (const object of shaders) if (object instanceof Program) saveProgram(saving, object);
}

function saveBuffer({ steps, copies }: Saving, buffer: Buffer): void {
  const { name, target, size, usage } = buffer;
  steps.make(Kind.BUFFER, name);
  if (target === 0) return;
  steps.call("BindBuffer", [target, name]);
  const object = buffer.vertices ?? buffer.indices;
  const bytes = buffer.copy ?? (object !== null ? copies.buffer(object, size) : undefined);
  if (size > 0 && bytes !== undefined)
    steps.call("BufferData", [target, size, 0, usage], { place: 2, bytes });
}

function saveTexture(saving: Saving, texture: Texture): void {
  const { context, steps } = saving;
  const { gl, group } = context;
  const { name, target, object, filters } = texture;
  steps.make(Kind.TEXTURE, name);
  if (target === 0) return;
  steps.call("BindTexture", [target, name]);
  gl.bindTexture(target, object);
  const asked = [GL.TEXTURE_WRAP_S, GL.TEXTURE_WRAP_T];
  if (group.extensions.hasAnisotropy) asked.push(GL.TEXTURE_MAX_ANISOTROPY_EXT as never);
  const parameters: [number, number][] = [
    [GL.TEXTURE_MIN_FILTER, filters[0]],
    [GL.TEXTURE_MAG_FILTER, filters[1]],
    ...asked.map((name): [number, number] => [name, Math.round(Number(gl.getTexParameter(target, name)))]),
  ];
  for (const [name, value] of parameters) steps.call("TexParameteri", [target, name, value]);
  saveImages(saving, texture);
}

function saveImages(saving: Saving, texture: Texture): void {
  const { steps } = saving;
  const { images, target } = texture;
  for (const image of images.values()) {
    const { level, width, height, format, type, blocks } = image;
    const isLike = (side: number) => {
      const other = images.get(imageKey(side, level));
      return other?.width === width && other.height === height && other.format === format;
    };
    if (target === GL.TEXTURE_CUBE_MAP && !SIDES.every(isLike)) throw new Unsaved("an incomplete cube map");
    if (blocks !== undefined) {
      const args = [image.target, level, format, width, height, 0, blocks.length, 0];
      steps.call("CompressedTexImage2D", args, { place: 7, bytes: blocks });
      continue;
    }
    const args = [image.target, level, format, width, height, 0, format, type, 0];
    steps.call("TexImage2D", args, dataOf(saving, texture, image));
  }
  // Browsers cannot generate mipmaps of compressed images.
  const isCompressed = [...images.values()].some(({ level, type }) => level === 0 && type === 0);
  if (!texture.hasMipmaps || isCompressed) return;
  steps.call("GenerateMipmap", [target]);
  for (const image of images.values()) {
    if (image.level > 0) continue;
    for (let level = 1; Math.max(image.width, image.height) >> level > 0; level++) {
      const [width, height] = [Math.max(1, image.width >> level), Math.max(1, image.height >> level)];
      const data = dataOf(saving, texture, { ...image, level, width, height });
      const args = [image.target, level, 0, 0, width, height, image.format, image.type, 0];
      if (data !== undefined) steps.call("TexSubImage2D", args, data);
    }
  }
}

/** Returns the pixels of an image as data for a call. Undefined if it has none. */
function dataOf({ copies }: Saving, texture: Texture, image: Image) {
  const { target, level, width, height, format, type } = image;
  if (width === 0 || height === 0) return undefined;
  const { object } = texture;
  const isFloat = areFloats(format, type);
  const rgba = copies.image({ texture: object, target, level, width, height, areFloats: isFloat });
  if (rgba === undefined) throw new Unsaved("a texture that the browser does not read");
  return { place: 8, bytes: converted(format, type, rgba) };
}

function saveRenderbuffer({ context, steps, copies }: Saving, { name, object }: Renderbuffer): void {
  const { gl } = context;
  steps.make(Kind.RENDERBUFFER, name);
  gl.bindRenderbuffer(GL.RENDERBUFFER, object);
  const get = (parameter: number) => Number(gl.getRenderbufferParameter(GL.RENDERBUFFER, parameter) ?? 0);
  const [width, height] = [get(GL.RENDERBUFFER_WIDTH), get(GL.RENDERBUFFER_HEIGHT)];
  if (width === 0 || height === 0) return;
  const format = get(GL.RENDERBUFFER_INTERNAL_FORMAT);
  if (!isRenderbufferFormat(format)) throw new Unsaved("a renderbuffer of an unknown format");
  const samples = get(GL.RENDERBUFFER_SAMPLES_EXT);
  const hasColours = get(GL.RENDERBUFFER_RED_SIZE) > 0;
  steps.call("BindRenderbuffer", [GL.RENDERBUFFER, name]);
  const size = [format, width, height];
  if (samples > 0) {
    steps.call("RenderbufferStorageMultisampleEXT", [GL.RENDERBUFFER, samples, ...size]);
    return;
  }
  steps.call("RenderbufferStorage", [GL.RENDERBUFFER, ...size]);
  const bytes = hasColours ? copies.renderbuffer(object, width, height) : undefined;
  if (bytes !== undefined) steps.renderbuffer(name, { width, height, bytes });
}

function saveShader({ steps }: Saving, shader: Shader): void {
  const { name, type, compiled, source } = shader;
  steps.make(Kind.SHADER, name, type);
  if (compiled !== undefined) {
    steps.source(name, compiled);
    steps.call("CompileShader", [name]);
  }
  if (compiled !== source) steps.source(name, source);
}

function saveProgram(saving: Saving, program: Program): void {
  const { steps } = saving;
  const { name } = program;
  steps.make(Kind.PROGRAM, name);
  const isLinked = isUsable(program);
  if (program.sources.length > 0) saveLink(saving, program);
  for (const shader of program.shaders) steps.call("AttachShader", [name, shader.name]);
  if (!isLinked) return;
  steps.call("UseProgram", [name]);
  for (const uniform of program.uniforms) saveUniform(saving, program, uniform);
}

/** Adds the steps that link a program as it was linked last. Its shaders may no longer exist, so
 * temporary ones are used. */
function saveLink({ steps }: Saving, program: Program): void {
  const { name } = program;
  const shaders = program.sources.map(({ type, source }, index) => ({
    shader: MOMENTARY - index,
    type,
    source,
  }));
  for (const { shader, type, source } of shaders) {
    steps.make(Kind.SHADER, shader, type);
    steps.source(shader, source);
    steps.call("CompileShader", [shader]);
    steps.call("AttachShader", [name, shader]);
  }
  for (const attribute of program.attributes) {
    const { location } = attribute;
    const data = { place: 2, bytes: zeroEnded(attribute.name) };
    if (location >= 0) steps.call("BindAttribLocation", [name, location, 0], data);
  }
  steps.call("LinkProgram", [name]);
  // Built-in variables have no location.
  const variable = ({ name, location }: Active): Variable => ({
    name,
    location: location < 0 || name.startsWith("gl_") ? NO_LOCATION : location,
  });
  steps.linked(name, program.isLinked, program.attributes.map(variable), program.uniforms.map(variable));
  for (const { shader } of shaders) {
    steps.call("DetachShader", [name, shader]);
    steps.call("DeleteShader", [shader]);
  }
}

/** Adds the values of a uniform. If it is an array, adds those of each element. */
function saveUniform({ context, steps }: Saving, program: Program, { type, location, size }: Active): void {
  const count = uniformNumbers(type) || 1;
  const isMatrix = type === GL.FLOAT_MAT2 || type === GL.FLOAT_MAT3 || type === GL.FLOAT_MAT4;
  const isVector = type === GL.FLOAT_VEC2 || type === GL.FLOAT_VEC3 || type === GL.FLOAT_VEC4;
  const isFloat = isMatrix || isVector || type === GL.FLOAT;
  const name = isMatrix
    ? `UniformMatrix${Math.sqrt(count)}fv`
    : `Uniform${Math.min(count, 4)}${isFloat ? "f" : "i"}v`;
  for (let element = 0; element < size; element++) {
    const place = locate(program, location + element);
    if (place === null) continue;
    const value: unknown = context.gl.getUniform(program.object, place);
    const numbers = typeof value === "object" && value !== null ? [...(value as Iterable<number>)] : [value];
    const bytes = wordBytes(numbers.map((one) => (isFloat ? bitsOf(Number(one)) : Number(one))));
    if (isMatrix) steps.call(name, [location + element, 1, 0, 0], { place: 3, bytes });
    else steps.call(name, [location + element, 1, 0], { place: 2, bytes });
  }
}

/** Adds the steps that delete objects which the program has deleted but still uses. */
export function deletedObjects({ context, steps }: Saving): void {
  for (const object of context.group.shaders) {
    if (!object.isDeleted) continue;
    steps.call(object instanceof Program ? "DeleteProgram" : "DeleteShader", [object.name]);
  }
}
