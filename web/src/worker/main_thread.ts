// The main thread of a program, beside the Rust part.
//
// A program hands its main thread over by `ppapi_start`, which never returns. From there on
// nothing of the program's own stack is needed: it is left by an exception, and the functions of
// the program are called from the event loop, so that events come in between.
//
// Where the program has further threads, their calls are served here: whenever this thread calls
// the host, waits, or is in its event loop.

import type { InitOutput, Machine } from "../../generated/pinnacle_web.js";
import {
  CALL,
  EAGAIN,
  type End,
  Ended,
  endOf,
  fault,
  type HostCall,
  type ProgramExports,
  RETURN,
  START_THREAD,
  WAIT,
  WORDS,
} from "./answers.ts";
import { ANSWERED, ASKING, type Control, READY, RESUMING, SLOTS, STARTING } from "./control.ts";
import { outside } from "./outside.ts";
import { until } from "./side_thread.ts";
import { sleep, Thread } from "./thread.ts";
import { Words } from "./words.ts";

const MAIN = 0;
const START = "nacl-irt-ppapihook-0.1.ppapi_start";
const DEADLOCK = "every thread waits for ever";

const NOT_ISOLATED =
  "This program starts a thread, for which browsers want an isolated page: serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";

/** How long the program is called without a look at what happens, in milliseconds. */
const SLICE = 8;

/** How long a thread may take to start. */
const START_TIME = 5000;

/** Leaves the program's stack for the event loop, where the answer is carried out. */
class Left {
  constructor(readonly answer: number) {}
}

export class MainThread extends Thread {
  /** Is told once how the program has ended. */
  onEnd: (end: End) => void = () => {};
  /** Is asked for so many more workers for threads. */
  onNeed: (first: number, count: number) => void = () => {};

  readonly #core: InitOutput;
  readonly #control: Control | undefined;
  readonly #words = new Words();
  #machine: Machine | undefined;
  #stackPointer = 0;
  #isWaiting = false;
  #isWoken = false;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #later = new MessageChannel();
  #task: (() => void) | undefined;
  #bell = 0;
  #nextThread = 1;
  #asked = 0;
  /** Slots that ask for a thread, for which there is no worker yet. */
  readonly #starting: { slot: number; values: [number, number, number]; since: number }[] = [];

