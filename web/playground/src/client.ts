// Sends requests to the inspector's worker.

import type { Answer, Questions } from "./protocol.ts";

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

export class Inspector {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;

  constructor() {
    this.#worker = new Worker(new URL("inspector.js", document.baseURI), { name: "inspector" });
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.error === undefined) waiting?.resolve(data.value);
      else waiting?.reject(new Error(data.error));
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const error = new Error(event.message || "the worker that inspects files cannot be started");
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
  }

  ask<K extends keyof Questions>(
    name: K,
    ...args: Parameters<Questions[K]>
  ): Promise<ReturnType<Questions[K]>> {
    return new Promise((resolve, reject) => {
      const number = this.#number++;
      this.#waiting.set(number, { resolve: resolve as Waiting["resolve"], reject });
      this.#worker.postMessage({ number, name, args });
    });
  }
}
