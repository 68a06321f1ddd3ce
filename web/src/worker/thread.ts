// A thread of a program. It calls the host for the program and performs the operations that the
// host requests in its answers. This class handles each kind of answer; its subclasses define how
// the host is called and how the thread waits. A wait may block the worker, or be a promise.

import { Answer, WordPlace } from "../generated/boundary.ts";
import { Ended, fault, type HostCall, type Later, type ProgramExports, type Value } from "./answers.ts";
import { glImport } from "./gl/functions.ts";
import { CODE, FOLLOW, type Loaded } from "./modules.ts";
import type { Words } from "./words.ts";

/** Maximum nesting depth of calls that the host requests. */
const MAX_DEPTH = 64;

/** The prefix of interfaces whose functions are called often and never wait. */
const PROMPT = "PPB_OpenGLES2";

/** Thrown to end a thread while the program continues. */
export class Gone {}

/** The steps until a call has its result. They yield the operations that the call waits for. */
export type Steps = Generator<Later<Value>, Value, Value>;

export abstract class Thread {
  protected program: ProgramExports | undefined;
  #depth = 0;
  /** Number of host functions. */
  #hostFunctions = 0;
  /** Number of loaded modules that this thread has instantiated. */
  #followed = 0;

  constructor(protected readonly memory: WebAssembly.Memory) {}

  /** Returns the words with arguments and answers at their current address. */
  protected abstract words(): Words;
  /** Calls a host function with the words as arguments. Returns the answer. */
  protected abstract call(index: number): number;
  /** Resumes the host after an answer was performed, with word 0 as the result. Returns the next
   * answer. */
  protected abstract resume(): number;
  /** Waits until the host wakes the thread, or until a time by the program's clock. */
  protected abstract wait(time: number): Later<Value>;
  /** Lets time pass, in milliseconds. */
  protected abstract pause(milliseconds: number): Later<Value>;
  /** Starts a thread. Returns 0 or `EAGAIN`. */
  protected abstract startThread(start: number, stack: number, pointer: number): Later<number>;
  protected abstract exitThread(): Later<never>;
  /** Stores the module that the host has just loaded. Returns 0 or an error number. */
  protected abstract takeModule(): number;
  /** Returns the loaded module with an index, if it exists. */
  protected abstract loaded(index: number): Loaded | undefined;

  /** Lets other threads run if the turn of this thread is over, or if `_isOver` ends it. */
  protected turn(_isOver = false): Later<Value> {
    return 0;
  }

  /** Returns the function if this kind of thread implements a host function itself. */
  protected ownFunction(_name: string, _index: number): HostCall | undefined {
    return undefined;
  }

  /** Returns a function of OpenGL for the program. `call` is its implementation in the thread with
   * the contexts. */
  protected abstract glFunction(name: string, call: HostCall, index: number, letters: string): HostCall;

