// The quota for files: webkitPersistentStorage and webkitTemporaryStorage. Both kinds of files
// share the quota of the origin, as in Chrome's last versions with programs. A request is granted
// up to that quota. Pages may write files without a request.

import { type Done, type Failed, tell } from "./entries.ts";
import { FileError } from "./errors.ts";

/** The quota of pages without storage, which keep their files in memory. */
const IN_MEMORY = 256 << 20;

async function estimate(): Promise<{ usage: number; quota: number }> {
  const { usage = 0, quota = IN_MEMORY } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return { usage, quota };
}

export type StorageQuota = ReturnType<typeof storageQuota>;

/** Returns the quota object of one kind of files. Asks the browser not to clear persistent
 * files. */
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
