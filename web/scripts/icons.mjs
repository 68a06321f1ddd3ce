// Draws the icon: a summit with snow, as a PNG of any size.

import { deflateSync } from "node:zlib";

const SKY = [38, 70, 110];
const ROCK = [196, 206, 218];
const SNOW = [255, 255, 255];

/** Sub-pixels per pixel in each direction, for smooth edges. */
const FINE = 4;

/** Returns true if a point is in a polygon. */
function isIn(x, y, points) {
  let is = false;
  points.forEach(([ax, ay], index) => {
    const [bx, by] = points[(index + 1) % points.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) is = !is;
  });
  return is;
}

const mountain = [
  [0.5, 0.14],
  [0.9, 0.84],
  [0.1, 0.84],
];
const snow = [
  [0.5, 0.14],
  [0.66, 0.42],
  [0.57, 0.5],
  [0.5, 0.43],
  [0.42, 0.51],
  [0.34, 0.42],
];

/** Returns the colour and the opacity of a point in the unit square. */
function colour(x, y) {
  // The corners are round.
  const [dx, dy] = [x, y].map((at) => Math.max(0, Math.abs(at - 0.5) - 0.3));
  if (Math.hypot(dx, dy) > 0.2) return [0, 0, 0, 0];
  const [red, green, blue] = isIn(x, y, snow) ? SNOW : isIn(x, y, mountain) ? ROCK : SKY;
  return [red, green, blue, 255];
}

/** Removes the hue of a colour and makes it paler, for the icon of sites that are off. */
export function grey([red, green, blue, alpha]) {
  const light = 0.3 * red + 0.59 * green + 0.11 * blue;
  const pale = 96 + 0.6 * light;
  return [pale, pale, pale, alpha];
}

/** Returns the bytes of the icon, `size` pixels wide and high. `tint` changes its colours. */
export function icon(size, tint = (/** @type {number[]} */ shade) => shade) {
  const rows = [];
  for (let y = 0; y < size; y++) {
    const row = [0]; // no filter
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0, 0];
      for (let part = 0; part < FINE * FINE; part++) {
        const at = [x + ((part % FINE) + 0.5) / FINE, y + (Math.floor(part / FINE) + 0.5) / FINE];
        const [red, green, blue, alpha] = tint(colour(at[0] / size, at[1] / size));
        [red * alpha, green * alpha, blue * alpha, alpha].forEach((value, index) => {
          sum[index] += value;
        });
      }
      const alpha = sum[3] || 1;
      row.push(
        ...sum.slice(0, 3).map((value) => Math.round(value / alpha)),
        Math.round(sum[3] / (FINE * FINE)),
      );
    }
    rows.push(Buffer.from(row));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // eight bits each of red, green, blue, alpha
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(checksum(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
