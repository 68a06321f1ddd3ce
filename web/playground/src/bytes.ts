// The bytes of a file, sixteen in a row.

import { byId } from "./dom.ts";
import { Rows } from "./rows.ts";

const WIDTH = 16;

export class Bytes {
  readonly #rows = new Rows(byId("bytes", HTMLElement), "Bytes");
  readonly #offset = byId("offset", HTMLInputElement);

  constructor() {
    byId("bytes-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const offset = Number(this.#offset.value.trim());
      this.#offset.setCustomValidity(Number.isInteger(offset) && offset >= 0 ? "" : "a whole number");
      if (this.#offset.reportValidity()) this.goTo(offset);
    });
    this.#offset.addEventListener("input", () => this.#offset.setCustomValidity(""));
  }

  show(bytes: Uint8Array): void {
    this.#rows.show({
      count: Math.ceil(bytes.length / WIDTH),
      number: (row) => (row * WIDTH).toString(16).padStart(6, "0"),
      rows: async (first, count) =>
        Array.from({ length: count }, (_, row) => [
          line(bytes.subarray((first + row) * WIDTH, (first + row + 1) * WIDTH)),
        ]),
    });
  }

  goTo(offset: number): void {
    this.#offset.value = `${offset}`;
    this.#rows.goTo(Math.floor(offset / WIDTH));
  }
}

function line(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  const [left, right] = [digits.slice(0, WIDTH / 2), digits.slice(WIDTH / 2)];
  const text = Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·"));
  return `${left.join(" ").padEnd(23)}  ${right.join(" ").padEnd(23)}  ${text.join("")}`;
}
