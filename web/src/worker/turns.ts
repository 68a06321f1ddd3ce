// All threads of a program in one worker, where the page is not isolated and so nothing can be
// shared: they take turns. Each has an instance of the module on the same memory; one that waits
// is suspended by the browser (JSPI), whatever stands on its stack. One that computes keeps the
// others waiting until it next calls the host.

import type { InitOutput, Machine } from "../../generated/pinnacle_web.js";
import {
  CALL,
  EAGAIN,
  EFAULT,
  type End,
  Ended,
  ETIMEDOUT,
  EXIT,
  EXIT_THREAD,
  endOf,
  FUTEX_WAIT,
  FUTEX_WAKE,
  fault,
  type HostCall,
  type ProgramExports,
  RETURN,
  SET_THREAD_POINTER,
  SLEEP,
  START_THREAD,
  type Value,
  WAIT,
  WORDS,
  YIELD,
} from "./answers.ts";
import { until } from "./side_thread.ts";
import { Words } from "./words.ts";

type Promising = {
  Suspending?: new (call: (...args: Value[]) => Value | Promise<Value>) => WebAssembly.ImportValue;
  promising: (call: unknown) => (...args: Value[]) => Promise<Value>;
};

const jspi = WebAssembly as unknown as Promising;

/** Whether the browser can suspend what runs. */
export const canTakeTurns = jspi.Suspending !== undefined;

const MAIN = 0;
const MAX_THREADS = 256;

/** How long a thread keeps its turn, in milliseconds. */
const SLICE = 8;

/** Functions that are called often and never wait. */
const PLAIN = "PPB_OpenGLES2";

/** What code calls now and then, so that no thread keeps its turn for ever. */
const TURN = "pinnacle-threads";

/** A thread has ended, and the program goes on. */
class Gone {}

type Thread = { number: number; exports: ProgramExports | undefined };
type Waiter = { address: number; done: (isWoken: boolean) => void };

export class Turns {
  onEnd: (end: End) => void = () => {};

  readonly #words = new Words();
  #machine: Machine | undefined;
  #hasEnded = false;
  #count = 1;
  #next = 1;
  /** When the present turn ends; before the start there is none. */
  #turnEnds = Infinity;
  /** Threads that wait for the host. */
  readonly #waiting = new Map<number, () => void>();
  /** Threads that wait on a word of memory, in order. */
  #waiters: Waiter[] = [];
  readonly #later = new MessageChannel();
  readonly #turns: (() => void)[] = [];
  /** Threads that have ended. */
  readonly #idle: (Thread & { exports: ProgramExports })[] = [];
  readonly #main: Thread = { number: MAIN, exports: undefined };

  constructor(
    readonly core: InitOutput,
    readonly memory: WebAssembly.Memory,
    readonly module: WebAssembly.Module,
    readonly types: string[],
  ) {
    this.#later.port1.onmessage = () => this.#turns.shift()?.();
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error("no program runs");
    return this.#machine;
  }

  imports(): WebAssembly.Imports {
    return this.#imports(this.#main);
  }

  start(exports: ProgramExports, machine: Machine): void {
    this.#main.exports = exports;
    this.#machine = machine;
    this.#turnEnds = performance.now() + SLICE;
    void jspi
      .promising(exports._start)(machine.startBlock)
      .then(
        (status) => this.#end({ status: Number(status ?? 0) & 0xff, text: "" }),
        (thrown) => this.#end(endOf(thrown)),
      );
  }

  /** Something has happened of which the program may want to know. */
  wake(): void {
    this.#waiting.get(MAIN)?.();
  }

  /** Nothing comes from other workers. */
  heard(): void {}

  #end(end: End): void {
    if (!this.#hasEnded) this.onEnd(end);
    this.#hasEnded = true;
  }

