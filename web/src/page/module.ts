// A program of the page: its workers, and the devices of the element in whose place it is. Who
// hears what it says is for others to tell: elements of old pages, or scripts.

import type { Spare, Start, ToPage, ToWorker } from "../shared/protocol.ts";
import { decode, encode } from "../shared/wire.ts";
import { followInput } from "./input.ts";
import { coreUrl, workerOf } from "./location.ts";
import { type Place, showCursor } from "./place.ts";
import { Speaker } from "./speaker.ts";
import { inTask } from "./task.ts";
import { contentBox, viewOf } from "./view.ts";

/** After so many milliseconds a program that is ready waits no more for a page that never loads. */
const PATIENCE = 10000;

/** Waits for the page's own handlers of its load. */
const pageLoaded = new Promise<void>((resolve) => {
  if (typeof document === "undefined" || document.readyState === "complete") resolve();
  else addEventListener("load", () => inTask(resolve), { once: true });
});
let isPageLoaded = false;
void pageLoaded.then(() => {
  isPageLoaded = true;
});

/** Who hears of a program. Each call is a task of its own. */
export interface Listener {
  /** The manifest is accepted. */
  accepted(): void;
  /** So many bytes are translated; a total of -1 is not known. */
  progress(url: string, loaded: number, total: number): void;
  loaded(url: string, total: number): void;
  message(value: unknown): void;
  /** It has not come to run, by a fault or since it was given up; nothing follows. A status that is
   * not -1 is one with which it ended by itself. */
  refused(text: string, isAborted: boolean, status: number): void;
  /** It has run and has ended; a status of -1 is that of a fault. Nothing follows. */
  ended(status: number, text: string): void;
}

/** Where a program is in the page. */
export type Seat = {
  /** Has the size, the input and the cursor. */
  element: HTMLElement;
  /** Makes the place of its picture, once. */
  place: () => Place;
  /** Whether nothing is told of the running program before the page's own load. */
  waitsForPage: boolean;
  /** Hears that the element may have lost its box; may remove the program. */
  onBoxChange?: () => void;
};

/** What a program is started with, beside where it is. */
export type Wanted = Pick<Start, "source" | "documentUrl" | "attributes">;

export class PageModule {
  readonly #seat: Seat;
  readonly #listener: Listener;
  readonly #element: HTMLElement;
  readonly #worker: Promise<Worker>;
  #live: Worker | undefined;
  readonly #unsent: ToWorker[] = [];
  #isGone = false;
  #isLoaded = false;
  #hasEnded = false;
  /** What has come and waits for the page to be loaded, or for its turn after that. */
  readonly #held: ToPage[] = [];
  #isHolding: boolean;
  #view = "";
  readonly #observers: { disconnect(): void }[] = [];
  /** Workers of further threads. */
  readonly #threads: Worker[] = [];
  #place: Place | undefined;
  #hasGesture = false;
  readonly #speaker = new Speaker();

