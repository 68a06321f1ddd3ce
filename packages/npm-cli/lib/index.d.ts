/** A file: its bytes, or its text. */
export type File = Uint8Array | string;

/** Options of every function. */
export interface Named {
  /** The name of the file in texts and errors. The default is `file`. */
  name?: string;
}

/** The error for a file that is invalid, or of a kind that the function does not accept. */
export class PinnacleError extends Error {
  /** All errors. The first is the `message`. */
  readonly errors: string[];
  /** Advice for correcting the error. */
  readonly hint: string | undefined;
}

/** An error of a file. Keys that an error of its kind lacks are null. */
export interface Finding {
  /** The code of the error, such as `B0001`. */
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
 * Returns the kind of a file and its requirements. Does not throw for an invalid file: the errors
 * are in `errors`.
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
  /** True if `errors` does not have all errors. */
  more: boolean;
  /** The same for people, as `pinnacle verify` prints it. */
  text: string;
}

/** Constructs that {@link verify} can accept although the format does not allow them. */
export type Allowance = "trailing-data" | "binary-flags" | "minsfi-syscalls" | "local-symbol-tables";

export interface VerifyOptions extends Named {
  allow?: Allowance[];
}

/** Returns all errors of a file. */
export function verify(file: File, options?: VerifyOptions): Verdict;

export interface DisassembleOptions extends Named {
  /**
   * `assembly`, which {@link assemble} converts back to the same file; `listing`, with positions
   * and records; `listed-records`, a listing without assembly; or `records`, a notation that can
   * express any file. The default is `assembly`.
   */
  form?: "assembly" | "listing" | "listed-records" | "records";
  /** The style of LLVM 1.x assembly, one of {@link formats}. */
  style?: string;
  /** Adds comments with the order of types and names in LLVM 1.x bytecode. */
  keepOrder?: boolean;
}

/**
 * Returns a file as text. For a program with errors, the text has the readable part, and the errors
 * as comments.
 *
 * @throws {PinnacleError} If the file cannot be printed.
 */
export function disassemble(file: File, options?: DisassembleOptions): string;

export interface AssembleOptions extends Named {
  /** True, the default, if the program must be valid. */
  verify?: boolean;
  /** Accepts bytes after the module. */
  allowTrailingData?: boolean;
  /** The text is in the notation of records, and is not verified. */
  records?: boolean;
  /** The bytecode format to write, if the text is LLVM 1.x assembly; see {@link formats}. */
  format?: string;
}

/**
 * Makes a file from its text.
 *
 * @throws {PinnacleError} If the text, or the program that it describes, is invalid.
 */
export function assemble(text: File, options?: AssembleOptions): Uint8Array;

export interface StatisticsOptions extends Named {
  /** Maximum number of rows of a table in `text`; 0 for all. The default is 12. */
  top?: number;
}

/** Sizes of the parts of a file, with the fields of `pinnacle stats --json`. */
export interface Statistics {
  file: string;
  size: number;
  /** The same for people, as `pinnacle stats` prints it. */
  text: string;
  [field: string]: unknown;
}

/**
 * Returns the sizes of the parts of a file.
 *
 * @throws {PinnacleError} If its blocks and records cannot be found at all.
 */
export function statistics(file: File, options?: StatisticsOptions): Statistics;

export interface CompressOptions extends Named {
  /** From 0 (fast) to 9 (thorough). */
  effort?: number;
  /** Packs records in whole bytes, for a compressor such as xz. */
  forTransport?: boolean;
}

/**
 * Returns the same program in fewer bits.
 *
 * @throws {PinnacleError} If its blocks and records cannot be read.
 */
export function compress(file: File, options?: CompressOptions): Uint8Array;

export interface TranslateOptions extends Named {
  /** The name of the module's file in the report and the source map. */
  module?: string;
  /** Omits the names of functions. */
  strip?: boolean;
  /** The size of the main thread's stack in bytes. The default is 16 MiB. */
  stackSize?: number;
  /** Whether threads can share memory. The default `auto` means: if the program uses threads. */
  threads?: "auto" | "on" | "off";
  /** Allows calls through function pointers of another type. */
  lenientCalls?: boolean;
  /** Also makes a source map. */
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
  /** Required features that not every engine has, such as `simd` or `exceptions`. */
  features: string[];
  [field: string]: unknown;
}

export interface Translation {
  /** A WebAssembly module. Its imports are described in Pinnacle's docs/wasm-abi.md. */
  module: Uint8Array;
  report: TranslationReport;
  /** A source map in JSON, if it was requested. */
  sourceMap: string | undefined;
}

/**
 * Translates a program to WebAssembly.
 *
 * @throws {PinnacleError} If the program is not valid or cannot be translated.
 */
export function translate(file: File, options?: TranslateOptions): Translation;

/** The names of the LLVM 1.x formats, oldest first. */
export const formats: readonly string[];
