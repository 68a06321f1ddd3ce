// Answers for which the page's thread waits. Meanwhile the thread cannot receive messages, so
// answers arrive in pieces through shared memory. (A synchronous request would also wait, but
// Chromium does not pass synchronous requests to service workers.)

/** Milliseconds without any progress after which the page stops waiting for the program. */
const PATIENCE = 10000;

/** The words before a piece: its state, and its number of bytes. */
const STATE = 0,
  LENGTH = 1,
  HEAD = 8;

const WAITING = 0,
  PIECE = 1,
  LAST = 2,
  NONE = 3;

/** Maximum size of a piece in bytes. */
const ROOM = 1 << 16;

/** Number of checks of the state between two checks of the time. */
const LOOKS = 1000;

/** Milliseconds that the worker waits for a page that may have stopped waiting. */
const TAKING = 1000;

/** The error if the program has not answered in time. */
export class Unanswered extends Error {
  constructor() {
    super(`The program has not answered within ${PATIENCE / 1000} seconds.`);
  }
}

export function sharedAnswer(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD + ROOM);
}

/** Waits in a busy loop for the answer that `give` writes. Returns undefined if the program has no
 * answer. Throws `Unanswered`. */
export function take(buffer: SharedArrayBuffer): Uint8Array<ArrayBuffer> | undefined {
  const words = new Int32Array(buffer, 0, 2);
  let all = new Uint8Array(0);
  for (;;) {
    const end = performance.now() + PATIENCE;
    for (let looks = 1; Atomics.load(words, STATE) === WAITING; looks++) {
      if (looks % LOOKS === 0 && performance.now() > end) throw new Unanswered();
    }
    const state = Atomics.load(words, STATE);
    if (state === NONE) return undefined;
    const grown = new Uint8Array(all.length + (words[LENGTH] ?? 0));
    grown.set(all);
    grown.set(new Uint8Array(buffer, HEAD, words[LENGTH]), all.length);
    all = grown;
    if (state === LAST) return all;
    Atomics.store(words, STATE, WAITING);
    Atomics.notify(words, STATE);
  }
}

/** Writes an answer, in a worker. Undefined stands for "no answer". */
export function give(answer: SharedArrayBuffer, bytes: Uint8Array | undefined): void {
  const words = new Int32Array(answer, 0, 2);
  if (bytes === undefined) {
    Atomics.store(words, STATE, NONE);
    return;
  }
  for (let at = 0; ; at += ROOM) {
    const piece = bytes.subarray(at, at + ROOM);
    new Uint8Array(answer, HEAD).set(piece);
    words[LENGTH] = piece.length;
    const isLast = at + ROOM >= bytes.length;
    Atomics.store(words, STATE, isLast ? LAST : PIECE);
    if (isLast || Atomics.wait(words, STATE, PIECE, TAKING) === "timed-out") return;
  }
}
