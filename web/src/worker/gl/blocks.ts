// Copies of the blocks of compressed images. OpenGL cannot return them, so saved states need
// copies.

import { blockSize, GL } from "../../generated/gl.ts";

/** The width and the height of a block in pixels. */
const BLOCK = 4;

/** The blocks of an image that changes. */
export type Blocks = { width: number; height: number; format: number; blocks: Uint8Array };

/** A rectangle in pixels, with its blocks. */
export type Part = { x: number; y: number } & Blocks;

/** Replaces the blocks of a part of an image. Does nothing in cases for which OpenGL reports an
 * error. */
export function replaceBlocks(image: Blocks, part: Part): void {
  if (part.format !== image.format || part.format === GL.ETC1_RGB8_OES) return;
  if (!isAligned(part.x, part.width, image.width)) return;
  if (!isAligned(part.y, part.height, image.height)) return;
  const size = blockSize(part.format);
  const row = Math.ceil(part.width / BLOCK) * size;
  const stride = Math.ceil(image.width / BLOCK) * size;
  const first = (part.y / BLOCK) * stride + (part.x / BLOCK) * size;
  for (let line = 0; line < Math.ceil(part.height / BLOCK); line++)
    image.blocks.set(part.blocks.subarray(line * row, (line + 1) * row), first + line * stride);
}

/** Returns true if a part begins at a block, and ends at one or at the end of the image. */
function isAligned(at: number, size: number, whole: number): boolean {
  const end = at + size;
  return at >= 0 && at % BLOCK === 0 && end <= whole && (size % BLOCK === 0 || end === whole);
}
