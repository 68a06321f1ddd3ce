// The package as a module: the functions of the script tag, and programs without elements. The
// exports of this file are the types of the package, so they must not refer to types of other
// files.

import { isolate as isolatePage } from "../isolate/page.ts";
import { install as installElements } from "../page/install.ts";
import { beside, ofThisBuild, scriptUrl, useFiles as useThem } from "../page/location.ts";
import { useNumbers } from "../page/plugin.ts";
import { start } from "./running.ts";

/** The URLs of the files of the package, if they are not next to this one. */
export interface Files {
  /** `pinnacle-worker.js`, which runs in workers. */
  worker: string | URL;
  /** `pinnacle.wasm`. By default it is next to the worker script. */
  wasm?: string | URL;
}

/** Options for starting a program. */
export interface LoadOptions {
  /**
   * The program draws in this canvas. Its content box is the program's view; a picture of another
   * size is stretched to it. It must not have a context yet, and can serve only one program.
   */
  canvas?: HTMLCanvasElement;
  /** The parent of a new box with a canvas, which is the program's view. */
  element?: HTMLElement;
  /** Size of the box or canvas in CSS pixels. A box without it fills the element. */
  width?: number;
  height?: number;
  /** The attributes of the program's element, as the program sees them. */
  attributes?: Record<string, string>;
  /**
   * The type of a number without a fraction in messages to the program: an `int32`, as in the last
   * versions of Chrome, or a `double`, as in earlier ones. The default is `int32`.
   */
  numbers?: "int32" | "double";
  /** The base of the program's URLs, and its apparent origin. The default is the page's URL. */
  documentUrl?: string | URL;
  /** Records the run, for `Program.recording`. */
  record?: boolean;
  /** The state from which the program continues, saved by `Program.save` or `pinnacle run
   * --save`. */
  state?: Blob | BufferSource;
  /** Ends the program, even while it is loading. */
  signal?: AbortSignal;
  /** Receives the number of bytes of the program that have been translated, and the total number;
   * -1 if it is unknown. */
  onprogress?: (loaded: number, total: number) => void;
}

/** The end of a program. */
export type End =
  | { kind: "exit"; status: number }
  | { kind: "crash"; reason: string }
  | { kind: "terminated" };

/** The events of a program. */
export interface ProgramEventMap {
  message: MessageEvent;
  exit: CustomEvent<{ status: number }>;
  crash: CustomEvent<{ reason: string }>;
}

/**
 * A running program. Its messages are events. It is also an async iterable of its messages, from
 * the start of the iteration until the program ends.
 */
export interface Program extends EventTarget, AsyncIterable<unknown> {
  /** The canvas or the box that is the program's view. */
  readonly element: HTMLElement;
  /** Resolves when the program has ended, for any reason. */
  readonly ended: Promise<End>;
  onmessage: ((event: MessageEvent) => void) | null;
  /** Sends a value to the program. Throws a `TypeError` if it contains itself or cannot be read. */
  postMessage(value: unknown): void;
  /** Resolves to the recording of the run so far, or of the whole run if the program has ended by
   * itself. `pinnacle run --replay` repeats it. Rejects without the option `record`. */
  recording(): Promise<Blob>;
  /** Resolves to a file with the state of the program, as soon as it is idle. Rejects with a
   * sentence if a part of the program cannot be saved. */
  save(): Promise<Blob>;
  /** Ends the program immediately, and removes its box. */
  terminate(): void;
  addEventListener<K extends keyof ProgramEventMap>(
    type: K,
    listener: (event: ProgramEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The reason why a program could not be started. */
export class LoadError extends Error {
  override readonly name: string = "LoadError";
}

/** Further options of `install`. */
export interface InstallOptions {
  /**
   * Lets a service worker isolate pages whose programs start threads, so that threads can share
   * memory: `next` from the next visit on, `now` by reloading the page immediately. `off` removes
   * the service worker.
   */
  isolate?: "next" | "now" | "off";
  /** The URL of `pinnacle-isolate.js`, in the folder of the page or above it. By default it is next
   * to the script. */
  isolateWorker?: string | URL;
  /** The type of numbers without a fraction for elements without the attribute `data-numbers`. */
  numbers?: "int32" | "double";
}

/** Runs the programs of the elements of the page, as the script tag does. */
export function install({ isolate, isolateWorker, numbers }: InstallOptions = {}): void {
  if (isolate !== undefined) {
    const worker = isolateWorker ?? new URL("pinnacle-isolate.js", scriptUrl());
    isolatePage(isolate, new URL(worker, document.baseURI).href);
  }
  useNumbers(numbers);
  installElements();
}

/** Sets the URLs of the files. Must be called before anything is installed or loaded. */
export function useFiles({ worker, wasm }: Files): void {
  const script = new URL(worker, document.baseURI).href;
  const core = wasm === undefined ? beside(script) : new URL(wasm, document.baseURI).href;
  useThem({ script: () => script, core: () => core });
}

/**
 * Starts a program: a `.pexe`, given by its URL or its bytes, or a manifest, given by a URL that
 * ends in `.nmf`. Resolves when the program runs, before its first message. Rejects with a
 * `LoadError`, or with the reason of the signal.
 */
export function load(
  source: string | URL | Response | Blob | BufferSource,
  options: LoadOptions = {},
): Promise<Program> {
  return start(source, options, (text) => new LoadError(text));
}

// Bundlers only include files that are written as `new URL("./NAME", import.meta.url)`.
const script = urlOf(() => new URL("./pinnacle-worker.js", import.meta.url));
const core = urlOf(() => new URL("./pinnacle.wasm", import.meta.url));

/** Determines a URL now. Returns a function that returns the URL, or throws if there is none. */
function urlOf(find: () => URL): () => string {
  let found: string | undefined;
  try {
    found = find().href;
  } catch {
    // The module has no URL.
  }
  return () => {
    if (found !== undefined) return found;
    throw new LoadError(
      "call useFiles with the address of pinnacle-worker.js and pinnacle.wasm, because this module has no URL.",
    );
  };
}

useThem({ script, core: () => ofThisBuild(core()) });
