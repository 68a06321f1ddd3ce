// A thread in its own worker, which blocks while it waits. The browser keeps the queues of threads
// that wait on a word, with `Atomics`.

import { Answer, ErrorNumber } from "../generated/boundary.ts";
import type { Later } from "./answers.ts";
import { Thread } from "./thread.ts";

export abstract class BlockingThread extends Thread {
  /** Waits on a word that had a value. Returns 0 if the thread was woken, otherwise `ETIMEDOUT`. */
  protected abstract futexWait(address: number, value: number, time: number): number;
  /** Wakes threads that wait on a word. Returns their number. */
  protected abstract futexWake(address: number, count: number): number;

  protected override performFutex(
    answer: number,
    words: [number, number, number],
    time: number,
  ): Later<number> {
    const [address, second, woken] = words;
    if (answer === Answer.FUTEX_WAIT) return this.waitOn(address, second, time);
    if (answer === Answer.FUTEX_WAKE) return this.wakeFrom(address, second, woken);
    return super.performFutex(answer, words, time);
  }

  /** Waits on a word while it has a value. Returns 0, `EAGAIN` or `ETIMEDOUT`. */
  protected waitOn(address: number, value: number, time: number): number {
    return this.load(address) === (value | 0) ? this.futexWait(address, value, time) : ErrorNumber.EAGAIN;
  }

  /** Wakes threads that wait on a word, and stores their number. Returns 0 or `EFAULT`. */
  protected wakeFrom(address: number, count: number, woken: number): number {
    if (!this.isWord(woken)) return ErrorNumber.EFAULT;
    this.store(woken, this.futexWake(address, count));
    return 0;
  }
}
