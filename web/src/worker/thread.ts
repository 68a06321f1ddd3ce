// A thread of a program: calls the host for it, and carries out what the host answers. How the
// host is asked, and how the thread waits, is for those who extend it to say: the main thread
// is beside the Rust part, others ask it through shared memory.

import {
  CALL,
  EAGAIN,
  EFAULT,
  Ended,
  ETIMEDOUT,
  EXIT,
  EXIT_THREAD,
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
  YIELD,
} from "./answers.ts";
import type { Words } from "./words.ts";

/** Calls that the host asks for can be so deep within one another. */
const MAX_DEPTH = 64;

export abstract class Thread {
  protected program: ProgramExports | undefined;
  #depth = 0;

  constructor(protected readonly memory: WebAssembly.Memory) {}

  /** The words of arguments and answers, where they are now. */
  protected abstract words(): Words;
  /** Calls a function of the host with the words as arguments. */
  protected abstract call(index: number): number;
  /** Says that what was asked for is done, with word 0 as the result. */
  protected abstract resume(): number;
  /** The type of the function that is to be called. */
  protected abstract callType(): string;
  /** Waits for other threads, until a time of the program's clock at most. */
  protected abstract wait(time: number): void;
  /** Waits on a word; `found` says whether it is still what it was. Says whether it was woken. */
  protected abstract futexWait(address: number, value: number, time: number): boolean;
  protected abstract futexWake(address: number, count: number): number;
  protected abstract startThread(start: number, stack: number, pointer: number): boolean;
  protected abstract exitThread(): never;
  /** Why the host stops the program. */
  protected abstract trap(): string;
  /** A function of the host that this kind of thread answers by itself. */
  protected ownFunction(_name: string, _index: number): HostCall | undefined {
    return undefined;
  }

  /** What a module imports, by the types of the host's functions. */
  imports(module: WebAssembly.Module, types: string[]): WebAssembly.Imports {
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory: this.memory } };
    let index = 0;
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind !== "function") continue;
      imports[from] ??= {};
      imports[from][name] =
        this.ownFunction(`${from}.${name}`, index) ?? this.#hostFunction(index, types[index] ?? "v");
      index++;
    }
    return imports;
  }

  protected outermost(): void {
    this.#depth = 0;
  }

  #hostFunction(index: number, type: string): HostCall {
    const result = type.at(-1) ?? "v";
    const params = type.slice(0, -1);
    if (/^i{0,4}$/.test(params) && (result === "i" || result === "v")) {
      return (a, b, c, d) => {
        const { ints } = this.words();
        ints[0] = a as number;
        ints[1] = 0;
        ints[2] = b as number;
        ints[3] = 0;
        ints[4] = c as number;
        ints[5] = 0;
        ints[6] = d as number;
        ints[7] = 0;
        const answer = this.call(index);
        if (answer !== RETURN) this.perform(answer);
        return this.words().ints[0];
      };
    }
    return (...args) => {
      const words = this.words();
      for (let at = 0; at < args.length; at++) words.set(at, params[at] ?? "i", args[at]);
      this.perform(this.call(index));
      return this.words().get(0, result);
    };
  }

  /** Carries out answers until one is a result, which is then in word 0. */
  protected perform(first: number): void {
    for (let answer = first; answer !== RETURN; ) {
      const words = this.words();
      if (answer === CALL) {
        answer = this.resumeWith(this.callProgram());
      } else if (answer === WAIT) {
        this.wait(words.double(0));
        answer = this.resumeWith(0);
      } else {
        const result = this.#simple(answer, words);
        this.words().setInt(result);
        return;
      }
    }
  }

  /** Answers after which the program goes on with a number. */
  #simple(answer: number, words: Words): number {
    switch (answer) {
      case EXIT:
        throw new Ended({ status: words.int(0), text: "" });
      case SET_THREAD_POINTER:
        if (this.program !== undefined) this.program.__thread_pointer.value = words.int(0);
        return 0;
      case YIELD:
        return 0;
      case SLEEP:
        sleep(words.double(0));
        return 0;
      case FUTEX_WAIT: {
        const [address, value] = [words.int(0) >>> 0, words.int(1)];
        if (this.load(address) !== value) return EAGAIN;
        return this.futexWait(address, value, words.double(2)) ? 0 : ETIMEDOUT;
      }
      case FUTEX_WAKE: {
        const woken = words.int(2) >>> 0;
        const number = this.futexWake(words.int(0) >>> 0, words.int(1) >>> 0);
        return this.store(woken, number) ? 0 : EFAULT;
      }
      case START_THREAD:
        return this.startThread(words.int(0) >>> 0, words.int(1) >>> 0, words.int(2)) ? 0 : EAGAIN;
      case EXIT_THREAD: {
        const flag = words.int(0) >>> 0;
        if (flag !== 0) this.store(flag, 0);
        return this.exitThread();
      }
      default:
        throw fault(this.trap());
    }
  }

  protected load(address: number): number {
    return new Int32Array(this.memory.buffer)[address >>> 2] ?? 0;
  }

  protected store(address: number, value: number): boolean {
    const words = new Int32Array(this.memory.buffer);
    if (address % 4 !== 0 || address >>> 2 >= words.length) return false;
    Atomics.store(words, address >>> 2, value);
    return true;
  }

  /** Calls the function of the program that the host names. */
  protected callProgram(): Value {
    const words = this.words();
    const program = this.program;
    const address = words.int(0) >>> 0;
    const type = this.callType();
    const bad = () => fault(`the host calls ${address}, which is no such function`);
    if (program === undefined || address === 0 || address >= program.__first_host_function.value) throw bad();
    const called: HostCall | null = program.__indirect_function_table.get(address);
    if (called === null || called.length !== type.length - 1) throw bad();
    const args = Array.from(type.slice(0, -1), (letter, index) => words.get(index + 1, letter));
    if (++this.#depth > MAX_DEPTH) throw fault("stack overflow");
    const result = called(...args);
    this.#depth--;
    return result;
  }

  protected resumeWith(result: Value): number {
    this.words().set(0, typeof result === "bigint" ? "l" : "i", result ?? 0);
    return this.resume();
  }
}

let never: Int32Array | undefined;

/** Lets time pass in the worker. */
export function sleep(milliseconds: number): void {
  // The constructor of shared buffers may be hidden, that of shared memories is not.
  never ??= new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  Atomics.wait(never, 0, 0, milliseconds);
}
