// The main thread of a program, in the worker of the Rust part.
//
// A program gives up its main thread with `ppapi_start`, which never returns. Its stack is not
// needed afterwards: an exception unwinds it, and the program's functions are then called from the
// event loop, so that events are handled in between.
//
// If the program has further threads, this thread serves their calls whenever it calls the host,
// waits, or is in its event loop.

import type { InitOutput, Machine } from "../../generated/pinnacle_web.js";
import { Answer, ErrorNumber, LogLevel, WordPlace } from "../generated/boundary.ts";
import {
  type End,
  Ended,
  endOf,
  fault,
  type HostCall,
  type Later,
  type ProgramExports,
  type Value,
} from "./answers.ts";
import { BlockingThread } from "./blocking_thread.ts";
import type { Control } from "./control.ts";
import { outside } from "./environment.ts";
import { GlFunctions } from "./gl/serve.ts";
import { type Loaded, Modules } from "./modules.ts";
import { Alarm, sleep, soon, Turn, until } from "./pause.ts";
import { Words } from "./words.ts";
import { type Host, START_TIME, WorkerPool } from "./worker_pool.ts";

const MAIN = 0;
const START = "nacl-irt-ppapihook-0.1.ppapi_start";
const DEADLOCK = "every thread waits forever";

const NOT_ISOLATED =
  "This program starts a thread, which browsers allow only in an isolated page: serve the page with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";

/** Milliseconds for which the program runs without a check for events. */
const SLICE = 8;

/** Thrown to unwind the program's stack to the event loop, where the answer is performed. */
class Left {
  constructor(readonly answer: number) {}
}

export class MainThread extends BlockingThread implements Host {
  /** Called once with the end of the program. */
  onEnd: (end: End) => void = () => {};

  readonly gl = new GlFunctions();
  readonly modules = new Modules();
  readonly #core: InitOutput;
  readonly #control: Control | undefined;
  readonly #pool: WorkerPool | undefined;
  readonly #words = new Words();
  readonly #alarm = new Alarm();
  readonly #turn = new Turn(SLICE);
  #machine: Machine | undefined;
  #isInEventLoop = false;
  #isWoken = false;
  #hasEnded = false;

  /** If a program has further threads, it has a control block, and a function that requests more
   * workers. */
  constructor(
    core: InitOutput,
    memory: WebAssembly.Memory,
    control?: Control,
    need?: (first: number, count: number) => void,
  ) {
    super(memory);
    this.#core = core;
    this.#control = control;
    if (control !== undefined && need !== undefined) this.#pool = new WorkerPool(control, need);
  }

