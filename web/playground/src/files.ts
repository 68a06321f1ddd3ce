// Files that were dropped or chosen, by their paths. Compressed files are unpacked.

/** Maximum number of bytes of a file, and of an unpacked archive. No program is nearly as large. */
export const MAX_BYTES = 512 << 20;

/** A file with its path below the dropped folder. */
export type Given = { path: string; file: Blob };

/** Returns all dropped files, including those in folders. Must be called while the event is
 * handled. */
export function dropped(data: DataTransfer): Promise<Given[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(chosen(data.files));
  return Promise.all(entries.map((entry) => below(entry, ""))).then((lists) =>
    // If a single folder was dropped, paths are relative to it.
    entries.length === 1 ? withoutFolder(lists.flat()) : lists.flat(),
  );
}

/** Returns the files that were chosen in a file picker. */
export function chosen(list: FileList): Given[] {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return withoutFolder(files);
}

async function below(entry: FileSystemEntry, folder: string): Promise<Given[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path: folder + entry.name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Given[] = [];
  // The entries arrive in parts.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    for (const child of part) found.push(...(await below(child, `${folder}${entry.name}/`)));
  }
  return found;
}

/** Removes the folder that contains all files from their paths. */
export function withoutFolder(files: Given[]): Given[] {
  const [first] = files;
  const end = first ? first.path.indexOf("/") + 1 : 0;
  const folder = first?.path.slice(0, end) ?? "";
  if (end === 0 || !files.every(({ path }) => path.startsWith(folder))) return files;
  return files.map(({ path, file }) => ({ path: path.slice(end), file }));
}

const GZIP = [0x1f, 0x8b];

/** Returns the bytes of a file, which is unpacked if it is compressed with gzip. */
export async function read(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_BYTES) throw new Error(`The file is larger than ${MAX_BYTES >> 20} MiB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes;
  const unpacked = await inflate(file, "gzip", MAX_BYTES);
  if (unpacked === undefined)
    throw new Error(`The file is larger than ${MAX_BYTES >> 20} MiB when it is unpacked.`);
  return new Uint8Array(await unpacked.arrayBuffer());
}

/** Unpacks a file. Returns undefined if it has more than `most` bytes. Fails if it is damaged. */
export async function inflate(
  file: Blob,
  format: CompressionFormat,
  most: number,
): Promise<Blob | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream(format)).getReader();
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return new Blob(pieces);
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(value);
  }
}

/** Extensions of files that can be opened, starting with the most likely programs. */
const ENDINGS = [".nmf", ".pexe", ".pexe.gz", ".pnasm", ".bc", ".ll", ".o"];

function rank({ path }: Given): number {
  const at = ENDINGS.findIndex((ending) => path.toLowerCase().endsWith(ending));
  return at < 0 ? ENDINGS.length : at;
}

/** Returns true if a file is the recording of a run, by its name. */
export const isRecording = ({ path }: Given): boolean => path.toLowerCase().endsWith(".rec");

/** Returns true if a file can be opened, by its name. */
export const isLikely = (file: Given): boolean => rank(file) < ENDINGS.length;

/** Sorts files: likely programs come first. */
export function inOrder(files: Given[]): Given[] {
  return [...files].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
}

/** Returns the file for a URL in a manifest. */
export function named(files: Given[], manifest: string, url: string): Given | undefined {
  const base = "https://files.invalid/";
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, new URL(manifest, base)).href.slice(base.length));
  } catch {
    return undefined;
  }
  const name = path.split("/").pop();
  return (
    files.find((given) => given.path === path) ?? files.find((given) => given.path.split("/").pop() === name)
  );
}
