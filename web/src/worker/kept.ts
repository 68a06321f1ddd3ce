// Translated programs that are kept for the next visit, in the browser's cache of the page's
// origin. What cannot be kept or read is translated anew; nothing here is an error.

/** The cache; docs/page.md tells site owners how to empty it. */
const NAME = "pinnacle-translated";

/** So many bytes of translations are kept, and so many translations; the oldest go first. */
const MOST_BYTES = 128 << 20,
  MOST = 64;

/** Headers of what is kept: where it comes from, how large it is, and the rest. */
const FROM = "x-pinnacle-from",
  SIZE = "x-pinnacle-size",
  ABOUT = "x-pinnacle-about";

/** What has to be known of a translation beside its bytes. */
export type About = { pages: number; isShared: boolean; takesTurns: boolean };

export type Kept = { module: WebAssembly.Module } & About;

/** A name for what the program of a hash becomes here; none where nothing is kept. */
export function keyOf(hash: string, core: string): string | undefined {
  if (self.caches === undefined) return undefined;
  // A new version of the Rust part may translate differently.
  return `${self.origin}/pinnacle/${hash}?core=${core}&isolated=${self.crossOriginIsolated}`;
}

/** Whether a translation of what a URL had once is kept. */
export async function isKept(url: string): Promise<boolean> {
  try {
    const requests = await (await caches.open(NAME)).keys();
    return requests.some((request) => request.headers.get(FROM) === url);
  } catch {
    return false;
  }
}

/** A translation that was kept. */
export async function take(key: string | undefined): Promise<Kept | undefined> {
  if (key === undefined) return undefined;
  try {
    const cache = await caches.open(NAME);
    const response = await cache.match(key);
    if (response === undefined) return undefined;
    try {
      const about: About = JSON.parse(response.headers.get(ABOUT) ?? "");
      const module = await WebAssembly.compileStreaming(response);
      return { module, ...about };
    } catch {
      await cache.delete(key);
      return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Keeps the translation of a program. */
export async function keep(
  key: string | undefined,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  about: About,
): Promise<void> {
  if (key === undefined || bytes.length > MOST_BYTES) return;
  try {
    const cache = await caches.open(NAME);
    const request = new Request(key, { headers: { [FROM]: url, [SIZE]: `${bytes.length}` } });
    const headers = { "content-type": "application/wasm", [ABOUT]: JSON.stringify(about) };
    await cache.put(request, new Response(bytes, { headers }));
    let size = 0;
    let count = 0;
    for (const old of [...(await cache.keys())].reverse()) {
      size += Number(old.headers.get(SIZE));
      if (++count > MOST || size > MOST_BYTES) await cache.delete(old);
    }
  } catch {
    // There may be no room, or the page may keep nothing.
  }
}
