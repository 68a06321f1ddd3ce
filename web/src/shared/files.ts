// What is said about files: between a page and the worker that keeps the files of its origin, and
// between a program and that worker.

import type { FileChange, FileKinds, FileResult, PathState } from "../generated/boundary.ts";

/** Files that stay, or files that may go when room is needed. */
export type FileKind = FileKinds.PERSISTENT | FileKinds.TEMPORARY;

/** The entry at a path now. Paths begin with a slash. */
export type FileNews = {
  kind: FileKind;
  path: string;
  what: PathState;
  /** The file as it is read. */
  file?: File;
  /** Later news have greater numbers, within a document. */
  version: number;
};

/** A change of a program; its number comes back when it is made. */
export type ProgramChange = {
  number: number;
  kind: FileKind;
  what: FileChange;
  path: string;
  /** The old path, if it is moved. */
  from: string;
  /** The offset of the written bytes, or the length that is set. */
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
};

export type ProgramRequest = { number: number; kind: FileKind; what: "open" } | ProgramChange;

/** To a program. `seen` is the number of the program's last change that is in the news. */
export type ToProgram =
  | { what: "news"; news: FileNews[]; seen: number }
  | { what: "quota"; kind: FileKind; bytes: number }
  /** Done up to a number. */
  | { what: "stored"; until: number; error: FileResult };

/** The requests of a page, and their answers. */
export type PageRequests = {
  /** The kind of entry at a path, if there is one. */
  status: { ask: { path: string }; answer: EntryStatus };
  /** Finds or makes a file or directory. */
  get: {
    ask: { path: string; isDirectory: boolean; create: boolean; exclusive: boolean };
    answer: EntryStatus;
  };
  list: { ask: { path: string }; answer: [name: string, isDirectory: boolean][] };
  remove: { ask: { path: string; isRecursive: boolean }; answer: undefined };
  /** Moves or copies. */
  transfer: { ask: { path: string; to: string; copies: boolean }; answer: EntryStatus };
  file: { ask: { path: string }; answer: File };
  write: { ask: { path: string; at: number; content: Blob }; answer: number };
  truncate: { ask: { path: string; length: number }; answer: number };
};

export type EntryStatus = { isDirectory: boolean; size: number; modified: number };

export type PageRequest = {
  [Name in keyof PageRequests]: { what: Name; kind: FileKind } & PageRequests[Name]["ask"];
}[keyof PageRequests];

export type ToFilesWorker =
  | { kind: "files" }
  /** A program asks by this port from now on. */
  | { kind: "program"; id: number; port: MessagePort }
  /** The number of the page's programs with files has changed to this. */
  | { kind: "programs"; count: number }
  | { kind: "request"; id: number; request: PageRequest };

export type FromFilesWorker =
  | { kind: "answer"; id: number; answer: unknown }
  /** It has failed: name and text of the exception. */
  | { kind: "failure"; id: number; name: string; message: string }
  /** News for the programs of the page but one. */
  | { kind: "news"; news: FileNews[]; except: number }
  /** The browser keeps no files for this page. */
  | { kind: "refused"; why: string };
