// The pictures of a program: only the changed part is drawn on the canvas.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { changedPart } from "../src/worker/changed_part.ts";
import { check, corners, type Echo, echo, FOUR, prepare, tell } from "./echo.ts";
import { noCompiler, onlyChromium } from "./support.ts";

/** In the worker: the rectangles that were drawn on the canvas; undefined for a whole picture. */
declare const self: { painted: (number[] | undefined)[] };

/** Makes a picture of one colour, with some pixels of another. */
function picture(width: number, height: number, ...others: [x: number, y: number][]) {
  const words = new Uint32Array(width * height).fill(0xff0000ff);
  for (const [x, y] of others) words[y * width + x] = 0xffffffff;
  return words;
}

describe("the changed part of a picture", () => {
  const plain = picture(6, 4);

  test("is undefined if two pictures are the same", () => {
    assert.equal(changedPart(plain, picture(6, 4), 6, 4), undefined);
  });

  test("is a pixel, also in a corner", () => {
    for (const [x, y] of [
      [0, 0],
      [5, 0],
      [0, 3],
      [5, 3],
      [2, 1],
    ] as const)
      assert.deepEqual(changedPart(plain, picture(6, 4, [x, y]), 6, 4), [x, y, 1, 1]);
  });

  test("contains every different pixel, and no further row or column", () => {
    // The first and the last difference are not the leftmost and the rightmost.
    assert.deepEqual(changedPart(plain, picture(6, 4, [3, 0], [1, 1], [4, 2]), 6, 4), [1, 0, 4, 3]);
    assert.deepEqual(changedPart(plain, picture(6, 4, [5, 1], [0, 2]), 6, 4), [0, 1, 6, 2]);
  });

  test("converts any picture to any other", () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 500; round++) {
      const [width, height] = [1 + random(9), 1 + random(9)];
      const places = () =>
        Array.from({ length: random(5) }, (): [number, number] => [random(width), random(height)]);
      const [before, now] = [picture(width, height, ...places()), picture(width, height, ...places())];
      const [left, top, wide, high] = changedPart(before, now, width, height) ?? [0, 0, 0, 0];
      const made = before.map((word, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        const isInside = x >= left && x < left + wide && y >= top && y < top + high;
        return (isInside ? now[at] : word) ?? 0;
      });
      assert.deepEqual(made, now);
    }
  });
});

const skip = noCompiler || onlyChromium("names no workers");
describe("a program that draws", { skip }, () => {
  let withEcho: Echo["withEcho"];
  let close: Echo["close"];
  before(async () => {
    ({ withEcho, close } = await prepare());
  });
  after(() => close());

  test("draws an unchanged picture on the canvas only once", () =>
    withEcho(echo(), [], async (page) => {
      await check("drawn", page, corners({ left: 0, top: 0, width: 200, height: 100 }), FOUR);
      for (const worker of page.workers())
        await worker.evaluate(() => {
          self.painted = [];
          const native = OffscreenCanvasRenderingContext2D.prototype.putImageData;
          OffscreenCanvasRenderingContext2D.prototype.putImageData = function (...all: unknown[]) {
            self.painted.push(all.length > 3 ? (all.slice(3) as number[]) : undefined);
            return native.apply(this, all as Parameters<typeof native>);
          };
        });
      for (let round = 0; round < 3; round++) await tell(page, "draw");
      const painted = await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.painted)));
      assert.deepEqual(painted.flat(), []);
    }));
});
