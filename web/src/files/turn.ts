// Whose turn it is with the files of the origin: documents of it, in tabs and frames, each have a
// worker for them, and one at a time changes something. A turn lasts while there is something to do,
// but not so long that others wait noticeably.

const LOCK = "pinnacle-files";

/** A turn ends when nothing was done for so long, in milliseconds. */
const IDLE = 20;

/** A turn ends after so long if others wait. */
const LONGEST = 200;

export class Turns {
  #tail: Promise<unknown> = Promise.resolve();
  #release: (() => Promise<void>) | undefined;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onEnd` leaves nothing open for others to stumble over. */
  constructor(readonly onEnd: () => Promise<void>) {}

  /** Does one thing after the other, each within a turn. */
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
      // Where a page may have no locks it has no storage to share either.
      if (navigator.locks === undefined) void begun();
      else navigator.locks.request(LOCK, begun).catch(() => void begun());
    });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#release?.();
  }
}