  #glFunction(from: string, name: string, index: number, type: string): HostCall | undefined {
    const call = glImport(from, name);
    return call && this.glFunction(name, call, index, type.slice(0, -1));
  }

  /** Returns the import of a module for a host call that may wait. */
  protected waiting(call: HostCall): WebAssembly.ImportValue {
    return call;
  }

  /** Returns the imports of a module, given the types of the host's functions. */
  imports(module: WebAssembly.Module, types: string[]): WebAssembly.Imports {
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory: this.memory } };
    this.#hostFunctions = types.length;
    let index = 0;
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind !== "function") continue;
      const own =
        this.#ownFunction(`${from}.${name}`, index) ??
        this.#glFunction(from, name, index, types[index] ?? "v");
      const call = own ?? this.#hostFunction(index, types[index] ?? "v", from.startsWith(PROMPT));
      imports[from] ??= {};
      imports[from][name] = from.startsWith(PROMPT) ? call : this.waiting(call);
      index++;
    }
    return imports;
  }

  #ownFunction(name: string, index: number): HostCall | undefined {
    if (name !== FOLLOW) return this.ownFunction(name, index);
    return () => {
      this.#follow();
      return undefined;
    };
  }

  /** Instantiates the modules that were loaded in the meantime. */
  #follow(): void {
    const { program } = this;
    if (program === undefined) return;
    for (;;) {
      const next = this.loaded(this.#followed);
      if (next === undefined) return;
      const table = program.__indirect_function_table;
      if (table.length < next.end) table.grow(next.end - table.length);
      new WebAssembly.Instance(next.module, this.#importsOfLoaded(next.module, program));
      this.#followed++;
    }
  }

  /** Returns the imports of a loaded module. */
  #importsOfLoaded(module: WebAssembly.Module, program: ProgramExports): WebAssembly.Imports {
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {
      env: { memory: this.memory },
      [CODE]: program as unknown as Record<string, WebAssembly.ImportValue>,
    };
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind !== "function" || from === CODE) continue;
      const call = this.#ownFunction(`${from}.${name}`, 0);
      if (call !== undefined) imports[from] = { [name]: this.waiting(call) };
    }
    return imports;
  }

  /** Returns the function of the program at an address, if there is one. */
  #functionAt(address: number): HostCall | null {
    const { program } = this;
    if (program === undefined) return null;
    const table = program.__indirect_function_table;
    if (address >= table.length) this.#follow();
    const ofHost = address - program.__first_host_function.value;
    if (address >= table.length || (ofHost >= 0 && ofHost < this.#hostFunctions)) return null;
    return table.get(address);
  }

  /** Records that the stack is empty. */
  protected outermost(): void {
    this.#depth = 0;
  }

  protected get isOutermost(): boolean {
    return this.#depth === 0;
  }

  #hostFunction(index: number, type: string, isPrompt: boolean): HostCall {
    const result = type.at(-1) ?? "v";
    const params = type.slice(0, -1);
    const finish = isPrompt
      ? (answer: number) => this.finishHere(answer, result)
      : (answer: number) => this.finish(answer, result);
    if (/^i{0,4}$/.test(params)) {
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
        return finish(this.call(index));
      };
    }
    return (...args) => {
      const words = this.words();
      for (let at = 0; at < args.length; at++) words.set(at, params[at] ?? "i", args[at]);
      return finish(this.call(index));
    };
  }

  /** Returns the result of a call from its first answer. `letter` is the type of the result. */
  protected finish(answer: number, letter: string): Later<Value> {
    return this.finishHere(answer, letter);
  }

  /** Does the same as `finish`, for threads whose waits block the worker. */
  protected finishHere(answer: number, letter: string): Value {
    if (answer === Answer.RETURN) return this.words().get(0, letter);
    const steps = this.steps(answer, letter);
    let step = steps.next();
    while (!step.done) {
      if (step.value instanceof Promise) throw fault("a function waits that may not");
      step = steps.next(step.value);
    }
    return step.value;
  }

  /** Does the same as `finish`, for threads whose waits are promises. */
  protected async finishLater(answer: number, letter: string): Promise<Value> {
    const steps = this.steps(answer, letter);
    let step = steps.next();
    while (!step.done) step = steps.next(await step.value);
    return step.value;
  }

  /** Performs answers until one of them is a result. */
  protected *steps(first: number, letter: string): Steps {
    for (let answer = first; ; ) {
      const words = this.words();
      let result: Value = 0;
      if (answer === Answer.CALL) result = yield* this.#callProgram(words);
      else if (answer === Answer.WAIT) yield this.wait(words.double(0));
      else if (answer === Answer.RESTART_THREAD)
        result = yield this.startThread(words.int(0) >>> 0, words.int(1) >>> 0, words.int(2) >>> 0);
      else {
        const value = answer === Answer.RETURN ? words.get(0, letter) : yield* this.#perform(answer, words);
        yield this.turn();
        return letter === "l" ? BigInt(value ?? 0) : value;
      }
      yield this.turn();
      this.words().set(0, typeof result === "bigint" ? "l" : "i", result);
      answer = this.resume();
    }
  }

  /** Performs an answer whose result is a number for the program. */
  *#perform(answer: number, words: Words): Steps {
    // Other threads may use the words while this one waits.
    const [a, b, c, time] = [words.int(0) >>> 0, words.int(1) >>> 0, words.int(2) >>> 0, words.double(2)];
    switch (answer) {
      case Answer.EXIT:
        throw new Ended({ status: a, text: "" });
      case Answer.SET_THREAD_POINTER:
        if (this.program !== undefined) this.program.__thread_pointer.value = a;
        return 0;
      case Answer.YIELD:
        yield this.turn(true);
        return 0;
      case Answer.SLEEP:
        yield this.pause(words.double(0));
        return 0;
      case Answer.START_THREAD:
        return yield this.startThread(a, b, c);
      case Answer.EXIT_THREAD:
        return yield this.leave(a);
      case Answer.LOAD:
        return this.takeModule();
      case Answer.TRAP:
        throw fault(words.text(0));
      default:
        return yield this.performFutex(answer, [a, b, c], time);
    }
  }

  /** Performs an answer about a word that threads wait on. The host only gives such answers if the
   * queues of waiting threads are stored here. */
  protected performFutex(answer: number, _words: [number, number, number], _time: number): Later<number> {
    throw fault(`the host answers ${answer}`);
  }

  /** Ends the thread, and clears the word at an address unless the address is 0. */
  protected leave(flag: number): Later<never> {
    if (flag !== 0) this.store(flag, 0);
    return this.exitThread();
  }

  /** Returns true if an address is that of an aligned word in memory. */
  protected isWord(address: number): boolean {
    return address % 4 === 0 && address !== 0 && address + 4 <= this.memory.buffer.byteLength;
  }

  protected load(address: number): number {
    return new Int32Array(this.memory.buffer)[address >>> 2] ?? 0;
  }

  /** Stores a word, if there is one at the address. */
  protected store(address: number, value: number): void {
    if (this.isWord(address)) Atomics.store(new Int32Array(this.memory.buffer), address >>> 2, value);
  }

  /** Calls the function of the program that the host names. */
  *#callProgram(words: Words): Steps {
    const { program } = this;
    const address = words.int(0) >>> 0;
    const type = words.text(WordPlace.TYPE);
    const args = Array.from(type.slice(0, -1), (letter, index) => words.get(index + 1, letter));
    const called = this.#functionAt(address);
    if (program === undefined || called === null || called.length !== args.length)
      throw fault(`the host calls ${address}, which is not a function of this kind`);
    if (++this.#depth > MAX_DEPTH) throw fault("stack overflow");
    const stack = program.__stack_pointer.value;
    const result = yield this.invoke(called, args);
    program.__stack_pointer.value = stack;
    this.#depth--;
    return result;
  }

  /** Prepares the thread to run a function on its own stack. Returns the function. */
  protected enter(number: number, start: number, stack: number, pointer: number): HostCall {
    const { program } = this;
    const called = this.#functionAt(start);
    if (program === undefined || called === null || called.length !== 0)
      throw fault(`a thread starts at ${start}, which is not a function`);
    this.#depth = 0;
    program.__stack_pointer.value = stack - (stack % 16);
    program.__stack_limit.value = 0;
    program.__thread_pointer.value = pointer;
    if (program.__activations) program.__activations.value = BigInt(number) << 40n;
    return called;
  }

  protected invoke(called: HostCall, args: Value[]): Later<Value> {
    return called(...args);
  }
}
