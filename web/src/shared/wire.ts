// Values of a page as bytes and back, in the form of crates/web/src/wire.rs. Which numbers
// are whole to a program is decided there.

/** A value that no program can be sent: it holds itself, or reading it throws. */
export class Unsendable extends Error {
  constructor() {
    super(
      "Failed to convert a PostMessage argument from a JavaScript value to a PP_Var. It may have cycles or be of an unsupported type.",
    );
  }
}

const TEXT = 0,
  ARRAY = 1,
  DICTIONARY = 2,
  BUFFER = 3;
const UNDEFINED = 0,
  NULL = 1,
  FALSE = 2,
  TRUE = 3,
  NUMBER = 4,
  DOUBLE = 5,
  OBJECT = 6;

/** Bytes that grow. */
class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  word(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  wordAt(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  double(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  bytes(value: Uint8Array): void {
    this.word(value.length);
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }
}

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** What a value is in a message: nothing that refers to others, or an object. */
type Container = { value: object; names: string[] | undefined; values: unknown[]; next: number };

/** Writes a value as the program will see it. Throws `Unsendable`. */
export function encode(root: unknown): Uint8Array<ArrayBuffer> {
  const objects = new Writer();
  objects.word(0);
  const numbers = new Map<unknown, number>();
  const open = new Set<object>();
  let count = 0;
  const stack: Container[] = [];

  // Gives an object its number, or begins it if it holds others.
  const begin = (value: unknown): void => {
    const plain = unwrap(value);
    if (typeof plain === "string") {
      if (numbers.has(value)) return;
      objects.byte(TEXT);
      objects.bytes(utf8.encode(plain));
      numbers.set(value, count++);
      return;
    }
    if (!isObject(plain) || numbers.has(plain)) return;
    if (plain instanceof ArrayBuffer) {
      objects.byte(BUFFER);
      objects.bytes(new Uint8Array(plain));
      numbers.set(plain, count++);
      return;
    }
    if (open.has(plain)) throw new Unsendable();
    open.add(plain);
    stack.push(content(plain));
  };

  begin(root);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.next < top.values.length) {
      begin(top.values[top.next++]);
      continue;
    }
    stack.pop();
    open.delete(top.value);
    objects.byte(top.names === undefined ? ARRAY : DICTIONARY);
    objects.word(top.values.length);
    top.values.forEach((value, index) => {
      if (top.names !== undefined) objects.bytes(utf8.encode(top.names[index]));
      put(objects, value, numbers);
    });
    numbers.set(top.value, count++);
  }
  put(objects, root, numbers);
  objects.wordAt(0, count);
  return objects.finish();
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

// The value in an object that stands for one.
function unwrap(value: unknown): unknown {
  if (value instanceof String || value instanceof Boolean) return value.valueOf();
  return value;
}

// What an array or a dictionary holds. Getters of the page may throw.
function content(value: object): Container {
  try {
    if (Array.isArray(value)) {
      let length = value.length;
      while (length > 0 && !(length - 1 in value)) length--;
      return { value, names: undefined, values: Array.from({ length }, (_, at) => value[at]), next: 0 };
    }
    // Numbers that are objects stay doubles; they hold nothing.
    if (value instanceof Number) return { value, names: [], values: [], next: 0 };
    const names = Object.keys(value);
    const of = value as Record<string, unknown>;
    return { value, names, values: names.map((name) => of[name]), next: 0 };
  } catch {
    throw new Unsendable();
  }
}

function put(writer: Writer, value: unknown, numbers: Map<unknown, number>): void {
  const number = numbers.get(value) ?? numbers.get(unwrap(value));
  if (number !== undefined && (typeof value === "string" || isObject(value)) && !(value instanceof Number)) {
    writer.byte(OBJECT);
    writer.word(number);
    return;
  }
  const plain = unwrap(value);
  if (plain === null) writer.byte(NULL);
  else if (typeof plain === "boolean") writer.byte(plain ? TRUE : FALSE);
  else if (typeof plain === "number") {
    writer.byte(NUMBER);
    writer.double(plain);
  } else if (plain instanceof Number) {
    writer.byte(DOUBLE);
    writer.double(plain.valueOf());
  } else writer.byte(UNDEFINED);
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
      case NULL:
        return null;
      case FALSE:
        return false;
      case TRUE:
        return true;
      case NUMBER:
      case DOUBLE:
        at += 8;
        return view.getFloat64(at - 8, true);
      case OBJECT:
        return objects[word()];
      default:
        return undefined;
    }
  };
  for (let count = word(); count > 0; count--) {
    switch (bytes[at++]) {
      case TEXT:
        objects.push(text.decode(piece()));
        break;
      case ARRAY:
        objects.push(Array.from({ length: word() }, value));
        break;
      case DICTIONARY: {
        const dictionary: Record<string, unknown> = {};
        for (let entries = word(); entries > 0; entries--) {
          const name = text.decode(piece());
          // A plain assignment would set the prototype where the name is __proto__.
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
