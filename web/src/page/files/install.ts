// Offers Chrome's old file functions to pages, for the same files that programs see.
//
// Chromium still has some of these functions, but they access other files. Pages request quota
// before they create the element of their program, so the element cannot be used to decide. If the
// page itself has the script tag, it has programs and always gets our functions. If the script was
// injected, for example by an extension, the page gets the browser's functions until it turns out
// to have programs.

import { FileKinds } from "../../generated/boundary.ts";
import type { FileKind } from "../../shared/files.ts";
import type { DirectoryEntry, FileEntry } from "./entries.ts";
import { asked, type Done, entryOf, type Failed, FileSystem, KIND_NAMES, tell } from "./entries.ts";
import { FileError } from "./errors.ts";
import { type StorageQuota, storageQuota } from "./quota.ts";

const TEMPORARY = 0,
  PERSISTENT = 1;

const systems: (FileSystem | undefined)[] = [];

function systemOf(kind: FileKind): FileSystem {
  systems[kind] ??= new FileSystem(kind);
  return systems[kind];
}

// Arrow functions have no `prototype`, like the browser's functions.
const requestFileSystem = (given: number, _size: number, done: Done<FileSystem>, failed?: Failed): void => {
  // The browser takes an unsigned short, so `window.Temporary`, which is undefined, is temporary.
  const type = given & 0xffff;
  if (type !== TEMPORARY && type !== PERSISTENT) {
    setTimeout(() => tell(failed, new FileError("InvalidModificationError", "there is no such file system")));
    return;
  }
  const kind = type === PERSISTENT ? FileKinds.PERSISTENT : FileKinds.TEMPORARY;
  asked({ what: "status", kind, path: "" }, () => systemOf(kind), done, failed);
};

const resolveURL = (url: string, done: Done<FileEntry | DirectoryEntry>, failed?: Failed): void => {
  const prefix = `filesystem:${location.origin}/`;
  const [name = "", ...names] = url.startsWith(prefix) ? url.slice(prefix.length).split("/") : [];
  const kind = KIND_NAMES.indexOf(name as (typeof KIND_NAMES)[number]);
  if (kind !== FileKinds.PERSISTENT && kind !== FileKinds.TEMPORARY) {
    setTimeout(() => tell(failed, new FileError("EncodingError", "it names no file of this page")));
    return;
  }
  const path = names
    .filter(Boolean)
    .map((one) => `/${decodeURIComponent(one)}`)
    .join("");
  const entry = ({ isDirectory }: { isDirectory: boolean }) => entryOf(systemOf(kind), path, isDirectory);
  asked({ what: "status", kind, path }, entry, done, failed);
};

/** Replaces the browser's own file API with ours. */
export function offerFiles(): void {
  const storages = [storageQuota(false), storageQuota(true)] as const;
  const [webkitTemporaryStorage, webkitPersistentStorage] = storages;
  const webkitStorageInfo = {
    queryUsageAndQuota: (type: 0 | 1, ...rest: Parameters<StorageQuota["queryUsageAndQuota"]>) =>
      storages[type].queryUsageAndQuota(...rest),
    requestQuota: (type: 0 | 1, ...rest: Parameters<StorageQuota["requestQuota"]>) =>
      storages[type].requestQuota(...rest),
    TEMPORARY,
    PERSISTENT,
  };
  const ofWindow = {
    requestFileSystem,
    webkitRequestFileSystem: requestFileSystem,
    resolveLocalFileSystemURL: resolveURL,
    webkitResolveLocalFileSystemURL: resolveURL,
    webkitStorageInfo,
    TEMPORARY,
    PERSISTENT,
    FileError,
  };
  const ofNavigator = { webkitPersistentStorage, webkitTemporaryStorage };
  for (const [name, value] of Object.entries(ofWindow)) offer(window, name, value);
  for (const [name, value] of Object.entries(ofNavigator)) offer(Navigator.prototype, name, value);
}

function offer(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, enumerable: true, writable: true, value });
}
