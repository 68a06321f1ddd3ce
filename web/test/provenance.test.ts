// The calls that drew a pixel, as the page of `pinnacle record show` lists them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  callsOf,
  callText,
  type Flush,
  lastChange,
  MAX_CALLS,
  type Operation,
  type Part,
} from "../pages/timeline/provenance.ts";

/** A flush of surface 1, of 10 by 10 pixels. */
function flush(...operations: Operation[]): Flush {
  return { surface: 1, size: [10, 10], time: 0, operations, more: 0, changes: null };
}

const paint = (target: Part): Operation => ({
  kind: "paint",
  image: 2,
  source: [0, 0, target[2], target[3]],
  target,
});
const replace: Operation = { kind: "replace", image: 3 };
/** Everything moves to the right by 2 pixels, and the two left columns keep their values. */
const scroll: Operation = { kind: "scroll", clip: [0, 0, 10, 10], by: [2, 0], target: [2, 0, 8, 10] };

/** The calls as `flush.operation`, and where the pixel was. */
function found(flushes: Flush[], at: [number, number], end = flushes.length) {
  return callsOf(flushes, end, 1, at).calls.map(
    (call) => `${call.flush}.${call.operation} ${call.x},${call.y}`,
  );
}

describe("the calls that drew a pixel", () => {
  test("are those whose area covers it, latest first", () => {
    const flushes = [flush(paint([0, 0, 5, 5]), paint([4, 4, 2, 2])), flush(paint([0, 0, 1, 1]))];
    assert.deepEqual(found(flushes, [4, 4]), ["0.1 4,4", "0.0 4,4"]);
    assert.deepEqual(found(flushes, [0, 0]), ["1.0 0,0", "0.0 0,0"]);
  });

  test("end at the last one that replaced the whole surface", () => {
    const flushes = [flush(paint([0, 0, 5, 5])), flush(replace), flush(paint([1, 1, 1, 1]))];
    assert.deepEqual(found(flushes, [1, 1]), ["2.0 1,1", "1.0 1,1"]);
    assert.deepEqual(found([flush(replace), flush(paint([0, 0, 10, 10]))], [3, 3]), ["1.0 3,3"]);
  });

  test("follow the pixel to where scrolls took it from", () => {
    const flushes = [flush(paint([0, 0, 1, 1]), paint([2, 0, 1, 1])), flush(scroll)];
    assert.deepEqual(found(flushes, [2, 0]), ["1.0 2,0", "0.0 0,0"]);
    assert.deepEqual(found(flushes, [0, 0]), ["0.0 0,0"], "outside of the part that got other pixels");
  });

  test("are none where nothing was drawn, and on other surfaces", () => {
    assert.deepEqual(found([flush(paint([0, 0, 5, 5]))], [5, 5]), []);
    assert.deepEqual(found([{ ...flush(replace), surface: 9 }], [0, 0]), []);
    const nothing: Operation = { ...scroll, target: null };
    assert.deepEqual(found([flush(nothing, { kind: "transform" })], [0, 0]), []);
  });

  test("are only those of the frame and before", () => {
    assert.deepEqual(found([flush(paint([0, 0, 1, 1])), flush(replace)], [0, 0], 1), ["0.0 0,0"]);
  });

  test("are bounded", () => {
    const many = Array.from({ length: MAX_CALLS + 1 }, () => flush(paint([0, 0, 1, 1])));
    const { calls, isCut } = callsOf(many, many.length, 1, [0, 0]);
    assert.deepEqual([calls.length, isCut], [MAX_CALLS, true]);
  });

  test("have their arguments in words", () => {
    const one: Operation = { kind: "paint", image: 2, source: [1, 1, 3, 4], target: [6, 5, 3, 4] };
    assert.equal(callText(one, 1), "PaintImageData(1, image 2, top left {5, 4}, source {1, 1, 3, 4})");
    assert.equal(callText(scroll, 1), "Scroll(1, clip {0, 0, 10, 10}, by {2, 0})");
    assert.equal(callText(replace, 1), "ReplaceContents(1, image 3)");
  });
});

test("the last change is the last operation that gave the pixel another value", async () => {
  const changed = (part: Part): Flush => ({ ...flush(replace), changes: { part, wide: false, data: "" } });
  const flushes = [changed([0, 0, 2, 1]), changed([1, 0, 2, 1]), flush(replace)];
  const maps = [
    [1, 4],
    [0, 2],
  ];
  const read = async (flush: number) => Uint8Array.from(maps[flush] ?? []);
  const last = (x: number, y: number) => lastChange(flushes, flushes.length, 1, [x, y], read);
  assert.deepEqual(await last(0, 0), { flush: 0, operation: 0 });
  assert.deepEqual(await last(1, 0), { flush: 0, operation: 3 }, "0 in the later map");
  assert.deepEqual(await last(2, 0), { flush: 1, operation: 1 });
  assert.equal(await last(5, 5), null);
});
