// Gives the Rust part access to the files of a program. Another worker of the page stores them and
// is called through a port. Contents that are only read are read directly from the browser.

import type { Machine } from "../../generated/pinnacle_web.js";
import type { FileChange } from "../generated/boundary.ts";
import type { FileKind, FileNews, ProgramRequest, ToProgram } from "../shared/files.ts";

/** Reads synchronously, which only workers can do. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

export class ProgramFiles {
  #port: MessagePort | undefined;
  readonly #contents = new Map<number, File>();
  #next = 1;

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
    /** Passes the other end of the port to the worker that keeps the files. */
    readonly connect: (port: MessagePort) => void,
  ) {}

  #ask(request: ProgramRequest, transfer: Transferable[] = []): void {
    if (this.#port === undefined) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<ToProgram>) => this.#hear(data);
      this.#port = port1;
      this.connect(port2);
    }
    this.#port.postMessage(request, transfer);
  }

  open(number: number, kind: FileKind): void {
    this.#ask({ number, kind, what: "open" });
  }

  change(
    number: number,
    kind: FileKind,
    what: FileChange,
    path: string,
    from: string,
    at: number,
    content: Uint8Array,
  ): void {
    const bytes = content.slice();
    this.#ask({ number, kind, what, path, from, at, bytes }, [bytes.buffer]);
  }

  read(contents: number, at: number, buffer: Uint8Array): boolean {
    const file = this.#contents.get(contents);
    if (file === undefined) return false;
    try {
      // Fails if the file was changed and the notification has not arrived yet.
      buffer.set(new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(at, at + buffer.length))));
      return true;
    } catch {
      return false;
    }
  }

  forget(contents: number): void {
    this.#contents.delete(contents);
  }

  /** Forwards notifications of changes by others or, with `seen`, by the program itself. */
  news(news: FileNews[], seen = -1): void {
    for (const { kind, path, what, file, version } of news) {
      const contents = file === undefined ? 0 : this.#next++;
      if (file !== undefined) this.#contents.set(contents, file);
      const { size = 0, lastModified = 0 } = file ?? {};
      this.machine.fileNews(kind, path, what, contents, size, lastModified, seen, version);
    }
  }

  #hear(message: ToProgram): void {
    if (message.what === "news") this.news(message.news, message.seen);
    else if (message.what === "quota") this.machine.fileQuota(message.kind, message.bytes);
    else {
      this.machine.filesStored(message.until, message.error);
      this.wake();
    }
  }
}
