// The messages between page and worker. Each message is handled in a separate task, in order.

import type {
  CompositionAction,
  LogLevel,
  MouseAction,
  MouseButton,
  TouchAction,
} from "../generated/boundary.ts";
import type { FilesAtHand } from "./at_hand.ts";
import type { FileNews } from "./files.ts";
import type { SoundSource } from "./ring.ts";

/** The view of an element: left, top, width, height; the same for the visible part; 1 if
 * fullscreen; 1 if the page is visible; device scale; CSS scale; scroll offset of the page to the
 * right and down. */
export type View = number[];

/** The source of a program. */
export type Source =
  /** A manifest, with its URL and the type of the element in lower case. */
  | { kind: "manifest"; url: string; type: string }
  /** A program: its contents, or a URL to fetch. */
  | { kind: "program"; url: string; content: Blob | undefined };

/** The inputs for starting a program. */
export type Start = {
  kind: "start";
  /** The page's build. A worker of a different build only reports the difference. */
  build: string;
  source: Source;
  documentUrl: string;
  /** The base of relative URLs in the document. */
  baseUrl: string;
  /** For a page in a replayed web archive: the prefix of captured addresses. */
  replay?: string;
  /** Set if the replay rewrites captures for pages, unless they are requested with `id_`. */
  rewrites?: boolean;
  /** The URL of the host's WebAssembly. */
  core: string;
  /** The element's attributes: alternating names and values. */
  attributes: string[];
  /** The type of whole numbers in a program whose element does not specify it. */
  numbers?: string;
  view: View;
  screen: [number, number];
  /** The total weight of the program's messages that the page has handled; shared if the page is
   * isolated. */
  taken: Int32Array;
  /** Set for command-line programs, whose output the page receives. */
  command?: { arguments: string[]; input: Uint8Array<ArrayBuffer> };
  /** Files that the program uses instead of the files at these URLs. */
  files?: FilesAtHand;
  /** True if the run is recorded. */
  record?: boolean;
  /** The recording to replay. The message `replayed` contains the page that shows the replay. */
  replayed?: { name: string; bytes: Uint8Array<ArrayBuffer> };
  /** The saved state that the program continues from, or its URL. */
  state?: Uint8Array<ArrayBuffer> | string;
};

/** A program as it was loaded. It is kept for crash reports. */
export type ProgramFile = {
  url: string;
  /** The bytes of the program; undefined if they have to be fetched. */
  content: Blob | undefined;
  size: number;
  isShared: boolean;
  takesTurns: boolean;
  loadsModules: boolean;
};

/** The message to a worker for a further thread of a program. */
export type Spare = {
  kind: "spare";
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** The control block, which the threads share besides the memory. */
  control: SharedArrayBuffer;
  /** The types of the host's functions. */
  types: string[];
  /** The URL of the host's WebAssembly. It is loaded if the thread crashes. */
  core: string;
  file: ProgramFile;
  slot: number;
  /** A port for notifying the main thread in its event loop. */
  port: MessagePort;
};

/** An action of the user. Its time in the message is in milliseconds since 1970. */
export type Input =
  | { what: "mouse"; action: MouseAction; button: MouseButton; numbers: number[] }
  | { what: "wheel"; numbers: number[]; byPage: boolean }
  | { what: "key"; isDown: boolean; keyCode: number; code: string }
  | { what: "character"; text: string }
  | { what: "touch"; action: TouchAction; numbers: number[] }
  | { what: "composition"; action: CompositionAction; text: string; selection: [number, number] };

/** A sound device: its frames per second, and the number of frames that it takes at once. */
export type SoundDevice = { rate: number; frames: number };

