// What the Rust part calls: everything that crates/web/src/outside.rs lists. It forwards to
// what the engine and the devices have put into `outside`.

import type { ToPage } from "../shared/protocol.ts";

/** What there is outside of the Rust part. */
export const outside = {
  memory: undefined as WebAssembly.Memory | undefined,
  documentUrl: "about:blank",
  post: (message: ToPage, transfer: Transferable[] = []): void => {
    (self as unknown as DedicatedWorker).postMessage(message, transfer);
  },
  loaded: (): void => {},
  requestFrame: (): void => {},
  showPicture: (
    _rgba: Uint8Array,
    _width: number,
    _height: number,
    _scale: number,
    _left: number,
    _top: number,
  ): void => {},
  showNothing: (): void => {},
  startFetch: (_request: FetchRequest): void => {},
  pauseFetch: (_id: number, _paused: boolean): void => {},
  cancelFetch: (_id: number): void => {},
};

/** What of a worker's global object is used. */
export type DedicatedWorker = {
  postMessage(message: ToPage, transfer: Transferable[]): void;
};

export type FetchRequest = {
  id: number;
  method: string;
  url: string;
  headers: string[];
  body: Uint8Array | undefined;
  flags: number;
  referrer: string | undefined;
};

const PAGE = 65536;
let bytes = new Uint8Array(0);

/** The program's memory, also after it has grown. */
export function programBytes(): Uint8Array {
  const buffer = outside.memory?.buffer;
  if (buffer !== undefined && bytes.buffer !== buffer) bytes = new Uint8Array(buffer);
  return bytes;
}

export function readMemory(at: number, buffer: Uint8Array): void {
  buffer.set(programBytes().subarray(at, at + buffer.length));
}

export function writeMemory(at: number, content: Uint8Array): void {
  programBytes().set(content, at);
}

export function reachMemory(end: number): boolean {
  const memory = outside.memory;
  if (memory === undefined) return false;
  const missing = (end >>> 0) - memory.buffer.byteLength;
  if (missing <= 0) return true;
  try {
    memory.grow(Math.ceil(missing / PAGE));
    return true;
  } catch {
    return false;
  }
}

export function realTime(): number {
  return performance.timeOrigin + performance.now();
}

export function monotonicTime(): number {
  return performance.now();
}

export function fillRandom(buffer: Uint8Array): void {
  // The most that the function takes at a time.
  const MOST = 65536;
  for (let at = 0; at < buffer.length; at += MOST) {
    const part = new Uint8Array(Math.min(MOST, buffer.length - at));
    crypto.getRandomValues(part);
    buffer.set(part, at);
  }
}

export function processors(): number {
  return navigator.hardwareConcurrency;
}

export function loaded(): void {
  outside.loaded();
}

export function postMessage(message: Uint8Array): void {
  const copy = message.slice();
  outside.post({ kind: "message", bytes: copy }, [copy.buffer]);
}

export function respond(_response: Uint8Array | undefined): void {}

export function log(level: number, text: string): void {
  outside.post({ kind: "log", level, text });
}

export function requestFrame(): void {
  outside.requestFrame();
}

export function showPicture(
  rgba: Uint8Array,
  width: number,
  height: number,
  scale: number,
  left: number,
  top: number,
): void {
  outside.showPicture(rgba, width, height, scale, left, top);
}

export function showNothing(): void {
  outside.showNothing();
}

export function inputDone(_isHandled: boolean): void {}

export function setFullscreen(_on: boolean): boolean {
  return false;
}

export function lockMouse(_on: boolean): void {}

export function setCursor(_kind: number): boolean {
  return true;
}

export function setPictureCursor(
  _rgba: Uint8Array,
  _width: number,
  _height: number,
  _left: number,
  _top: number,
): void {}

export function setTextInput(_kind: number): void {}

export function setCaret(_left: number, _top: number, _width: number, _height: number): void {}

export function cancelComposition(): void {}

export function startFetch(
  id: number,
  method: string,
  url: string,
  headers: string[],
  body: Uint8Array | undefined,
  flags: number,
  referrer: string | undefined,
): void {
  outside.startFetch({ id, method, url, headers, body, flags, referrer });
}

export function pauseFetch(id: number, paused: boolean): void {
  outside.pauseFetch(id, paused);
}

export function cancelFetch(id: number): void {
  outside.cancelFetch(id);
}

export function documentUrl(): string {
  return outside.documentUrl;
}

export function startSound(_id: number, _sampleRate: number): void {}

export function playSound(_id: number, _at: number, _samples: Uint8Array): void {}

export function stopSound(_id: number): void {}

export function soundRate(): number {
  return 48000;
}
