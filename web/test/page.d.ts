// Types of the tests' pages: the elements of programs, old functions that the script adds, and the
// globals of the pages' own scripts.

/** The part of the old file system's entries that the tests use. */
interface DirectoryEntry {
  readonly name: string;
  readonly fullPath: string;
  toURL(): string;
}

/** An old file writer. */
interface Writer {
  readonly readyState: number;
  readonly position: number;
  readonly length: number;
  onwritestart: () => void;
  onwrite: () => void;
  onwriteend: () => void;
  write(content: Blob): void;
  seek(position: number): void;
  truncate(size: number): void;
}

/** The old quota object. A page has two. */
interface StorageQuota {
  requestQuota(bytes: number, done: (granted: number) => void): void;
  queryUsageAndQuota(done: (usage: number, quota: number) => void): void;
}

interface Navigator {
  readonly webkitPersistentStorage: StorageQuota;
  readonly webkitTemporaryStorage: StorageQuota;
}

declare function requestFileSystem(type: number, size: number, done: (system: object) => void): void;
declare function webkitRequestFileSystem(type: number, size: number, done: (system: object) => void): void;

/** The properties of an element with a program. */
interface HTMLElement {
  readonly readyState: number;
  readonly lastError: string;
  readonly exitStatus: number;
  postMessage(message?: unknown, ...more: unknown[]): void;
  postMessageAndAwaitResponse(message?: unknown): unknown;
}

interface HTMLElementEventMap {
  message: MessageEvent;
}

interface Element {
  webkitRequestFullscreen(): void;
  webkitRequestFullScreen(): void;
  webkitRequestPointerLock(): void;
}

interface Document {
  readonly webkitIsFullScreen: boolean;
  readonly webkitFullscreenElement: Element | null;
  webkitCancelFullScreen(): void;
  webkitExitPointerLock(): void;
}

interface Performance {
  webkitNow(): number;
  measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
}

declare const PERSISTENT: number;
declare const TEMPORARY: number;

/** The element with the id `m`, which most pages have. */
declare const m: HTMLEmbedElement;

/** Calls an old method whose last arguments are callbacks. Defined by `calls` in support.ts. */
declare function call<R = unknown>(target: object, name: string, ...args: unknown[]): Promise<R>;
/** Writes a file, and returns its length or an error's name. Defined by `calls`. */
declare function put(root: DirectoryEntry, path: string, text: string): Promise<unknown>;
/** Reads a file, or returns an error's name. Defined by `calls`. */
declare function take(root: DirectoryEntry, path: string): Promise<string>;
/** Returns the names in a directory. Defined by `calls`. */
declare function names(directory: DirectoryEntry): Promise<string[]>;

/** An event, as `listen` in support.ts records it. */
type HeardEvent = [
  type: string,
  readyState: number,
  lengthComputable: boolean,
  loaded: number,
  total: number,
  url: string | undefined,
  bubbles: boolean,
  data: unknown,
];

/** A simulated gamepad. */
interface FakeGamepad {
  connected: boolean;
  timestamp: number;
  id: string;
  axes: number[];
  buttons: { value: number }[];
}

/** Globals that pages of several tests define, some of them later. */
interface Window {
  isLoaded?: boolean;
  end?: string | number;
  both: HTMLElement[];
  heard?: unknown[];
  m: HTMLEmbedElement;
  kept: HTMLElement;
  outcome?: string;
  gamepad?: FakeGamepad | undefined;
  pad: FakeGamepad;
  inputs: number;
  answers: unknown[];
  ask(name: string): Promise<string>;
  eval(text: string): unknown;
}
