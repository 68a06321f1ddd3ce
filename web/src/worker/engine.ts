// Runs a translated program: carries out what the Rust part answers when the program calls a
// function of the host. docs/wasm-abi.md says what the module needs, crates/web/src/machine.rs
// what the answers mean.
//
// The main thread of a program hands itself over by `ppapi_start`, which never returns. From
// there on nothing of the program's own stack is needed: it is left by an exception, and the
// functions of the program are called from the event loop, so that events come in between.

import type { InitOutput, Machine } from "../../generated/pinnacle_web.js";
import { outside } from "./outside.ts";

/** The numbers of answers. */
const RETURN = 0,
  EXIT = 1,
  SET_THREAD_POINTER = 2,
  YIELD = 3,
  SLEEP = 4,
  FUTEX_WAIT = 5,
  FUTEX_WAKE = 6,
  START_THREAD = 7,
  EXIT_THREAD = 8,
  CALL = 9,
  WAIT = 10;

const EAGAIN = 11,
  EFAULT = 14,
  ETIMEDOUT = 110;
const MAIN = 0;
const START = "nacl-irt-ppapihook-0.1.ppapi_start";

/** How long the program is called without a look at what happens, in milliseconds. */
const SLICE = 8;

/** Calls that the host asks for can be so deep within one another. */
const MAX_DEPTH = 64;

/** How many words of 32 bits arguments and answers have. */
const WORDS = 48;

/** How a program has ended: by a status, or by a fault. */
export type End = { status: number; text: string };

/** Leaves the program's stack for good. Nothing of the program catches it. */
class Ended {
  constructor(readonly end: End) {}
}

/** Leaves the program's stack for the event loop, where the answer is carried out. */
class Left {
  constructor(readonly answer: number) {}
}

type ProgramExports = {
  _start: (block: number) => number | undefined;
  __indirect_function_table: WebAssembly.Table;
  __stack_pointer: WebAssembly.Global;
  __thread_pointer: WebAssembly.Global;
  __first_host_function: WebAssembly.Global;
};

type HostCall = (...args: (number | bigint)[]) => number | bigint | undefined;

export class Engine {
  /** Is told once how the program has ended. */
  onEnd: (end: End) => void = () => {};

  readonly #core: InitOutput;
  #machine: Machine | undefined;
  #program: ProgramExports | undefined;
  #words = new Int32Array(0);
  #floats = new Float32Array(0);
  #doubles = new Float64Array(0);
  #longs = new BigInt64Array(0);
  #depth = 0;
  #stackPointer = 0;
  #isWaiting = false;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #later = new MessageChannel();
  #task: (() => void) | undefined;

