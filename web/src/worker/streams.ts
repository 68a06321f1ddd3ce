// What a program writes to its standard streams. In pages it goes to the console of its worker,
// where people who look for faults find it; a page that runs programs of the command line also
// receives it.

import type { ToPage } from "../shared/protocol.ts";

export interface Streams {
  write(isError: boolean, bytes: Uint8Array): void;
  /** Hands over what is kept: the program has ended. */
  flush(): void;
}

const NEWLINE = 10;

/** A line that is longer is cut into several. */
const LONGEST_LINE = 8192;

/** Lines for the console. */
export class Lines implements Streams {
  readonly #lines = { output: [] as number[], error: [] as number[] };

  write(isError: boolean, bytes: Uint8Array): void {
    const line = isError ? this.#lines.error : this.#lines.output;
    for (const byte of bytes) {
      if (byte !== NEWLINE) line.push(byte);
      if (byte === NEWLINE || line.length === LONGEST_LINE) this.#show(line);
    }
  }

  flush(): void {
    for (const line of [this.#lines.output, this.#lines.error]) if (line.length > 0) this.#show(line);
  }

  #show(line: number[]): void {
    console.debug(new TextDecoder().decode(Uint8Array.from(line)));
    line.length = 0;
  }
}

/** Number of bytes that are handed over at once, and milliseconds after which fewer are. */
const PIECE = 16384,
  PAUSE = 30;

/** Number of bytes that a page receives; endless output of a program is not useful. */
const MOST = 8 << 20;

/** Pieces for the page. */
export class Pieces implements Streams {
  #kept: Uint8Array[] = [];
  #size = 0;
  #isError = false;
  #total = 0;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly post: (message: ToPage, transfer: Transferable[]) => void) {}

  write(isError: boolean, bytes: Uint8Array): void {
    if (isError !== this.#isError) this.flush();
    this.#isError = isError;
    const rest = MOST - this.#total;
    if (rest <= 0) return;
    const taken = bytes.slice(0, rest);
    this.#total += taken.length;
    this.#kept.push(taken);
    this.#size += taken.length;
    if (this.#size >= PIECE || performance.now() - this.#last > PAUSE) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), PAUSE);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = performance.now();
    if (this.#size === 0) return;
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#kept.splice(0)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#size = 0;
    const isCut = this.#total >= MOST;
    this.post({ kind: "output", isError: this.#isError, bytes, isCut }, [bytes.buffer]);
  }
}
