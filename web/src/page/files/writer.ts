// Writes a file, with events, as Chrome's FileWriter did.

import type { FileKind } from "../../shared/files.ts";
import { dom } from "../primitives.ts";
import { FileError } from "./errors.ts";
import { ask } from "./keeper.ts";

const INIT = 0,
  WRITING = 1,
  DONE = 2;

const EVENTS = ["writestart", "progress", "write", "abort", "error", "writeend"] as const;

type Handler = ((event: ProgressEvent) => unknown) | null;

export class FileWriter extends EventTarget {
  static readonly INIT = INIT;
  static readonly WRITING = WRITING;
  static readonly DONE = DONE;
  readonly INIT = INIT;
  readonly WRITING = WRITING;
  readonly DONE = DONE;
  readyState = INIT;
  position = 0;
  error: FileError | null = null;
  onwritestart: Handler = null;
  onprogress: Handler = null;
  onwrite: Handler = null;
  onabort: Handler = null;
  onerror: Handler = null;
  onwriteend: Handler = null;
  readonly #kind: FileKind;
  readonly #path: string;
  /** The number of the current operation. Answers to earlier ones are ignored. */
  #operation = 0;

  constructor(
    kind: FileKind,
    path: string,
    public length: number,
  ) {
    super();
    this.#kind = kind;
    this.#path = path;
    for (const type of EVENTS) {
      dom.addEventListener(this, type, (event) => this[`on${type}`]?.call(this, event as ProgressEvent));
    }
  }

  /** Writes at the position, which moves past the written bytes. */
  write(content: Blob): void {
    if (!(content instanceof Blob))
      throw new TypeError("Failed to execute 'write': parameter 1 is not of type 'Blob'.");
    const request = {
      what: "write",
      kind: this.#kind,
      path: this.#path,
      at: this.position,
      content,
    } as const;
    this.#begin(content.size, (done, failed) =>
      ask(
        request,
        (length) => {
          this.position += content.size;
          done(length);
        },
        failed,
      ),
    );
  }

  truncate(length: number): void {
    const request = {
      what: "truncate",
      kind: this.#kind,
      path: this.#path,
      length: Math.max(0, Number(length)),
    } as const;
    this.#begin(0, (done, failed) =>
      ask(
        request,
        (now) => {
          this.position = Math.min(this.position, now);
          done(now);
        },
        failed,
      ),
    );
  }

  /** Moves the position. A negative one counts from the end. */
  seek(offset: number): void {
    this.#check();
    const to = offset < 0 ? this.length + offset : offset;
    this.position = Math.min(Math.max(0, Math.trunc(to) || 0), this.length);
  }

  abort(): void {
    if (this.readyState !== WRITING) return;
    this.#operation++;
    this.readyState = DONE;
    this.error = new FileError(
      "AbortError",
      "An ongoing operation was aborted, typically with a call to abort().",
    );
    this.#dispatch("abort", 0, 0);
    this.#dispatch("writeend", 0, 0);
  }

  #check(): void {
    if (this.readyState !== WRITING) return;
    throw new DOMException("A write is under way.", "InvalidStateError");
  }

  #begin(
    total: number,
    start: (done: (length: number) => void, failed: (error: DOMException) => void) => void,
  ): void {
    this.#check();
    this.readyState = WRITING;
    this.error = null;
    const operation = ++this.#operation;
    this.#dispatch("writestart", 0, total);
    start(
      (length) => {
        if (operation !== this.#operation) return;
        this.length = length;
        if (total > 0) this.#dispatch("progress", total, total);
        this.readyState = DONE;
        this.#dispatch("write", total, total);
        this.#dispatch("writeend", total, total);
      },
      ({ name, message }) => {
        if (operation !== this.#operation) return;
        this.error = new FileError(name, message);
        this.readyState = DONE;
        this.#dispatch("error", 0, total);
        this.#dispatch("writeend", 0, total);
      },
    );
  }

  #dispatch(type: (typeof EVENTS)[number], loaded: number, total: number): void {
    dom.dispatchEvent(this, new ProgressEvent(type, { lengthComputable: true, loaded, total }));
  }
}
