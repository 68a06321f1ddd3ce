// Encodes the steps that create an OpenGL context again, for a saved state. The Rust part decodes
// them in crates/pepper/src/device/gl/steps.rs.

/** The kinds of objects, by their numbers. */
export const Kind = {
  BUFFER: 0,
  TEXTURE: 1,
  RENDERBUFFER: 2,
  SHADER: 3,
  PROGRAM: 4,
  FRAMEBUFFER: 5,
  VERTEX_ARRAY: 6,
  QUERY: 7,
} as const;

/** The first byte of each kind of step. */
const CALL = 1;
const MAKE = 2;
const NEXT = 3;
const SCREEN = 4;
const RENDERBUFFER = 5;
const LINKED = 6;

/** Special values of the index of the argument with the address of a call's data: no data, and the
 * text of a shader. */
const NOWHERE = 0xff;
const SOURCE = 0xfe;

/** The location of a variable that has no location. */
export const NO_LOCATION = 0xffffffff;

/** The data of a call: the index of the argument with its address, and the bytes. */
export type Data = { place: number; bytes: Uint8Array };

/** Pixels of four bytes each, starting with the lowest row. */
export type Rows = { width: number; height: number; bytes: Uint8Array };

/** The name and the location of a variable of a program. */
export type Variable = { name: string; location: number };

const encoder = new TextEncoder();
const number = new Float32Array(1);
const numberBits = new Uint32Array(number.buffer);

/** Returns the bits of a number as a float. */
export function bitsOf(value: number): number {
  number[0] = value;
  return numberBits[0] ?? 0;
}

/** Returns the bytes of words. */
export function wordBytes(words: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(words, (word) => word >>> 0).buffer);
}

/** Returns a text as bytes that end with a zero byte. */
export function zeroEnded(text: string): Uint8Array {
  return encoder.encode(`${text}\0`);
}

/** Returns the bytes of a shader's source, each of which is a character here. */
export function sourceBytes(source: string): Uint8Array {
  return Uint8Array.from(source, (letter) => letter.charCodeAt(0));
}

/** A list of steps. */
export class Steps {
  readonly #functions: Map<string, number>;
  #bytes = new Uint8Array(1 << 16);
  #end = 0;

  /** `functions` are the names of OpenGL's functions in the order of their numbers, separated by
   * spaces. */
  constructor(functions: string) {
    this.#functions = new Map(functions.split(" ").map((name, index) => [name, index]));
  }

  /** Returns the encoded steps. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Adds a call of a function. */
  call(name: string, args: number[], data?: Data): void {
    const index = this.#functions.get(name);
    if (index === undefined) throw new Error(`there is no function ${name}`);
    this.#byte(CALL, index, args.length);
    this.#words(args);
    this.#byte(data?.place ?? NOWHERE);
    if (data !== undefined) this.#counted(data.bytes);
  }

  /** Adds a call of `ShaderSource`. */
  source(shader: number, source: string): void {
    this.call("ShaderSource", [shader, 1, 0, 0], { place: SOURCE, bytes: sourceBytes(source) });
  }

  /** Adds the creation of an object. */
  make(kind: number, name: number, argument = 0): void {
    this.#byte(MAKE, kind);
    this.#words([name, argument]);
  }

  /** Adds the first name that is tried for the next object of a kind. */
  next(kind: number, name: number): void {
    this.#byte(NEXT, kind);
    this.#words([name]);
  }

  /** Adds the pixels of framebuffer 0 and of the displayed picture. */
  screen(colours: Rows, shown: Rows): void {
    this.#byte(SCREEN);
    this.#rows(colours);
    this.#rows(shown);
  }

  /** Adds the pixels of a renderbuffer. */
  renderbuffer(name: number, pixels: Rows): void {
    this.#byte(RENDERBUFFER);
    this.#words([name]);
    this.#rows(pixels);
  }

  /** Adds the linking of a program, with these attributes and uniforms. */
  linked(name: number, isLinked: boolean, ...lists: [Variable[], Variable[]]): void {
    this.#byte(LINKED);
    this.#words([name]);
    this.#byte(isLinked ? 1 : 0);
    for (const list of lists) {
      this.#words([list.length]);
      for (const { name, location } of list) {
        this.#counted(encoder.encode(name));
        this.#words([location]);
      }
    }
  }

  /** Adds the end of the context. */
  end(): void {
    this.#byte(0);
  }

  #rows({ width, height, bytes }: Rows): void {
    this.#words([width, height]);
    this.#counted(bytes);
  }

  #counted(bytes: Uint8Array): void {
    this.#words([bytes.length]);
    this.#add(bytes);
  }

  #words(words: number[]): void {
    this.#add(wordBytes(words));
  }

  #byte(...bytes: number[]): void {
    this.#add(bytes);
  }

  #add(bytes: ArrayLike<number>): void {
    const end = this.#end + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      larger.set(this.finish());
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#end);
    this.#end = end;
  }
}
