// The end of a program, and the values that its engine and its host functions exchange. The answers
// of the Rust part are in generated/boundary.ts.

/** The end of a program: its exit status, or -1 after a fault. `text` is the reason. */
export type End = { status: number; text: string; places?: number[] };

/** Returns the code positions in the stack of an error, as offsets in the module. */
export function placesOf(thrown: unknown): number[] {
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const places = stack.matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g);
  return [...places].map(([, digits]) => Number.parseInt(digits ?? "0", 16));
}

/** Thrown to leave the program's stack for good. The program cannot catch it. */
export class Ended {
  constructor(readonly end: End) {}
}

/** Makes the end of a program that has a fault. */
export function fault(text: string): Ended {
  return new Ended({ status: -1, text });
}

/** Turns a thrown value into an end of the program. */
export function endOf(thrown: unknown): End {
  return thrown instanceof Ended
    ? thrown.end
    : { status: -1, text: String(thrown), places: placesOf(thrown) };
}

export type Value = number | bigint | undefined;

/** A value, or a promise of one. */
export type Later<T> = T | Promise<T>;

export type HostCall = (...args: Value[]) => Later<Value>;

/** The exports of a translated program. See docs/wasm-abi.md. */
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
