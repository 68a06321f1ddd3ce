// Stores translated programs for later visits, in the browser's cache of the page's origin. If a
// translation cannot be stored or read, the program is translated again, so failures are not
// errors.
//
// The key is the hash of the program. The entity tag and the length from the server are stored with
// it. If the server sends the same ones again, the program is not read again. A date would not be
// sufficient, because different files can have the same date, for example after a restore or a
// reproducible build. Without a tag, the program is read and hashed while its translation is
// compiled.
//
// A translation is only used if it is exactly the one that was stored: with the same key and the
// same bytes.

/** The cache; docs/page.md tells site owners how to empty it. */
const NAME = "pinnacle-translated";

/** Maximum total size of stored translations in bytes, and their maximum number. The oldest are
 * removed first. */
const MOST_BYTES = 128 << 20,
  MOST = 64;

/** The headers of an entry: the URL of the program, its version, the size of the translation, and
 * other information. */
const FROM = "x-pinnacle-from",
  VERSION = "x-pinnacle-version",
  SIZE = "x-pinnacle-size",
  ABOUT = "x-pinnacle-about";

/** Identifies a stored translation: its key and its hash. */
type Seal = { key: string; hash: string };

/** Information about a translation in addition to its bytes. */
export type About = {
  pages: number;
  isShared: boolean;
  takesTurns: boolean;
  loadsModules: boolean;
  programSize: number;
};

export type CachedTranslation = { module: WebAssembly.Module } & About;

/** The URL of a program, and its version according to the server. */
export type Origin = { url: string; version: string };

/** The translation of the program that a URL had at an earlier visit. */
export type Earlier = { key: string; version: string; translation: Promise<CachedTranslation | undefined> };

/** Returns the key for the translation of a program with this SHA-256; undefined if the browser has
 * no cache. */
export function keyOf(sum: Uint8Array, core: string): string | undefined {
  if (self.caches === undefined) return undefined;
  return `${self.origin}/pinnacle/${hexOf(sum)}?${variant(core)}`;
}

/** Returns the SHA-256 of the program in a key. */
export function sumIn(key: string): Uint8Array {
  const digits = /\/([0-9a-f]{64})\?/.exec(key)?.[1] ?? "";
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function hexOf(sum: Uint8Array): string {
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function hashOf(bytes: BufferSource): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** The variant is part of the key, because another version of the Rust part may translate
 * differently. */
const variant = (core: string): string => `core=${core}&isolated=${self.crossOriginIsolated}`;

/** Returns the version of a program: its entity tag, and its length if known. Empty without a
 * tag. */
export function versionOf({ headers }: Response): string {
  const tag = headers.get("etag");
  return tag ? JSON.stringify([tag, headers.get("content-length")]) : "";
}

/** Returns false if the server forbids storing a response. */
export function mayKeep({ headers }: Response): boolean {
  return !/\bno-store\b/i.test(headers.get("cache-control") ?? "");
}

/** Finds a translation of the program that a URL had at an earlier visit, and starts to compile
 * it. */
export async function find(url: string, core: string): Promise<Earlier | undefined> {
  try {
    const requests = await (await caches.open(NAME)).keys();
    const isOf = ({ headers, url: key }: Request): boolean =>
      headers.get(FROM) === url && key.endsWith(`?${variant(core)}`);
    const request = requests.filter(isOf).at(-1);
    if (request === undefined) return undefined;
    const version = request.headers.get(VERSION) ?? "";
    return { key: request.url, version, translation: take(request.url) };
  } catch {
    return undefined;
  }
}

/** Returns a stored translation, compiled; undefined if there is none or it is damaged. */
export async function take(key: string | undefined): Promise<CachedTranslation | undefined> {
  if (key === undefined) return undefined;
  try {
    const cache = await caches.open(NAME);
    const response = await cache.match(key);
    if (response === undefined) return undefined;
    try {
      const { key: own, hash, ...about }: About & Seal = JSON.parse(response.headers.get(ABOUT) ?? "");
      // Both operations run at the same time, on threads of the browser.
      const [module, found] = await Promise.all([
        WebAssembly.compileStreaming(response.clone()),
        response.arrayBuffer().then(hashOf),
      ]);
      if (own !== key || found !== hash) throw new Error("another translation");
      return { module, ...about };
    } catch {
      await cache.delete(key);
      return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Stores the translation of a program. */
export async function keep(
  key: string | undefined,
  origin: Origin,
  bytes: Uint8Array<ArrayBuffer>,
  about: About,
): Promise<void> {
  if (key === undefined || bytes.length > MOST_BYTES) return;
  try {
    const sealed: About & Seal = { ...about, key, hash: await hashOf(bytes) };
    const headers = { "content-type": "application/wasm", [ABOUT]: JSON.stringify(sealed) };
    await put(key, origin, `${bytes.length}`, new Response(bytes, { headers }));
    const cache = await caches.open(NAME);
    let size = 0;
    let count = 0;
    for (const old of [...(await cache.keys())].reverse()) {
      size += Number(old.headers.get(SIZE));
      if (++count > MOST || size > MOST_BYTES) await cache.delete(old);
    }
  } catch {
    // There may be no space, or the browser may not allow the page to store anything.
  }
}

/** Records that a program with a stored translation now has another URL or version. */
export async function renew(key: string, origin: Origin): Promise<void> {
  try {
    const cache = await caches.open(NAME);
    const [request] = await cache.keys(key);
    const response = await cache.match(key);
    const size = request?.headers.get(SIZE);
    if (response && size) await put(key, origin, size, response);
  } catch {
    // If this fails, the program is found by its bytes again.
  }
}

async function put(key: string, { url, version }: Origin, size: string, response: Response): Promise<void> {
  const headers = { [FROM]: url, [VERSION]: version, [SIZE]: size };
  await (await caches.open(NAME)).put(new Request(key, { headers }), response);
}
