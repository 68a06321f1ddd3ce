// The saved states of a program. The page asks the worker for a state, or whether the program can
// continue from one.

import type { ToPage, ToWorker } from "../shared/protocol.ts";

/** Milliseconds for which the page waits for the program to be idle. */
const PATIENCE = 10_000;

const BUSY = "cannot save the state: the program has not been idle for ten seconds; save it at another time.";
const ENDED = "The program has ended.";

type Answer = ToPage & { kind: "state" };
type Asked = Extract<ToWorker, { kind: "saveState" | "checkState" }>;
type Question =
  | Omit<Extract<Asked, { kind: "saveState" }>, "number">
  | Omit<Extract<Asked, { kind: "checkState" }>, "number">;

export class SavedStates {
  readonly #send: (message: ToWorker) => void;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  #last = 0;
  #hasEnded = false;

  /** `send` sends a message to the worker. */
  constructor(send: (message: ToWorker) => void) {
    this.#send = send;
  }

  /** Saves the state of the program as soon as it is idle. */
  async save(): Promise<Blob> {
    const answer = await this.#ask({ kind: "saveState" });
    if (answer === undefined) throw new Error(this.#hasEnded ? ENDED : BUSY);
    if (answer.bytes === undefined) throw new Error(answer.refusal);
    return new Blob([answer.bytes], { type: "application/octet-stream" });
  }

  /** Checks that a file is a state of the program. If the program is too busy to answer, every file
   * is accepted. */
  async check(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await this.#ask({ kind: "checkState", bytes });
    if (answer !== undefined && answer.refusal !== "") throw new Error(answer.refusal);
  }

  #ask(question: Question): Promise<Answer | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    const number = ++this.#last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(number, undefined), PATIENCE);
      this.#waiting.set(number, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#send({ ...question, number } as Asked);
    });
  }

  #answer(number: number, answer: Answer | undefined): void {
    const resolve = this.#waiting.get(number);
    this.#waiting.delete(number);
    resolve?.(answer);
  }

  /** Handles an answer from the worker. */
  receive(answer: Answer): void {
    this.#answer(answer.number, answer);
  }

  /** Called when the worker will send nothing more. */
  end(): void {
    this.#hasEnded = true;
    for (const number of [...this.#waiting.keys()]) this.#answer(number, undefined);
  }
}
