// The environment of the Rust part: the program's memory, the page, and devices. The engine and the
// devices register themselves in this module. The Rust part calls outside.ts, which forwards the
// calls to them.

import type { ToPage } from "../shared/protocol.ts";
import type { Backlog } from "./backlog.ts";
import type { Fetches } from "./fetches.ts";
import type { ProgramFiles } from "./files.ts";
import type { Sockets } from "./sockets.ts";
import { Lines, type Streams } from "./streams.ts";
import type { Decoders } from "./video/decoders.ts";
import type { Tracks } from "./video/tracks.ts";

/** The environment of the Rust part. */
export const outside = {
  memory: undefined as WebAssembly.Memory | undefined,
  documentUrl: "about:blank",
  baseUrl: "about:blank",
  /** The URL of the program. Its libraries are next to it. */
  programUrl: "about:blank",
  /** Counts the messages that the page has not handled yet. Undefined in workers of further
   * threads, which send few messages. */
  backlog: undefined as Backlog | undefined,
  post: (message: ToPage, transfer: Transferable[] = []): void => {
    outside.backlog?.add(message);
    (self as unknown as DedicatedWorker).postMessage(message, transfer);
  },
  /** The buffers in which the page waits for answers, in order. */
  answers: [] as SharedArrayBuffer[],
  loaded: (): void => {},
  /** Reports why the program could not be started. */
  refused: (reason: string): void => outside.post({ kind: "error", text: reason }),
  requestFrame: (): void => {},
  soundDevice: { rate: 48000, frames: 512 },
  fetches: undefined as Fetches | undefined,
  sockets: undefined as Sockets | undefined,
  decoders: undefined as Decoders | undefined,
  tracks: undefined as Tracks | undefined,
  /** The destination of the program's standard streams. */
  streams: new Lines() as Streams,
  files: undefined as ProgramFiles | undefined,
};

/** The parts of a worker's global object that are used here. */
export type DedicatedWorker = {
  postMessage(message: ToPage, transfer: Transferable[]): void;
};

let bytes = new Uint8Array(0);

/** Returns the program's memory, even after it has grown. */
export function programBytes(): Uint8Array {
  const buffer = outside.memory?.buffer;
  if (buffer !== undefined && bytes.buffer !== buffer) bytes = new Uint8Array(buffer);
  return bytes;
}