  /** Runs the program until it waits for events. */
  start(exports: ProgramExports, machine: Machine): void {
    this.program = exports;
    this.#machine = machine;
    this.#guarded(() => {
      const status = exports._start(machine.startBlock);
      throw new Ended({ status: (status ?? 0) & 0xff, text: "" });
    });
  }

  /** Requests workers for this number of threads. */
  prepareThreads(count: number): void {
    this.#pool?.prepare(count);
  }

  /** Wakes the thread, because there may be an event for the program. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Handles the bell of another thread while this thread is in its event loop. */
  heard(): void {
    this.#guarded(() => {
      this.#pool?.serve(this);
      if (this.#isWoken) this.wake();
    });
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error("no program runs");
    return this.#machine;
  }

  /** Runs a function that may unwind the program's stack, and handles the consequences. */
  #guarded(run: () => void): void {
    if (this.#hasEnded) return;
    try {
      run();
    } catch (thrown) {
      this.#leave(thrown);
    }
  }

  #leave(thrown: unknown): void {
    if (this.#hasEnded) return;
    this.outermost();
    if (thrown instanceof Left) {
      void this.#runInEventLoop(thrown.answer);
    } else {
      this.#hasEnded = true;
      this.onEnd(endOf(thrown));
    }
  }

  async #runInEventLoop(answer: number): Promise<void> {
    this.#isInEventLoop = true;
    this.#turn.begin();
    try {
      await this.finishLater(answer, "v");
      // `ppapi_start` does not return.
      this.#leave(new Ended({ status: 0, text: "" }));
    } catch (thrown) {
      this.#leave(thrown);
    }
  }

  protected override turn(): Later<Value> {
    const isFree = this.#isInEventLoop && this.isOutermost;
    return isFree && this.#turn.isOver ? this.#turn.pass() : 0;
  }

  protected override ownFunction(name: string, index: number): HostCall | undefined {
    if (name !== START) return undefined;
    return (functions) => {
      this.words().set(0, "i", functions);
      const answer = this.call(index);
      if (answer === Answer.RETURN) return this.words().int(0);
      throw new Left(answer);
    };
  }

  protected glFunction(_name: string, call: HostCall, index: number, letters: string): HostCall {
    this.gl.add(index, call, letters);
    return call;
  }

  override words(): Words {
    if (this.#words.areGone) this.#words.lieAt(this.#core.memory.buffer, this.machine.words);
    return this.#words;
  }

  protected call(index: number): number {
    this.#pool?.hear(this);
    const answer = this.machine.call(MAIN, index);
    this.wakeNamed();
    return answer;
  }

  protected resume(): number {
    this.#pool?.hear(this);
    this.#isWoken = false;
    const answer = this.machine.resume(MAIN);
    this.wakeNamed();
    return answer;
  }

  /** Wakes the threads that the last call has listed. */
  wakeNamed(): void {
    if (this.words().int(WordPlace.WOKEN) === 0) return;
    for (const thread of this.machine.takeWoken()) {
      if (thread === MAIN) this.#isWoken = true;
      else this.#pool?.wake(thread);
    }
  }

  protected wait(time: number): Later<Value> {
    if (!this.#isInEventLoop || !this.isOutermost) {
      this.#waitFor(time, () => this.#isWoken);
      return 0;
    }
    const done = this.#alarm.wait(time).then(() => {
      if (this.#control) this.#control.isMainIdle = false;
      this.#turn.begin();
      return 0;
    });
    if (this.#control) {
      this.#control.isMainIdle = true;
      // The event loop was not notified of earlier calls.
      this.#pool?.serve(this);
      if (this.#isWoken) soon(() => this.wake());
    }
    return done;
  }

  protected pause(milliseconds: number): Value {
    this.#waitFor(performance.timeOrigin + performance.now() + milliseconds, () => false);
    return 0;
  }

  /** Blocks the worker and serves other threads until a condition is true or until a time is
   * reached. */
  #waitFor(time: number, isDone: () => boolean): boolean {
    const control = this.#control;
    if (control === undefined) {
      if (isDone()) return true;
      if (time === Infinity) throw fault(DEADLOCK);
      sleep(until(time));
      return isDone();
    }
    for (;;) {
      const { bell } = control;
      this.#pool?.hear(this);
      if (isDone()) return true;
      const rest = until(time);
      if (rest <= 0) return false;
      control.waitForBell(bell, rest);
    }
  }

  protected futexWait(address: number, value: number, time: number): number {
    const control = this.#control;
    if (control === undefined) return this.#waitFor(time, () => false) ? 0 : ErrorNumber.ETIMEDOUT;
    control.mainWaits(address);
    const isWoken =
      this.load(address) !== (value | 0) ||
      this.#waitFor(time, () => control.isMainWoken) ||
      control.isMainWoken;
    control.mainWaits(0);
    return isWoken ? 0 : ErrorNumber.ETIMEDOUT;
  }

  protected futexWake(address: number, count: number): number {
    if (this.#control === undefined) return 0;
    return Atomics.notify(new Int32Array(this.memory.buffer), address >>> 2, count);
  }

  protected startThread(start: number, stack: number, pointer: number): number {
    const pool = this.#pool;
    if (pool === undefined) {
      outside.post({ kind: "threads" });
      outside.post({ kind: "log", level: LogLevel.WARNING, text: NOT_ISOLATED });
      return ErrorNumber.EAGAIN;
    }
    const time = performance.timeOrigin + performance.now() + START_TIME;
    return this.#waitFor(time, () => pool.begin(this, [start, stack, pointer])) ? 0 : ErrorNumber.EAGAIN;
  }

  protected takeModule(): number {
    return this.modules.take(this.machine);
  }

  protected loaded(index: number): Loaded | undefined {
    return this.modules.get(index);
  }

  protected exitThread(): never {
    // The other threads continue, and this one serves them.
    if (this.#control !== undefined) this.#waitFor(Infinity, () => false);
    throw new Ended({ status: 0, text: "" });
  }
}
