// A further thread of a program, in a worker of its own. It asks the main thread through the
// control block; what touches its own state or the program's memory alone it does in place.

import type { Spare } from "../shared/protocol.ts";
import {
  EAGAIN,
  EFAULT,
  ETIMEDOUT,
  endOf,
  type HostCall,
  type ProgramExports,
  type Value,
} from "./answers.ts";
import { ANSWERED, ASKING, Control, READY, RESUMING, RUNNING, STARTING } from "./control.ts";
import { outside } from "./outside.ts";
import { Thread } from "./thread.ts";
import { Words } from "./words.ts";

/** The thread has ended, and the program goes on. */
class Gone {}

/** Serves as a thread for ever, as often as one is started. */
export async function serveAsThread(spare: Spare): Promise<void> {
  const control = new Control(spare.control);
  const thread = new SideThread(spare, control);
  await thread.prepare(spare);
  const { slot } = spare;
  for (;;) {
    control.setState(slot, READY);
    thread.ring();
    control.waitWhile(slot, READY);
    if (control.state(slot) !== STARTING) continue;
    control.setState(slot, RUNNING);
    try {
      thread.run();
    } catch (thrown) {
      if (!(thrown instanceof Gone)) {
        outside.post({ kind: "end", ...endOf(thrown) });
        return;
      }
    }
  }
}

class SideThread extends Thread {
  readonly #slot: number;
  readonly #port: MessagePort;
  readonly #control: Control;
  readonly #words = new Words();

  constructor(spare: Spare, control: Control) {
    super(spare.memory);
    this.#slot = spare.slot;
    this.#port = spare.port;
    this.#control = control;
    this.#words.lieAt(control.buffer, control.contentAt(spare.slot));
  }

  async prepare({ module, types }: Spare): Promise<void> {
    const instance = await WebAssembly.instantiate(module, this.imports(module, types));
    this.program = instance.exports as unknown as ProgramExports;
  }

  /** Runs the thread that the main one has put into the slot. */
  run(): void {
    const program = this.program;
    if (program === undefined) return;
    this.outermost();
    const [start, stack, pointer] = this.#control.thread(this.#slot);
    program.__stack_pointer.value = (stack >>> 0) - ((stack >>> 0) % 16);
    program.__stack_limit.value = 0;
    program.__thread_pointer.value = pointer;
    if (program.__activations) program.__activations.value = BigInt(this.#control.number(this.#slot)) << 40n;
    program.__indirect_function_table.get(start >>> 0)();
    throw new Gone();
  }

  ring(): void {
    if (this.#control.ring()) this.#port.postMessage(0);
  }

  protected override ownFunction(name: string, _index: number): HostCall | undefined {
    const global = () => this.program?.__thread_pointer;
    switch (name) {
      case "nacl-irt-tls-0.1.tls_get":
        return () => global()?.value;
      case "nacl-irt-tls-0.1.tls_init":
        return (pointer) => {
          const place = global();
          if (place !== undefined) place.value = pointer;
          return 0;
        };
      case "nacl-irt-basic-0.1.sched_yield":
        return () => 0;
      case "nacl-irt-futex-0.1.futex_wait_abs":
        return (address, value, time) => this.#waitOn(address, value, time);
      case "nacl-irt-futex-0.1.futex_wake":
        return (address, count, woken) => {
          if (!this.#isWord(woken)) return EFAULT;
          const number = this.futexWake(Number(address) >>> 0, Number(count) >>> 0);
          return this.store(Number(woken) >>> 0, number) ? 0 : EFAULT;
        };
      default:
        return undefined;
    }
  }

  #isWord(address: Value): boolean {
    const at = Number(address) >>> 0;
    return at % 4 === 0 && at !== 0 && at + 4 <= this.memory.buffer.byteLength;
  }

  #waitOn(address: Value, value: Value, time: Value): number {
    if (!this.#isWord(address)) return EFAULT;
    const at = Number(address) >>> 0;
    let end = Infinity;
    if (time !== 0) {
      const place = Number(time) >>> 0;
      if (place + 12 > this.memory.buffer.byteLength) return EFAULT;
      const view = new DataView(this.memory.buffer);
      end = Number(view.getBigInt64(place, true)) * 1000 + view.getInt32(place + 8, true) / 1e6;
    }
    if (this.load(at) !== value) return EAGAIN;
    return this.futexWait(at, value, end) ? 0 : ETIMEDOUT;
  }

  protected words(): Words {
    return this.#words;
  }

  protected call(index: number): number {
    return this.#ask(ASKING, index);
  }

  protected resume(): number {
    return this.#ask(RESUMING, 0);
  }

  #ask(state: number, what: number): number {
    const [control, slot] = [this.#control, this.#slot];
    control.setWhat(slot, what);
    control.setState(slot, state);
    this.ring();
    while (control.state(slot) !== ANSWERED) control.waitWhile(slot, state);
    return control.what(slot);
  }

  protected callType(): string {
    return this.#control.type(this.#slot);
  }

  protected wait(time: number): void {
    this.#control.waitForWake(this.#slot, until(time));
  }

  protected futexWait(address: number, value: number, time: number): boolean {
    const words = new Int32Array(this.memory.buffer);
    return Atomics.wait(words, address >>> 2, value, until(time)) !== "timed-out";
  }

  protected futexWake(address: number, count: number): number {
    const words = new Int32Array(this.memory.buffer);
    const woken = Atomics.notify(words, address >>> 2, count);
    return woken < count && this.#control.wakeMain(address) ? woken + 1 : woken;
  }

  protected startThread(): boolean {
    // The main thread does it before it answers.
    return false;
  }

  protected exitThread(): never {
    throw new Gone();
  }

  protected trap(): string {
    return "the program was stopped";
  }
}

/** How long it is until a time since 1970, in milliseconds. */
export function until(time: number): number {
  return Math.max(0, time - performance.timeOrigin - performance.now());
}
