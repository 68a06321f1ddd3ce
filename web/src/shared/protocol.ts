// What page and worker say to each other. Each kind is a task of its own, in order.

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

/** Left, top, width, height; the same for the visible part; fullscreen; page visible; device scale;
 * CSS scale; scroll offset of the page to the right and down. */
export type View = number[];

/** The source of a program. */
export type Source =
  /** A manifest, as the element has it; the type is that of the element, in lower case. */
  | { kind: "manifest"; url: string; type: string }
  /** The program: an address to fetch, or its contents. */
  | { kind: "program"; url: string; content: Blob | undefined };

/** The inputs of a program's start. */
export type Start = {
  kind: "start";
  /** The build that the page is of. A worker of another one does nothing, which the page hears. */
  build: string;
  source: Source;
  documentUrl: string;
  /** The base of relative addresses in the document. */
  baseUrl: string;
  /** For a page in a replayed web archive: the prefix of captured addresses. */
  replay?: string;
  /** The URL of the host's WebAssembly. */
  core: string;
  /** The element's attributes: alternating names and values. */
  attributes: string[];
  /** The type of whole numbers in a program whose element does not specify it. */
  numbers?: string;
  view: View;
  screen: [number, number];
  /** The amount of the program's messages that the page has taken; shared if the page is
   * isolated. */
  taken: Int32Array;
  /** If it is run as a program of the command line, whose output the page receives. */
  command?: { arguments: string[]; input: Uint8Array<ArrayBuffer> };
  /** Files that the program gets in place of those at these URLs. */
  files?: FilesAtHand;
};

/** A program as it was loaded, kept to report a crash. */
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
  /** The data that the threads share besides the memory. */
  control: SharedArrayBuffer;
  /** The types of the host's functions. */
  types: string[];
  /** The URL of the host's WebAssembly. It is loaded if the thread crashes. */
  core: string;
  file: ProgramFile;
  slot: number;
  /** Reaches the main thread in its event loop. */
  port: MessagePort;
};

/** Something that the user does; times are since 1970, in milliseconds. */
export type Input =
  | { what: "mouse"; action: MouseAction; button: MouseButton; numbers: number[] }
  | { what: "wheel"; numbers: number[]; byPage: boolean }
  | { what: "key"; isDown: boolean; keyCode: number; code: string }
  | { what: "character"; text: string }
  | { what: "touch"; action: TouchAction; numbers: number[] }
  | { what: "composition"; action: CompositionAction; text: string; selection: [number, number] };

/** A device for sound: its frames per second, and the frames that it takes at once. */
export type SoundDevice = { rate: number; frames: number };

export type ToWorker =
  | Start
  | Spare
  /** Makes the worker keep files; files.ts has the protocol. */
  | { kind: "files" }
  | { kind: "message"; bytes: Uint8Array<ArrayBuffer> }
  /** The pictures of a track, by its number in the messages that follow. */
  | { kind: "track"; number: number; stream: ReadableStream<VideoFrame> }
  /** A message for which the page waits until the program answers. */
  | { kind: "ask"; bytes: Uint8Array<ArrayBuffer>; answer: SharedArrayBuffer }
  | { kind: "view"; view: View }
  | { kind: "focus"; has: boolean }
  /** The canvas; none if the page has to draw on it itself. */
  | { kind: "canvas"; canvas: OffscreenCanvas | undefined }
  | { kind: "input"; time: number; modifiers: number; input: Input }
  | { kind: "gesture"; has: boolean }
  /** The page has taken this further amount: see shared/weight.ts. */
  | { kind: "taken"; weight: number }
  | { kind: "mouseLock"; has: boolean }
  | { kind: "mouseLockLost" }
  | { kind: "fullscreenRefused" }
  /** The state of a gamepad: its number of axes, the axes, its buttons. Without a name it is
   * gone. */
  | {
      kind: "gamepad";
      index: number;
      id: string | undefined;
      time: number;
      axes: number;
      numbers: Float32Array;
    }
  /** Others have changed files. */
  | { kind: "fileNews"; news: FileNews[] }
  /** The answer to `plays`. */
  | ({ kind: "soundDevice" } & SoundDevice)
  /** A thread of the program can ask by this. */
  | { kind: "port"; port: MessagePort };

export type ToPage =
  /** The worker is there: sent once, before anything else. */
  | { kind: "ready"; build: string }
  /** The worker could not load its script: the page's policy that forbids it, and the error. */
  | { kind: "unable"; violations: string[]; text: string }
  /** The manifest was accepted. */
  | { kind: "accepted" }
  /** This number of the program's bytes is translated; a total of -1 is unknown. */
  | { kind: "progress"; url: string; loaded: number; total: number }
  | { kind: "load"; url: string; total: number }
  | { kind: "message"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "log"; level: LogLevel; text: string }
  /** Its output to a standard stream; `isCut` is true if nothing more will be reported. */
  | { kind: "output"; isError: boolean; bytes: Uint8Array<ArrayBuffer>; isCut: boolean }
  /** It cannot be started. */
  | { kind: "error"; text: string }
  | { kind: "abort" }
  /** A further thread has crashed. Its worker sends `end` when the place is known. */
  | { kind: "crashed" }
  /** It has ended; a status of -1 is that of a fault. `text` is why, for the console. */
  | { kind: "end"; status: number; text: string }
  /** Workers for further threads are wanted, from this slot on. */
  | { kind: "spares"; spare: Omit<Spare, "kind" | "slot" | "port">; first: number; count: number }
  /** The program needs files, and requests them through this port. */
  | { kind: "files"; port: MessagePort }
  /** It has threads, and the page is not isolated. */
  | { kind: "threads" }
  /** The program draws, and needs a canvas. */
  | { kind: "draws" }
  /** A picture for the page to draw, if it could not give its canvas away; nothing clears it. */
  | { kind: "drawn"; content: ImageData | ImageBitmap | undefined }
  /** The size of the canvas in CSS pixels, and where it lies in the element. */
  | { kind: "picture"; width: number; height: number; left: number; top: number }
  /** The canvas is as large as the element, whatever its picture is. */
  | { kind: "stretched" }
  /** The outcome of the next input. */
  | { kind: "inputDone"; isHandled: boolean }
  /** The program may play sound, and asks about the device. */
  | { kind: "plays" }
  /** A sound begins, and where it comes from. */
  | { kind: "sound"; id: number; source: SoundSource }
  /** It ends. */
  | { kind: "silence"; id: number }
  /** Bits of PP_InputEvent_Class: what is the program's, and what it may leave to the page. */
  | { kind: "inputs"; unfiltered: number; filtered: number }
  | { kind: "watchGamepads" }
  | { kind: "fullscreen"; on: boolean }
  /** The program takes text of a PP_TextInput_Type. */
  | { kind: "textInput"; type: number }
  /** Its text cursor: left, top, width, height in CSS pixels, in the element. */
  | { kind: "caret"; place: [number, number, number, number] }
  | { kind: "cancelComposition" }
  | { kind: "lockMouse"; on: boolean }
  | { kind: "cursor"; css: string };
