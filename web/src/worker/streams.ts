// Handles the output of a program to its standard streams. In a page it is written to the console
// of the worker, for debugging. A page that runs command-line programs also receives it.

import type { ToPage } from "../shared/protocol.ts";

export interface Streams {
  write(isError: boolean, bytes: Uint8Array): void;
  /** Writes the buffered bytes, because the program has ended. */
  flush(): void;
}

const NEWLINE = 10;

/** Maximum number of bytes in a line. Longer lines are split. */
const LONGEST_LINE = 8192;

/** Writes lines to the console. */
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

/** Number of bytes that are sent at once, and the milliseconds after which fewer bytes are sent. */
const PIECE = 16384,
  PAUSE = 30;

/** Maximum number of bytes that a page receives. Endless output would not be useful. */
const MOST = 8 << 20;

/** Sends pieces to the page. */
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
