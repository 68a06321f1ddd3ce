// Requests of a program, made by the browser. The program requests each piece of a response, so no
// data accumulates here.

import type { Machine } from "../../generated/pinnacle_web.js";
import { FetchFlag, GuestMemory, LogLevel } from "../generated/boundary.ts";
import { asResponse, atHand } from "../shared/at_hand.ts";
import type { ToPage } from "../shared/protocol.ts";
import { captured, fetchCaptured, isReplay } from "../shared/replay.ts";

/** Headers that do not apply to the decoded response. */
const HIDDEN = ["content-encoding", "transfer-encoding"];

/** Methods whose requests browsers send without a body, and that change nothing. */
const PLAIN_METHODS = ["GET", "HEAD"];

type Running = {
  control: AbortController;
  /** The target of a redirect that the program has not followed yet. */
  next: Response | undefined;
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Bytes that were read but that the program has not requested yet. */
  rest: Uint8Array;
};

export class Fetches {
  readonly #running = new Map<number, Running>();

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
    readonly post: (message: ToPage) => void,
    readonly documentUrl: string,
  ) {}

  start(id: number, method: string, url: string, headers: string[], body: Uint8Array, flags: number): void {
    const control = new AbortController();
    const running: Running = { control, next: undefined, reader: undefined, rest: new Uint8Array(0) };
    this.#running.set(id, running);
    const pairs: [string, string][] = [];
    for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([headers[at] ?? "", headers[at + 1] ?? ""]);
    const request: RequestInit = { method, headers: pairs, signal: control.signal };
    const hasBody = body.length > 0 && !PLAIN_METHODS.includes(method);
    if (hasBody) request.body = body.slice();
    else if (body.length > 0) this.#warn(`a ${method} request for ${url} is sent without its body`);
    void this.#run(id, running, url, request, hasBody ? body.length : 0, flags);
  }

  async #run(
    id: number,
    running: Running,
    url: string,
    request: RequestInit,
    size: number,
    flags: number,
  ): Promise<void> {
    // In a replay the original addresses decide, because the browser sees only one origin.
    const own = isReplay() ? new URL(this.documentUrl).origin : self.origin;
    const isForeign = url.startsWith("http") && new URL(url).origin !== own;
    // With "same-origin" the browser contacts no other origin, even if a redirect leads there.
    request.mode = flags & FetchFlag.CROSS_ORIGIN ? "cors" : "same-origin";
    request.credentials = isForeign && flags & FetchFlag.CREDENTIALS ? "include" : "same-origin";
    request.redirect = flags & FetchFlag.FOLLOW_REDIRECTS ? "follow" : "manual";
    try {
      const file = atHand(url);
      // The outcome is never reported during the call that starts the request.
      const response = await (file
        ? asResponse(file)
        : isReplay() && isForeign && request.mode === "same-origin"
          ? Promise.reject(new Error("another origin"))
          : fetchCaptured(url, request));
      if (response.type === "opaqueredirect") running.next = await this.#beyond(url, request);
      if (this.#running.get(id) !== running) return;
      const { url: end } = running.next ?? response;
      const hasLeft = isReplay() && end !== "" && new URL(captured(end)).origin !== own;
      if (hasLeft && request.mode === "same-origin") throw new Error("a redirect to another origin");
      if (size > 0) this.machine.fetchSent(id, size);
      const { next } = running;
      // If the replay redirects to another capture of the same address, the program sees no
      // redirect.
      if (next !== undefined && captured(next.url) !== url) {
        this.machine.fetchRedirected(id, url, captured(next.url));
      } else {
        running.next = undefined;
        this.#answer(id, running, url, next ?? response);
      }
    } catch {
      const isForbidden =
        request.mode === "cors"
          ? isForeign && (await this.#isThere(url, running))
          : isForeign || (await this.#redirects(url, running));
      if (this.#running.get(id) !== running) return;
      this.#running.delete(id);
      this.machine.fetchFailed(id, isForbidden);
    }
    this.wake();
  }

  /** Fetches the target of a redirect, which is the only way to learn its address. */
  #beyond(url: string, request: RequestInit): Promise<Response> {
    if (PLAIN_METHODS.includes(request.method ?? ""))
      return fetchCaptured(url, { ...request, redirect: "follow" });
    this.#warn(
      `${url} redirects a ${request.method} request, which a browser does not let a program follow later`,
    );
    throw new Error("a redirect");
  }

  /** Returns true if another origin responds at all. The request then failed because the origin did
   * not allow it. */
  async #isThere(url: string, { control }: Running): Promise<boolean> {
    const question: RequestInit = { method: "HEAD", mode: "no-cors", credentials: "omit" };
    return fetchCaptured(url, { ...question, signal: control.signal }).then(
      () => true,
      () => false,
    );
  }

  /** Returns true if an address of this origin responds with a redirect. The request then failed
   * because the redirect was not allowed. */
  async #redirects(url: string, { control }: Running): Promise<boolean> {
    const question: RequestInit = { method: "HEAD", mode: "same-origin", redirect: "manual" };
    return fetchCaptured(url, { ...question, signal: control.signal }).then(
      ({ type }) => type === "opaqueredirect",
      () => false,
    );
  }

  #answer(id: number, running: Running, url: string, response: Response): void {
    const isPacked = response.headers.has("content-encoding");
    const length = isPacked ? null : response.headers.get("content-length");
    const shown = [...response.headers].filter(([name]) => !HIDDEN.includes(name)).flat();
    running.reader = response.body?.getReader();
    this.machine.fetchHead(
      id,
      captured(response.url || url),
      response.status,
      response.statusText,
      shown,
      length === null ? -1 : Number(length),
    );
  }

  #warn(text: string): void {
    this.post({ kind: "log", level: LogLevel.WARNING, text: `NativeClient: ${text}` });
  }

  /** Follows a redirect. */
  follow(id: number): void {
    const running = this.#running.get(id);
    const next = running?.next;
    if (running === undefined || next === undefined) return;
    running.next = undefined;
    // Nothing is reported during the call itself.
    queueMicrotask(() => {
      if (this.#running.get(id) !== running) return;
      this.#answer(id, running, next.url, next);
      this.wake();
    });
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
      // Nothing is reported during the call itself.
      await undefined;
      if (this.#running.get(id) !== running) return;
      const part = running.rest.subarray(0, GuestMemory.MAX_PIECE);
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
