// Stores the files of one kind in a directory of the browser's storage. All methods run within a
// turn. Names are original names; `names.ts` converts them for the storage.

import type { EntryStatus } from "../shared/files.ts";
import type { ContentHandle, DirectoryHandle, FileHandle } from "./handles.ts";
import { namesOf, originalName, splitPath, storedName } from "./names.ts";

/** Maximum number of files whose contents are open at the same time. */
const MOST_OPEN = 16;

export type Listed = { path: string; file?: File };

const error = (name: string, message: string) => new DOMException(message, name);

const noRoom = () => error("QuotaExceededError", "no room is left");

/** Truncates or extends contents. The result is checked, because some browsers do not report
 * failures. */
function resize(content: ContentHandle, length: number): void {
  content.truncate(length);
  if (content.getSize() !== length) throw noRoom();
}

/** The files of one kind. Paths consist of original names and begin with a slash. The path of the
 * root is empty. */
export class Store {
  /** Files that were written in this turn, by their paths. */
  readonly #open = new Map<string, ContentHandle>();

  constructor(readonly root: DirectoryHandle) {}

  async #directory(path: string): Promise<DirectoryHandle> {
    let directory = this.root;
    for (const name of namesOf(path)) directory = await directory.getDirectoryHandle(storedName(name));
    return directory;
  }

  /** Returns the entry at a path, if there is one. */
  async find(path: string): Promise<FileHandle | DirectoryHandle | undefined> {
    if (path === "") return this.root;
    const [parent, name] = splitPath(path);
    try {
      const directory = await this.#directory(parent);
      const stored = storedName(name);
      return await directory.getFileHandle(stored).catch((reason) => {
        if (reason.name !== "TypeMismatchError") throw reason;
        return directory.getDirectoryHandle(stored);
      });
    } catch (reason) {
      const { name } = reason as DOMException;
      if (name === "NotFoundError" || name === "TypeMismatchError") return undefined;
      throw reason;
    }
  }

  async create(path: string): Promise<void> {
    const [parent, name] = splitPath(path);
    await (await this.#directory(parent)).getFileHandle(storedName(name), { create: true });
  }

  async makeDirectory(path: string): Promise<void> {
    const [parent, name] = splitPath(path);
    await (await this.#directory(parent)).getDirectoryHandle(storedName(name), { create: true });
  }

  async remove(path: string, recursive: boolean): Promise<void> {
    this.#close(path);
    const [parent, name] = splitPath(path);
    await (await this.#directory(parent)).removeEntry(storedName(name), { recursive });
  }

  async #content(path: string): Promise<ContentHandle> {
    const open = this.#open.get(path);
    if (open !== undefined) return open;
    if (this.#open.size >= MOST_OPEN) this.closeAll();
    const [parent, name] = splitPath(path);
    const file = await (await this.#directory(parent)).getFileHandle(storedName(name));
    const content = await file.createSyncAccessHandle();
    this.#open.set(path, content);
    return content;
  }

  /** Writes bytes: all of them, or none if it fails. */
  async write(path: string, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const content = await this.#content(path);
    const before = content.getSize();
    const end = at + bytes.length;
    try {
      // Room for all bytes is reserved first, so that a failed write changes nothing.
      if (end > before) resize(content, end);
      for (let done = 0; done < bytes.length; ) {
        const count = content.write(bytes.subarray(done), { at: at + done });
        // If there is no room, Chromium returns a negative number converted to an unsigned one.
        if (count === 0 || count > bytes.length) throw noRoom();
        done += count;
      }
    } catch (reason) {
      if (end > before) content.truncate(before);
      throw reason;
    }
    return Math.max(before, end);
  }

  async setLength(path: string, length: number): Promise<number> {
    const content = await this.#content(path);
    resize(content, length);
    return length;
  }

  /** Returns a file with its current contents, under its original name. */
  async file(path: string): Promise<File> {
    this.#close(path);
    const found = await this.find(path);
    if (found === undefined) throw error("NotFoundError", "nothing is there");
    if (found.kind !== "file") throw error("TypeMismatchError", "it is a directory");
    const file = await found.getFile();
    const name = splitPath(path)[1];
    return file.name === name
      ? file
      : new File([file], name, { lastModified: file.lastModified, type: file.type });
  }

  async status(path: string): Promise<EntryStatus | undefined> {
    const found = await this.find(path);
    if (found === undefined) return undefined;
    if (found.kind === "directory") return { isDirectory: true, size: 0, modified: Date.now() };
    this.#close(path);
    const { size, lastModified } = await found.getFile();
    return { isDirectory: false, size, modified: lastModified };
  }

  /** Returns the names in a directory, sorted. The second element of each is true for a
   * directory. */
  async names(path: string): Promise<[string, boolean][]> {
    const names: [string, boolean][] = [];
    for await (const [stored, handle] of (await this.#directory(path)).entries()) {
      names.push([originalName(stored), handle.kind === "directory"]);
    }
    return names.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Returns all entries below a path, directories before their contents. */
  async all(path: string): Promise<Listed[]> {
    const list: Listed[] = [];
    const walk = async (directory: DirectoryHandle, at: string): Promise<void> => {
      const inner: Promise<void>[] = [];
      for await (const [stored, handle] of directory.entries()) {
        const below = `${at}/${originalName(stored)}`;
        if (handle.kind === "directory") {
          list.push({ path: below });
          inner.push(walk(handle, below));
        } else {
          this.#close(below);
          inner.push(
            handle.getFile().then((file) => {
              list.push({ path: below, file });
            }),
          );
        }
      }
      await Promise.all(inner);
    };
    await walk(await this.#directory(path), path);
    return list;
  }

  /** Moves a file or directory, replacing a file or an empty directory. */
  async move(from: string, to: string): Promise<void> {
    const found = await this.find(from);
    if (found === undefined) throw error("NotFoundError", "nothing is there");
    this.closeAll();
    const [parent, name] = splitPath(to);
    const directory = await this.#directory(parent);
    if (found.kind === "file" && found.move !== undefined) {
      const isMoved = await found.move(directory, storedName(name)).then(
        () => true,
        () => false,
      );
      if (isMoved) return;
    }
    await this.copy(from, to);
    await this.remove(from, true);
  }

  /** Copies a file or directory, replacing a file or an empty directory. */
  async copy(from: string, to: string): Promise<void> {
    const found = await this.find(from);
    if (found?.kind === "file") {
      const file = await this.file(from);
      await this.create(to);
      await this.setLength(to, 0);
      await this.writeBlob(to, 0, file);
      return;
    }
    await this.makeDirectory(to);
    for (const [name] of await this.names(from)) await this.copy(`${from}/${name}`, `${to}/${name}`);
  }

  /** Writes the contents of a blob in pieces. */
  async writeBlob(path: string, at: number, blob: Blob): Promise<number> {
    const PIECE = 4 << 20;
    let length = 0;
    for (let start = 0; start === 0 || start < blob.size; start += PIECE) {
      const piece = await blob.slice(start, start + PIECE).arrayBuffer();
      length = await this.write(path, at + start, new Uint8Array(piece));
    }
    return length;
  }

  #close(path: string): void {
    const content = this.#open.get(path);
    content?.flush();
    content?.close();
    this.#open.delete(path);
  }

  /** Closes all open files. */
  closeAll(): void {
    for (const path of [...this.#open.keys()]) this.#close(path);
  }
}
