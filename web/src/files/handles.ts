// The parts of the browser's storage API that are used, and an implementation in memory for pages
// without storage.

export interface ContentHandle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(length: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

export interface FileHandle {
  readonly kind: "file";
  getFile(): Promise<File>;
  createSyncAccessHandle(): Promise<ContentHandle>;
  /** Moves the entry to another directory and name, if the browser supports that. */
  move?(to: DirectoryHandle, name: string): Promise<void>;
}

export interface DirectoryHandle {
  readonly kind: "directory";
  getFileHandle(name: string, options?: { create: boolean }): Promise<FileHandle>;
  getDirectoryHandle(name: string, options?: { create: boolean }): Promise<DirectoryHandle>;
  removeEntry(name: string, options?: { recursive: boolean }): Promise<void>;
  entries(): AsyncIterable<[string, FileHandle | DirectoryHandle]>;
}

/** Maximum size in bytes of all files in memory. */
export const MEMORY_QUOTA = 256 << 20;

let inMemory = 0;

const absent = () => new DOMException("nothing is there", "NotFoundError");
const mismatch = () => new DOMException("it is of the other kind", "TypeMismatchError");

class MemoryFile implements FileHandle {
  readonly kind = "file";
  #bytes = new Uint8Array(0);
  #length = 0;
  #modified = Date.now();

  async getFile(): Promise<File> {
    return new File([this.#bytes.subarray(0, this.#length)], "", { lastModified: this.#modified });
  }

  #reach(length: number): void {
    const more = length - this.#length;
    if (inMemory + more > MEMORY_QUOTA) throw new DOMException("no room is left", "QuotaExceededError");
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, Math.min(2 * length, 1 << 24)));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    inMemory += more;
    this.#length = length;
    this.#modified = Date.now();
  }

  async createSyncAccessHandle(): Promise<ContentHandle> {
    return {
      write: (bytes, { at }) => {
        this.#reach(Math.max(this.#length, at + bytes.length));
        this.#bytes.set(bytes, at);
        return bytes.length;
      },
      truncate: (length) => {
        this.#bytes.fill(0, length, this.#length);
        this.#reach(length);
      },
      getSize: () => this.#length,
      flush: () => {},
      close: () => {},
    };
  }

  drop(): void {
    inMemory -= this.#length;
    this.#length = 0;
  }
}

export class MemoryDirectory implements DirectoryHandle {
  readonly kind = "directory";
  readonly #entries = new Map<string, MemoryFile | MemoryDirectory>();

  async getFileHandle(name: string, { create } = { create: false }): Promise<FileHandle> {
    const found = this.#entries.get(name) ?? (create ? new MemoryFile() : undefined);
    if (found === undefined) throw absent();
    if (found.kind !== "file") throw mismatch();
    this.#entries.set(name, found);
    return found;
  }

  async getDirectoryHandle(name: string, { create } = { create: false }): Promise<DirectoryHandle> {
    const found = this.#entries.get(name) ?? (create ? new MemoryDirectory() : undefined);
    if (found === undefined) throw absent();
    if (found.kind !== "directory") throw mismatch();
    this.#entries.set(name, found);
    return found;
  }

  async removeEntry(name: string, { recursive } = { recursive: false }): Promise<void> {
    const found = this.#entries.get(name);
    if (found === undefined) throw absent();
    if (found.kind === "directory" && !recursive && found.#entries.size > 0) {
      throw new DOMException("it is not empty", "InvalidModificationError");
    }
    found.drop();
    this.#entries.delete(name);
  }

  async *entries(): AsyncIterable<[string, FileHandle | DirectoryHandle]> {
    yield* [...this.#entries];
  }

  drop(): void {
    for (const entry of this.#entries.values()) entry.drop();
  }
}
