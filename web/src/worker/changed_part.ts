// Compares a picture with the previous one, so that only the changed part is drawn on the canvas.

/** Returns the rectangle in which two pictures of the same size differ: left, top, width,
 * height. */
export function changedPart(
  before: Uint32Array,
  now: Uint32Array,
  width: number,
  height: number,
): [number, number, number, number] | undefined {
  const length = width * height;
  let first = 0;
  while (first < length && before[first] === now[first]) first++;
  if (first === length) return undefined;
  let last = length - 1;
  while (before[last] === now[last]) last--;
  const top = Math.floor(first / width);
  const bottom = Math.floor(last / width);
  let left = width;
  let right = 0;
  for (let row = top; row <= bottom; row++) {
    const start = row * width;
    let at = 0;
    while (at < left && before[start + at] === now[start + at]) at++;
    left = Math.min(left, at);
    at = width - 1;
    while (at > right && before[start + at] === now[start + at]) at--;
    right = Math.max(right, at);
  }
  return [left, top, right - left + 1, bottom - top + 1];
}
