// A program of the page: its worker, and what the element shows of it.

import type { Start, ToPage, ToWorker } from "../shared/protocol.ts";
import { decode, encode, Unsendable } from "../shared/wire.ts";
import { attributesOf, type ModuleElement } from "./elements.ts";
import { coreUrl, workerOf } from "./location.ts";
import { viewOf } from "./view.ts";

const OPENED = 1,
  LOADING = 3,
  DONE = 4;

const NOT_SENT =
  "Failed to convert a PostMessage argument from a JavaScript value to a PP_Var. It may have cycles or be of an unsupported type.";

let isPageLoaded = false;

/** Waits for the page's own handlers of its load. */
const pageLoaded = new Promise<void>((resolve) => {
  if (typeof document === "undefined" || document.readyState === "complete") resolve();
  else addEventListener("load", () => setTimeout(resolve), { once: true });
});
void pageLoaded.then(() => {
  isPageLoaded = true;
});

export class PageModule {
  readyState: number | undefined;
  lastError = "";
  exitStatus = -1;

  readonly #element: ModuleElement;
  readonly #worker: Promise<Worker>;
  #live: Worker | undefined;
  readonly #unsent: ToWorker[] = [];
  #isGone = false;
  #hasEnded = false;
  /** What has come and may not be shown before the page is loaded. */
  #held: ToPage[] = [];
  #view = "";
  readonly #observers: { disconnect(): void }[] = [];

  constructor(element: ModuleElement, type: string, source: string) {
    this.#element = element;
    const view = viewOf(element);
    this.#view = view.join();
    const start: Omit<Start, "core"> = {
      kind: "start",
      source,
      documentUrl: document.URL,
      attributes: attributesOf(element),
      view,
      screen: [screen.width, screen.height],
      type,
      canvas: undefined,
    };
    this.#worker = workerOf();
    this.#worker.then(
      (worker) => this.#connect(worker, start),
      (error: Error) => this.#receive({ kind: "error", text: error.message }),
    );
    setTimeout(() => {
      if (this.#isGone) return;
      this.readyState = OPENED;
      this.#dispatch("loadstart");
    });
    this.#watch();
  }

  postMessage(args: unknown[]): void {
    if (args.length !== 1 || this.#hasEnded) return;
    try {
      const bytes = encode(args[0]);
      this.#send({ kind: "message", bytes });
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error;
      console.error(NOT_SENT);
    }
  }

  postMessageAndAwaitResponse(args: unknown[]): unknown {
    if (args.length !== 1) throw new Error("postMessageAndAwaitResponse requires one argument");
    throw new Error(
      this.readyState === DONE
        ? "The plugin has not registered a handler for synchronous messages."
        : "Attempted to call a synchronous method on a plugin that was not yet loaded.",
    );
  }

  /** The element is a program no more. */
  remove(): void {
    this.#isGone = true;
    this.#live?.terminate();
    this.#live = undefined;
    void this.#worker.then(
      (worker) => worker.terminate(),
      () => {},
    );
    for (const observer of this.#observers) observer.disconnect();
  }

  #connect(worker: Worker, start: Omit<Start, "core">): void {
    if (this.#isGone) return;
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#receive({ kind: "end", status: -1, text: event.message });
    };
    worker.postMessage({ ...start, core: coreUrl() });
    this.#live = worker;
    for (const message of this.#unsent.splice(0)) this.#send(message);
  }

  #send(message: ToWorker): void {
    if (this.#live === undefined) {
      this.#unsent.push(message);
      return;
    }
    const transfer = message.kind === "message" ? [message.bytes.buffer] : [];
    this.#live.postMessage(message, transfer);
  }

  /** Tells the program where it is, if that has changed. */
  #updateView(): void {
    const view = viewOf(this.#element);
    const text = view.join();
    if (text === this.#view) return;
    this.#view = text;
    this.#send({ kind: "view", view });
  }

  #watch(): void {
    const update = () => this.#updateView();
    const sizes = new ResizeObserver(update);
    sizes.observe(this.#element);
    const places = new IntersectionObserver(update, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    places.observe(this.#element);
    const listeners = new AbortController();
    const options = { signal: listeners.signal, passive: true, capture: true };
    addEventListener("scroll", update, options);
    addEventListener("resize", update, options);
    document.addEventListener("visibilitychange", update, options);
    this.#observers.push(sizes, places, { disconnect: () => listeners.abort() });
  }

  #receive(message: ToPage): void {
    if (this.#isGone) return;
    const isEarly = message.kind === "accepted" || message.kind === "progress" || message.kind === "log";
    if (isPageLoaded || (isEarly && this.#held.length === 0)) {
      this.#take(message);
      return;
    }
    if (this.#held.push(message) > 1) return;
    void pageLoaded.then(() => {
      for (const held of this.#held.splice(0)) setTimeout(() => this.#isGone || this.#take(held));
    });
  }

  #take(message: ToPage): void {
    switch (message.kind) {
      case "accepted":
        this.readyState = LOADING;
        this.#dispatch("progress");
        break;
      case "progress":
        this.#dispatch("progress", message.url, message.loaded, message.total);
        break;
      case "load":
        this.readyState = DONE;
        this.#dispatch("load", message.url, message.total, message.total);
        this.#dispatch("loadend", message.url, message.total, message.total);
        break;
      case "message":
        this.#element.dispatchEvent(new MessageEvent("message", { data: decode(message.bytes) }));
        break;
      case "log":
        [console.debug, console.info, console.warn, console.error][message.level]?.(message.text);
        break;
      case "error":
        this.#refuse(message.text);
        break;
      case "abort":
        this.#refuse("user aborted", "abort");
        break;
      case "end":
        this.#end(message.status, message.text);
        break;
      case "ready":
      case "cursor":
        break;
    }
  }

  #end(status: number, text: string): void {
    if (text !== "") console.error(`NativeClient: ${text}`);
    if (this.readyState !== DONE) {
      this.exitStatus = status;
      this.#refuse("Nexe crashed during startup");
      return;
    }
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.exitStatus = status;
    this.lastError = "NaCl module crashed";
    console.error("NativeClient: NaCl module crashed");
    this.#stop();
    this.#dispatch("crash");
  }

  #refuse(text: string, event = "error"): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.readyState = DONE;
    this.lastError = `NaCl module load failed: ${text}`;
    console.error(`NativeClient: ${text}`);
    this.#stop();
    this.#dispatch(event);
    this.#dispatch("loadend");
  }

  #stop(): void {
    this.#live?.terminate();
    this.#live = undefined;
  }

  #dispatch(type: string, url?: string, loaded = 0, total = 0): void {
    const event = new ProgressEvent(type, {
      lengthComputable: url !== undefined && total >= 0,
      loaded,
      total: Math.max(total, 0),
    });
    if (url) Object.defineProperty(event, "url", { value: url, enumerable: true });
    this.#element.dispatchEvent(event);
  }
}
