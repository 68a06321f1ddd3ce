// What the threads of a program share beside its memory: a block of words by which further
// threads ask the main one, and by which it starts and wakes them.
//
// A slot is the place of one worker. Its first word is its state; whoever changes it wakes who
// waits for that. The bell is rung for whatever the main thread has to look at.

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

/** Words of 32 bits before the slots: how often the bell was rung; on which address the main
 * thread waits; whether it was woken; whether it waits for events; the slot whose thread draws, from
 * 1 on, or that several do. */
const BELL = 0,
  MAIN_FUTEX = 1,
  MAIN_WOKEN = 2,
  MAIN_IDLE = 3,
  DRAWS = 4,
  HEAD = 16;

/** Words of a slot: state, number of the thread, function or answer, whether it was woken, start,
 * stack, thread pointer, then words of 64 bits. */
const STATE = 0,
  NUMBER = 1,
  WHAT = 2,
  WOKEN = 3,
  ARGUMENTS = 4,
  CONTENT = 8,
  SLOT = CONTENT + 2 * WordPlace.COUNT;

/** Requested by a thread instead of a function: the contents of its queue. */
export const QUEUED = -1;

/** The same: a piece of a loaded module; its index and the first byte are the words. */
export const MODULE = -2;

/** Several threads draw. */
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

  /** Address of a slot's words. */
  contentAt(slot: number): number {
    return 4 * (this.#at(slot) + CONTENT);
  }

  /** Address of a slot's queue for OpenGL. */
  queueAt(slot: number): number {
    return 4 * (HEAD + SLOTS * SLOT + slot * QUEUE);
  }

  /** The buffer for pieces of modules, which is the place of the queue. */
  pieceAt(slot: number): Uint8Array {
    return new Uint8Array(this.buffer, this.queueAt(slot), 4 * QUEUE);
  }

  /** The thread of a slot draws. */
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

  /** Waits to be woken by the host, for a number of milliseconds at most. */
  waitForWake(slot: number, milliseconds: number): void {
    const at = this.#at(slot) + WOKEN;
    Atomics.wait(this.words, at, 0, milliseconds);
    Atomics.store(this.words, at, 0);
  }

  get bell(): number {
    return Atomics.load(this.words, BELL);
  }

  /** Has the main thread look. Says whether it is in its event loop, where it may not hear. */
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

  /** The main thread waits on a word of the program's, or no more (0). */
  mainWaits(address: number): void {
    Atomics.store(this.words, MAIN_WOKEN, 0);
    Atomics.store(this.words, MAIN_FUTEX, address);
  }

  get isMainWoken(): boolean {
    return Atomics.load(this.words, MAIN_WOKEN) !== 0;
  }

  /** Wakes the main thread if it waits on a word. */
  wakeMain(address: number): boolean {
    if (Atomics.compareExchange(this.words, MAIN_FUTEX, address, 0) !== address) return false;
    Atomics.store(this.words, MAIN_WOKEN, 1);
    this.ring();
    return true;
  }
}
