// Requests of a program: the browser's own. The program asks for each piece of a response, so
// nothing piles up here.

import type { Machine } from "../../generated/pinnacle_web.js";

/** The bits of the flags of a request: crates/web/src/device/fetch.rs. */
const FOLLOW_REDIRECTS = 1,
  CROSS_ORIGIN = 2,
  CREDENTIALS = 4;

/** The most bytes that are handed over at once. */
const MAX_PIECE = 65536;

/** Headers that say nothing true of what comes out here. */
const HIDDEN = ["content-encoding", "transfer-encoding"];

type Running = {
  control: AbortController;
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** What has been read and not been asked for yet. */
  rest: Uint8Array;
};

export class Fetches {
  readonly #running = new Map<number, Running>();

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
    readonly documentUrl: string,
    /** What the page has at hand, by URL. */
    readonly files: Map<string, Blob>,
  ) {}

  start(id: number, method: string, url: string, headers: string[], body: Uint8Array, flags: number): void {
    const running: Running = { control: new AbortController(), reader: undefined, rest: new Uint8Array(0) };
    this.#running.set(id, running);
    void this.#run(id, running, method, url, headers, body.slice(), flags);
  }

  async #run(
    id: number,
    running: Running,
    method: string,
    url: string,
    headers: string[],
    body: Uint8Array<ArrayBuffer>,
    flags: number,
  ): Promise<void> {
    const pairs: [string, string][] = [];
    for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([headers[at] ?? "", headers[at + 1] ?? ""]);
    const isForeign = new URL(url).origin !== new URL(this.documentUrl).origin;
    const isForbidden = isForeign && (flags & CROSS_ORIGIN) === 0 && url.startsWith("http");
    try {
      if (isForbidden) throw new Error("another origin");
      const file = this.files.get(url);
      // Either way nothing is told from within the call that asks.
      const response = await (file
        ? new Response(file, { headers: { "content-length": `${file.size}` } })
        : fetch(url, {
            method,
            headers: pairs,
            ...(body.length > 0 ? { body } : {}),
            credentials: isForeign && flags & CREDENTIALS ? "include" : "same-origin",
            redirect: flags & FOLLOW_REDIRECTS ? "follow" : "error",
            signal: running.control.signal,
          }));
      if (this.#running.get(id) !== running) return;
      if (body.length > 0) this.machine.fetchSent(id, body.length);
      const isPacked = response.headers.has("content-encoding");
      const length = isPacked ? null : response.headers.get("content-length");
      const shown = [...response.headers].filter(([name]) => !HIDDEN.includes(name)).flat();
      running.reader = response.body?.getReader();
      this.machine.fetchHead(
        id,
        response.url || url,
        response.status,
        response.statusText,
        shown,
        length === null ? -1 : Number(length),
      );
    } catch {
      if (this.#running.get(id) !== running) return;
      this.#running.delete(id);
      this.machine.fetchFailed(id, isForbidden);
    }
    this.wake();
  }

  read(id: number): void {
    const running = this.#running.get(id);
    if (running !== undefined) void this.#read(id, running);
  }

  async #read(id: number, running: Running): Promise<void> {
    try {
      while (running.rest.length === 0) {
        const piece = await running.reader?.read();
        if (this.#running.get(id) !== running) return;
        if (piece?.value === undefined) {
          this.#running.delete(id);
          this.machine.fetchEnd(id);
          this.wake();
          return;
        }
        running.rest = piece.value;
      }
      // Nothing is told from within the call that asks.
      await undefined;
      if (this.#running.get(id) !== running) return;
      const part = running.rest.subarray(0, MAX_PIECE);
      running.rest = running.rest.subarray(part.length);
      this.machine.fetchData(id, part);
    } catch {
      if (this.#running.get(id) !== running) return;
      this.#running.delete(id);
      this.machine.fetchFailed(id, false);
    }
    this.wake();
  }

  cancel(id: number): void {
    this.#running.get(id)?.control.abort();
    this.#running.delete(id);
  }
}
