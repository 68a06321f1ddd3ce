// The calls of PPB_Graphics2D that drew a pixel of a surface.

/** x, y, width, height. */
export type Part = [number, number, number, number];

export type Operation =
  | { kind: "paint"; image: number; source: Part; target: Part }
  | { kind: "replace"; image: number }
  | { kind: "scroll"; clip: Part; by: [number, number]; target: Part | null }
  | { kind: "transform" };

export interface Flush {
  surface: number;
  size: [number, number];
  time: number;
  operations: Operation[];
  /** The number of operations that are not listed. */
  more: number;
  /** The numbers of the operations that last changed each pixel, compressed. */
  changes: { part: Part; wide: boolean; data: string } | null;
}

/** An operation that wrote a pixel. */
export interface Call {
  flush: number;
  operation: number;
  /** The pixel's position when the operation was executed: scrolls move it. */
  x: number;
  y: number;
}

export interface Calls {
  /** Latest first. */
  calls: Call[];
  /** True if there are more than `MAX_CALLS`. */
  isCut: boolean;
}

export const MAX_CALLS = 200;

export function contains([left, top, width, height]: Part, x: number, y: number): boolean {
  return x >= left && y >= top && x < left + width && y < top + height;
}

/** Returns true if an operation replaces every pixel of its surface. */
function coversAll(operation: Operation, size: [number, number]): boolean {
  if (operation.kind === "replace") return true;
  return operation.kind === "paint" && operation.target[2] === size[0] && operation.target[3] === size[1];
}

/** Returns the area of an operation, or null if it writes nothing. */
export function areaOf(operation: Operation, size: [number, number]): Part | null {
  switch (operation.kind) {
    case "paint":
    case "scroll":
      return operation.target;
    case "replace":
      return [0, 0, size[0], size[1]];
    case "transform":
      return null;
  }
}

/**
 * Returns the operations that wrote a pixel of a surface, back to the last one that replaced the
 * whole surface. `end` is the number of flushes to look at. Behind a scroll, the pixel is followed
 * to the position from which it came.
 */
export function callsOf(flushes: Flush[], end: number, surface: number, at: [number, number]): Calls {
  let [x, y] = at;
  const calls: Call[] = [];
  for (let flush = end - 1; flush >= 0; flush--) {
    const of = flushes[flush];
    if (of === undefined || of.surface !== surface) continue;
    for (let operation = of.operations.length - 1; operation >= 0; operation--) {
      const one = of.operations[operation];
      const area = one && areaOf(one, of.size);
      if (one === undefined || area === null || area === undefined || !contains(area, x, y)) continue;
      if (calls.length === MAX_CALLS) return { calls, isCut: true };
      calls.push({ flush, operation, x, y });
      if (coversAll(one, of.size)) return { calls, isCut: false };
      if (one.kind === "scroll") {
        x -= one.by[0];
        y -= one.by[1];
      }
    }
  }
  return { calls, isCut: false };
}

/** The operation that last changed a pixel's value. */
export interface LastChange {
  flush: number;
  /** Its index; that of the first operation that is not listed if it is one of those. */
  operation: number;
}

/** Returns the numbers of a flush's changes, row by row. */
export type ReadChanges = (flush: number) => Promise<Uint8Array | Uint16Array>;

/** Returns the operation that last changed the value of a pixel, or null if none did. */
export async function lastChange(
  flushes: Flush[],
  end: number,
  surface: number,
  [x, y]: [number, number],
  read: ReadChanges,
): Promise<LastChange | null> {
  for (let flush = end - 1; flush >= 0; flush--) {
    const of = flushes[flush];
    if (of?.surface !== surface || of.changes === null || !contains(of.changes.part, x, y)) continue;
    const [left, top, width] = of.changes.part;
    const number = (await read(flush))[(y - top) * width + (x - left)] ?? 0;
    if (number !== 0) return { flush, operation: number - 1 };
  }
  return null;
}

/** Describes an operation as a call. */
export function callText(operation: Operation, surface: number): string {
  const rect = (part: Part) => `{${part.join(", ")}}`;
  switch (operation.kind) {
    case "paint": {
      const { image, source, target } = operation;
      const corner = `{${target[0] - source[0]}, ${target[1] - source[1]}}`;
      return `PaintImageData(${surface}, image ${image}, top left ${corner}, source ${rect(source)})`;
    }
    case "replace":
      return `ReplaceContents(${surface}, image ${operation.image})`;
    case "scroll":
      return `Scroll(${surface}, clip ${rect(operation.clip)}, by {${operation.by.join(", ")}})`;
    case "transform":
      return `SetLayerTransform(${surface})`;
  }
}
