// A buffer for writing bytes.

/** A buffer that grows. Numbers are little-endian. */
export class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  word(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  wordAt(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  double(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  bytes(value: Uint8Array): void {
    this.word(value.length);
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }
}
