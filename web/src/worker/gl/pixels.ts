// The layout of pixels in the program's memory.

import { blockSize, bytesOfPixel, components, GL, numberSize, sizedFormat } from "../../generated/gl.ts";
import type { Context } from "./context.ts";
import { bytes, copy, floats, reach, shorts, words } from "./memory.ts";

/** The alignment of rows and other settings of `glPixelStorei`. */
export type PixelStore = { alignment: number; rowLength: number; skipRows: number; skipPixels: number };

/** Applies the settings for rows of pixels to WebGL. */
export function applyPixelStore({ gl, unpack, packAlignment }: Context) {
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, unpack.alignment);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, unpack.rowLength);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, unpack.skipRows);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, unpack.skipPixels);
  gl.pixelStorei(gl.PACK_ALIGNMENT, packAlignment);
}

/** Returns the size of a pixel in bytes; 0 after an error. */
export function pixelSize(context: Context, format: number, type: number): number {
  const size = bytesOfPixel(format, type);
  if (size > 0) return size;
  context.error(size === 0 ? GL.INVALID_ENUM : GL.INVALID_OPERATION);
  return 0;
}

/** Returns the number of bytes from the address of an image to the end of its last row. */
export function imageBytes(store: PixelStore, width: number, height: number, pixel: number): number {
  if (width === 0 || height === 0) return 0;
  const row = (store.rowLength === 0 ? width : store.rowLength) * pixel;
  const stride = Math.ceil(row / store.alignment) * store.alignment;
  return (store.skipRows + height - 1) * stride + (store.skipPixels + width) * pixel;
}

/** Returns the size of a compressed image in bytes; 0 for an unknown format. */
export function compressedSize(format: number, width: number, height: number): number {
  return blockSize(format) * Math.ceil(width / 4) * Math.ceil(height / 4);
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** Pixels for WebGL: numbers of the type, and the index of the first one. */
export type Pixels = { from: Numbers; start: number };

/** Returns the pixels at an address. `size` is their size in bytes. */
export function pixelsAt(address: number, size: number, type: number): Pixels {
  const width = numberSize(type);
  const at = reach(address, size);
  if (at % width !== 0) {
    const { buffer } = copy(address, Math.ceil(size / width) * width);
    return { from: numbersIn(buffer, type), start: 0 };
  }
  const from = width === 1 ? bytes : width === 2 ? shorts : type === GL.FLOAT ? floats : words;
  return { from, start: at / width };
}

function numbersIn(buffer: ArrayBuffer, type: number): Numbers {
  switch (numberSize(type)) {
    case 1:
      return new Uint8Array(buffer);
    case 2:
      return new Uint16Array(buffer);
    default:
      return type === GL.FLOAT ? new Float32Array(buffer) : new Uint32Array(buffer);
  }
}

/** Returns the number of the type in WebGL 2. */
export function webType(type: number): number {
  return type === GL.HALF_FLOAT_OES ? GL.HALF_FLOAT : type;
}

/** The source of red, green, blue and alpha for formats that WebGL 2 does not support and that are
 * stored as RGBA; -1 is zero, -2 is one. */
const ORDERS: Record<number, [number, number, number, number]> = {
  [GL.BGRA_EXT]: [2, 1, 0, 3],
  [GL.ALPHA]: [-1, -1, -1, 0],
  [GL.LUMINANCE]: [0, 0, 0, -2],
  [GL.LUMINANCE_ALPHA]: [0, 0, 0, 1],
};

/** The half float 1.0: only the exponent is set. */
const HALF_ONE = 15 << 10;

/** Returns true if pixels are converted to RGBA for WebGL 2. */
export function isReordered(format: number, type: number): boolean {
  const isFloat = type === GL.FLOAT || type === GL.HALF_FLOAT_OES;
  return format === GL.BGRA_EXT ? type === GL.UNSIGNED_BYTE : isFloat && format in ORDERS;
}

/** Returns the format in which pixels are passed to WebGL 2. */
export function webFormat(format: number, type: number): number {
  return isReordered(format, type) ? GL.RGBA : format;
}

/** Calls a function with pixels for WebGL, in an order that WebGL supports. */
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
  const pixel = bytesOfPixel(format, type);
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
  const one = type === GL.FLOAT ? 1 : HALF_ONE;
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

/** Swaps red and blue in pixels of four bytes. */
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

/** Returns the format in which WebGL 2 stores an image. It must be a sized format if components are
 * larger than bytes. */
export function webInternalFormat(format: number, type: number): number {
  if (format === GL.DEPTH_STENCIL_OES) return GL.DEPTH24_STENCIL8;
  if (format === GL.DEPTH_COMPONENT)
    return type === GL.UNSIGNED_SHORT ? GL.DEPTH_COMPONENT16 : GL.DEPTH_COMPONENT24_OES;
  const order = webFormat(format, type);
  return sizedFormat(order, type) || order;
}