  constructor(core: InitOutput, memory: WebAssembly.Memory, control: Control | undefined) {
    super(memory);
    this.#core = core;
    this.#control = control;
    this.#later.port1.onmessage = () => {
      const task = this.#task;
      this.#task = undefined;
      task?.();
    };
  }

  /** Runs the program until it waits for what happens. */
  start(exports: ProgramExports, machine: Machine): void {
    this.program = exports;
    this.#machine = machine;
    this.#guarded(() => {
      const status = exports._start(machine.startBlock);
      throw new Ended({ status: (status ?? 0) & 0xff, text: "" });
    });
  }

  /** Something has happened of which the program may want to know. */
  wake(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    if (this.#control) this.#control.isMainIdle = false;
    clearTimeout(this.#timer);
    this.#guarded(() => this.#drive(this.resumeWith(0)));
  }

  /** Another thread has something for this one, which is in its event loop. */
  heard(): void {
    this.#guarded(() => {
      this.#serve();
      if (this.#isWoken) this.wake();
    });
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error("no program runs");
    return this.#machine;
  }

  /** Runs what may leave the program's stack, and takes up what follows. */
  #guarded(run: () => void): void {
    if (this.#hasEnded) return;
    try {
      run();
    } catch (thrown) {
      this.outermost();
      if (thrown instanceof Left) {
        this.#stackPointer = this.program?.__stack_pointer.value;
        this.#guarded(() => this.#drive(thrown.answer));
        return;
      }
      this.#hasEnded = true;
      clearTimeout(this.#timer);
      this.onEnd(endOf(thrown));
    }
  }

  /** Carries out answers from the event loop, until the program waits. */
  #drive(first: number): void {
    const end = performance.now() + SLICE;
    let answer = first;
    for (;;) {
      if (answer === CALL) {
        const result = this.callProgram();
        if (this.program !== undefined) this.program.__stack_pointer.value = this.#stackPointer;
        if (performance.now() >= end) {
          this.#soon(() => this.#drive(this.resumeWith(result)));
          return;
        }
        answer = this.resumeWith(result);
      } else if (answer === WAIT) {
        this.#waitForEvents();
        return;
      } else {
        // `ppapi_start` does not return; what comes instead ends the program.
        this.perform(answer);
        throw new Ended({ status: 0, text: "" });
      }
    }
  }

  #soon(run: () => void): void {
    this.#task = () => this.#guarded(run);
    this.#later.port2.postMessage(0);
  }

  #waitForEvents(): void {
    const time = this.words().double(0);
    this.#isWaiting = true;
    if (this.#control) {
      this.#control.isMainIdle = true;
      // What came before that was not told to the event loop.
      this.#serve();
      if (this.#isWoken) {
        this.#soon(() => this.wake());
        return;
      }
    }
    if (time === Infinity) return;
    const milliseconds = until(time);
    if (milliseconds < 1) this.#soon(() => this.wake());
    else this.#timer = setTimeout(() => this.wake(), Math.min(milliseconds, 0x7fffffff));
  }

  protected override ownFunction(name: string, index: number): HostCall | undefined {
    if (name !== START) return undefined;
    return (functions) => {
      this.words().set(0, "i", functions);
      const answer = this.call(index);
      if (answer === RETURN) return this.words().int(0);
      throw new Left(answer);
    };
  }

  protected words(): Words {
    if (this.#words.areGone) this.#words.lieAt(this.#core.memory.buffer, this.machine.words);
    return this.#words;
  }

  protected call(index: number): number {
    this.#hear();
    const answer = this.machine.call(MAIN, index);
    this.#wakeOthers();
    return answer;
  }

  protected resume(): number {
    this.#hear();
    this.#isWoken = false;
    const answer = this.machine.resume(MAIN);
    this.#wakeOthers();
    return answer;
  }

  protected callType(): string {
    return this.machine.callType;
  }

  protected trap(): string {
    return this.machine.trap;
  }

  /** Wakes the threads that the last call has named. */
  #wakeOthers(): void {
    if (this.words().int(WORDS - 1) === 0) return;
    for (const thread of this.machine.takeWoken()) {
      if (thread === MAIN) {
        this.#isWoken = true;
        continue;
      }
      for (let slot = 0; slot < this.#asked; slot++) {
        if (this.#control?.number(slot) === thread) this.#control.wake(slot);
      }
    }
  }

  /** Serves other threads if one has rung. */
  #hear(): void {
    const control = this.#control;
    if (control === undefined || control.bell === this.#bell) return;
    // The arguments of this thread's own call are kept.
    const own = this.words().longs.slice();
    this.#serve();
    this.words().longs.set(own);
  }

  #serve(): void {
    const control = this.#control;
    if (control === undefined) return;
    this.#bell = control.bell;
    for (let slot = 0; slot < this.#asked; slot++) {
      const state = control.state(slot);
      if (state === ASKING || state === RESUMING) this.#answer(control, slot, state);
    }
    for (const waiting of this.#starting.splice(0)) {
      const { slot, values, since } = waiting;
      if (this.#begin(values)) this.#reply(control, slot, RETURN, 0);
      else if (performance.now() - since > START_TIME) this.#reply(control, slot, RETURN, EAGAIN);
      else this.#starting.push(waiting);
    }
  }

  #answer(control: Control, slot: number, state: number): void {
    if (this.#starting.some((waiting) => waiting.slot === slot)) return;
    const theirs = new BigInt64Array(control.buffer, control.contentAt(slot), WORDS);
    this.words().longs.set(theirs);
    const thread = control.number(slot);
    const what = control.what(slot);
    const answer = state === ASKING ? this.machine.call(thread, what) : this.machine.resume(thread);
    const words = this.words();
    if (answer === START_THREAD) {
      const values: [number, number, number] = [words.int(0), words.int(1), words.int(2)];
      if (this.#begin(values)) this.#reply(control, slot, RETURN, 0);
      else this.#starting.push({ slot, values, since: performance.now() });
    } else {
      theirs.set(words.longs);
      if (answer === CALL) control.setType(slot, this.machine.callType);
      control.setWhat(slot, answer);
      control.setState(slot, ANSWERED);
    }
    this.#wakeOthers();
  }

  #reply(control: Control, slot: number, answer: number, value: number): void {
    new BigInt64Array(control.buffer, control.contentAt(slot), WORDS)[0] = BigInt(value);
    control.setWhat(slot, answer);
    control.setState(slot, ANSWERED);
  }

  /** Starts a thread in a worker that is ready. Says whether there was one. */
  #begin(values: [number, number, number]): boolean {
    const control = this.#control;
    if (control === undefined) return false;
    let ready = -1;
    let spares = 0;
    for (let slot = 0; slot < this.#asked; slot++) {
      if (control.state(slot) !== READY) continue;
      if (ready < 0) ready = slot;
      else spares++;
    }
    if (spares === 0) this.prepareThreads(2);
    if (ready < 0) return false;
    const number = this.#nextThread++;
    this.machine.threadStarts(number, values[2]);
    control.setThread(ready, number, values);
    control.setState(ready, STARTING);
    return true;
  }

  /** Has workers made, ahead of the threads that will run in them. */
  prepareThreads(count: number): void {
    const wanted = Math.min(count, SLOTS - this.#asked);
    if (wanted <= 0) return;
    this.onNeed(this.#asked, wanted);
    this.#asked += wanted;
  }

  /** Serves others until something has come about, or until a time. */
  #waitFor(time: number, isDone: () => boolean): boolean {
    const control = this.#control;
    if (control === undefined) {
      if (isDone()) return true;
      if (time === Infinity) throw fault(DEADLOCK);
      sleep(until(time));
      return isDone();
    }
    for (;;) {
      const bell = control.bell;
      this.#hear();
      if (isDone()) return true;
      const rest = until(time);
      if (rest <= 0) return false;
      control.waitForBell(bell, rest);
    }
  }

  protected wait(time: number): void {
    this.#waitFor(time, () => this.#isWoken);
  }

  protected futexWait(address: number, value: number, time: number): boolean {
    const control = this.#control;
    if (control === undefined) return this.#waitFor(time, () => false);
    control.mainWaits(address);
    const isWoken =
      this.load(address) !== value || this.#waitFor(time, () => control.isMainWoken) || control.isMainWoken;
    control.mainWaits(0);
    return isWoken;
  }

  protected futexWake(address: number, count: number): number {
    if (this.#control === undefined) return 0;
    return Atomics.notify(new Int32Array(this.memory.buffer), address >>> 2, count);
  }

  protected startThread(start: number, stack: number, pointer: number): boolean {
    if (this.#control === undefined) {
      outside.post({ kind: "log", level: 2, text: NOT_ISOLATED });
      return false;
    }
    const time = performance.timeOrigin + performance.now() + START_TIME;
    return this.#waitFor(time, () => this.#begin([start, stack, pointer]));
  }

  protected exitThread(): never {
    // The others go on, and are served.
    if (this.#control === undefined) throw new Ended({ status: 0, text: "" });
    this.#waitFor(Infinity, () => false);
    throw new Ended({ status: 0, text: "" });
  }
}
