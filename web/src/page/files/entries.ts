// The file system API that Chrome offered to pages, for the same files that programs see: entries
// and their operations. The rules are in ../../files/entries.ts, next to the files.

import type { EntryStatus, FileKind, PageRequest, PageRequests } from "../../shared/files.ts";
import { FileError } from "./errors.ts";
import { ask } from "./keeper.ts";
import { FileWriter } from "./writer.ts";

export type Done<T> = ((value: T) => unknown) | null | undefined;
export type Failed = ((error: FileError) => unknown) | null | undefined;

export const KIND_NAMES = ["persistent", "temporary"] as const;

/** Calls a callback of the page. If it throws, that is reported as the page's own error. */
export function tell<T>(callback: Done<T>, value: T): void {
  if (typeof callback !== "function") return;
  try {
    callback(value);
  } catch (error) {
    reportError(error);
  }
}

/** Sends a request, and passes the converted answer to a callback of the page. */
export function asked<Request extends PageRequest, T>(
  request: Request,
  convert: (answer: PageRequests[Request["what"]]["answer"]) => T,
  done: Done<T>,
  failed: Failed,
): void {
  ask(
    request,
    (answer) => tell(done, convert(answer)),
    ({ name, message }) => tell(failed, new FileError(name, message)),
  );
}

/** Resolves a path relative to a directory. Returns undefined if it leads out of the root. */
function resolve(base: string, text: string): string | undefined {
  const names: string[] = text.startsWith("/") ? [] : base.split("/").filter(Boolean);
  for (const name of text.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.map((name) => `/${name}`).join("");
}

/** Characters that names cannot have. */
const FORBIDDEN = /[\\\0]/;

export class FileSystem {
  readonly name: string;
  readonly root: DirectoryEntry;

  constructor(readonly kind: FileKind) {
    const { protocol, hostname, port } = location;
    const [first = "", ...rest] = KIND_NAMES[kind];
    const name = first.toUpperCase() + rest.join("");
    this.name = `${protocol.slice(0, -1)}_${hostname}_${port || 0}:${name}`;
    this.root = new DirectoryEntry(this, "");
    hide(this, "kind");
  }

  get [Symbol.toStringTag](): string {
    return "DOMFileSystem";
  }
}

function hide(target: object, name: string): void {
  Object.defineProperty(target, name, { enumerable: false });
}

export type EntryOptions = { create?: boolean; exclusive?: boolean } | null | undefined;

abstract class Entry {
  abstract readonly isFile: boolean;
  abstract readonly isDirectory: boolean;
  readonly fullPath: string;
  readonly name: string;

  constructor(
    readonly filesystem: FileSystem,
    /** The path in requests. For the root it is empty. */
    readonly path: string,
  ) {
    this.fullPath = path || "/";
    this.name = path.slice(path.lastIndexOf("/") + 1);
    hide(this, "path");
  }

  protected get kind(): FileKind {
    return this.filesystem.kind;
  }

  getMetadata(done: Done<{ modificationTime: Date; size: number }>, failed?: Failed): void {
    const { kind, path } = this;
    const metadata = ({ modified, size }: EntryStatus) => ({ modificationTime: new Date(modified), size });
    asked({ what: "status", kind, path }, metadata, done, failed);
  }

  getParent(done?: Done<DirectoryEntry>, failed?: Failed): void {
    const { kind } = this;
    const path = this.path.slice(0, Math.max(this.path.lastIndexOf("/"), 0));
    const parent = () => new DirectoryEntry(this.filesystem, path);
    asked({ what: "status", kind, path }, parent, done, failed);
  }

  remove(done: Done<undefined>, failed?: Failed): void {
    const { kind, path } = this;
    asked({ what: "remove", kind, path, isRecursive: false }, () => undefined, done, failed);
  }

  moveTo(parent: DirectoryEntry, name?: string | null, done?: Done<Entry>, failed?: Failed): void {
    this.#transfer(false, parent, name, done, failed);
  }

  copyTo(parent: DirectoryEntry, name?: string | null, done?: Done<Entry>, failed?: Failed): void {
    this.#transfer(true, parent, name, done, failed);
  }

  #transfer(
    copies: boolean,
    parent: DirectoryEntry,
    name: string | null | undefined,
    done: Done<Entry>,
    failed: Failed,
  ): void {
    const { kind, path } = this;
    const given = name || this.name;
    const to = `${parent.path}/${given}`;
    if (given.includes("/") || given === "." || given === ".." || parent.filesystem.kind !== kind) {
      refuse(failed, "InvalidModificationError");
      return;
    }
    asked(
      { what: "transfer", kind, path, to, copies },
      (status) => entryOf(parent.filesystem, to, status.isDirectory),
      done,
      failed,
    );
  }

  /** Returns a URL for `webkitResolveLocalFileSystemURL`. Browsers cannot load it. */
  toURL(): string {
    const path = this.path.split("/").map(encodeURIComponent).join("/");
    return `filesystem:${location.origin}/${KIND_NAMES[this.kind]}${path || "/"}`;
  }

  get [Symbol.toStringTag](): string {
    return this.isFile ? "FileEntry" : "DirectoryEntry";
  }
}

