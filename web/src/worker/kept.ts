// Translated programs that are kept for the next visit, in the browser's cache of the page's
// origin. What cannot be kept or read is translated anew; nothing here is an error.

/** Translations of other versions are of no use. */
const NAME = "pinnacle-translated-1";

/** So many translations are kept; the oldest go first. */
const MOST = 24;

/** What has to be known of a translation beside its bytes. */
export type About = { pages: number; isShared: boolean; takesTurns: boolean };

export type Kept = { module: WebAssembly.Module } & About;

/** A name for what a program becomes here; none where the browser cannot make one. */
export async function keyOf(pieces: Uint8Array<ArrayBuffer>[], core: string): Promise<string | undefined> {
  if (self.crypto?.subtle === undefined || self.caches === undefined) return undefined;
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const text = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // A new version of the Rust part may translate differently.
  return `/pinnacle/${text}?core=${encodeURIComponent(core)}&isolated=${self.crossOriginIsolated}`;
}

/** A translation that was kept. */
export async function take(key: string | undefined): Promise<Kept | undefined> {
  if (key === undefined) return undefined;
  try {
    const cache = await caches.open(NAME);
    const response = await cache.match(key);
    if (response === undefined) return undefined;
    const about: About = JSON.parse(response.headers.get("x-pinnacle") ?? "");
    const module = await WebAssembly.compileStreaming(response).catch(async (error) => {
      await cache.delete(key);
      throw error;
    });
    return { module, ...about };
  } catch {
    return undefined;
  }
}

/** Keeps a translation. */
export async function keep(
  key: string | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  about: About,
): Promise<void> {
  if (key === undefined) return;
  try {
    const cache = await caches.open(NAME);
    const headers = { "content-type": "application/wasm", "x-pinnacle": JSON.stringify(about) };
    await cache.put(key, new Response(bytes, { headers }));
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
  } catch {
    // There may be no room, or the page may keep nothing.
  }
}