export type ToWorker =
  | Start
  | Spare
  /** Makes the worker keep files; files.ts has the protocol. */
  | { kind: "files"; site?: string }
  | { kind: "message"; bytes: Uint8Array<ArrayBuffer> }
  /** The pictures of a track, with the track's number in the messages that follow. */
  | { kind: "track"; number: number; stream: ReadableStream<VideoFrame> }
  /** A message for which the page waits until the program answers. */
  | { kind: "ask"; bytes: Uint8Array<ArrayBuffer>; answer: SharedArrayBuffer }
  | { kind: "view"; view: View }
  | { kind: "focus"; has: boolean }
  /** The canvas; undefined if the page has to draw on it itself. */
  | { kind: "canvas"; canvas: OffscreenCanvas | undefined }
  | { kind: "input"; time: number; modifiers: number; input: Input }
  | { kind: "gesture"; has: boolean }
  /** The page has handled messages of this further weight; see shared/weight.ts. */
  | { kind: "taken"; weight: number }
  | { kind: "mouseLock"; has: boolean }
  | { kind: "mouseLockLost" }
  | { kind: "fullscreenRefused" }
  /** Asks for the recording of the run so far; `recording` answers. */
  | { kind: "takeRecording" }
  /** Asks for the state of the program, as soon as it is idle; `state` answers with the number. */
  | { kind: "saveState"; number: number }
  /** Asks whether the program can continue from a state; `state` answers with the number. */
  | { kind: "checkState"; number: number; bytes: Uint8Array<ArrayBuffer> }
  /** The state of a gamepad: its number of axes, the axes, its buttons. `id` is undefined if the
   * gamepad was removed. */
  | {
      kind: "gamepad";
      index: number;
      id: string | undefined;
      time: number;
      axes: number;
      numbers: Float32Array;
    }
  /** Other programs or pages have changed these files. */
  | { kind: "fileNews"; news: FileNews[] }
  /** The answer to `plays`. */
  | ({ kind: "soundDevice" } & SoundDevice)
  /** A port through which a thread of the program sends requests. */
  | { kind: "port"; port: MessagePort };

export type ToPage =
  /** The worker is running. Sent once, before all other messages. */
  | { kind: "ready"; build: string }
  /** The worker could not load its script. Contains the violations of the page's policy, and the
   * error. */
  | { kind: "unable"; violations: string[]; text: string }
  /** The manifest was accepted. */
  | { kind: "accepted" }
  /** This number of the program's bytes has been translated. A total of -1 is unknown. */
  | { kind: "progress"; url: string; loaded: number; total: number }
  | { kind: "load"; url: string; total: number }
  | { kind: "message"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "log"; level: LogLevel; text: string }
  /** Output of the program to a standard stream. `isCut` is true if no further output will be
   * reported. */
  | { kind: "output"; isError: boolean; bytes: Uint8Array<ArrayBuffer>; isCut: boolean }
  /** The recording of the run so far, or of the whole run before its `end`. Undefined if there is
   * none. */
  | { kind: "recording"; bytes: Uint8Array<ArrayBuffer> | undefined }
  /** The page that shows a replay, before its `end`. If there is none, `refusal` is a sentence. */
  | { kind: "replayed"; page: string; refusal: string }
  /** The answer to a request for a state, or to the check of one. `refusal` is a sentence; empty on
   * success. */
  | { kind: "state"; number: number; bytes: Uint8Array<ArrayBuffer> | undefined; refusal: string }
  /** The program cannot be started. */
  | { kind: "error"; text: string }
  | { kind: "abort" }
  /** A further thread has crashed. Its worker sends `end` when the location is known. */
  | { kind: "crashed" }
  /** The program has ended. A status of -1 means a fault. `text` is the reason, for the console. */
  | { kind: "end"; status: number; text: string }
  /** Requests workers for further threads, starting with the slot `first`. */
  | { kind: "spares"; spare: Omit<Spare, "kind" | "slot" | "port">; first: number; count: number }
  /** The program needs files, and requests them through this port. */
  | { kind: "files"; port: MessagePort }
  /** The program has threads, and the page is not isolated. */
  | { kind: "threads" }
  /** The program draws, and needs a canvas. */
  | { kind: "draws" }
  /** A picture that the page draws if it could not transfer its canvas. Without a picture the page
   * clears the canvas. */
  | { kind: "drawn"; content: ImageData | ImageBitmap | undefined }
  /** The size of the canvas in CSS pixels, and its position in the element. */
  | { kind: "picture"; width: number; height: number; left: number; top: number }
  /** The canvas is stretched to the element. */
  | { kind: "stretched" }
  /** The answer to the oldest unanswered input. */
  | { kind: "inputDone"; isHandled: boolean }
  /** The program may play sound, and needs the properties of the device. */
  | { kind: "plays" }
  /** A sound starts, with this source. */
  | { kind: "sound"; id: number; source: SoundSource }
  /** A sound ends. */
  | { kind: "silence"; id: number }
  /** The requested bits of PP_InputEvent_Class: events that only the program handles, and events
   * that it may leave to the page. */
  | { kind: "inputs"; unfiltered: number; filtered: number }
  | { kind: "watchGamepads" }
  | { kind: "fullscreen"; on: boolean }
  /** The type of text that the program accepts, a PP_TextInput_Type. */
  | { kind: "textInput"; type: number }
  /** The program's text cursor in the element: left, top, width, height in CSS pixels. */
  | { kind: "caret"; place: [number, number, number, number] }
  | { kind: "cancelComposition" }
  | { kind: "lockMouse"; on: boolean }
  | { kind: "cursor"; css: string };
