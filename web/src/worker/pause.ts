// Waits in a worker, in its event loop or by blocking it.

const later = new MessageChannel();
const tasks: (() => void)[] = [];
later.port1.onmessage = () => tasks.shift()?.();

/** Runs a function as a separate task, after the tasks that are already queued. */
export function soon(task: () => void): void {
  tasks.push(task);
  later.port2.postMessage(0);
}

/** Maximum number of milliseconds of a timer. */
export const LONGEST = 0x7fffffff;

/** An event that one thread at a time waits for in the event loop. */
export class Alarm {
  #ring: ((isWoken: boolean) => void) | undefined;

  get isWaitedFor(): boolean {
    return this.#ring !== undefined;
  }

  /** Waits until the alarm rings, or until a time since 1970. Resolves to true if the alarm
   * rang. */
  wait(time: number): Promise<boolean> {
    return new Promise((resolve) => {
      const rest = until(time);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = (isWoken: boolean): void => {
        if (timer !== undefined) clearTimeout(timer);
        if (this.#ring === done) this.#ring = undefined;
        resolve(isWoken);
      };
      this.#ring = done;
      if (rest < 1) soon(() => done(false));
      else if (rest !== Infinity) timer = setTimeout(() => done(false), Math.min(rest, LONGEST));
    });
  }

  ring(): void {
    this.#ring?.(true);
  }
}

/** The turn of a thread in a shared event loop. Other events can be handled when it is over. */
export class Turn {
  #end = Infinity;

  /** `length` is the length of a turn in milliseconds. */
  constructor(readonly length: number) {}

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  begin(): void {
    this.#end = performance.now() + this.length;
  }

  /** Waits for the next turn. */
  pass(): Promise<number> {
    return new Promise((resolve) => {
      soon(() => {
        this.begin();
        resolve(0);
      });
    });
  }
}

/** Returns the number of milliseconds until a time since 1970. */
export function until(time: number): number {
  return Math.max(0, time - performance.timeOrigin - performance.now());
}

let never: Int32Array | undefined;

/** Blocks the worker for some time. */
export function sleep(milliseconds: number): void {
  // The constructor of shared buffers may be hidden, but the constructor of shared memories is not.
  never ??= new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  Atomics.wait(never, 0, 0, milliseconds);
}
