// Executes file requests of pages, by the rules of the file system API that Chrome offered to
// pages.

import type { EntryStatus, PageRequest } from "../shared/files.ts";
import { splitPath } from "./names.ts";
import type { Store } from "./store.ts";

/** Paths that a request has changed. */
export type Changed = (path: string) => void;

const error = (name: string, message: string) => new DOMException(message, name);

const absent = () =>
  error(
    "NotFoundError",
    "A requested file or directory could not be found at the time an operation was processed.",
  );
const mismatch = () =>
  error("TypeMismatchError", "The path supplied exists, but was not an entry of requested type.");
const impossible = () => error("InvalidModificationError", "The object can not be modified in this way.");

/** Executes a request of a page. */
export async function grant(store: Store, request: PageRequest, changed: Changed): Promise<unknown> {
  switch (request.what) {
    case "status":
      return present(store, request.path);
    case "get":
      return get(store, request, changed);
    case "list":
      return store.names(await directory(store, request.path));
    case "remove":
      await remove(store, request.path, request.isRecursive);
      changed(request.path);
      return undefined;
    case "transfer":
      return transfer(store, request, changed);
    case "file":
      await ordinary(store, request.path);
      return store.file(request.path);
    case "write":
      await ordinary(store, request.path);
      changed(request.path);
      return store.writeBlob(request.path, request.at, request.content);
    case "truncate":
      await ordinary(store, request.path);
      changed(request.path);
      return store.setLength(request.path, request.length);
  }
}

async function present(store: Store, path: string): Promise<EntryStatus> {
  const status = await store.status(path);
  if (status === undefined) throw absent();
  return status;
}

async function directory(store: Store, path: string): Promise<string> {
  if (!(await present(store, path)).isDirectory) throw mismatch();
  return path;
}

async function ordinary(store: Store, path: string): Promise<void> {
  if ((await present(store, path)).isDirectory) throw mismatch();
}

type Get = Extract<PageRequest, { what: "get" }>;

async function get(store: Store, request: Get, changed: Changed): Promise<EntryStatus> {
  const { path, isDirectory, create, exclusive } = request;
  const found = await store.status(path);
  if (found !== undefined) {
    if (create && exclusive) throw impossible();
    if (found.isDirectory !== isDirectory) throw mismatch();
    return found;
  }
  if (!create) throw absent();
  await directory(store, splitPath(path)[0]);
  if (isDirectory) await store.makeDirectory(path);
  else await store.create(path);
  changed(path);
  return present(store, path);
}

async function remove(store: Store, path: string, isRecursive: boolean): Promise<void> {
  if (path === "") throw impossible();
  const { isDirectory } = await present(store, path);
  const isFull = isDirectory && !isRecursive && (await store.names(path)).length > 0;
  if (isFull) throw impossible();
  await store.remove(path, isRecursive);
}

type Transfer = Extract<PageRequest, { what: "transfer" }>;

async function transfer(store: Store, request: Transfer, changed: Changed): Promise<EntryStatus> {
  const { path, to, copies } = request;
  if (path === "" || to === path || to.startsWith(`${path}/`)) throw impossible();
  const from = await present(store, path);
  await directory(store, splitPath(to)[0]);
  const there = await store.status(to);
  if (there !== undefined) {
    if (there.isDirectory !== from.isDirectory) throw impossible();
    if (there.isDirectory && (await store.names(to)).length > 0) throw impossible();
    await store.remove(to, false);
  }
  if (copies) {
    await store.copy(path, to);
  } else {
    await store.move(path, to);
    changed(path);
  }
  changed(to);
  return present(store, to);
}
