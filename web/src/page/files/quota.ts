// How much files may take: what pages asked by webkitPersistentStorage. Both kinds share the room
// that the origin has, as in Chrome's last versions with programs; a request is granted as far as
// there is room, and need not have been made.

import { type Done, type Failed, tell } from "./entries.ts";
import { FileError } from "./errors.ts";

/** For pages that have no storage: files are in memory. */
const IN_MEMORY = 256 << 20;

async function estimate(): Promise<{ usage: number; quota: number }> {
  const { usage = 0, quota = IN_MEMORY } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return { usage, quota };
}

export type StorageQuota = ReturnType<typeof storageQuota>;

/** The quota of one kind of files. The browser is asked not to clear persistent ones. */
export function storageQuota(persists: boolean) {
  return {
    queryUsageAndQuota(done?: ((usage: number, quota: number) => unknown) | null, _failed?: Failed): void {
      void estimate().then(({ usage, quota }) => tell(() => done?.(usage, quota), undefined));
    },

    requestQuota(bytes: number, done?: Done<number>, failed?: Failed): void {
      if (!(bytes >= 0)) {
        setTimeout(() =>
          tell(failed, new FileError("InvalidModificationError", "that is not a number of bytes")),
        );
        return;
      }
      if (persists) navigator.storage?.persist().catch(() => {});
      void estimate().then(({ quota }) => tell(done, Math.min(bytes, quota)));
    },
  };
}
