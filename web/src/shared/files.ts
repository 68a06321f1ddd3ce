// The messages about files: between a page and the worker that stores the files of its origin, and
// between a program and that worker.

import type { FileChange, FileKinds, FileResult, PathState } from "../generated/boundary.ts";

/** Permanent files, or files that the browser may delete when it needs space. */
export type FileKind = FileKinds.PERSISTENT | FileKinds.TEMPORARY;

/** A notification of the current entry at a path. Paths begin with a slash. */
export type FileNews = {
  kind: FileKind;
  path: string;
  what: PathState;
  /** The readable contents of a file. */
  file?: File;
  /** Later notifications of the same document have greater numbers. */
  version: number;
};

/** A change by a program. Its number is reported when the change has been stored. */
export type ProgramChange = {
  number: number;
  kind: FileKind;
  what: FileChange;
  path: string;
  /** The old path of an entry that is moved. */
  from: string;
  /** The offset of the written bytes, or the new length. */
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
};

export type ProgramRequest = { number: number; kind: FileKind; what: "open" } | ProgramChange;

/** Messages to a program. `seen` is the number of the program's last change that the notifications
 * include. */
export type ToProgram =
  | { what: "news"; news: FileNews[]; seen: number }
  | { what: "quota"; kind: FileKind; bytes: number }
  /** Changes up to a number are stored. */
  | { what: "stored"; until: number; error: FileResult };

/** The requests of a page, and their answers. */
export type PageRequests = {
  /** Returns the kind of the entry at a path, if there is one. */
  status: { ask: { path: string }; answer: EntryStatus };
  /** Returns a file or directory. Creates it if requested. */
  get: {
    ask: { path: string; isDirectory: boolean; create: boolean; exclusive: boolean };
    answer: EntryStatus;
  };
  list: { ask: { path: string }; answer: [name: string, isDirectory: boolean][] };
  remove: { ask: { path: string; isRecursive: boolean }; answer: undefined };
  /** Moves or copies an entry. */
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
  /** In the replay of a web archive, `site` is the original origin of the page. */
  | { kind: "files"; site?: string }
  /** A program sends its requests through this port. */
  | { kind: "program"; id: number; port: MessagePort }
  /** The number of the page's programs with files has changed to this. */
  | { kind: "programs"; count: number }
  | { kind: "request"; id: number; request: PageRequest };

export type FromFilesWorker =
  | { kind: "answer"; id: number; answer: unknown }
  /** A request has failed, with the name and the text of the exception. */
  | { kind: "failure"; id: number; name: string; message: string }
  /** Notifications for all programs of the page except one. */
  | { kind: "news"; news: FileNews[]; except: number }
  /** The browser does not store files for this page. */
  | { kind: "refused"; why: string };
