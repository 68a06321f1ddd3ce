// Converts values of a page to bytes and back, in the format of crates/pepper/src/message/wire.rs,
// which decides which numbers become integers.

import { ObjectTag, ValueTag } from "../generated/boundary.ts";
import { isTrack, nextTrackNumber, type SentTrack } from "./tracks.ts";
import { Writer } from "./writer.ts";

/** A value that cannot be sent: it contains itself, reading it throws, or it is too large. */
export class Unsendable extends Error {
  constructor() {
    super(
      "Failed to convert a PostMessage argument from a JavaScript value to a PP_Var. It may have cycles or be of an unsupported type.",
    );
  }
}

const utf8 = new TextEncoder();
// A byte order mark is treated as an ordinary character.
const text = new TextDecoder("utf-8", { ignoreBOM: true });

/** Maximum number of values in an array or a dictionary. */
const MOST_VALUES = 1 << 24;

/** A number that is sent as a double even if it is an integer. */
class Double {
  constructor(readonly number: number) {}
}

/** An array or a dictionary whose values are being written. */
type Container = { value: object; names: string[] | undefined; values: unknown[]; next: number };

/** Writes a value for a program, and adds the tracks in it to `tracks`. Throws `Unsendable`. */
export function encode(root: unknown, tracks: SentTrack[] = []): Uint8Array<ArrayBuffer> {
  try {
    return encodeGraph(root, tracks);
  } catch {
    // Getters and proxies of the page may throw anything.
    throw new Unsendable();
  }
}

function encodeGraph(root: unknown, tracks: SentTrack[]): Uint8Array<ArrayBuffer> {
  const objects = new Writer();
  objects.word(0);
  /** The numbers of objects in the message. */
  const numbers = new Map<unknown, number>();
  const open = new Set<object>();
  let count = 0;
  const stack: Container[] = [];

  // Writes an object and numbers it. If it contains other values, only starts to write it.
  const begin = (value: unknown): void => {
    if (numbers.has(value)) return;
    const plain = unwrap(value);
    if (typeof plain === "string") {
      objects.byte(ObjectTag.TEXT);
      objects.bytes(utf8.encode(plain));
      numbers.set(value, count++);
    } else if (isBuffer(plain)) {
      objects.byte(ObjectTag.BUFFER);
      // A detached buffer has a length of 0.
      objects.bytes(plain.byteLength === 0 ? new Uint8Array(0) : new Uint8Array(plain));
      numbers.set(plain, count++);
    } else if (isObject(plain) && isTrack(plain)) {
      const number = nextTrackNumber();
      tracks.push({ number, track: plain });
      objects.byte(ObjectTag.VIDEO_TRACK);
      objects.word(number);
      objects.bytes(utf8.encode(plain.id));
      numbers.set(plain, count++);
    } else if (isObject(plain) && !(plain instanceof Double)) {
      if (open.has(plain)) throw new Unsendable();
      open.add(plain);
      stack.push(content(plain));
    }
  };

  begin(root);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { value, names, values } = top;
    if (top.next < values.length) {
      begin(values[top.next++]);
      continue;
    }
    stack.pop();
    open.delete(value);
    objects.byte(names === undefined ? ObjectTag.ARRAY : ObjectTag.DICTIONARY);
    objects.word(values.length);
    for (let at = 0; at < values.length; at++) {
      if (names !== undefined) objects.bytes(utf8.encode(names[at]));
      put(objects, values[at], numbers);
    }
    numbers.set(value, count++);
  }
  put(objects, root, numbers);
  objects.wordAt(0, count);
  return objects.finish();
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

// Objects may come from other frames, which have their own classes. These functions work for
// objects of the same kind from any frame, and throw for other objects.
const classOf = Object.prototype.toString;
const lengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get;

function isBuffer(value: unknown): value is ArrayBuffer {
  if (!isObject(value)) return false;
  if (value instanceof ArrayBuffer) return true;
  return classOf.call(value) === "[object ArrayBuffer]" && answers(() => lengthOf?.call(value));
}

