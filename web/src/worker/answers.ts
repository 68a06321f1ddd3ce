// How a program ends, and what its engine and the functions of its host hand to each other. The
// answers of the Rust part are in generated/boundary.ts.

/** The end of a program: by a status, or by a fault, of status -1, and why. */
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

/** Turns a thrown value into an end of the program. */
export function endOf(thrown: unknown): End {
  return thrown instanceof Ended
    ? thrown.end
    : { status: -1, text: String(thrown), places: placesOf(thrown) };
}

export type Value = number | bigint | undefined;

/** Something that is there now, or later. */
export type Later<T> = T | Promise<T>;

export type HostCall = (...args: Value[]) => Later<Value>;

/** The exports of a translated program; docs/wasm-abi.md. */
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
