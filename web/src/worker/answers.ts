// What the Rust part answers when a function of the host is called: crates/web/src/machine.rs
// says what the words have with each.

export const RETURN = 0,
  EXIT = 1,
  SET_THREAD_POINTER = 2,
  YIELD = 3,
  SLEEP = 4,
  FUTEX_WAIT = 5,
  FUTEX_WAKE = 6,
  START_THREAD = 7,
  EXIT_THREAD = 8,
  CALL = 9,
  WAIT = 10,
  TRAP = 11,
  LOAD = 12;

/** The word from which on the answer `CALL` has the type of the function, as a text. */
export const TYPE = 5;

/** How many words of 64 bits arguments and answers have; the last says how many were woken. */
export const WORDS = 24;

/** Error numbers of the program's system. */
export const ENOEXEC = 8,
  EAGAIN = 11,
  EFAULT = 14,
  ETIMEDOUT = 110;

/** How a program has ended: by a status, or by a fault, of status -1, and why. */
export type End = { status: number; text: string; places?: number[] };

/** The places in code that the stack of an error names, as offsets in its module. */
export function placesOf(thrown: unknown): number[] {
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const places = stack.matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g);
  return [...places].map(([, digits]) => Number.parseInt(digits ?? "0", 16));
}

/** Leaves the program's stack for good. Nothing of the program catches it. */
export class Ended {
  constructor(readonly end: End) {}
}

/** A fault. */
export function fault(text: string): Ended {
  return new Ended({ status: -1, text });
}

/** What has been thrown, as an end of the program. */
export function endOf(thrown: unknown): End {
  return thrown instanceof Ended
    ? thrown.end
    : { status: -1, text: String(thrown), places: placesOf(thrown) };
}

export type Value = number | bigint | undefined;

/** Something that is there now, or later. */
export type Later<T> = T | Promise<T>;

export type HostCall = (...args: Value[]) => Later<Value>;

/** What a translated program exports; docs/wasm-abi.md. */
export type ProgramExports = {
  _start: (block: number) => number | undefined;
  __initialize_memory: () => void;
  __indirect_function_table: WebAssembly.Table;
  __stack_pointer: WebAssembly.Global;
  __stack_limit: WebAssembly.Global;
  __thread_pointer: WebAssembly.Global;
  __first_host_function: WebAssembly.Global;
  __activations?: WebAssembly.Global;
  [name: string]: unknown;
};
