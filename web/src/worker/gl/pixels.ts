// How pixels lie in the program's memory.

import type { Context } from "./context.ts";
import { bytes, copy, floats, reach, shorts, words } from "./memory.ts";
import {
  FLOAT,
  INVALID_ENUM,
  INVALID_OPERATION,
  UNSIGNED_BYTE,
  UNSIGNED_INT,
  UNSIGNED_SHORT,
} from "./numbers.ts";

/** How rows begin, by `glPixelStorei`. */
export type PixelStore = { alignment: number; rowLength: number; skipRows: number; skipPixels: number };

const HALF_FLOAT_OES = 0x8d61,
  HALF_FLOAT = 0x140b,
  SHORT_565 = 0x8363,
  SHORT_4444 = 0x8033,
  SHORT_5551 = 0x8034,
  INT_24_8 = 0x84fa;

export const DEPTH_COMPONENT = 0x1902,
  DEPTH_STENCIL = 0x84f9;

const TYPES = [
  ...[UNSIGNED_BYTE, SHORT_565, SHORT_4444, SHORT_5551, UNSIGNED_SHORT, UNSIGNED_INT, INT_24_8, FLOAT],
  HALF_FLOAT_OES,
];

/** Has WebGL know how rows begin. */
export function applyPixelStore({ gl, unpack, packAlignment }: Context) {
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, unpack.alignment);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, unpack.rowLength);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, unpack.skipRows);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, unpack.skipPixels);
  gl.pixelStorei(gl.PACK_ALIGNMENT, packAlignment);
}

/** How many numbers a pixel has; 0 for no format. */
function components(format: number): number {
  switch (format) {
    case 0x1906: // ALPHA, LUMINANCE
    case 0x1909:
    case DEPTH_COMPONENT:
    case DEPTH_STENCIL:
      return 1;
    case 0x190a: // LUMINANCE_ALPHA
      return 2;
    case 0x1907: // RGB
      return 3;
    case 0x1908: // RGBA, BGRA_EXT
    case 0x80e1:
      return 4;
    default:
      return 0;
  }
}

/** Bytes of a pixel; 0 after an error. */
export function pixelSize(context: Context, format: number, type: number): number {
  const count = components(format);
  if (count === 0 || !TYPES.includes(type)) {
    context.error(INVALID_ENUM);
    return 0;
  }
  const isDepth = format === DEPTH_COMPONENT || format === DEPTH_STENCIL;
  if (type === UNSIGNED_BYTE && !isDepth) return count;
  if (type === SHORT_565 && format === 0x1907) return 2;
  if ((type === SHORT_4444 || type === SHORT_5551) && format === 0x1908) return 2;
  if (type === UNSIGNED_SHORT && format === DEPTH_COMPONENT) return 2;
  if (type === UNSIGNED_INT && format === DEPTH_COMPONENT) return 4;
  if (type === INT_24_8 && format === DEPTH_STENCIL) return 4;
  if (type === FLOAT && !isDepth) return 4 * count;
  if (type === HALF_FLOAT_OES && !isDepth) return 2 * count;
  context.error(INVALID_OPERATION);
  return 0;
}

/** Bytes from the address that is given up to the end of the last row. */
export function imageBytes(store: PixelStore, width: number, height: number, pixel: number): number {
  if (width === 0 || height === 0) return 0;
  const row = (store.rowLength === 0 ? width : store.rowLength) * pixel;
  const stride = Math.ceil(row / store.alignment) * store.alignment;
  return (store.skipRows + height - 1) * stride + (store.skipPixels + width) * pixel;
}

