// Turns for changing the files of the origin. Each document of the origin, in a tab or frame, has a
// worker for them, and only one worker at a time makes changes. A turn lasts while there is work,
// but not so long that others wait noticeably.

const LOCK = "pinnacle-files";

/** Milliseconds without work after which a turn ends. */
const IDLE = 20;

/** Milliseconds after which a turn ends if others wait. */
const LONGEST = 200;

export class Turns {
  #tail: Promise<unknown> = Promise.resolve();
  #release: (() => Promise<void>) | undefined;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onEnd` must close everything that would get in the way of other workers. */
  constructor(readonly onEnd: () => Promise<void>) {}

  /** Runs tasks one after the other, each within a turn. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(async () => {
      clearTimeout(this.#timer);
      if (this.#release !== undefined && performance.now() - this.#since > LONGEST) await this.#end();
      if (this.#release === undefined) await this.#begin();
      return task();
    });
    this.#tail = done.then(
      () => this.#rest(),
      () => this.#rest(),
    );
    return done;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#tail = this.#tail.then(() => this.#end());
    }, IDLE);
  }

  #begin(): Promise<void> {
    return new Promise((resolve) => {
      const begun = (): Promise<void> =>
        new Promise((release) => {
          this.#since = performance.now();
          this.#release = async () => {
            this.#release = undefined;
            await this.onEnd().finally(release);
          };
          resolve();
        });
      // A page without locks has no shared storage either.
      if (navigator.locks === undefined) void begun();
      else navigator.locks.request(LOCK, begun).catch(() => void begun());
    });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#release?.();
  }
}
