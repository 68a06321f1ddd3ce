// Assembles pieces of H.264 from programs into the units that browsers need. A program may pass a
// picture as one piece, or each of its parts (NAL units) separately. Browsers need access units,
// which are whole pictures with all their parts.

/** An access unit: a picture with the parts of the stream that belong to it. */
export type Unit = {
  /** The number of the piece that contains the picture's first slice. */
  unit: number;
  bytes: Uint8Array;
  /** True if decoding can start with this unit. */
  isKey: boolean;
};

/** Maximum number of bytes that are stored while the rest of a picture is missing. */
const MOST_BYTES = 8 << 20;

/** Maximum number of pictures that a piece is split into. */
const MOST_PICTURES = 64;

/** Types of NAL units: three kinds of slices, and the types that come before a picture. A stream
 * can begin with the last kind of slice. */
const SLICE = 1,
  SLICE_DATA_A = 2,
  KEY_SLICE = 5,
  BEFORE_PICTURE = [6, 7, 8, 9, 15, 16, 17, 18];

export class AccessUnits {
  #parts: Uint8Array[] = [];
  #size = 0;
  #hasPicture = false;
  #isKey = false;
  #unit = 0;
  /** True if pictures are passed in several pieces; undefined until it is known. */
  #isSliced: boolean | undefined;

  /** Adds a piece. Returns the access units that are now complete. */
  push(unit: number, bytes: Uint8Array): Unit[] {
    const complete: Unit[] = [];
    let isFirst = true;
    /** The start of the bytes that have not been added to a unit. */
    let from = 0;
    for (const [start, header] of nalUnits(bytes)) {
      const type = (bytes[header] ?? 0) & 31;
      const isSlice = type === SLICE || type === SLICE_DATA_A || type === KEY_SLICE;
      // A slice starts with the number of its first macroblock, which is 0 if the first bit is set.
      const beginsPicture = isSlice && ((bytes[header + 1] ?? 0) & 128) !== 0;
      if (isFirst) from = start;
      if (isFirst && isSlice && !beginsPicture) this.#isSliced = true;
      const endsOther = this.#hasPicture && (beginsPicture || BEFORE_PICTURE.includes(type));
      if (endsOther && complete.length < MOST_PICTURES) {
        if (isFirst) this.#isSliced ??= false;
        this.#add(bytes.subarray(from, start));
        from = start;
        complete.push(...this.take());
      }
      if (isSlice && !this.#hasPicture) {
        this.#hasPicture = true;
        this.#unit = unit;
      }
      if (type === KEY_SLICE) this.#isKey = true;
      isFirst = false;
    }
    if (!isFirst) this.#add(bytes.subarray(from));
    if (this.#isSliced === false && this.#hasPicture) complete.push(...this.take());
    return complete;
  }

  #add(part: Uint8Array) {
    if (part.length === 0) return;
    if (this.#size + part.length > MOST_BYTES) this.clear();
    this.#parts.push(part);
    this.#size += part.length;
  }

  /** True if there is a picture that may not be complete. */
  get isWaiting(): boolean {
    return this.#hasPicture;
  }

  /** Returns the available part of a picture. */
  take(): Unit[] {
    if (!this.#hasPicture) return [];
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const taken = { unit: this.#unit, bytes, isKey: this.#isKey };
    this.clear();
    return [taken];
  }

  clear() {
    this.#parts = [];
    this.#size = 0;
    this.#hasPicture = false;
    this.#isKey = false;
  }
}

/** Yields the positions of each NAL unit's start code and header. */
function* nalUnits(bytes: Uint8Array): Generator<[start: number, header: number]> {
  for (let at = bytes.indexOf(1, 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
    if (bytes[at - 1] !== 0 || bytes[at - 2] !== 0) continue;
    yield [at > 2 && bytes[at - 3] === 0 ? at - 3 : at - 2, at + 1];
  }
}
