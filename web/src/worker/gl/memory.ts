// The program's memory as numbers of each type. The views are renewed after the memory has grown:
// if it is not shared, its old buffer is detached, and if it is shared, its new buffer is larger.
// They are checked when an access is beyond the views.

import { GuestMemory } from "../../generated/boundary.ts";
import { Limit } from "../../generated/gl.ts";
import { fault } from "../answers.ts";

export let bytes = new Uint8Array(0);
export let shorts = new Uint16Array(0);
export let words = new Uint32Array(0);
export let ints = new Int32Array(0);
export let floats = new Float32Array(0);

let memory: { readonly buffer: ArrayBufferLike } | undefined;

/** The parts of memory that were written, as addresses and lengths in turn; undefined if writes are
 * not recorded. */
let written: number[] | undefined;

/** Starts or ends the recording of writes. */
export function noteWrites(on: boolean): void {
  written = on ? [] : undefined;
}

/** Records that a part of memory was written. */
export function wrote(at: number, size: number): void {
  written?.push(at, size);
}

/** Returns the recorded writes. */
export function writes(): number[] {
  return written ?? [];
}

/** Sets the memory of the program. */
export function useMemory(given: WebAssembly.Memory) {
  memory = given;
  look();
}

/** Calls a function with other memory in place of the program's. */
export function withMemory<T>(buffer: ArrayBuffer, act: () => T): T {
  const own = memory;
  memory = { buffer };
  look();
  try {
    return act();
  } finally {
    memory = own;
    look();
  }
}

function look() {
  const buffer = (memory?.buffer ?? new ArrayBuffer(0)) as ArrayBuffer;
  if (buffer === bytes.buffer && buffer.byteLength === bytes.length) return;
  bytes = new Uint8Array(buffer);
  shorts = new Uint16Array(buffer);
  words = new Uint32Array(buffer);
  ints = new Int32Array(buffer);
  floats = new Float32Array(buffer);
}

/** Returns the address of a range as an unsigned number. Ends the program if the range is not in
 * memory. */
export function reach(address: number, size: number): number {
  const at = address >>> 0;
  if (at + size > bytes.length) look();
  if (size > 0 && (at < GuestMemory.PAGE || at + size > bytes.length)) {
    throw fault(`invalid access of ${size} bytes at ${at}`);
  }
  return at;
}

/** Returns true if a range is in memory. */
export function isThere(address: number, size: number): boolean {
  const at = address >>> 0;
  if (at + size > bytes.length) look();
  return at >= GuestMemory.PAGE && at + size <= bytes.length;
}

/** Returns the word at an address, which need not be a multiple of four. */
export function load(address: number): number {
  const at = reach(address, 4);
  if (at % 4 === 0) return words[at >>> 2] ?? 0;
  return new DataView(bytes.buffer).getUint32(at, true);
}

export function store(address: number, word: number) {
  const at = reach(address, 4);
  wrote(at, 4);
  if (at % 4 === 0) ints[at >>> 2] = word;
  else new DataView(bytes.buffer).setInt32(at, word, true);
}

export function storeFloat(address: number, number: number) {
  const at = reach(address, 4);
  wrote(at, 4);
  if (at % 4 === 0) floats[at >>> 2] = number;
  else new DataView(bytes.buffer).setFloat32(at, number, true);
}

const scratch = new Float32Array(1);
const scratchWord = new Uint32Array(scratch.buffer);

/** Returns the float with the bits of a word. */
export function floatOf(word: number): number {
  scratchWord[0] = word;
  return scratch[0] ?? 0;
}

/** Allocates zero bytes; undefined if there is not enough memory. */
export function room(size: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(size);
  } catch {
    return undefined;
  }
}

/** Returns an unshared copy of bytes in memory. */
export function copy(address: number, size: number): Uint8Array<ArrayBuffer> {
  const at = reach(address, size);
  return new Uint8Array(bytes.subarray(at, at + size));
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();

/** Decodes text; undefined if the bytes are not UTF-8. */
export function textOf(content: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return decoder.decode(content);
  } catch {
    return undefined;
  }
}

/** Returns the number of bytes before a zero byte, up to a maximum; undefined if there is no zero
 * byte. */
export function lengthOfText(address: number, most: number): number | undefined {
  const start = reach(address, 1);
  const end = Math.min(start + most, bytes.length);
  const zero = bytes.subarray(start, end).indexOf(0);
  if (zero >= 0) return zero;
  if (start + most > bytes.length) reach(start, most);
  return undefined;
}

/** Returns the text up to a zero byte; undefined if it is too long or not UTF-8. */
export function text(address: number): string | undefined {
  const length = lengthOfText(address, Limit.MAX_TEXT);
  return length === undefined ? undefined : textOf(copy(address, length));
}

/** Returns the length of a text in bytes. */
export function byteLength(content: string): number {
  return encoder.encode(content).length;
}

/** Writes a text as OpenGL does: at most `size` bytes including a zero byte. If `length` is not 0,
 * writes the number of bytes without the zero byte there. */
export function giveText(content: string, size: number, length: number, address: number) {
  const all = encoder.encode(content);
  const given = Math.min(all.length, Math.max(size - 1, 0));
  if (size > 0) {
    const at = reach(address, given + 1);
    bytes.set(all.subarray(0, given), at);
    bytes[at + given] = 0;
    wrote(at, given + 1);
  }
  if (length !== 0) store(length, given);
}
