// Converts pixels from the formats in which they are read to those in which programs pass them, as
// crates/gles/src/context/saved/pixels.rs does.

import { GL } from "../../../generated/gl.ts";

/** Returns true if pixels of this type are read as floats and not as bytes. */
export function areFloats(format: number, type: number): boolean {
  const isDepth = format === GL.DEPTH_COMPONENT || format === GL.DEPTH_STENCIL_OES;
  return isDepth || type === GL.FLOAT || type === GL.HALF_FLOAT_OES;
}

/** Returns the components of a format as indices into red, green, blue and alpha. */
function componentsOf(format: number): number[] {
  switch (format) {
    case GL.ALPHA:
      return [3];
    case GL.LUMINANCE:
    case GL.DEPTH_COMPONENT:
    case GL.DEPTH_STENCIL_OES:
      return [0];
    case GL.LUMINANCE_ALPHA:
      return [0, 3];
    case GL.RGB:
      return [0, 1, 2];
    case GL.BGRA_EXT:
      return [2, 1, 0, 3];
    default:
      return [0, 1, 2, 3];
  }
}

/** The position and the number of bits of each component, for types with 16 bits per pixel. */
const PACKED: Record<number, [place: number, bits: number][]> = {
  [GL.UNSIGNED_SHORT_5_6_5]: [
    [11, 5],
    [5, 6],
    [0, 5],
  ],
  [GL.UNSIGNED_SHORT_4_4_4_4]: [
    [12, 4],
    [8, 4],
    [4, 4],
    [0, 4],
  ],
  [GL.UNSIGNED_SHORT_5_5_5_1]: [
    [11, 5],
    [6, 5],
    [1, 5],
    [0, 1],
  ],
};

/** Returns pixels as numbers in a format and a type, given red, green, blue and alpha of each. */
function numbersOf(format: number, type: number, rgba: ArrayLike<number>): ArrayBufferView {
  const places = PACKED[type];
  const count = rgba.length / 4;
  if (places !== undefined) {
    const words = new Uint16Array(count);
    for (let pixel = 0; pixel < count; pixel++) {
      let word = 0;
      places.forEach(([place, bits], part) => {
        const most = (1 << bits) - 1;
        word |= Math.floor(((rgba[4 * pixel + part] ?? 0) * most + 127) / 255) << place;
      });
      words[pixel] = word;
    }
    return words;
  }
  const components = componentsOf(format);
  const [to, convert] = target(format, type, count * components.length);
  let at = 0;
  for (let pixel = 0; pixel < count; pixel++) {
    for (const component of components) to[at++] = convert(rgba[4 * pixel + component] ?? 0);
  }
  return to;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** Returns an array for numbers of a type, and a function that converts a number. */
function target(format: number, type: number, count: number): [Numbers, (value: number) => number] {
  if (!areFloats(format, type)) return [new Uint8Array(count), (value) => value];
  switch (type) {
    case GL.FLOAT:
      return [new Float32Array(count), (value) => value];
    case GL.HALF_FLOAT_OES:
      return [new Uint16Array(count), half];
    case GL.UNSIGNED_SHORT:
      return [new Uint16Array(count), (depth) => Math.round(depth * 65535)];
    case GL.UNSIGNED_INT_24_8_OES:
      return [new Uint32Array(count), (depth) => Math.round(depth * 16777215) * 256];
    default:
      return [new Uint32Array(count), (depth) => Math.round(depth * 4294967295)];
  }
}

const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

/** Converts a number that was read from a 16-bit float back to a 16-bit float. */
function half(value: number): number {
  scratch[0] = value;
  const bits = scratchBits[0] ?? 0;
  const sign = (bits >>> 16) & (1 << 15);
  const size = Math.abs(value);
  if (Number.isNaN(value)) return sign | (63 << 9);
  if (size >= 65536) return sign | (31 << 10);
  // Numbers below this are multiples of 2^-24.
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = ((bits >>> 23) & 255) + 15 - 127;
  return sign | (exponent << 10) | ((bits >>> 13) & 1023);
}

/** Converts pixels that were read as red, green, blue and alpha. */
export function converted(format: number, type: number, rgba: ArrayLike<number>): Uint8Array {
  const { buffer, byteOffset, byteLength } = numbersOf(format, type, rgba);
  return new Uint8Array(buffer, byteOffset, byteLength);
}
