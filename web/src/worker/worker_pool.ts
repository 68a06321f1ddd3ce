// Manages the workers that run the further threads of a program. The main thread starts a thread in
// an idle worker, and performs the host calls of these threads.

import type { Machine } from "../../generated/pinnacle_web.js";
import { Answer, ErrorNumber, WordPlace } from "../generated/boundary.ts";
import {
  ABSENT,
  ANSWERED,
  ASKING,
  type Control,
  ENDED,
  MODULE,
  QUEUED,
  READY,
  RESUMING,
  SLOTS,
  STARTING,
} from "./control.ts";
import type { GlFunctions } from "./gl/serve.ts";
import type { Modules } from "./modules.ts";
import type { Words } from "./words.ts";

/** Maximum number of milliseconds that a thread may take to start. */
export const START_TIME = 5000;

/** The start function, the stack and the thread pointer. */
export type Beginning = [number, number, number];

/** The functions that the main thread provides. */
export interface Host {
  readonly machine: Machine;
  readonly gl: GlFunctions;
  readonly modules: Modules;
  /** Returns the words of arguments and answers at their current address. */
  words(): Words;
  /** Wakes the threads that the last call has listed. */
  wakeNamed(): void;
}

export class WorkerPool {
  readonly #control: Control;
  /** Requests a number of further workers, for slots from `first` on. */
  readonly #need: (first: number, count: number) => void;
  #bell = 0;
  #nextThread = 1;
  #asked = 0;
  /** Slots whose threads start a thread for which there is no worker yet. */
  readonly #starting: { slot: number; beginning: Beginning; since: number }[] = [];

  constructor(control: Control, need: (first: number, count: number) => void) {
    this.#control = control;
    this.#need = need;
  }

  /** Requests workers in advance, for threads that will run in them. */
  prepare(count: number): void {
    const wanted = Math.min(count, SLOTS - this.#asked);
    if (wanted <= 0) return;
    this.#need(this.#asked, wanted);
    this.#asked += wanted;
  }

  /** Serves the threads if a thread has rung the bell. */
  hear(host: Host): void {
    if (this.#control.bell === this.#bell) return;
    // The arguments of the main thread's own call are restored afterwards.
    const own = host.words().longs.slice();
    this.serve(host);
    host.words().longs.set(own);
  }

  serve(host: Host): void {
    const control = this.#control;
    this.#bell = control.bell;
    for (let slot = 0; slot < this.#asked; slot++) {
      const state = control.state(slot);
      if (state === ASKING || state === RESUMING) this.#answer(host, slot, state);
      else if (state === ENDED) this.#bury(host, slot);
    }
    for (const waiting of this.#starting.splice(0)) {
      const { slot, beginning, since } = waiting;
      if (this.begin(host, beginning)) this.#reply(slot, Answer.RETURN, 0);
      else if (performance.now() - since > START_TIME) this.#reply(slot, Answer.RETURN, ErrorNumber.EAGAIN);
      else this.#starting.push(waiting);
    }
  }

  #answer(host: Host, slot: number, state: number): void {
    if (this.#starting.some((waiting) => waiting.slot === slot)) return;
    const { machine } = host;
    const control = this.#control;
    if (state === ASKING && control.what(slot) === QUEUED) {
      const [words = 0] = new Int32Array(control.buffer, control.contentAt(slot), 1);
      control.draws(slot);
      this.#reply(slot, Answer.RETURN, host.gl.run(control.buffer, control.queueAt(slot), words));
      return;
    }
    const theirs = new BigInt64Array(control.buffer, control.contentAt(slot), WordPlace.COUNT);
    if (state === ASKING && control.what(slot) === MODULE) {
      const [index = 0n, from = 0n] = theirs;
      const { size, end } = host.modules.copy(Number(index), Number(from), control.pieceAt(slot));
      theirs[1] = BigInt(end);
      this.#reply(slot, Answer.RETURN, size);
      return;
    }
    host.words().longs.set(theirs);
    const thread = control.number(slot);
    const answer = state === ASKING ? machine.call(thread, control.what(slot)) : machine.resume(thread);
    const words = host.words();
    if (answer === Answer.START_THREAD) {
      const beginning: Beginning = [words.int(0), words.int(1), words.int(2)];
      if (this.begin(host, beginning)) this.#reply(slot, Answer.RETURN, 0);
      else this.#starting.push({ slot, beginning, since: performance.now() });
    } else if (answer === Answer.LOAD) {
      this.#reply(slot, Answer.RETURN, host.modules.take(machine));
    } else {
      theirs.set(words.longs);
      control.setWhat(slot, answer);
      control.setState(slot, ANSWERED);
    }
    host.wakeNamed();
  }

  /** Handles a thread that has ended itself. Calls the host function that the thread has left in
   * its slot. */
  #bury(host: Host, slot: number): void {
    const control = this.#control;
    host.words().set(0, "i", 0);
    host.machine.call(control.number(slot), control.what(slot));
    host.wakeNamed();
    control.setState(slot, READY);
  }

  #reply(slot: number, answer: number, value: number): void {
    const control = this.#control;
    new BigInt64Array(control.buffer, control.contentAt(slot), WordPlace.COUNT)[0] = BigInt(value);
    control.setWhat(slot, answer);
    control.setState(slot, ANSWERED);
  }

  /** Starts a thread in a ready worker. Returns false if there is none. */
  begin(host: Host, beginning: Beginning): boolean {
    const { machine } = host;
    const control = this.#control;
    let ready = -1;
    let spares = 0;
    for (let slot = 0; slot < this.#asked; slot++) {
      if (control.state(slot) === ENDED) this.#bury(host, slot);
      const state = control.state(slot);
      if (state === READY && ready < 0) ready = slot;
      // Requested workers that are not ready yet count as spares for the next thread.
      else if (state === READY || state === ABSENT) spares++;
    }
    if (spares === 0) this.prepare(2);
    if (ready < 0) return false;
    const number = this.#nextThread++;
    machine.threadStarts(number, beginning[2]);
    control.setThread(ready, number, beginning);
    control.setState(ready, STARTING);
    return true;
  }

  /** Wakes a thread that waits for the host. */
  wake(thread: number): void {
    for (let slot = 0; slot < this.#asked; slot++) {
      if (this.#control.number(slot) === thread) this.#control.wake(slot);
    }
  }
}
