// The recording of a program's run. The worker sends it on request and at the end.

const NOT_RECORDED =
  "The run is not recorded: set data-record on the element, or the option record, before the program starts.";
const NONE = "The program has ended without a recording.";

type Waiting = { resolve: (recording: Blob) => void; reject: (reason: Error) => void };

export class Recordings {
  readonly #isRecorded: boolean;
  readonly #ask: () => void;
  readonly #waiting: Waiting[] = [];
  #last: Blob | undefined;
  #hasEnded = false;

  /** `ask` requests the recording from the worker. */
  constructor(isRecorded: boolean, ask: () => void) {
    this.#isRecorded = isRecorded;
    this.#ask = ask;
  }

  /** Returns the recording of the run so far, or of the whole run if the program has ended. */
  take(): Promise<Blob> {
    if (!this.#isRecorded) return Promise.reject(new Error(NOT_RECORDED));
    if (this.#hasEnded) {
      return this.#last === undefined ? Promise.reject(new Error(NONE)) : Promise.resolve(this.#last);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#ask();
    });
  }

  /** Handles the recording that the worker has sent. */
  receive(bytes: Uint8Array<ArrayBuffer> | undefined): void {
    if (bytes !== undefined) this.#last = new Blob([bytes], { type: "application/octet-stream" });
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (this.#last === undefined) reject(new Error(NONE));
      else resolve(this.#last);
    }
  }

  /** Called when the worker will send nothing more. */
  end(): void {
    this.#hasEnded = true;
    this.receive(undefined);
  }
}
