// The page's connection to the worker that stores files. The worker is started at the first
// request.

import { FileResult } from "../../generated/boundary.ts";
import type {
  FileNews,
  FromFilesWorker,
  PageRequest,
  PageRequests,
  ProgramRequest,
  ToFilesWorker,
  ToProgram,
} from "../../shared/files.ts";
import { workerOf } from "../location.ts";
import { dom } from "../primitives.ts";
import { capturedOrigin } from "../replay.ts";

/** Receives changes by others on behalf of a program. */
export type Hear = (news: FileNews[]) => void;

type Waiting = { done: (answer: unknown) => void; failed: (error: DOMException) => void };

const MEMORY =
  "Pinnacle: the browser stores no files for this page, so they are lost when the page is closed";

let worker: Promise<Worker> | undefined;
const waiting = new Map<number, Waiting>();
const programs = new Map<number, Hear>();
let next = 1;

async function tell(message: ToFilesWorker, transfer: Transferable[] = []): Promise<void> {
  worker ??= workerOf().then((made) => {
    made.onmessage = ({ data }: MessageEvent<FromFilesWorker>) => hear(data);
    const site = capturedOrigin();
    dom.postMessage(made, {
      kind: "files",
      ...(site !== undefined && { site }),
    } satisfies ToFilesWorker);
    return made;
  });
  (await worker).postMessage(message, transfer);
}

function hear(message: FromFilesWorker): void {
  switch (message.kind) {
    case "news":
      for (const [id, program] of programs) if (id !== message.except) program(message.news);
      break;
    case "refused":
      console.warn(`${MEMORY} (${message.why}).`);
      break;
    case "answer":
      take(message.id)?.done(message.answer);
      break;
    case "failure":
      take(message.id)?.failed(new DOMException(message.message, message.name));
      break;
  }
}

function take(id: number): Waiting | undefined {
  const found = waiting.get(id);
  waiting.delete(id);
  return found;
}

/** Sends a request. Calls one of the callbacks, in a separate task. */
export function ask<Request extends PageRequest>(
  request: Request,
  done: (answer: PageRequests[Request["what"]]["answer"]) => void,
  failed: (error: DOMException) => void,
): void {
  const id = next++;
  waiting.set(id, { done: done as (answer: unknown) => void, failed });
  tell({ kind: "request", id, request }).catch(({ message }: Error) => {
    take(id)?.failed(new DOMException(message, "SecurityError"));
  });
}

/** Serves files on a program's port. Returns a function that closes the connection. */
export function connectProgram(port: MessagePort, program: Hear): () => void {
  const id = next++;
  programs.set(id, program);
  const count = () => tell({ kind: "programs", count: programs.size });
  tell({ kind: "program", id, port }, [port])
    .then(count)
    .catch(({ message }: Error) => {
      console.error(message);
      port.onmessage = ({ data }: MessageEvent<ProgramRequest>) =>
        dom.postMessage(port, {
          what: "stored",
          until: data.number,
          error: FileResult.FAILED,
        } satisfies ToProgram);
    });
  return () => {
    programs.delete(id);
    count().catch(() => {});
  };
}