function answers(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

// Returns the value of a wrapper object such as `new String("x")`.
function unwrap(value: unknown): unknown {
  if (!isObject(value)) return value;
  try {
    switch (classOf.call(value)) {
      case "[object String]":
        return String.prototype.valueOf.call(value);
      case "[object Boolean]":
        return Boolean.prototype.valueOf.call(value);
      case "[object Number]":
        return new Double(Number.prototype.valueOf.call(value));
    }
  } catch {
    // The object only pretends to be a wrapper.
  }
  return value;
}

// Returns the content of an array or a dictionary.
function content(value: object): Container {
  const values: unknown[] = [];
  if (Array.isArray(value)) {
    const length = lengthWithoutHoles(value);
    if (length > MOST_VALUES) throw new Unsendable();
    for (let at = 0; at < length; at++) values.push(Object.hasOwn(value, at) ? value[at] : undefined);
    return { value, names: undefined, values, next: 0 };
  }
  const names = Object.keys(value);
  if (names.length > MOST_VALUES) throw new Unsendable();
  for (const name of names) values.push((value as Record<string, unknown>)[name]);
  return { value, names, values, next: 0 };
}

/** Returns the length of an array without the holes at its end. */
function lengthWithoutHoles(array: unknown[]): number {
  let length = array.length;
  for (let steps = 0; length > 0 && !Object.hasOwn(array, length - 1); steps++) {
    length--;
    // There may be billions of holes. In the list of keys, indices come first and in order.
    if (steps === 1000) return 1 + Number(Object.keys(array).filter(isIndex).at(-1) ?? -1);
  }
  return length;
}

const isIndex = (key: string): boolean => `${Number(key) >>> 0}` === key && key !== "4294967295";

function put(writer: Writer, value: unknown, numbers: Map<unknown, number>): void {
  const number = typeof value === "string" || isObject(value) ? numbers.get(value) : undefined;
  if (number !== undefined) {
    writer.byte(ValueTag.OBJECT);
    writer.word(number);
    return;
  }
  const plain = unwrap(value);
  if (plain === null) writer.byte(ValueTag.NULL);
  else if (typeof plain === "boolean") writer.byte(plain ? ValueTag.TRUE : ValueTag.FALSE);
  else if (typeof plain === "number") {
    writer.byte(ValueTag.NUMBER);
    writer.double(plain);
  } else if (plain instanceof Double) {
    writer.byte(ValueTag.DOUBLE);
    writer.double(plain.number);
  } else writer.byte(ValueTag.UNDEFINED);
}

/** Reads a value that a program has sent. */
export function decode(bytes: Uint8Array<ArrayBuffer>): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const word = (): number => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const piece = (): Uint8Array<ArrayBuffer> => {
    const length = word();
    at += length;
    return bytes.subarray(at - length, at);
  };
  const objects: unknown[] = [];
  const value = (): unknown => {
    switch (bytes[at++]) {
      case ValueTag.NULL:
        return null;
      case ValueTag.FALSE:
        return false;
      case ValueTag.TRUE:
        return true;
      case ValueTag.NUMBER:
      case ValueTag.DOUBLE:
        at += 8;
        return view.getFloat64(at - 8, true);
      case ValueTag.OBJECT:
        return objects[word()];
      default:
        return undefined;
    }
  };
  for (let count = word(); count > 0; count--) {
    switch (bytes[at++]) {
      case ObjectTag.TEXT:
        objects.push(text.decode(piece()));
        break;
      case ObjectTag.ARRAY:
        {
          const array: unknown[] = [];
          for (let entries = word(); entries > 0; entries--) array.push(value());
          objects.push(array);
        }
        break;
      case ObjectTag.DICTIONARY: {
        const dictionary: Record<string, unknown> = {};
        for (let entries = word(); entries > 0; entries--) {
          const name = text.decode(piece());
          // An assignment would set the prototype if the name is __proto__.
          Object.defineProperty(dictionary, name, {
            value: value(),
            configurable: true,
            enumerable: true,
            writable: true,
          });
        }
        objects.push(dictionary);
        break;
      }
      default:
        objects.push(piece().slice().buffer);
    }
  }
  return value();
}
