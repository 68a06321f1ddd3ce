// The worker that stores the files of an origin for one document: for its programs and its scripts.
// Workers of other documents are notified of changes.

import { FileChange, FileResult, PathState } from "../generated/boundary.ts";
import type {
  FileKind,
  FileNews,
  FromFilesWorker,
  PageRequest,
  ProgramChange,
  ProgramRequest,
  ToFilesWorker,
  ToProgram,
} from "../shared/files.ts";
import { grant } from "./entries.ts";
import { Roots } from "./roots.ts";
import type { Listed, Store } from "./store.ts";
import { Turns } from "./turn.ts";

const CHANNEL = "pinnacle-files";

/** The number that stands for no program. */
const NOBODY = 0;

const send = (message: FromFilesWorker): void =>
  (self as unknown as { postMessage(message: FromFilesWorker): void }).postMessage(message);

let roots = new Roots((why) => send({ kind: "refused", why }));
const turns = new Turns(endTurn);
/** Number of the page's programs that have files. */
let programs = 0;
let version = 0;
let channel: BroadcastChannel | undefined;

/** Changes in this turn that were not reported yet, each with the number of the program that made
 * it. */
const changed = new Map<string, { kind: FileKind; path: string; by: number }>();

function note(kind: FileKind, path: string, by: number): void {
  const key = `${kind}${path}`;
  const other = changed.get(key)?.by ?? by;
  changed.set(key, { kind, path, by: other === by ? by : NOBODY });
}

/** Handles messages of the page. `site` is its original origin if it is a replay. */
export function serveFiles(site?: string): void {
  if (site !== undefined) roots = new Roots(roots.onRefusal, site);
  self.onmessage = ({ data }: MessageEvent<ToFilesWorker>) => {
    if (data.kind === "program") connect(data.id, data.port);
    else if (data.kind === "programs") programs = data.count;
    else if (data.kind === "request") void serve(data.id, data.request);
  };
  channel = new BroadcastChannel(CHANNEL + (site ?? ""));
  channel.onmessage = ({ data }: MessageEvent<FileNews[]>) => {
    send({ kind: "news", news: data.map((one) => ({ ...one, version: ++version })), except: NOBODY });
  };
}

async function serve(id: number, request: PageRequest): Promise<void> {
  try {
    const answer = await turns.run(async () => {
      const store = await roots.store(request.kind);
      try {
        return await grant(store, request, (path) => note(request.kind, path, NOBODY));
      } finally {
        // The page's programs are notified of the changes before the page.
        await tellAll();
      }
    });
    send({ kind: "answer", id, answer });
  } catch (error) {
    const { name, message } = error as DOMException;
    send({ kind: "failure", id, name, message });
  }
}

function connect(id: number, port: MessagePort): void {
  const tell = (message: ToProgram) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ProgramRequest>) => {
    void turns.run(async () => {
      const error = await fulfil(id, data, tell).then(
        () => FileResult.NONE,
        async (reason: DOMException) => {
          if (data.what !== "open") {
            // The program's view of the path is outdated.
            const news = await newsOf(data.kind, data.path).catch(() => []);
            tell({ what: "news", news, seen: data.number });
          }
          return reason.name === "QuotaExceededError" ? FileResult.NO_ROOM : FileResult.FAILED;
        },
      );
      // Other programs are notified of the changes before this one learns that they are stored.
      // After that it may send messages about them.
      if (programs > 1) await tellAll();
      tell({ what: "stored", until: data.number, error });
    });
  };
}

async function fulfil(
  id: number,
  request: ProgramRequest,
  tell: (message: ToProgram) => void,
): Promise<void> {
  const { kind } = request;
  const store = await roots.store(kind);
  if (request.what === "open") {
    const list = await store.all("");
    tell({ what: "news", news: list.map((one) => listed(kind, one)), seen: -1 });
    const taken = list.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
    tell({ what: "quota", kind, bytes: await roots.quota(taken) });
    return;
  }
  const { path, what, from, number } = request;
  await change(store, request);
  if (what === FileChange.MOVE) note(kind, from, id);
  if (what === FileChange.CLOSE) tell({ what: "news", news: await newsOf(kind, path), seen: number });
  else note(kind, path, id);
}

async function change(store: Store, request: ProgramChange): Promise<void> {
  const { path, from, at } = request;
  switch (request.what) {
    case FileChange.CREATE:
      await store.create(path);
      break;
    case FileChange.MAKE_DIRECTORY:
      await store.makeDirectory(path);
      break;
    case FileChange.REMOVE:
      await store.remove(path, false);
      break;
    case FileChange.MOVE:
      await store.move(from, path);
      break;
    case FileChange.WRITE:
      await store.write(path, at, request.bytes);
      break;
    case FileChange.SET_LENGTH:
      await store.setLength(path, at);
      break;
  }
}

const listed = (kind: FileKind, { path, file }: Listed): FileNews =>
  file === undefined
    ? { kind, path, what: PathState.DIRECTORY, version: ++version }
    : { kind, path, what: PathState.FILE, file, version: ++version };

/** Returns notifications about the entries at a path and below it. */
async function newsOf(kind: FileKind, path: string): Promise<FileNews[]> {
  const store = await roots.store(kind);
  const status = await store.status(path);
  if (status === undefined) return [{ kind, path, what: PathState.ABSENT, version: ++version }];
  if (!status.isDirectory) return [listed(kind, { path, file: await store.file(path) })];
  const below = await store.all(path);
  return [{ path }, ...below].map((one) => listed(kind, one));
}

/** Notifies the other programs of the page, and other documents, of the changes. */
async function tellAll(): Promise<void> {
  const all = [...changed.values()];
  changed.clear();
  for (const { kind, path, by } of all) {
    const news = await newsOf(kind, path).catch(() => []);
    send({ kind: "news", news, except: by });
    channel?.postMessage(news);
  }
}

async function endTurn(): Promise<void> {
  await tellAll();
  for (const store of await roots.used()) store.closeAll();
}
