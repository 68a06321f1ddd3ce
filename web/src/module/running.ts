// A program that a script has started, as an object with events.

import { messageEvent } from "../page/message_event.ts";
import { type Listener, PageModule } from "../page/module.ts";
import { dom, URL } from "../page/primitives.ts";
import type { Source } from "../shared/protocol.ts";
import { Unsendable } from "../shared/wire.ts";
import type { End, LoadOptions, Program } from "./pinnacle.ts";
import { seatOf } from "./seat.ts";

/** Starts a program. Resolves when it runs. */
export async function start(
  given: string | URL | Response | Blob | BufferSource,
  options: LoadOptions,
  refusal: (text: string) => Error,
): Promise<Program> {
  const { signal } = options;
  signal?.throwIfAborted();
  const source = await sourceOf(given, refusal);
  const state = options.state && (await bytesOf(options.state));
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const running = new Running(source, state, options, {
      resolve: () => resolve(running),
      reject: (text) => reject(refusal(text)),
    });
    const abort = (): void => {
      running.terminate();
      reject(signal?.reason);
    };
    if (signal) dom.addEventListener(signal, "abort", abort);
    void running.ended.then(() => signal && dom.removeEventListener(signal, "abort", abort));
  });
}

async function sourceOf(
  given: string | URL | Response | Blob | BufferSource,
  refusal: (text: string) => Error,
): Promise<Source> {
  if (given instanceof Response) {
    if (!given.ok) throw refusal(`${given.url}: the status is ${given.status}.`);
    return { kind: "program", url: given.url || document.URL, content: await given.blob() };
  }
  if (typeof given === "string" || given instanceof URL) {
    const url = new URL(given, document.baseURI);
    return url.pathname.toLowerCase().endsWith(".nmf")
      ? { kind: "manifest", url: url.href, type: "application/x-pnacl" }
      : { kind: "program", url: url.href, content: undefined };
  }
  const content = given instanceof Blob ? given : new Blob([given]);
  return { kind: "program", url: document.URL, content };
}

async function bytesOf(file: Blob | BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob([file]).arrayBuffer());
}

type Outcome = { resolve: () => void; reject: (text: string) => void };

class Running extends EventTarget implements Program {
  readonly element: HTMLElement;
  readonly ended: Promise<End>;
  onmessage: ((event: MessageEvent) => void) | null = null;

  readonly #module: PageModule;
  readonly #removeSeat: () => void;
  #resolveEnd: (end: End) => void = () => {};
  #hasEnded = false;

  constructor(
    source: Source,
    state: Uint8Array<ArrayBuffer> | undefined,
    options: LoadOptions,
    outcome: Outcome,
  ) {
    super();
    this.ended = new Promise((resolve) => {
      this.#resolveEnd = resolve;
    });
    const { seat, remove } = seatOf(options);
    this.element = seat.element;
    this.#removeSeat = remove;
    const documentUrl = new URL(options.documentUrl ?? document.URL, document.baseURI).href;
    const wanted = {
      source,
      documentUrl,
      baseUrl: documentUrl,
      attributes: Object.entries(options.attributes ?? {}).flat(),
      ...(options.numbers !== undefined && { numbers: options.numbers }),
      ...(options.record && { record: true }),
      ...(state !== undefined && { state }),
    };
    const listener: Listener = {
      accepted: () => {},
      progress: (_url, loaded, total) => options.onprogress?.(loaded, total),
      loaded: () => outcome.resolve(),
      message: (value) => this.#tell(messageEvent(value)),
      refused: (text) => {
        remove();
        outcome.reject(text);
        this.#end({ kind: "terminated" });
      },
      ended: (status, reason) => {
        const end: End = status < 0 ? { kind: "crash", reason } : { kind: "exit", status };
        this.#end(end);
        dom.dispatchEvent(this, new CustomEvent(end.kind, { detail: end }));
      },
    };
    this.#module = new PageModule(seat, wanted, listener);
  }

  postMessage(value: unknown): void {
    try {
      this.#module.postMessage(value);
    } catch (error) {
      throw error instanceof Unsendable ? new TypeError(error.message) : error;
    }
  }

  save(): Promise<Blob> {
    return this.#module.saveState();
  }

  recording(): Promise<Blob> {
    return this.#module.recording();
  }

  terminate(): void {
    this.#module.remove();
    this.#removeSeat();
    this.#end({ kind: "terminated" });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    const messages: unknown[] = [];
    let wake = (): void => {};
    const hear = (event: Event): void => {
      messages.push((event as MessageEvent).data);
      wake();
    };
    dom.addEventListener(this, "message", hear);
    void this.ended.then(() => wake());
    try {
      for (;;) {
        while (messages.length > 0) yield messages.shift();
        if (this.#hasEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      dom.removeEventListener(this, "message", hear);
    }
  }

  #tell(event: MessageEvent): void {
    dom.dispatchEvent(this, event);
    this.onmessage?.(event);
  }

  #end(end: End): void {
    this.#hasEnded = true;
    this.#resolveEnd(end);
  }
}
