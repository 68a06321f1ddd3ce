// The control block, which the threads of a program share in addition to its memory. Further
// threads call the main thread through its words, and the main thread starts and wakes them through
// it.
//
// Each worker has a slot. The first word of a slot is its state. A thread that changes the state
// wakes the thread that waits for the change. The bell notifies the main thread of all events that
// it must handle.

import { WordPlace } from "../generated/boundary.ts";
import { QUEUE } from "./gl/queue.ts";

/** The states of a slot. */
export const ABSENT = 0,
  READY = 1,
  STARTING = 2,
  RUNNING = 3,
  ASKING = 4,
  RESUMING = 5,
  ANSWERED = 6,
  ENDED = 7;

/** Maximum number of further threads of a program at the same time. */
export const SLOTS = 128;

/** The 32-bit words before the slots: the number of times that the bell was rung; the address on
 * which the main thread waits; 1 if it was woken; 1 if it waits for events; the slot of the thread
 * that draws plus one, or `SEVERAL`. */
const BELL = 0,
  MAIN_FUTEX = 1,
  MAIN_WOKEN = 2,
  MAIN_IDLE = 3,
  DRAWS = 4,
  HEAD = 16;

/** The words of a slot: the state, the number of the thread, the function or the answer, 1 if it
 * was woken, the start function, the stack, the thread pointer, then 64-bit words. */
const STATE = 0,
  NUMBER = 1,
  WHAT = 2,
  WOKEN = 3,
  ARGUMENTS = 4,
  CONTENT = 8,
  SLOT = CONTENT + 2 * WordPlace.COUNT;

/** The number that a thread passes in place of a function to make the main thread run its queue. */
export const QUEUED = -1;

/** The number that a thread passes to request a piece of a loaded module. The words are the index
 * of the module and the position of the first byte. */
export const MODULE = -2;

/** Marks that several threads draw. */
const SEVERAL = -1;

export class Control {
  readonly words: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer);
  }

  static create(): Control {
    return new Control(new SharedArrayBuffer(4 * (HEAD + SLOTS * (SLOT + QUEUE))));
  }

  #at(slot: number): number {
    return HEAD + slot * SLOT;
  }

  /** Returns the address of a slot's 64-bit words. */
  contentAt(slot: number): number {
    return 4 * (this.#at(slot) + CONTENT);
  }

  /** Returns the address of a slot's queue for OpenGL. */
  queueAt(slot: number): number {
    return 4 * (HEAD + SLOTS * SLOT + slot * QUEUE);
  }

  /** Returns the buffer for pieces of modules, which is that of the queue. */
  pieceAt(slot: number): Uint8Array {
    return new Uint8Array(this.buffer, this.queueAt(slot), 4 * QUEUE);
  }

  /** Records that the thread of a slot draws. */
  draws(slot: number): void {
    const before = Atomics.compareExchange(this.words, DRAWS, 0, slot + 1);
    if (before !== 0 && before !== slot + 1) Atomics.store(this.words, DRAWS, SEVERAL);
  }

  get doSeveralDraw(): boolean {
    return Atomics.load(this.words, DRAWS) === SEVERAL;
  }

  state(slot: number): number {
    return Atomics.load(this.words, this.#at(slot) + STATE);
  }

  setState(slot: number, state: number): void {
    Atomics.store(this.words, this.#at(slot) + STATE, state);
    Atomics.notify(this.words, this.#at(slot) + STATE);
  }

  /** Waits while a slot has a state. */
  waitWhile(slot: number, state: number): void {
    Atomics.wait(this.words, this.#at(slot) + STATE, state);
  }

  number(slot: number): number {
    return this.words[this.#at(slot) + NUMBER] ?? 0;
  }

  what(slot: number): number {
    return this.words[this.#at(slot) + WHAT] ?? 0;
  }

  setWhat(slot: number, what: number): void {
    this.words[this.#at(slot) + WHAT] = what;
  }

  setThread(slot: number, number: number, values: [number, number, number]): void {
    this.words[this.#at(slot) + NUMBER] = number;
    this.words[this.#at(slot) + WOKEN] = 0;
    this.words.set(values, this.#at(slot) + ARGUMENTS);
  }

  thread(slot: number): [number, number, number] {
    const [start = 0, stack = 0, pointer = 0] = this.words.subarray(this.#at(slot) + ARGUMENTS);
    return [start >>> 0, stack >>> 0, pointer >>> 0];
  }

  /** Wakes a thread that waits for the host. */
  wake(slot: number): void {
    Atomics.store(this.words, this.#at(slot) + WOKEN, 1);
    Atomics.notify(this.words, this.#at(slot) + WOKEN);
  }

  /** Waits until the host wakes the thread, for at most this number of milliseconds. */
  waitForWake(slot: number, milliseconds: number): void {
    const at = this.#at(slot) + WOKEN;
    Atomics.wait(this.words, at, 0, milliseconds);
    Atomics.store(this.words, at, 0);
  }

  get bell(): number {
    return Atomics.load(this.words, BELL);
  }

  /** Rings the bell. Returns true if the main thread is in its event loop, where it may not notice
   * the bell. */
  ring(): boolean {
    Atomics.add(this.words, BELL, 1);
    Atomics.notify(this.words, BELL);
    return Atomics.load(this.words, MAIN_IDLE) !== 0;
  }

  waitForBell(bell: number, milliseconds: number): void {
    Atomics.wait(this.words, BELL, bell, milliseconds);
  }

  set isMainIdle(isIdle: boolean) {
    Atomics.store(this.words, MAIN_IDLE, isIdle ? 1 : 0);
  }

  /** Records the word of the program on which the main thread waits; 0 for none. */
  mainWaits(address: number): void {
    Atomics.store(this.words, MAIN_WOKEN, 0);
    Atomics.store(this.words, MAIN_FUTEX, address);
  }

  get isMainWoken(): boolean {
    return Atomics.load(this.words, MAIN_WOKEN) !== 0;
  }

  /** Wakes the main thread if it waits on this word. Returns true if it did. */
  wakeMain(address: number): boolean {
    if (Atomics.compareExchange(this.words, MAIN_FUTEX, address, 0) !== address) return false;
    Atomics.store(this.words, MAIN_WOKEN, 1);
    this.ring();
    return true;
  }
}
