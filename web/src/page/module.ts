// A program of the page: its workers, and the devices of its element. A `Listener` receives its
// events, either for the elements of old pages or for scripts.

import { LogLevel } from "../generated/boundary.ts";
import { threadsWanted } from "../isolate/page.ts";
import { sharedAnswer, take } from "../shared/answer.ts";
import type { FilesAtHand } from "../shared/at_hand.ts";
import type { Spare, Start, ToPage, ToWorker } from "../shared/protocol.ts";
import { framesOf, type SentTrack } from "../shared/tracks.ts";
import { buildHash } from "../shared/version.ts";
import { decode, encode, Unsendable } from "../shared/wire.ts";
import { connectProgram } from "./files/keeper.ts";
import { Held } from "./held.ts";
import { coreUrl, workerOf } from "./location.ts";
import type { Place } from "./place.ts";
import { dom } from "./primitives.ts";
import { Recordings } from "./recordings.ts";
import { SavedStates } from "./saved_states.ts";
import { Speaker, soundDevice } from "./speaker.ts";
import { Stage } from "./stage.ts";
import { Taken } from "./taken.ts";

/** Chrome's message. It is also used if the program ends before it has answered. */
const NO_HANDLER =
  "The plugin has not registered a handler for synchronous messages. See the documentation for PPB_Messaging::RegisterMessageHandler and PPP_MessageHandler.";
const NOT_ISOLATED =
  "The page can wait for a response only if it is isolated (Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or data-isolate).";

/** The functions of the console for each level of lines. */
const CONSOLE = {
  [LogLevel.TIP]: "debug",
  [LogLevel.LOG]: "info",
  [LogLevel.WARNING]: "warn",
  [LogLevel.ERROR]: "error",
} as const;

/** Receives the events of a program. Each call is a separate task. */
export interface Listener {
  /** The manifest is accepted. */
  accepted(): void;
  /** This number of bytes has been translated; a total of -1 is unknown. */
  progress(url: string, loaded: number, total: number): void;
  loaded(url: string, total: number): void;
  message(value: unknown): void;
  /** The program has ended before it ran, by a fault or because it was aborted. No other call
   * follows. If `status` is not -1, it is the program's exit status. */
  refused(text: string, isAborted: boolean, status: number): void;
  /** The program has ended after it ran. A status of -1 means a fault. No other call follows. */
  ended(status: number, text: string): void;
  /** A command-line program has written to a standard stream. `isCut` is true if no further output
   * will be reported. */
  output?(isError: boolean, bytes: Uint8Array, isCut: boolean): void;
  /** A replay has ended; `ended` is called next. `page` shows the replay, or `refusal` is the
   * reason why there is none. */
  replayed?(page: string, refusal: string): void;
  /** The program has written a line to the console: 0 is a tip, 1 a log, 2 a warning, 3 an
   * error. */
  log?(level: number, text: string): void;
}

/** The part of the page in which a program is shown. */
export type Seat = {
  /** The element whose size, input and cursor are used. */
  element: HTMLElement;
  /** Creates the place for the picture. Called once. */
  place: () => Place;
  /** True if events of the running program are held until the page's own load event. */
  waitsForPage: boolean;
  /** Called when the element may have lost its box. It may remove the program. */
  onBoxChange?: () => void;
  /** Returns the details of the program that a visitor can copy. Without it there is no menu. */
  details?: () => string;
  /** Saves the recording of the run to a file. Undefined if the run is not recorded. */
  saveRecording?: () => void;
  /** Saves the state of the program to a file. Fails with a sentence. Set together with
   * `details`. */
  saveState?: () => Promise<void>;
  /** Makes the program continue from a file that the visitor chooses. Fails with a sentence. */
  loadState?: () => Promise<void>;
};

/** The inputs for starting a program, except its place. */
export type Wanted = Pick<
  Start,
  | "source"
  | "documentUrl"
  | "baseUrl"
  | "replay"
  | "attributes"
  | "numbers"
  | "command"
  | "record"
  | "replayed"
  | "state"