  #imports(thread: Thread): WebAssembly.Imports {
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory: this.memory } };
    const { Suspending } = jspi;
    let index = 0;
    for (const { module: from, name, kind } of WebAssembly.Module.imports(this.module)) {
      if (kind !== "function") continue;
      if (from === TURN && Suspending !== undefined) {
        const turn = () =>
          performance.now() < this.#turnEnds ? undefined : this.#turn().then(() => undefined);
        imports[from] = { [name]: new Suspending(turn) };
        continue;
      }
      const call = this.#hostFunction(thread, index, this.types[index] ?? "v");
      const isPlain = from.startsWith(PLAIN) || Suspending === undefined;
      imports[from] ??= {};
      imports[from][name] = isPlain ? (call as HostCall) : new Suspending(call);
      index++;
    }
    return imports;
  }

  #hostFunction(thread: Thread, index: number, type: string): (...args: Value[]) => Value | Promise<Value> {
    const result = type.at(-1) ?? "v";
    const params = type.slice(0, -1);
    return (...args) => {
      const words = this.#here();
      for (let at = 0; at < args.length; at++) words.set(at, params[at] ?? "i", args[at]);
      const answer = this.machine.call(thread.number, index);
      this.#wakeOthers();
      if (answer === RETURN && performance.now() < this.#turnEnds) return this.#here().get(0, result);
      return this.#perform(thread, answer, result);
    };
  }

  #here(): Words {
    if (this.#words.areGone) this.#words.lieAt(this.core.memory.buffer, this.machine.words);
    return this.#words;
  }

  #wakeOthers(): void {
    if (this.#here().int(WORDS - 1) === 0) return;
    for (const thread of this.machine.takeWoken()) this.#waiting.get(thread)?.();
  }

  /** Carries out answers until one is a result. */
  async #perform(thread: Thread, first: number, result: string): Promise<Value> {
    for (let answer = first; ; ) {
      const words = this.#here();
      let value: Value = 0;
      if (answer === RETURN) {
        value = words.get(0, result);
        await this.#turn();
        return value;
      }
      if (answer === CALL) value = await this.#callProgram(thread);
      else if (answer === WAIT) await this.#wait(thread.number, words.double(0));
      else
        return result === "l"
          ? BigInt(await this.#simple(thread, answer, words))
          : this.#simple(thread, answer, words);
      await this.#turn();
      this.#here().set(0, typeof value === "bigint" ? "l" : "i", value ?? 0);
      answer = this.machine.resume(thread.number);
      this.#wakeOthers();
    }
  }

  /** Answers after which the program goes on with a number. */
  async #simple(thread: Thread, answer: number, words: Words): Promise<number> {
    const [a, b, c] = [words.int(0) >>> 0, words.int(1), words.int(2) >>> 0];
    switch (answer) {
      case EXIT:
        throw new Ended({ status: a, text: "" });
      case SET_THREAD_POINTER:
        if (thread.exports !== undefined) thread.exports.__thread_pointer.value = a;
        return 0;
      case YIELD:
        this.#turnEnds = 0;
        await this.#turn();
        return 0;
      case SLEEP:
        await this.#pause(words.double(0));
        return 0;
      case FUTEX_WAIT:
        if (this.#view().getInt32(a, true) !== b) return EAGAIN;
        return (await this.#futexWait(a, words.double(2))) ? 0 : ETIMEDOUT;
      case FUTEX_WAKE: {
        if (c % 4 !== 0 || c + 4 > this.memory.buffer.byteLength) return EFAULT;
        const woken = this.#waiters.filter((waiter) => waiter.address === a).slice(0, b >>> 0);
        this.#waiters = this.#waiters.filter((waiter) => !woken.includes(waiter));
        this.#view().setInt32(c, woken.length, true);
        for (const waiter of woken) waiter.done(true);
        return 0;
      }
      case START_THREAD:
        return this.#startThread(a, b >>> 0, c) ? 0 : EAGAIN;
      case EXIT_THREAD:
        if (a !== 0) this.#view().setInt32(a, 0, true);
        if (thread.number === MAIN) await new Promise(() => {});
        throw new Gone();
      default:
        throw fault(this.machine.trap);
    }
  }

  #view(): DataView {
    return new DataView(this.memory.buffer);
  }

  #callProgram(thread: Thread): Promise<Value> {
    const words = this.#here();
    const address = words.int(0) >>> 0;
    const type = this.machine.callType;
    const bad = () => fault(`the host calls ${address}, which is no such function`);
    const { exports } = thread;
    if (exports === undefined || address === 0 || address >= exports.__first_host_function.value) throw bad();
    const called: HostCall | null = exports.__indirect_function_table.get(address);
    if (called === null || called.length !== type.length - 1) throw bad();
    const args = Array.from(type.slice(0, -1), (letter, index) => words.get(index + 1, letter));
    const pointer = exports.__stack_pointer.value;
    return jspi
      .promising(called)(...args)
      .finally(() => {
        exports.__stack_pointer.value = pointer;
      });
  }

  /** Lets what happens outside come in, if the turn is over. */
  async #turn(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await new Promise<void>((resolve) => {
      this.#turns.push(resolve);
      this.#later.port2.postMessage(0);
    });
    this.#turnEnds = performance.now() + SLICE;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Waits to be woken by the host, until a time at most. */
  #wait(number: number, time: number): Promise<void> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = (): void => {
        clearTimeout(timer);
        if (this.#waiting.get(number) === done) this.#waiting.delete(number);
        resolve();
      };
      this.#waiting.set(number, done);
      const rest = until(time);
      if (rest < 1) {
        this.#turns.push(done);
        this.#later.port2.postMessage(0);
      } else if (rest !== Infinity) timer = setTimeout(done, rest);
    });
  }

  #futexWait(address: number, time: number): Promise<boolean> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = (isWoken: boolean): void => {
        clearTimeout(timer);
        resolve(isWoken);
      };
      const waiter = { address, done };
      this.#waiters.push(waiter);
      if (time === Infinity) return;
      timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        resolve(false);
      }, until(time));
    });
  }

  /** An instance takes as long as some threads live, so they are used again. */
  #newThread(): Thread & { exports: ProgramExports } {
    const thread: Thread = { number: 0, exports: undefined };
    const exports = new WebAssembly.Instance(this.module, this.#imports(thread))
      .exports as unknown as ProgramExports;
    return Object.assign(thread, { exports });
  }

  #startThread(start: number, stack: number, pointer: number): boolean {
    if (this.#count >= MAX_THREADS) return false;
    const thread = this.#idle.pop() ?? this.#newThread();
    const { exports } = thread;
    thread.number = this.#next++;
    const called = exports.__indirect_function_table.get(start);
    if (called === null || called.length !== 0)
      throw fault(`a thread starts at ${start}, which is no function`);
    exports.__stack_pointer.value = stack - (stack % 16);
    exports.__stack_limit.value = 0;
    exports.__thread_pointer.value = pointer;
    if (exports.__activations) exports.__activations.value = BigInt(thread.number) << 40n;
    this.machine.threadStarts(thread.number, pointer);
    this.#count++;
    // It has its turn when this one waits.
    this.#turns.push(() => {
      void jspi
        .promising(called)()
        .then(
          () => this.#end({ status: -1, text: "the start function of a thread has returned" }),
          (thrown) => {
            this.#count--;
            this.#idle.push(thread);
            if (!(thrown instanceof Gone)) this.#end(endOf(thrown));
          },
        );
    });
    this.#later.port2.postMessage(0);
    return true;
  }
}
