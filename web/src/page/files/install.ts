// What pages find of files: the names of Chrome, on the files that programs see.
//
// Chromium still has functions of this kind itself, which access other files. Pages ask for quota
// before they make the element of their program, so the element cannot decide. A page that has
// brought the script itself is one with programs: it finds ours always. If the script was put into
// a page, as by an extension, ours exist from the moment that the page shows that it has programs;
// until then it finds the browser's.

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

// As functions of browsers these have no `prototype`.
const requestFileSystem = (type: number, _size: number, done: Done<FileSystem>, failed?: Failed): void => {
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

/** Offers files to the page, in place of the browser's own API. */
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
