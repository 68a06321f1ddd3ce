// Runs all threads of a program in one worker, for pages that are not isolated and therefore cannot
// share memory. The threads take turns. Each has an instance of the module with the same memory,
// and the browser suspends a thread that waits (JSPI), regardless of its stack. Code counts its
// work, so that a thread that computes does not run forever. The Rust part
// (crates/web/src/turns.rs) decides which threads wait, and which one continues with which result.
// This file parks and unparks them.

import type { InitOutput, Machine } from "../../generated/pinnacle_web.js";
import { Answer, ErrorNumber, WordPlace } from "../generated/boundary.ts";
import { type End, endOf, type HostCall, type Later, type ProgramExports, type Value } from "./answers.ts";
import { type Loaded, Modules } from "./modules.ts";
import { LONGEST, soon, Turn, until } from "./pause.ts";
import { Gone, Thread } from "./thread.ts";
import { Words } from "./words.ts";

type Promising = {
  Suspending?: new (call: HostCall) => WebAssembly.ImportValue;
  promising: (call: unknown) => (...args: Value[]) => Promise<Value>;
};

const jspi = WebAssembly as unknown as Promising;

/** True if the browser can suspend running code. */
export const canTakeTurns = jspi.Suspending !== undefined;

const MAIN = 0;

/** Milliseconds for which a thread keeps its turn. */
const SLICE = 8;

/** The import that code calls at regular intervals. */
const TURN = "pinnacle-threads.turn";

/** The threads of a program. */
export class Turns {
  /** Called once with the end of the program. */
  onEnd: (end: End) => void = () => {};

  readonly turn = new Turn(SLICE);
  readonly modules = new Modules();
  readonly #core: InitOutput;
  readonly #module: WebAssembly.Module;
  readonly #types: string[];
  readonly #words = new Words();
  readonly #main: TurnThread;
  /** The running threads, by number. */
  readonly #threads = new Map<number, TurnThread>();
  /** Ended threads for reuse, because creating an instance may take longer than a short thread
   * runs. */
  readonly #idle: TurnThread[] = [];
  #machine: Machine | undefined;
  #hasEnded = false;

  constructor(
    core: InitOutput,
    readonly memory: WebAssembly.Memory,
    module: WebAssembly.Module,
    types: string[],
    /** True if the run is recorded. A thread then runs until it waits, and the Rust part chooses the
     * next one. */
    readonly isRecorded: boolean,
  ) {
    this.#core = core;
    this.#module = module;
    this.#types = types;
    this.#main = new TurnThread(this);
    this.#threads.set(MAIN, this.#main);
  }

  imports(): WebAssembly.Imports {
    return this.#main.imports(this.#module, this.#types);
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error("no program runs");
    return this.#machine;
  }

  /** Returns the words with arguments and answers at their current address. */
  get words(): Words {
    if (this.#words.areGone) this.#words.lieAt(this.#core.memory.buffer, this.machine.words);
    return this.#words;
  }

  start(exports: ProgramExports, machine: Machine): void {
    this.#machine = machine;
    this.turn.begin();
    this.#main.run(exports, exports._start, [machine.startBlock]).then(
      (status) => this.#end({ status: Number(status ?? 0) & 0xff, text: "" }),
      (thrown) => this.#end(endOf(thrown)),
    );
  }

  /** Wakes the main thread, because there may be an event for the program. */
  wake(): void {
    if (this.#machine === undefined) return;
    this.#machine.wakeMain();
    this.#unpark();
  }

  /** Does nothing, since there are no other workers. */
  heard(): void {}

  #end(end: End): void {
    if (!this.#hasEnded) this.onEnd(end);
    this.#hasEnded = true;
  }

  /** Continues the threads that the last call has listed. */
  unparkNamed(): void {
    if (this.words.int(WordPlace.WOKEN) > 0) this.#unpark();
  }

  /** Handles the end of a waiting thread's timer. */
  expire(thread: number): void {
    this.machine.expireThread(thread);
    this.#unpark();
  }

  #unpark(): void {
    const unparked = this.machine.takeUnparked();
    for (let at = 0; at < unparked.length; at += 2)
      this.#threads.get(unparked[at] ?? MAIN)?.unpark(unparked[at + 1] ?? 0);
  }

  /** Starts a thread. Returns false if there is no space for it. */
  begin(start: number, stack: number, pointer: number): boolean {
    const number = this.machine.spawnThread(pointer);
    if (number === undefined) return false;
    const thread = this.#idle.pop() ?? new TurnThread(this);
    thread.instantiate(this.#module, this.#types);
    const run = thread.prepare(number, start, stack, pointer);
    this.#threads.set(number, thread);
    const begin = (): void => {
      run().then(
        () => this.#end({ status: -1, text: "the start function of a thread has returned" }),
        (thrown) => {
          this.#threads.delete(number);
          this.#idle.push(thread);
          if (!(thrown instanceof Gone)) this.#end(endOf(thrown));
        },
      );
    };
    // The new thread gets its turn when this thread waits.
    if (this.isRecorded) thread.parkAtStart(begin);
    else soon(begin);
    return true;
  }
}

/** A thread that takes turns with the others. */
class TurnThread extends Thread {
  readonly #turns: Turns;
  #number = MAIN;
  /** Continues the thread with a result. Defined while the thread is parked. */
  #goOn: ((result: number) => void) | undefined;
  /** The result, if the thread was unparked before it had parked. */
  #early: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(turns: Turns) {
    super(turns.memory);
    this.#turns = turns;
  }

