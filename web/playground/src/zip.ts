// Zip archives, and Chrome extensions, which are zip archives after a header. This file reads the
// container, and the browser inflates the contents.

import { type Given, inflate, MAX_BYTES, withoutFolder } from "./files.ts";

const MAX_FILES = 10_000;

const END = { signature: 0x06054b50, size: 22, maxComment: 0xffff };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };

const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** An entry of the central directory. `at` is the offset of its local header in the archive. */
type Entry = { path: string; flags: number; method: number; packed: number; size: number; at: number };

/**
 * Unpacks every file of an archive, by paths below the folder that holds them all. Fails if the
 * archive is damaged or encrypted, or larger than `MAX_BYTES` when it is unpacked.
 */
export async function unzip(archive: Blob): Promise<Given[]> {
  const files: Given[] = [];
  let left = MAX_BYTES;
  for (const entry of await directory(archive)) {
    if (!isWanted(entry.path)) continue;
    const file = await content(archive, entry, left);
    left -= file.size;
    if (left < 0) throw tooLarge();
    files.push({ path: entry.path, file });
  }
  return withoutFolder(files);
}

/** Returns false for folders, the Finder's metadata, and paths that lead out of the archive. */
function isWanted(path: string): boolean {
  const parts = path.split("/");
  return parts[0] !== "__MACOSX" && !parts.some((part) => part === "" || part === "..");
}

/** Reads the central directory, which is at the end. */
async function directory(archive: Blob): Promise<Entry[]> {
  const tailAt = Math.max(0, archive.size - END.size - END.maxComment);
  const tail = await view(archive, tailAt, archive.size - tailAt);
  let end = tail.byteLength - END.size;
  while (end >= 0 && tail.getUint32(end, true) !== END.signature) end--;
  if (end < 0) throw damaged("it has no directory; perhaps a download was cut short");
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const offset = tail.getUint32(end + 16, true);
  if (count === 0xffff || offset === 0xffffffff) throw tooLarge();
  if (count > MAX_FILES) throw new Error(`the archive has ${count} files; at most ${MAX_FILES} are unpacked`);
  // Offsets are relative to the start of the archive, which may be after the header of an
  // extension.
  const first = tailAt + end - size;
  const start = first - offset;
  if (start < 0) throw damaged("its directory is larger than the file");
  return entries(await view(archive, first, size), count, start);
}

function entries(bytes: DataView, count: number, start: number): Entry[] {
  const found: Entry[] = [];
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + ENTRY.size > bytes.byteLength || bytes.getUint32(at, true) !== ENTRY.signature)
      throw damaged(`its directory ends after ${number} of ${count} files`);
    const nameEnd = at + ENTRY.size + bytes.getUint16(at + 28, true);
    if (nameEnd > bytes.byteLength) throw damaged("a name is longer than its directory");
    const name = new Uint8Array(bytes.buffer, at + ENTRY.size, nameEnd - at - ENTRY.size);
    found.push({
      path: new TextDecoder().decode(name).replaceAll("\\", "/"),
      flags: bytes.getUint16(at + 8, true),
      method: bytes.getUint16(at + 10, true),
      packed: bytes.getUint32(at + 20, true),
      size: bytes.getUint32(at + 24, true),
      at: start + bytes.getUint32(at + 42, true),
    });
    at = nameEnd + bytes.getUint16(at + 30, true) + bytes.getUint16(at + 32, true);
  }
  return found;
}

/** Returns the unpacked bytes of a file, at most `most` of them. */
async function content(archive: Blob, entry: Entry, most: number): Promise<Blob> {
  const { path, flags, method, packed, size, at } = entry;
  if (flags & ENCRYPTED) throw new Error(`${path} is encrypted`);
  const local = await view(archive, at, LOCAL.size);
  if (local.getUint32(0, true) !== LOCAL.signature) throw damaged(`${path} is not where its directory says`);
  const begin = at + LOCAL.size + local.getUint16(26, true) + local.getUint16(28, true);
  if (begin + packed > archive.size) throw damaged(`${path} ends after the archive`);
  const bytes = archive.slice(begin, begin + packed);
  if (method === STORED) return bytes;
  if (method !== DEFLATED)
    throw new Error(`${path} is compressed by method ${method}; only deflate (8) can be unpacked here`);
  if (size > most) throw tooLarge();
  const file = await inflate(bytes, "deflate-raw", size).catch(() => undefined);
  if (file?.size !== size) throw damaged(`${path} does not unpack to its ${size} bytes`);
  return file;
}

/** Returns a range of the archive. */
async function view(archive: Blob, at: number, size: number): Promise<DataView> {
  if (at + size > archive.size) throw damaged("it ends too early");
  return new DataView(await archive.slice(at, at + size).arrayBuffer());
}

const damaged = (what: string) => new Error(`the archive is damaged: ${what}`);
const tooLarge = () => new Error(`the archive is larger than ${MAX_BYTES >> 20} MiB when it is unpacked`);
