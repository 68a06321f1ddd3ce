// The store for each kind of files: a directory of the origin's storage, or memory if the browser
// stores nothing for this page.

import type { FileKind } from "../shared/files.ts";
import { type DirectoryHandle, MEMORY_QUOTA, MemoryDirectory } from "./handles.ts";
import { Store } from "./store.ts";

/** Directories of the storage. docs/page.md documents them. */
const FOLDER = "pinnacle",
  SITES = "sites",
  FOLDERS = ["persistent", "temporary"] as const;

type Base = { directory: DirectoryHandle; isInMemory: boolean };

export class Roots {
  #base: Promise<Base> | undefined;
  readonly #stores: (Promise<Store> | undefined)[] = [];

  /** `onRefusal` is called once if the browser keeps nothing. In the replay of a web archive, where
   * all sites have one origin, `site` is the original one. */
  constructor(
    readonly onRefusal: (why: string) => void,
    readonly site?: string,
  ) {}

  async #find(): Promise<Base> {
    try {
      const directory = (await navigator.storage.getDirectory()) as unknown as DirectoryHandle;
      return { directory, isInMemory: false };
    } catch (error) {
      this.onRefusal(error instanceof DOMException ? error.message : "the page has no storage");
      return { directory: new MemoryDirectory(), isInMemory: true };
    }
  }

  get base(): Promise<Base> {
    this.#base ??= this.#find();
    return this.#base;
  }

  store(kind: FileKind): Promise<Store> {
    const make = async (): Promise<Store> => {
      const { directory } = await this.base;
      const path = this.site === undefined ? [FOLDER] : [FOLDER, SITES, encodeURIComponent(this.site)];
      let folder = directory;
      for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true });
      return new Store(await folder.getDirectoryHandle(FOLDERS[kind], { create: true }));
    };
    const store = this.#stores[kind] ?? make();
    this.#stores[kind] = store;
    // After a failure, the next call tries again.
    store.catch(() => {
      this.#stores[kind] = undefined;
    });
    return store;
  }

  /** Returns the maximum size in bytes of the files of a kind. `taken` is their current size. */
  async quota(taken: number): Promise<number> {
    if ((await this.base).isInMemory) return MEMORY_QUOTA;
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    // The origin may also use the storage for other data.
    return Math.max(0, quota - Math.max(0, usage - taken));
  }

  /** Returns the stores that have been used. */
  async used(): Promise<Store[]> {
    const stores = await Promise.allSettled(this.#stores);
    return stores.flatMap((store) => (store.status === "fulfilled" && store.value) || []);
  }
}
