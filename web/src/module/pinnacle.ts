// The package as a module: what the script tag does, and programs without elements. What is
// exported here is the whole of the package's types, so nothing else is to be named in them.

import { isolate as isolatePage } from "../isolate/page.ts";
import { install as installElements } from "../page/install.ts";
import { beside, ofThisBuild, scriptUrl, useFiles as useThem } from "../page/location.ts";
import { useNumbers } from "../page/plugin.ts";
import { start } from "./running.ts";

/** The places where the files of the package are served, if not next to this one. */
export interface Files {
  /** `pinnacle-worker.js`, which runs in workers. */
  worker: string | URL;
  /** `pinnacle.wasm`; beside that script if this is not given. */
  wasm?: string | URL;
}

/** Options for starting a program. */
export interface LoadOptions {
  /**
   * The program draws in this canvas. Its content box is the program's view; a picture of another
   * size is stretched to it. It must not have a context yet, and serves one program only.
   */
  canvas?: HTMLCanvasElement;
  /** A box with a canvas is appended to this element, and is the program's view. */
  element?: HTMLElement;
  /** Size of the box or canvas in CSS pixels; a box without it fills the element. */
  width?: number;
  height?: number;
  /** The attributes of the element that the program sees. */
  attributes?: Record<string, string>;
  /**
   * The type of a number without a fraction in messages to the program: an `int32`, as in the last
   * versions of Chrome, or a `double`, as in earlier ones. `int32` if this is not given.
   */
  numbers?: "int32" | "double";
  /** The base of the program's URLs, and its apparent origin; by default the page's URL. */
  documentUrl?: string | URL;
  /** Ends the program, whether it has come to run or not. */
  signal?: AbortSignal;
  /** Receives the number of bytes of the program that are translated; a total of -1 is unknown. */
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
 * A program that runs. Its messages are events; they are also what it yields if it is iterated
 * over, from the moment at which that begins until the program ends.
 */
export interface Program extends EventTarget, AsyncIterable<unknown> {
  /** The canvas or the box that is the program's view. */
  readonly element: HTMLElement;
  /** Resolves when the program has ended, however that was. */
  readonly ended: Promise<End>;
  onmessage: ((event: MessageEvent) => void) | null;
  /** Sends a value. Throws a `TypeError` if it holds itself or cannot be read. */
  postMessage(value: unknown): void;
  /** Ends the program at once, and removes its box. */
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

/** Why a program could not be started. */
export class LoadError extends Error {
  override readonly name: string = "LoadError";
}

/** Further options of `install`. */
export interface InstallOptions {
  /**
   * Has a service worker isolate pages whose programs start threads, so that these share memory:
   * from the next visit on, or by loading the page again at once; or takes it away.
   */
  isolate?: "next" | "now" | "off";
  /** `pinnacle-isolate.js`, in the folder of the page or above it; beside the script if not given. */
  isolateWorker?: string | URL;
  /** The type of numbers without a fraction for elements without the attribute `data-numbers`. */
  numbers?: "int32" | "double";
}

/** Has the elements of the page come to life, as the script tag does. */
export function install({ isolate, isolateWorker, numbers }: InstallOptions = {}): void {
  if (isolate !== undefined) {
    const worker = isolateWorker ?? new URL("pinnacle-isolate.js", scriptUrl());
    isolatePage(isolate, new URL(worker, document.baseURI).href);
  }
  useNumbers(numbers);
  installElements();
}

/** Says where the files are, before anything is installed or loaded. */
export function useFiles({ worker, wasm }: Files): void {
  const script = new URL(worker, document.baseURI).href;
  const core = wasm === undefined ? beside(script) : new URL(wasm, document.baseURI).href;
  useThem({ script: () => script, core: () => core });
}

/**
 * Starts a program: a `.pexe` by its URL or its bytes, or a manifest by a URL that ends in `.nmf`.
 * Resolves when the program runs, before its first message. Rejects with a `LoadError`, or with
 * the reason of the signal.
 */
export function load(
  source: string | URL | Response | Blob | BufferSource,
  options: LoadOptions = {},
): Promise<Program> {
  return start(source, options, (text) => new LoadError(text));
}

// Bundlers take along what they see written as `new URL("./NAME", import.meta.url)`, and nothing else.
const script = urlOf(() => new URL("./pinnacle-worker.js", import.meta.url));
const core = urlOf(() => new URL("./pinnacle.wasm", import.meta.url));

/** Finds a URL now, and gives it when it is needed. */
function urlOf(find: () => URL): () => string {
  let found: string | undefined;
  try {
    found = find().href;
  } catch {
    // The module has none.
  }
  return () => {
    if (found !== undefined) return found;
    throw new LoadError(
      "where pinnacle-worker.js and pinnacle.wasm are has to be said by useFiles, since this module has no URL.",
    );
  };
}

useThem({ script, core: () => ofThisBuild(core()) });
