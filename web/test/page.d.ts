// What the pages of the tests have: the elements of programs, functions of old that the script brings
// back, and the globals that the pages' own scripts define.

/** An entry of the file system of old, as far as the tests use it. */
interface DirectoryEntry {
  readonly name: string;
  readonly fullPath: string;
  toURL(): string;
}

/** A writer of old. */
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

/** The quota of old, of which a page has two. */
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

/** What an element is once it is a program. */
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

/** Calls a method of old whose last arguments are callbacks; of `calls` in support.ts. */
declare function call<R = unknown>(target: object, name: string, ...args: unknown[]): Promise<R>;
/** Writes a file, and gives its length or an error's name; of `calls`. */
declare function put(root: DirectoryEntry, path: string, text: string): Promise<unknown>;
/** Reads a file, or gives an error's name; of `calls`. */
declare function take(root: DirectoryEntry, path: string): Promise<string>;
/** Names of what is in a directory; of `calls`. */
declare function names(directory: DirectoryEntry): Promise<string[]>;

/** An event as `listen` in support.ts notes it. */
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

/** A gamepad as tests make one. */
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
