// Reads pictures.

import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

/** Reads a PNG of 8 bits and three or four channels as red, green and blue. */
export function pixelsOf(png: Buffer): { width: number; height: number; rgb: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[png[25] as number];
  assert.ok(channels !== undefined, "the picture has colours");
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const whole = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const value = rows[y * (stride + 1) + 1 + x] as number;
      const left = x < channels ? 0 : (whole[y * stride + x - channels] as number);
      const above = y === 0 ? 0 : (whole[(y - 1) * stride + x] as number);
      const corner = x < channels || y === 0 ? 0 : (whole[(y - 1) * stride + x - channels] as number);
      whole[y * stride + x] = value + predicted(filter ?? 0, left, above, corner);
    }
  }
  const rgb = Buffer.alloc(3 * width * height);
  for (let at = 0; at < width * height; at++) whole.copy(rgb, 3 * at, channels * at, channels * at + 3);
  return { width, height, rgb };
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const base = left + above - corner;
      const [a, b, c] = [left, above, corner].map((one) => Math.abs(base - one)) as [number, number, number];
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      return 0;
  }
}