  run(exports: ProgramExports, called: unknown, args: Value[]): Promise<Value> {
    this.program = exports;
    return jspi.promising(called)(...args);
  }

  /** Creates an instance of the module for this thread, if it has none. */
  instantiate(module: WebAssembly.Module, types: string[]): void {
    if (this.program !== undefined) return;
    const instance = new WebAssembly.Instance(module, this.imports(module, types));
    this.program = instance.exports as unknown as ProgramExports;
  }

  prepare(number: number, start: number, stack: number, pointer: number): () => Promise<Value> {
    this.#number = number;
    return jspi.promising(this.enter(number, start, stack, pointer));
  }

  protected override ownFunction(name: string): HostCall | undefined {
    return name === TURN ? () => this.turn() : undefined;
  }

  protected glFunction(_name: string, call: HostCall): HostCall {
    return call;
  }

  protected override waiting(call: HostCall): WebAssembly.ImportValue {
    return jspi.Suspending === undefined ? call : new jspi.Suspending(call);
  }

  protected words(): Words {
    return this.#turns.words;
  }

  protected call(index: number): number {
    const answer = this.#turns.machine.call(this.#number, index);
    this.#turns.unparkNamed();
    return answer;
  }

  protected resume(): number {
    const answer = this.#turns.machine.resume(this.#number);
    this.#turns.unparkNamed();
    return answer;
  }

  protected override finish(answer: number, letter: string): Later<Value> {
    if (answer === Answer.RETURN && !this.#turns.turn.isOver) return this.words().get(0, letter);
    return this.finishLater(answer, letter);
  }

  protected override invoke(called: HostCall, args: Value[]): Later<Value> {
    return jspi.promising(called)(...args);
  }

  protected override turn(isOver = false): Later<Value> {
    const { turn, isRecorded } = this.#turns;
    // The machine has queued a thread that yields after the others.
    if (isOver && isRecorded) return this.#park(Infinity, 0);
    return isOver || turn.isOver ? turn.pass() : 0;
  }

  /**
   * Suspends the thread until it is unparked. Resolves to the result. The wait expires after `rest`
   * milliseconds, or in the next task if `rest` is less than `least`.
   */
  #park(rest: number, least: number): Promise<number> {
    return new Promise((resolve) => {
      const early = this.#early;
      this.#early = undefined;
      if (early !== undefined) {
        soon(() => resolve(early));
        return;
      }
      this.#goOn = resolve;
      const expire = (): void => {
        if (this.#goOn !== resolve) return;
        this.#turns.expire(this.#number);
        // In a recorded run another thread may run, or the clock may not have reached the time yet.
        if (this.#goOn === resolve && this.#turns.isRecorded) this.#timer = setTimeout(expire, 1);
      };
      if (rest < least) soon(expire);
      else if (rest !== Infinity) this.#timer = setTimeout(expire, Math.min(rest, LONGEST));
    });
  }

  /** Parks a new thread until its first turn. */
  parkAtStart(begin: () => void): void {
    this.#goOn = begin;
  }

  /** Continues the thread with a result. */
  unpark(result: number): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    const goOn = this.#goOn;
    this.#timer = undefined;
    this.#goOn = undefined;
    if (goOn !== undefined) goOn(result);
    else if (this.#turns.isRecorded) this.#early = result;
  }

  protected wait(time: number): Later<Value> {
    return this.#park(until(time), 1);
  }

  protected pause(milliseconds: number): Later<Value> {
    return this.#park(milliseconds, 0);
  }

  /** The machine compares the word before it requests a wait, and it wakes the other threads
   * itself. */
  protected override performFutex(
    answer: number,
    words: [number, number, number],
    time: number,
  ): Later<number> {
    if (answer === Answer.FUTEX_WAIT) return this.#park(until(time), 1);
    return super.performFutex(answer, words, time);
  }

  protected startThread(start: number, stack: number, pointer: number): number {
    return this.#turns.begin(start, stack, pointer) ? 0 : ErrorNumber.EAGAIN;
  }

  protected takeModule(): number {
    return this.#turns.modules.take(this.#turns.machine);
  }

  protected loaded(index: number): Loaded | undefined {
    return this.#turns.modules.get(index);
  }

  protected exitThread(): Later<never> {
    // The other threads continue without the main thread.
    if (this.#number === MAIN) return new Promise(() => {});
    throw new Gone();
  }
}