/** Calls the error callback without a request, but after the current call returns. */
function refuse(failed: Failed, name: string): void {
  const messages: Record<string, string> = {
    SecurityError: "It was determined that certain files are unsafe for access within a Web application.",
    InvalidModificationError: "The object can not be modified in this way.",
  };
  setTimeout(() => tell(failed, new FileError(name, messages[name] ?? "")));
}

export function entryOf(
  filesystem: FileSystem,
  path: string,
  isDirectory: boolean,
): FileEntry | DirectoryEntry {
  return isDirectory ? new DirectoryEntry(filesystem, path) : new FileEntry(filesystem, path);
}

export class FileEntry extends Entry {
  readonly isFile = true;
  readonly isDirectory = false;

  file(done: Done<File>, failed?: Failed): void {
    const { kind, path } = this;
    asked({ what: "file", kind, path }, (file) => file, done, failed);
  }

  createWriter(done: Done<FileWriter>, failed?: Failed): void {
    const { kind, path } = this;
    asked({ what: "status", kind, path }, ({ size }) => new FileWriter(kind, path, size), done, failed);
  }
}

export class DirectoryEntry extends Entry {
  readonly isFile = false;
  readonly isDirectory = true;

  getFile(path: string | null, options?: EntryOptions, done?: Done<FileEntry>, failed?: Failed): void {
    this.#get(path, false, options, (found) => new FileEntry(this.filesystem, found), done, failed);
  }

  getDirectory(
    path: string | null,
    options?: EntryOptions,
    done?: Done<DirectoryEntry>,
    failed?: Failed,
  ): void {
    this.#get(path, true, options, (found) => new DirectoryEntry(this.filesystem, found), done, failed);
  }

  #get<T>(
    text: string | null,
    isDirectory: boolean,
    options: EntryOptions,
    make: (path: string) => T,
    done: Done<T>,
    failed: Failed,
  ): void {
    const path = resolve(this.path, `${text ?? ""}`);
    const isOutside = path === undefined || (path === "" && !isDirectory);
    if (isOutside || FORBIDDEN.test(path)) {
      refuse(failed, isOutside ? "SecurityError" : "InvalidModificationError");
      return;
    }
    const { create = false, exclusive = false } = options ?? {};
    const request = {
      what: "get",
      kind: this.kind,
      path,
      isDirectory,
      create: !!create,
      exclusive: !!exclusive,
    } as const;
    asked(request, () => make(path), done, failed);
  }

  removeRecursively(done: Done<undefined>, failed?: Failed): void {
    const { kind, path } = this;
    asked({ what: "remove", kind, path, isRecursive: true }, () => undefined, done, failed);
  }

  createReader(): DirectoryReader {
    return new DirectoryReader(this);
  }
}

/** A reader that returns the entries of a directory once, then no more. */
class DirectoryReader {
  readonly #directory: DirectoryEntry;
  #isOver = false;

  constructor(directory: DirectoryEntry) {
    this.#directory = directory;
  }

  readEntries(done: Done<(FileEntry | DirectoryEntry)[]>, failed?: Failed): void {
    const { filesystem, path } = this.#directory;
    const isOver = this.#isOver;
    this.#isOver = true;
    const convert = (names: [string, boolean][]) =>
      isOver ? [] : names.map(([name, isDirectory]) => entryOf(filesystem, `${path}/${name}`, isDirectory));
    asked({ what: "list", kind: filesystem.kind, path }, convert, done, failed);
  }
}
