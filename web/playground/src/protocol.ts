// The requests to the inspector's worker, and its answers.

/** An error in a file. Positions are in bits, and lines count from one. */
export type Finding = {
  code: string;
  message: string;
  place: string;
  /** The message with the lines that it refers to. */
  shown: string;
  bit?: number;
  byte?: number;
  position?: string;
  line?: number;
  column?: number;
};

/** The summary of a file: crates/playground/src/opened.rs has the fields. */
export type Summary = {
  kind: string;
  description: string;
  hint: string | null;
  programs: string[];
  facts: [title: string, text: string][];
  runs: boolean;
  pepper: boolean;
  edits: boolean;
  statistics: boolean;
  views: string[];
  errors: Finding[];
  more: boolean;
};

/** The part of a file's content that is shown. */
export type Shown = { lines: number; isCut: boolean; functions: { line: number; label: string }[] };

/** The requests by name, with their answers. */
export type Questions = {
  open(name: string, bytes: Uint8Array): Summary;
  program(): Uint8Array<ArrayBuffer> | undefined;
  statistics(): string | undefined;
  show(view: number): Shown;
  lines(first: number, count: number): string;
  text(): string;
  find(words: string, from: number, backwards: boolean): number | undefined;
  fromJson(text: string): Uint8Array<ArrayBuffer>;
  toJson(bytes: Uint8Array): string;
};

export type Question = { number: number; name: keyof Questions; args: unknown[] };

export type Answer = { number: number; value?: unknown; error?: string };