  constructor(seat: Seat, wanted: Wanted, listener: Listener) {
    this.#seat = seat;
    this.#element = seat.element;
    this.#listener = listener;
    this.#isHolding = seat.waitsForPage && !isPageLoaded;
    const view = viewOf(this.#element);
    this.#view = view.join();
    this.#worker = workerOf();
    this.#worker.then(
      (worker) =>
        this.#connect(worker, {
          ...wanted,
          kind: "start",
          core: coreUrl(),
          view,
          screen: [screen.width, screen.height],
        }),
      (error: Error) => this.#receive({ kind: "error", text: error.message }),
    );
    this.#watch();
  }

  /** Sends a value to the program. Throws `Unsendable`. */
  postMessage(value: unknown): void {
    if (!this.#hasEnded) this.#send({ kind: "message", bytes: encode(value) });
  }

  /** It is wanted no more: nothing is heard of it from now on. */
  remove(): void {
    this.#isGone = true;
    this.#stop();
    void this.#worker.then(
      (worker) => worker.terminate(),
      () => {},
    );
  }

  #connect(worker: Worker, start: Start): void {
    if (this.#isGone) return;
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#receive({ kind: "end", status: -1, text: event.message });
    };
    worker.postMessage(start satisfies ToWorker);
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
    const update = () => {
      this.#seat.onBoxChange?.();
      if (!this.#isGone) this.#updateView();
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(this.#element);
    const places = new IntersectionObserver(update, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    places.observe(this.#element);
    const listeners = new AbortController();
    const options = { signal: listeners.signal, passive: true, capture: true };
    addEventListener("scroll", update, options);
    addEventListener("resize", update, options);
    document.addEventListener("visibilitychange", update, options);
    this.#followInput(listeners.signal);
    this.#observers.push(sizes, places, { disconnect: () => listeners.abort() });
  }

  #receive(message: ToPage): void {
    if (this.#isGone) return;
    if (message.kind === "samples" && this.#isHolding) return;
    if (message.kind === "spares") {
      // Its threads wait for them, whatever the page does.
      this.#addThreads(message.spare, message.first, message.count);
      return;
    }
    const isEarly = message.kind === "accepted" || message.kind === "progress" || message.kind === "log";
    if (this.#held.length === 0 && (isEarly || !this.#isHolding)) {
      this.#take(message);
      return;
    }
    if (this.#held.push(message) === 1 && this.#isHolding) {
      const release = () => this.#release();
      void pageLoaded.then(release);
      setTimeout(release, PATIENCE);
    }
    if (!this.#isHolding) inTask(() => this.#takeHeld());
  }

  /** Each message that was held has a task of its own; those that come meanwhile follow them. */
  #release(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    for (const _ of this.#held) inTask(() => this.#takeHeld());
  }

  #takeHeld(): void {
    const message = this.#held.shift();
    if (message !== undefined && !this.#isGone) this.#take(message);
  }

  #take(message: ToPage): void {
    switch (message.kind) {
      case "accepted":
        this.#listener.accepted();
        break;
      case "progress":
        this.#listener.progress(message.url, message.loaded, message.total);
        break;
      case "load":
        this.#isLoaded = true;
        this.#listener.loaded(message.url, message.total);
        break;
      case "message":
        this.#listener.message(decode(message.bytes));
        break;
      case "log":
        [console.debug, console.info, console.warn, console.error][message.level]?.(message.text);
        break;
      case "error":
        this.#refuse(message.text);
        break;
      case "abort":
        this.#refuse("user aborted", true);
        break;
      case "end":
        this.#end(message.status, message.text);
        break;
      case "draws":
        this.#addCanvas();
        break;
      case "picture":
        this.#place?.set(message.width, message.height, message.left, message.top);
        break;
      case "cursor":
        showCursor(this.#element, message.css);
        break;
      case "lockMouse":
        this.#lockMouse(message.on);
        break;
      case "sound":
        this.#speaker.start(message.id, message.rate);
        break;
      case "samples":
        this.#speaker.play(message.id, message.at, message.samples);
        break;
      case "silence":
        this.#speaker.stop(message.id);
        break;
      case "ready":
      case "spares":
      case "inputDone":
        break;
    }
  }

  #lockMouse(on: boolean): void {
    if (!on) {
      document.exitPointerLock();
      return;
    }
    const asked = this.#element.requestPointerLock() as unknown as Promise<void> | undefined;
    const tell = (has: boolean) => this.#send({ kind: "mouseLock", has });
    Promise.resolve(asked).then(
      () => tell(true),
      () => tell(false),
    );
  }

  #end(status: number, text: string): void {
    if (text !== "") console.error(`NativeClient: ${text}`);
    if (!this.#isLoaded) {
      this.#refuse("Nexe crashed during startup", false, status);
      return;
    }
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stop();
    this.#listener.ended(status, text);
  }

  #refuse(text: string, isAborted = false, status = -1): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stop();
    this.#listener.refused(text, isAborted, status);
  }

  #stop(): void {
    for (const worker of this.#threads.splice(0)) worker.terminate();
    this.#live?.terminate();
    this.#live = undefined;
    this.#place?.remove();
    this.#place = undefined;
    this.#speaker.stopAll();
    for (const observer of this.#observers) observer.disconnect();
  }

  /** Makes workers for further threads of the program. */
  #addThreads(spare: Omit<Spare, "kind" | "slot" | "port">, first: number, count: number): void {
    for (let slot = first; slot < first + count; slot++) {
      void workerOf().then((worker) => {
        if (this.#isGone || this.#hasEnded) {
          worker.terminate();
          return;
        }
        this.#threads.push(worker);
        worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#receive(data);
        const { port1, port2 } = new MessageChannel();
        this.#live?.postMessage({ kind: "port", port: port1 } satisfies ToWorker, [port1]);
        worker.postMessage({ kind: "spare", ...spare, slot, port: port2 } satisfies ToWorker, [port2]);
      });
    }
  }

  /** Gives the program a canvas. */
  #addCanvas(): void {
    this.#place ??= this.#seat.place();
    const canvas = this.#place.canvas.transferControlToOffscreen();
    this.#live?.postMessage({ kind: "canvas", canvas } satisfies ToWorker, [canvas]);
  }

  #followInput(signal: AbortSignal): void {
    followInput(
      this.#element,
      () => contentBox(this.#element).slice(0, 2) as [number, number],
      (input, time, modifiers) => {
        const has = navigator.userActivation?.isActive ?? true;
        if (has !== this.#hasGesture) this.#send({ kind: "gesture", has });
        this.#hasGesture = has;
        this.#send({ kind: "input", time, modifiers, input });
      },
      (has) => this.#send({ kind: "focus", has }),
      signal,
    );
  }
}
