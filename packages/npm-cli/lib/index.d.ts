/** A file: its bytes, or its text. */
export type File = Uint8Array | string;

/** Options of every function. */
export interface Named {
  /** The name of the file in texts and errors; `file` if it is left out. */
  name?: string;
}

/** A file that is wrong, or not what the function takes. */
export class PinnacleError extends Error {
  /** Everything that is wrong; the first is the `message`. */
  readonly errors: string[];
  /** Advice. */
  readonly hint: string | undefined;
}

/** An error of a file. Keys that an error of its kind lacks are null. */
export interface Finding {
  /** The code of the rule that is broken, as `B0001`. */
  code: string;
  message: string;
  [field: string]: unknown;
}

/** Facts about a file: the document of `pinnacle info --json`, which `docs/json.md` describes. */
export interface Info {
  /** The schema of the document. */
  schema: "info/1";
  file: string;
  /** A word for the kind of the file, such as `pexe`. */
  format: string;
  /** In bytes. */
  size: number;
  valid: boolean;
  /** Facts about a program; null for other files. */
  program: Record<string, unknown> | null;
  /** Facts about LLVM bitcode; null for other files. */
  bitcode: Record<string, unknown> | null;
  /** Facts about LLVM 1.x; null for other files. */
  bytecode: Record<string, unknown> | null;
  errors: Finding[];
  /** Advice, or null. */
  hint: string | null;
  /** The same for people, as `pinnacle info` prints it. */
  text: string;
}

/**
 * What a file is and what it needs. A wrong file does not throw: `errors` has what is wrong.
 *
 * @throws {PinnacleError} If a text cannot be assembled.
 */
export function info(file: File, options?: Named): Info;

export interface Verdict {
  /** The schema of the document. */
  schema: "verify/1";
  file: string;
  /** In bytes. */
  size: number;
  valid: boolean;
  errors: Finding[];
  /** True if there are more errors than are listed. */
  more: boolean;
  /** The same for people, as `pinnacle verify` prints it. */
  text: string;
}

/** Constructs that {@link verify} can accept though the format does not. */
export type Allowance = "trailing-data" | "binary-flags" | "minsfi-syscalls" | "local-symbol-tables";

export interface VerifyOptions extends Named {
  allow?: Allowance[];
}

/** All errors of a file. */
export function verify(file: File, options?: VerifyOptions): Verdict;

export interface DisassembleOptions extends Named {
  /**
   * `assembly`, which {@link assemble} makes the same file of; `listing`, with positions and
   * records; `listed-records`, a listing without assembly; `records`, the notation in which any
   * file can be written. `assembly` if it is left out.
   */
  form?: "assembly" | "listing" | "listed-records" | "records";
  /** The style of LLVM 1.x assembly, one of {@link formats}. */
  style?: string;
  /** Says in comments in which order LLVM 1.x bytecode has its types and names. */
  keepOrder?: boolean;
}

/**
 * A file as text. Of a program with errors, as much as can be read, with the errors as comments.
 *
 * @throws {PinnacleError} If the file is nothing that can be printed.
 */
export function disassemble(file: File, options?: DisassembleOptions): string;

export interface AssembleOptions extends Named {
  /** True if the program has to be valid, and if it is left out. */
  verify?: boolean;
  /** Accepts bytes after the module. */
  allowTrailingData?: boolean;
  /** The text is in the notation of records, and is not verified. */
  records?: boolean;
  /** The format of bytecode to write, if the text is assembly of LLVM 1.x; see {@link formats}. */
  format?: string;
}

/**
 * A file made of its text.
 *
 * @throws {PinnacleError} If the text, or the program that it describes, is wrong.
 */
export function assemble(text: File, options?: AssembleOptions): Uint8Array;

export interface StatisticsOptions extends Named {
  /** The most rows of a table in `text`; 0 for all, 12 if it is left out. */
  top?: number;
}

/** Sizes of the parts of a file. The other fields are those of `pinnacle stats --json`. */
export interface Statistics {
  file: string;
  size: number;
  /** The same for people, as `pinnacle stats` prints it. */
  text: string;
  [field: string]: unknown;
}

/**
 * Sizes of the parts of a file.
 *
 * @throws {PinnacleError} If its blocks and records cannot be found at all.
 */
export function statistics(file: File, options?: StatisticsOptions): Statistics;

export interface CompressOptions extends Named {
  /** From 0, quick, to 9, thorough. */
  effort?: number;
  /** Packs records in whole bytes, for a compressor such as xz. */
  forTransport?: boolean;
}

/**
 * The same program in fewer bits.
 *
 * @throws {PinnacleError} If its blocks and records cannot be read.
 */
export function compress(file: File, options?: CompressOptions): Uint8Array;

export interface TranslateOptions extends Named {
  /** The name of the module's file in the report and the source map. */
  module?: string;
  /** Leaves out the names of functions. */
  strip?: boolean;
  /** The size of the main thread's stack in bytes; 16 MiB if it is left out. */
  stackSize?: number;
  /** Whether memory can be shared by threads; `auto` if it is left out: if the program asks. */
  threads?: "auto" | "on" | "off";
  /** Lets calls through function pointers of another type pass. */
  lenientCalls?: boolean;
  /** Makes a source map too. */
  sourceMap?: boolean;
}

export interface TranslationReport {
  file: string;
  size: number;
  output_size: number;
  code_size: number;
  data_size: number;
  functions: number;
  imports: number;
  memory: { pages: number; shared: boolean; stack: number };
  /** Features that the module needs and not every engine has, as `simd` or `exceptions`. */
  features: string[];
  [field: string]: unknown;
}

export interface Translation {
  /** A WebAssembly module; docs/wasm-abi.md of Pinnacle says what it imports. */
  module: Uint8Array;
  report: TranslationReport;
  /** A source map in JSON, if it was asked for. */
  sourceMap: string | undefined;
}

/**
 * A program as WebAssembly.
 *
 * @throws {PinnacleError} If the program is not valid or cannot be translated.
 */
export function translate(file: File, options?: TranslateOptions): Translation;

/** The formats of LLVM 1.x by their names, the oldest first. */
export const formats: readonly string[];
