// A further thread of a program, in its own worker. It calls the main thread through the control
// block. Functions that only access its own state or the program's memory run in place.

import { ErrorNumber } from "../generated/boundary.ts";
import type { Spare } from "../shared/protocol.ts";
import { endOf, fault, type HostCall, type Later, type ProgramExports, type Value } from "./answers.ts";
import { BlockingThread } from "./blocking_thread.ts";
import {
  ANSWERED,
  ASKING,
  Control,
  ENDED,
  MODULE,
  QUEUED,
  READY,
  RESUMING,
  RUNNING,
  STARTING,
} from "./control.ts";
import { reportOf } from "./crash_report.ts";
import { outside } from "./environment.ts";
import { useMemory } from "./gl/memory.ts";
import { GlQueue } from "./gl/queue.ts";
import { assemble, type Loaded } from "./modules.ts";
import { sleep, until } from "./pause.ts";
import { loadCore } from "./program.ts";
import { Gone } from "./thread.ts";
import { Words } from "./words.ts";

/** The message with which a thread tells the main thread that it ends the program. Any other
 * message means that it has rung the bell. */
export const IS_OVER = 1;

/** Runs each thread that is started in this worker, forever. */
export async function serveAsThread(spare: Spare): Promise<void> {
  const control = new Control(spare.control);
  const thread = new SideThread(spare, control);
  await thread.prepare(spare);
  const { slot } = spare;
  control.setState(slot, READY);
  thread.ring();
  for (;;) {
    for (let state = control.state(slot); state !== STARTING; state = control.state(slot)) {
      control.waitWhile(slot, state);
    }
    control.setState(slot, RUNNING);
    try {
      thread.run();
    } catch (thrown) {
      if (!(thrown instanceof Gone)) {
        const end = endOf(thrown);
        if (end.status < 0) outside.post({ kind: "crashed" });
        thread.tellEnd();
        const text = await reportOf(end, spare.file, () => loadCore(spare.core));
        outside.post({ kind: "end", status: end.status, text });
        return;
      }
      control.setState(slot, ENDED);
      thread.ring();
    }
  }
}

class SideThread extends BlockingThread {
  readonly #slot: number;
  readonly #port: MessagePort;
  readonly #control: Control;
  readonly #words = new Words();
  readonly #queue: GlQueue;

  constructor(spare: Spare, control: Control) {
    super(spare.memory);
    this.#slot = spare.slot;
    this.#port = spare.port;
    this.#control = control;
    this.#words.lieAt(control.buffer, control.contentAt(spare.slot));
    useMemory(spare.memory);
    this.#queue = new GlQueue(
      control.buffer,
      control.queueAt(spare.slot),
      (words) => {
        this.#words.set(0, "i", words);
        this.#askNow(ASKING, QUEUED);
        return this.#words.int(0);
      },
      () => control.doSeveralDraw,
    );
  }

  async prepare({ module, types }: Spare): Promise<void> {
    const instance = await WebAssembly.instantiate(module, this.imports(module, types));
    this.program = instance.exports as unknown as ProgramExports;
  }

  /** Runs the thread that the main thread has assigned to the slot. */
  run(): never {
    const number = this.#control.number(this.#slot);
    this.enter(number, ...this.#control.thread(this.#slot))();
    throw fault("the start function of a thread has returned");
  }

  ring(): void {
    if (this.#control.ring()) this.#port.postMessage(0);
  }

  /** Reports to the main thread that this thread ends the program. */
  tellEnd(): void {
    this.#port.postMessage(IS_OVER);
  }

  protected glFunction(name: string, _call: HostCall, index: number, letters: string): HostCall {
    return this.#queue.function(name, index, letters);
  }

  protected override ownFunction(name: string, index: number): HostCall | undefined {
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
        return (address, value, time) => {
          this.#queue.flush();
          const at = Number(address) >>> 0;
          const end = this.#timeAt(Number(time) >>> 0);
          return end === undefined || !this.isWord(at)
            ? ErrorNumber.EFAULT
            : this.waitOn(at, Number(value), end);
        };
      case "nacl-irt-futex-0.1.futex_wake":
        return (address, count, woken) => {
          this.#queue.flush();
          return this.wakeFrom(Number(address) >>> 0, Number(count) >>> 0, Number(woken) >>> 0);
        };
      case "nacl-irt-thread-0.1.thread_exit":
        return (flag) => {
          this.#queue.flush();
          const at = Number(flag) >>> 0;
          if (at !== 0 && !this.isWord(at)) throw fault(`invalid write of 4 bytes at ${at}`);
          // The main thread calls the host when it notices that this thread has ended.
          this.#control.setWhat(this.#slot, index);
          return this.leave(at);
        };
      default:
        return undefined;
    }
  }

  /** Returns the time stored at an address, in milliseconds: infinity for address 0, undefined
   * outside of memory. */
  #timeAt(address: number): number | undefined {
    if (address === 0) return Infinity;
    if (address + 12 > this.memory.buffer.byteLength) return undefined;
    const view = new DataView(this.memory.buffer);
    return Number(view.getBigInt64(address, true)) * 1000 + view.getInt32(address + 8, true) / 1e6;
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
    if (!this.#queue.isEmpty) {
      // The arguments of the call are saved and restored.
      const args = this.#words.longs.slice();
      this.#queue.flush();
      this.#words.longs.set(args);
    }
    return this.#askNow(state, what);
  }

  #askNow(state: number, what: number): number {
    const [control, slot] = [this.#control, this.#slot];
    control.setWhat(slot, what);
    control.setState(slot, state);
    this.ring();
    while (control.state(slot) !== ANSWERED) control.waitWhile(slot, state);
    return control.what(slot);
  }

  protected wait(time: number): Value {
    this.#control.waitForWake(this.#slot, until(time));
    return 0;
  }

  protected pause(milliseconds: number): Value {
    sleep(milliseconds);
    return 0;
  }

  protected futexWait(address: number, value: number, time: number): number {
    const words = new Int32Array(this.memory.buffer);
    return Atomics.wait(words, address >>> 2, value, until(time)) === "timed-out" ? ErrorNumber.ETIMEDOUT : 0;
  }

  protected futexWake(address: number, count: number): number {
    const words = new Int32Array(this.memory.buffer);
    const woken = Atomics.notify(words, address >>> 2, count);
    return woken < count && this.#control.wakeMain(address) ? woken + 1 : woken;
  }

  protected startThread(): Later<number> {
    throw fault("the main thread starts threads before it answers");
  }

  protected takeModule(): never {
    throw fault("the main thread takes modules before it answers");
  }

  /** Requests the module from the main thread, which copies it piece by piece to the memory of the
   * queue for OpenGL. */
  protected loaded(index: number): Loaded | undefined {
    this.#queue.flush();
    const buffer = this.#control.pieceAt(this.#slot);
    return assemble((from) => {
      this.#words.set(0, "i", index);
      this.#words.set(1, "i", from);
      this.#askNow(ASKING, MODULE);
      return { size: this.#words.int(0), end: this.#words.int(1) };
    }, buffer);
  }

  protected exitThread(): never {
    throw new Gone();
  }
}