> & {
  /** Files that the program uses instead of the files at their URLs. */
  files?: FilesAtHand | Promise<FilesAtHand>;
};

export class PageModule {
  readonly #listener: Listener;
  readonly #worker: Promise<Worker>;
  #live: Worker | undefined;
  readonly #unsent: ToWorker[] = [];
  #isGone = false;
  #isLoaded = false;
  #hasEnded = false;
  readonly #held: Held<ToPage>;
  readonly #taken = new Taken((message) => this.#send(message));
  /** The workers of further threads. */
  readonly #threads: Worker[] = [];
  #endFiles: (() => void) | undefined;
  readonly #stage: Stage;
  readonly #speaker = new Speaker();
  readonly #recordings: Recordings;
  readonly #states = new SavedStates((message) => this.#send(message));

  constructor(seat: Seat, wanted: Wanted, listener: Listener) {
    this.#listener = listener;
    this.#recordings = new Recordings(wanted.record ?? false, () => this.#send({ kind: "takeRecording" }));
    this.#held = new Held(seat.waitsForPage, (message) => this.#isGone || this.#take(message));
    this.#stage = new Stage(seat, this.#speaker, (message) => this.#send(message));
    const { view } = this.#stage;
    const { files, ...others } = wanted;
    const start: Start = {
      ...others,
      kind: "start",
      build: buildHash,
      taken: this.#taken.count,
      core: coreUrl(),
      view,
      screen: [screen.width, screen.height],
    };
    this.#worker =
      files === undefined
        ? workerOf(start)
        : Promise.resolve(files).then((files) => workerOf({ ...start, files }));
    this.#worker.then(
      (worker) => this.#connect(worker),
      (error: Error) => this.#receive({ kind: "error", text: error.message }),
    );
  }

  /** The layer over the element's content that shows the picture of the program. */
  get content(): HTMLElement {
    return this.#stage.place.content;
  }

  /** The volume of the program's sound, from 0 to 1. */
  get volume(): number {
    return this.#speaker.volume;
  }

  set volume(volume: number) {
    this.#speaker.volume = volume;
  }

  /** Sends a value to the program. Throws `Unsendable`. */
  postMessage(value: unknown): void {
    if (this.#hasEnded) return;
    const bytes = this.#encode(value);
    this.#stage.noteGesture();
    this.#send({ kind: "message", bytes });
  }

  /** Encodes a value. The tracks in it are sent to the program first. */
  #encode(value: unknown): Uint8Array<ArrayBuffer> {
    const tracks: SentTrack[] = [];
    const bytes = encode(value, tracks);
    for (const { number, track } of tracks) {
      const stream = framesOf(track);
      if (stream === undefined) throw new Unsendable();
      this.#send({ kind: "track", number, stream });
    }
    return bytes;
  }

  /**
   * Sends a value to the program's handler of blocking messages, and waits for its answer. Throws
   * `Unsendable`, or an error with Chrome's message if there is no answer.
   */
  ask(value: unknown): unknown {
    const bytes = this.#encode(value);
    if (!self.crossOriginIsolated) throw new Error(NOT_ISOLATED);
    const answer = sharedAnswer();
    if (this.#live === undefined || this.#hasEnded) throw new Error(NO_HANDLER);
    dom.postMessage(this.#live, { kind: "ask", bytes, answer } satisfies ToWorker, [bytes.buffer]);
    const response = take(answer);
    if (response === undefined) throw new Error(NO_HANDLER);
    return decode(response);
  }

  /** Returns the recording of the run so far, or of the whole run if the program has ended. Fails
   * if the run is not recorded. */
  recording(): Promise<Blob> {
    return this.#recordings.take();
  }

  /** Saves the state of the program as soon as it is idle. Fails with a sentence if that is not
   * possible. */
  saveState(): Promise<Blob> {
    return this.#states.save();
  }

  /** Fails with a sentence if a file is not a state of the program. */
  checkState(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#states.check(bytes);
  }

  /** Ends the program. No further events are reported. */
  remove(): void {
    this.#isGone = true;
    this.#stop();
    void this.#worker.then(
      (worker) => dom.terminate(worker),
      () => {},
    );
  }

  #connect(worker: Worker): void {
    if (this.#isGone) return;
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#receive(data);
    worker.onerror = (event) => {
      dom.preventDefault(event);
      this.#receive({ kind: "end", status: -1, text: event.message });
    };
    this.#live = worker;
    for (const message of this.#unsent.splice(0)) this.#send(message);
  }

  #send(message: ToWorker): void {
    if (this.#live === undefined) {
      this.#unsent.push(message);
      return;
    }
    dom.postMessage(this.#live, message, transferOf(message));
  }

  #receive(message: ToPage): void {
    if (this.#isGone) return;
    if (message.kind === "plays") {
      // The program waits for this answer before it starts.
      this.#send({ kind: "soundDevice", ...soundDevice() });
      return;
    }
    if (message.kind === "spares") {
      // Threads of the program wait for these workers, even if the page holds back other messages.
      this.#addThreads(message.spare, message.first, message.count);
      return;
    }
    if (message.kind === "recording") {
      this.#recordings.receive(message.bytes);
      return;
    }
    if (message.kind === "state") {
      this.#states.receive(message);
      return;
    }
    if (message.kind === "crashed") {
      // The program does nothing else until the location of the crash is known.
      if (this.#live) dom.terminate(this.#live);
      this.#live = undefined;
      return;
    }
    if (message.kind === "files") {
      this.#endFiles = connectProgram(message.port, (news) => this.#send({ kind: "fileNews", news }));
      return;
    }
    const isEarly = message.kind === "accepted" || message.kind === "progress" || message.kind === "log";
    this.#held.add(message, isEarly);
  }

  #take(message: ToPage): void {
    this.#taken.add(message);
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
        this.#log(message.level, message.text);
        break;
      case "output":
        this.#listener.output?.(message.isError, message.bytes, message.isCut);
        break;
      case "replayed":
        this.#listener.replayed?.(message.page, message.refusal);
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
      case "threads":
        threadsWanted();
        break;
      case "draws":
        this.#addCanvas();
        break;
      case "sound":
        this.#speaker.start(message.id, message.source);
        break;
      case "silence":
        this.#speaker.stop(message.id);
        break;
      default:
        this.#stage.take(message);
    }
  }

  #log(level: LogLevel, text: string): void {
    console[CONSOLE[level]](text);
    this.#listener.log?.(level, text);
  }

  #end(status: number, text: string): void {
    if (text !== "") this.#log(LogLevel.ERROR, `NativeClient: ${text}`);
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
    for (const worker of this.#threads.splice(0)) dom.terminate(worker);
    if (this.#live) dom.terminate(this.#live);
    this.#live = undefined;
    this.#stage.remove();
    this.#speaker.stopAll();
    this.#recordings.end();
    this.#states.end();
    this.#endFiles?.();
  }

  /** Creates workers for further threads of the program. */
  #addThreads(spare: Omit<Spare, "kind" | "slot" | "port">, first: number, count: number): void {
    for (let slot = first; slot < first + count; slot++) {
      void workerOf().then((worker) => {
        if (this.#isGone || this.#hasEnded) {
          dom.terminate(worker);
          return;
        }
        this.#threads.push(worker);
        worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#receive(data);
        const { port1, port2 } = new MessageChannel();
        if (this.#live)
          dom.postMessage(this.#live, { kind: "port", port: port1 } satisfies ToWorker, [port1]);
        dom.postMessage(worker, { kind: "spare", ...spare, slot, port: port2 } satisfies ToWorker, [port2]);
      });
    }
  }

  /** Passes a canvas to the program. */
  #addCanvas(): void {
    if (this.#live === undefined) return;
    const canvas = this.#stage.offscreenCanvas();
    const message: ToWorker = { kind: "canvas", canvas };
    dom.postMessage(this.#live, message, canvas ? [canvas] : []);
  }
}

/** The parts of a message that are transferred and not copied. */
function transferOf(message: ToWorker): Transferable[] {
  if (message.kind === "message") return [message.bytes.buffer];
  return message.kind === "track" ? [message.stream] : [];
}