  constructor(core: InitOutput) {
    this.#core = core;
    this.#later.port1.onmessage = () => {
      const task = this.#task;
      this.#task = undefined;
      task?.();
    };
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error("no program runs");
    return this.#machine;
  }

  /** What a module imports, by the types of the host's functions. */
  imports(module: WebAssembly.Module, types: string[], memory: WebAssembly.Memory): WebAssembly.Imports {
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory } };
    let index = 0;
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind !== "function") continue;
      imports[from] ??= {};
      imports[from][name] = this.#hostFunction(index, types[index] ?? "v", `${from}.${name}`);
      index++;
    }
    return imports;
  }

  /** Runs the program until it waits for what happens. */
  start(exports: ProgramExports, machine: Machine): void {
    this.#program = exports;
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
    clearTimeout(this.#timer);
    this.#guarded(() => this.#drive(this.#resume(0)));
  }

  /** Runs what may leave the program's stack, and takes up what follows. */
  #guarded(run: () => void): void {
    if (this.#hasEnded) return;
    try {
      run();
    } catch (thrown) {
      this.#depth = 0;
      if (thrown instanceof Left) {
        this.#stackPointer = this.#program?.__stack_pointer.value;
        this.#guarded(() => this.#drive(thrown.answer));
        return;
      }
      this.#hasEnded = true;
      clearTimeout(this.#timer);
      this.onEnd(thrown instanceof Ended ? thrown.end : { status: -1, text: String(thrown) });
    }
  }

  /** Carries out answers from the event loop, until the program waits. */
  #drive(first: number): void {
    const end = performance.now() + SLICE;
    let answer = first;
    for (;;) {
      if (answer === CALL) {
        const result = this.#callProgram();
        if (this.#program !== undefined) this.#program.__stack_pointer.value = this.#stackPointer;
        if (performance.now() >= end) {
          this.#soon(() => this.#drive(this.#resume(result)));
          return;
        }
        answer = this.#resume(result);
      } else if (answer === WAIT) {
        this.#waitForEvents();
        return;
      } else {
        // `ppapi_start` does not return; what comes instead ends the program.
        this.#perform(answer);
        throw new Ended({ status: 0, text: "" });
      }
    }
  }

  #soon(run: () => void): void {
    this.#task = () => this.#guarded(run);
    this.#later.port2.postMessage(0);
  }

  #waitForEvents(): void {
    const time = this.#read().doubles[0] ?? Infinity;
    this.#isWaiting = true;
    if (time === Infinity) return;
    const milliseconds = this.machine.timeUntil(time);
    if (milliseconds < 1) this.#soon(() => this.wake());
    else this.#timer = setTimeout(() => this.wake(), Math.min(milliseconds, 0x7fffffff));
  }

  #hostFunction(index: number, type: string, name: string): HostCall {
    const result = type.at(-1) ?? "v";
    if (name === START) {
      return (functions) => {
        this.#write(0, "i", functions ?? 0);
        const answer = this.machine.call(MAIN, index);
        if (answer === RETURN) return this.#words[0];
        throw new Left(answer);
      };
    }
    const params = type.slice(0, -1);
    if (params.length <= 4 && /^i*$/.test(params) && result !== "l" && result !== "f" && result !== "d") {
      return (a, b, c, d) => {
        if (this.#words.length === 0) this.#read();
        const words = this.#words;
        words[0] = a as number;
        words[1] = 0;
        words[2] = b as number;
        words[3] = 0;
        words[4] = c as number;
        words[5] = 0;
        words[6] = d as number;
        words[7] = 0;
        const answer = this.machine.call(MAIN, index);
        if (answer === RETURN && this.#words.length !== 0) return this.#words[0];
        return this.#finish(answer, result);
      };
    }
    return (...args) => {
      args.forEach((arg, at) => this.#write(at, params[at] ?? "i", arg));
      return this.#finish(this.machine.call(MAIN, index), result);
    };
  }

  #finish(answer: number, result: string): number | bigint | undefined {
    this.#perform(answer);
    this.#read();
    switch (result) {
      case "l":
        return this.#longs[0];
      case "f":
        return this.#floats[0];
      case "d":
        return this.#doubles[0];
      default:
        return this.#words[0];
    }
  }

  /** Carries out answers until one is a result, which is then in word 0. */
  #perform(first: number): void {
    for (let answer = first; answer !== RETURN; ) {
      const { words, doubles } = this.#read();
      switch (answer) {
        case CALL:
          answer = this.#resume(this.#callProgram());
          continue;
        case WAIT: {
          // Nothing can come from outside while the program's stack stands.
          const time = doubles[0] ?? Infinity;
          if (time === Infinity) throw new Ended({ status: -1, text: "every thread waits for ever" });
          sleep(this.machine.timeUntil(time));
          answer = this.#resume(0);
          continue;
        }
        case EXIT:
          throw new Ended({ status: words[0] ?? 0, text: "" });
        case SET_THREAD_POINTER:
          if (this.#program !== undefined) this.#program.__thread_pointer.value = words[0];
          this.#write(0, "i", 0);
          return;
        case YIELD:
          this.#write(0, "i", 0);
          return;
        case SLEEP:
          sleep(doubles[0] ?? 0);
          this.#write(0, "i", 0);
          return;
        case FUTEX_WAIT:
          this.#write(0, "i", this.#futexWait(words[0] ?? 0, words[2] ?? 0, doubles[2] ?? Infinity));
          return;
        case FUTEX_WAKE:
          this.#write(0, "i", this.#store(words[4] ?? 0, 0) ? 0 : EFAULT);
          return;
        case START_THREAD:
          this.#write(0, "i", EAGAIN);
          return;
        case EXIT_THREAD:
          throw new Ended({ status: 0, text: "" });
        default:
          throw new Ended({ status: -1, text: this.machine.trap });
      }
    }
  }

  #futexWait(address: number, value: number, deadline: number): number {
    const memory = outside.memory;
    if (memory === undefined) return EFAULT;
    const found = new DataView(memory.buffer).getInt32(address >>> 0, true);
    if (found !== value) return EAGAIN;
    // Nobody else is there to wake it.
    if (deadline === Infinity) throw new Ended({ status: -1, text: "every thread waits for ever" });
    sleep(this.machine.timeUntil(deadline));
    return ETIMEDOUT;
  }

  #store(address: number, value: number): boolean {
    const memory = outside.memory;
    if (memory === undefined) return false;
    new DataView(memory.buffer).setInt32(address >>> 0, value, true);
    return true;
  }

  /** Calls the function of the program that the machine names. */
  #callProgram(): number | bigint | undefined {
    const { words, doubles, floats, longs } = this.#read();
    const program = this.#program;
    const address = (words[0] ?? 0) >>> 0;
    const type = this.machine.callType;
    const bad = () => new Ended({ status: -1, text: `the host calls ${address}, which is no such function` });
    if (program === undefined || address === 0 || address >= program.__first_host_function.value) throw bad();
    const called: HostCall | null = program.__indirect_function_table.get(address);
    if (called === null || called.length !== type.length - 1) throw bad();
    const args = Array.from(type.slice(0, -1), (letter, index) => {
      const at = index + 1;
      if (letter === "l") return longs[at] ?? 0n;
      if (letter === "d") return doubles[at] ?? 0;
      return (letter === "f" ? floats[2 * at] : words[2 * at]) ?? 0;
    });
    if (++this.#depth > MAX_DEPTH) throw new Ended({ status: -1, text: "stack overflow" });
    const result = called(...args);
    this.#depth--;
    return result;
  }

  #resume(result: number | bigint | undefined): number {
    if (typeof result === "bigint") this.#write(0, "l", result);
    else this.#write(0, "i", result ?? 0);
    return this.machine.resume(MAIN);
  }

  /** The words, also after the memory of the Rust part has grown. */
  #read(): { words: Int32Array; floats: Float32Array; doubles: Float64Array; longs: BigInt64Array } {
    if (this.#words.length === 0) {
      const buffer = this.#core.memory.buffer;
      const at = this.machine.words;
      this.#words = new Int32Array(buffer, at, WORDS);
      this.#floats = new Float32Array(buffer, at, WORDS);
      this.#doubles = new Float64Array(buffer, at, WORDS / 2);
      this.#longs = new BigInt64Array(buffer, at, WORDS / 2);
    }
    return { words: this.#words, floats: this.#floats, doubles: this.#doubles, longs: this.#longs };
  }

  #write(at: number, letter: string, value: number | bigint): void {
    const { words, floats, doubles, longs } = this.#read();
    if (letter === "l") {
      longs[at] = BigInt(value);
    } else if (letter === "d") {
      doubles[at] = Number(value);
    } else {
      if (letter === "f") floats[2 * at] = Number(value);
      else words[2 * at] = Number(value);
      words[2 * at + 1] = 0;
    }
  }
}

let never: Int32Array | undefined;

/** Lets time pass in the worker. */
function sleep(milliseconds: number): void {
  // The constructor of shared buffers may be hidden, that of shared memories is not.
  never ??= new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  Atomics.wait(never, 0, 0, milliseconds);
}
