// The functions that the Rust part calls, as crates/web/src/outside.rs lists them. They forward to
// the engine and the devices, which have registered themselves in `outside` (environment.ts).

import { type FileChange, GuestMemory, LogLevel } from "../generated/boundary.ts";
import { give } from "../shared/answer.ts";
import type { FileKind } from "../shared/files.ts";
import { outside, programBytes } from "./environment.ts";
import { createContext as makeContext, takePicture } from "./gl/device.ts";
import { libraryBytes } from "./libraries.ts";
import { showNothing as clear, showPicture as draw, showBitmap } from "./screen.ts";
import { Sounds } from "./sounds.ts";

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
    memory.grow(Math.ceil(missing / GuestMemory.PAGE));
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
  // Maximum number of bytes per call of `getRandomValues`.
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

export function readLibrary(url: string, most: number): Uint8Array | undefined {
  const bytes = libraryBytes(url);
  return bytes !== undefined && bytes.length <= most ? bytes : undefined;
}

export function loaded(): void {
  outside.loaded();
}

export function refused(reason: string): void {
  outside.refused(reason);
}

export function postMessage(message: Uint8Array): void {
  const copy = message.slice();
  outside.post({ kind: "message", bytes: copy }, [copy.buffer]);
}

export function respond(response: Uint8Array | undefined): void {
  const answer = outside.answers.shift();
  if (answer !== undefined) give(answer, response);
}

export { stateRefused, stateSaved } from "./saved_states.ts";

export function log(level: number, text: string): void {
  outside.post({ kind: "log", level, text });
}

export function write(isError: boolean, bytes: Uint8Array): void {
  outside.streams.write(isError, bytes);
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
  draw(rgba, width, height, scale, left, top);
}

export function showNothing(): void {
  clear();
}

export function showContext(id: number): void {
  const picture = takePicture(id);
  if (picture === undefined) clear();
  else showBitmap(picture);
}

export function createContext(
  id: number,
  share: number,
  width: number,
  height: number,
  hasAlpha: boolean,
  depth: number,
  stencil: number,
): boolean {
  const refusal = makeContext(id, share, { width, height, hasAlpha, depth, stencil });
  if (refusal !== undefined) log(LogLevel.ERROR, refusal);
  return refusal === undefined;
}

export { setCursor, setPictureCursor } from "./cursors.ts";
export { callGl, destroyContext, glString, glWritten, resizeContext, swapContext } from "./gl/device.ts";
export {
  restoreCall,
  restoreEnd,
  restoreLinked,
  restoreMake,
  restoreNext,
  restoreRenderbuffer,
  restoreScreen,
} from "./gl/saved/restore.ts";
export { saveContext } from "./gl/saved/write.ts";
export { contextPixels, contextSize } from "./screen.ts";

export function inputsWanted(unfiltered: number, filtered: number): void {
  outside.post({ kind: "inputs", unfiltered, filtered });
}

export function watchGamepads(): void {
  outside.post({ kind: "watchGamepads" });
}

export function inputDone(isHandled: boolean): void {
  outside.post({ kind: "inputDone", isHandled });
}

export function setFullscreen(on: boolean): boolean {
  outside.post({ kind: "fullscreen", on });
  return true;
}

export function lockMouse(on: boolean): void {
  outside.post({ kind: "lockMouse", on });
}

export function setTextInput(type: number): void {
  outside.post({ kind: "textInput", type });
}

export function setCaret(...place: [number, number, number, number]): void {
  outside.post({ kind: "caret", place });
}

export function cancelComposition(): void {
  outside.post({ kind: "cancelComposition" });
}

export function startFetch(
  id: number,
  method: string,
  url: string,
  headers: string[],
  body: Uint8Array,
  flags: number,
): void {
  outside.fetches?.start(id, method, url, headers, body, flags);
}

export function followFetch(id: number): void {
  outside.fetches?.follow(id);
}

export function readFetch(id: number): void {
  outside.fetches?.read(id);
}

export function cancelFetch(id: number): void {
  outside.fetches?.cancel(id);
}

export function openSocket(id: number, url: string, protocols: string[]): void {
  outside.sockets?.open(id, url, protocols);
}

export function sendText(id: number, text: string): void {
  outside.sockets?.send(id, text);
}

export function sendBytes(id: number, bytes: Uint8Array): void {
  outside.sockets?.send(id, bytes);
}

export function closeSocket(id: number, code: number, reason: string): void {
  outside.sockets?.close(id, code, reason);
}

export function dropSocket(id: number): void {
  outside.sockets?.drop(id);
}

export function createDecoder(id: number, context: number, codec: string, acceleration: number): boolean {
  return outside.decoders?.create(id, context, codec, acceleration) ?? false;
}

export function decodeVideo(id: number, unit: number, bytes: Uint8Array): void {
  outside.decoders?.decode(id, unit, bytes.slice());
}

export function putFrame(id: number, frame: number, texture: number): number {
  return outside.decoders?.put(id, frame, texture) ?? 0;
}

export function deleteVideoTexture(id: number, texture: number): void {
  outside.decoders?.deleteTexture(id, texture);
}

export function flushDecoder(id: number): void {
  outside.decoders?.flush(id);
}

export function resetDecoder(id: number): void {
  outside.decoders?.reset(id);
}

export function closeDecoder(id: number): void {
  outside.decoders?.close(id);
}

export function requestPicture(track: number, width: number, height: number): void {
  outside.tracks?.request(track, width, height);
}

export function closeTrack(track: number): void {
  outside.tracks?.close(track);
}

export function openStorage(number: number, kind: FileKind): void {
  outside.files?.open(number, kind);
}

export function changeFile(
  number: number,
  kind: FileKind,
  what: FileChange,
  path: string,
  from: string,
  at: number,
  bytes: Uint8Array,
): void {
  outside.files?.change(number, kind, what, path, from, at, bytes);
}

export function readContents(contents: number, at: number, buffer: Uint8Array): boolean {
  return outside.files?.read(contents, at, buffer) ?? false;
}

export function forgetContents(contents: number): void {
  outside.files?.forget(contents);
}

export function programUrl(): string {
  return outside.programUrl;
}

export function documentUrl(): string {
  return outside.documentUrl;
}

export function baseUrl(): string {
  return outside.baseUrl;
}

export { captured as capturedUrl } from "../shared/replay.ts";

const sounds = new Sounds((message, transfer) => outside.post(message, transfer));

export function startSound(id: number, sampleRate: number, frames: number): void {
  sounds.start(id, sampleRate, frames);
}

export function soundWanted(id: number): number {
  return sounds.wanted(id);
}

export function playSound(id: number, samples: Uint8Array): void {
  sounds.play(id, samples);
}

export function stopSound(id: number): void {
  sounds.stop(id);
}

export function soundRate(): number {
  return outside.soundDevice.rate;
}

export function soundFrames(): number {
  return outside.soundDevice.frames;
}