/** Bytes of a compressed image; 0 for no format. */
export function compressedSize(format: number, width: number, height: number): number {
  const blocks = Math.ceil(width / 4) * Math.ceil(height / 4);
  switch (format) {
    case 0x83f0: // DXT1 without and with alpha, ETC1
    case 0x83f1:
    case 0x8d64:
      return 8 * blocks;
    case 0x83f2: // DXT3, DXT5
    case 0x83f3:
      return 16 * blocks;
    default:
      return 0;
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** Pixels as WebGL takes them: numbers of the type, and where among them they begin. */
export type Pixels = { from: Numbers; start: number };

/** The pixels of so many bytes at an address. */
export function pixelsAt(address: number, size: number, type: number): Pixels {
  const width = numberSize(type);
  const at = reach(address, size);
  if (at % width !== 0) {
    const { buffer } = copy(address, Math.ceil(size / width) * width);
    return { from: numbersIn(buffer, type), start: 0 };
  }
  const from = width === 1 ? bytes : width === 2 ? shorts : type === FLOAT ? floats : words;
  return { from, start: at / width };
}

function numberSize(type: number): number {
  if (type === UNSIGNED_BYTE) return 1;
  return type === FLOAT || type === UNSIGNED_INT || type === INT_24_8 ? 4 : 2;
}

function numbersIn(buffer: ArrayBuffer, type: number): Numbers {
  switch (numberSize(type)) {
    case 1:
      return new Uint8Array(buffer);
    case 2:
      return new Uint16Array(buffer);
    default:
      return type === FLOAT ? new Float32Array(buffer) : new Uint32Array(buffer);
  }
}

/** The type as WebGL 2 calls it. */
export function webType(type: number): number {
  return type === HALF_FLOAT_OES ? HALF_FLOAT : type;
}

/** Where each of red, green, blue and alpha comes from, in pixels that WebGL 2 keeps as RGBA since it
 * does not take their format; -1 is zero, -2 is one. */
const ORDERS: Record<number, [number, number, number, number]> = {
  32993: [2, 1, 0, 3], // BGRA_EXT
  6406: [-1, -1, -1, 0], // ALPHA
  6409: [0, 0, 0, -2], // LUMINANCE
  6410: [0, 0, 0, 1], // LUMINANCE_ALPHA
};

/** Whether WebGL 2 keeps pixels as RGBA that come otherwise. */
export function isReordered(format: number, type: number): boolean {
  const isFloat = type === FLOAT || type === HALF_FLOAT_OES;
  return format === 0x80e1 ? type === UNSIGNED_BYTE : isFloat && format in ORDERS;
}

/** The format of pixels as they are handed to WebGL 2. */
export function webFormat(format: number, type: number): number {
  return isReordered(format, type) ? 0x1908 : format;
}

/** Hands pixels to WebGL, in the order that it takes. */
export function withPixels(
  context: Context,
  {
    format,
    type,
    width,
    height,
    data,
  }: { format: number; type: number; width: number; height: number; data: number },
  upload: (pixels: Pixels) => void,
) {
  const { gl, unpack } = context;
  const pixel = components(format) * numberSize(type);
  const pixels = pixelsAt(data, imageBytes(unpack, width, height, pixel), type);
  const order = isReordered(format, type) ? ORDERS[format] : undefined;
  if (order === undefined) return upload(pixels);
  const size = numberSize(type);
  const { alignment, rowLength, skipRows, skipPixels } = unpack;
  const stride = Math.ceil(((rowLength || width) * pixel) / alignment) * alignment;
  const start = pixels.start + (skipRows * stride + skipPixels * pixel) / size;
  const from = reordered(pixels.from, { start, stride: stride / size, width, height, format, order, type });
  for (const name of [gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS])
    gl.pixelStorei(name, 0);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  upload({ from, start: 0 });
  applyPixelStore(context);
}

type Rows = {
  start: number;
  stride: number;
  width: number;
  height: number;
  format: number;
  order: [number, number, number, number];
  type: number;
};

function reordered(from: Numbers, { start, stride, width, height, format, order, type }: Rows): Numbers {
  const one = type === FLOAT ? 1 : 0x3c00;
  const count = components(format);
  const to = numbersIn(new ArrayBuffer(4 * width * height * numberSize(type)), type);
  let at = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const first = start + row * stride + column * count;
      for (const place of order) to[at++] = place >= 0 ? (from[first + place] ?? 0) : place === -1 ? 0 : one;
    }
  }
  return to;
}

/** Exchanges red and blue of pixels of four bytes. */
export function exchangeRedAndBlue(address: number, width: number, height: number, stride: number) {
  for (let row = 0; row < height; row++) {
    const start = address + row * stride;
    for (let at = start; at < start + 4 * width; at += 4) {
      const red = bytes[at] ?? 0;
      bytes[at] = bytes[at + 2] ?? 0;
      bytes[at + 2] = red;
    }
  }
}

/** The format in which WebGL 2 keeps an image: it wants a size where there is more than bytes. */
export function webInternalFormat(format: number, type: number): number {
  if (format === DEPTH_STENCIL) return 0x88f0; // DEPTH24_STENCIL8
  if (format === DEPTH_COMPONENT) return type === UNSIGNED_SHORT ? 0x81a5 : 0x81a6; // DEPTH_COMPONENT16, 24
  if (isReordered(format, type)) format = 0x1908;
  if (format === 0x1908 && type === FLOAT) return 0x8814; // RGBA32F
  if (format === 0x1907 && type === FLOAT) return 0x8815; // RGB32F
  if (format === 0x1908 && type === HALF_FLOAT_OES) return 0x881a; // RGBA16F
  if (format === 0x1907 && type === HALF_FLOAT_OES) return 0x881b; // RGB16F
  return format;
}
