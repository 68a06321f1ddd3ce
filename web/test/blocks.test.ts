// The copies of compressed images that saved states need.

import assert from "node:assert/strict";
import { test } from "node:test";
import { replaceBlocks } from "../src/worker/gl/blocks.ts";

const DXT1 = 0x83f0;
const ETC1 = 0x8d64;

/** Blocks of DXT1 by numbers; each has eight bytes. */
function blocks(numbers: number[]): Uint8Array {
  return Uint8Array.from(numbers.flatMap((number) => new Array<number>(8).fill(number)));
}

/** The blocks of an image of 10 by 8 pixels after a change of a part. */
function changed([x, y, width, height]: number[], numbers: number[], format = DXT1): Uint8Array {
  const image = { width: 10, height: 8, format, blocks: blocks([1, 2, 3, 4, 5, 6]) };
  const part = { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
  replaceBlocks(image, { ...part, format, blocks: blocks(numbers) });
  return image.blocks;
}

test("a part of a compressed image replaces whole blocks only", () => {
  assert.deepEqual(changed([4, 0, 4, 8], [7, 8]), blocks([1, 7, 3, 4, 8, 6]));
  assert.deepEqual(changed([8, 4, 2, 4], [9]), blocks([1, 2, 3, 4, 5, 9]), "up to the edge");
  const before = blocks([1, 2, 3, 4, 5, 6]);
  for (const part of [
    [2, 0, 4, 4],
    [4, 0, 2, 4],
    [8, 0, 4, 4],
    [-4, 0, 4, 4],
  ])
    assert.deepEqual(changed(part, [9]), before, `${part}`);
  assert.deepEqual(changed([0, 0, 4, 4], [9], ETC1), before, "ETC1 has no parts");
});
