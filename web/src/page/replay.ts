// Support for pages of a web archive. Archives serve a page under their own URLs, and inject a
// rewriting library, wombat, which makes the page see its original URLs.
//
// Wombat returns a proxy of the document for `ownerDocument` and similar properties, which is not
// equal to the document. The page's URLs are those of the original site, so a worker that fetches
// them would bypass the archive and contact the live web.

/** A URL that the library is asked to rewrite, to find its prefix. */
const PROBE = "http://pinnacle.invalid/";

type Rewriter = { rewrite_url?: (url: string) => unknown };

let given: string | undefined;

/** Sets the prefix under which the archive serves captures, for archives without the library. */
export function useReplay(prefix: string | undefined): void {
  given = prefix;
}

/** Returns the absolute prefix of captured URLs, or undefined if the page is not a replay. */
export function replayPrefix(): string | undefined {
  if (given !== undefined) return new URL(given, location.href).href;
  const { _wb_wombat: rewriter } = globalThis as { _wb_wombat?: Rewriter };
  const rewritten = rewriter?.rewrite_url?.(PROBE);
  if (typeof rewritten !== "string" || !rewritten.endsWith(PROBE) || rewritten === PROBE) return undefined;
  return new URL(rewritten.slice(0, -PROBE.length), location.href).href;
}

/** Returns the original URL, for a page without a library that hides the archive's URL. */
export function capturedUrl(url: string): string {
  const prefix = given === undefined ? undefined : replayPrefix();
  return prefix !== undefined && url.startsWith(prefix) ? url.slice(prefix.length) : url;
}

/** Excludes URLs below this one, those of the script's own files, from rewriting. */
export function leaveAlone(folder: string): void {
  const { wbinfo } = globalThis as { wbinfo?: { wombat_opts?: { no_rewrite_prefixes?: string[] } } };
  const options = wbinfo?.wombat_opts;
  if (options !== undefined) options.no_rewrite_prefixes = [...(options.no_rewrite_prefixes ?? []), folder];
}

/** Bounds of a pixel ratio, and the precision to which it is found. */
const LEAST_RATIO = 0.1;
const MAX_RATIO = 16;
const PRECISION = 0.001;

let knownRatio = 1;

/** Returns the number of device pixels per CSS pixel. Rewriting libraries replace the property of
 * the window by a constant, which only style sheets do not see. */
export function pixelRatio(): number {
  if (replayPrefix() === undefined) return devicePixelRatio;
  const isAtLeast = (ratio: number) => matchMedia(`(min-resolution: ${ratio}dppx)`).matches;
  if (isAtLeast(knownRatio - PRECISION) && !isAtLeast(knownRatio + PRECISION)) return knownRatio;
  let [low, high] = [LEAST_RATIO, MAX_RATIO];
  while (high - low > PRECISION / 2) {
    const middle = (low + high) / 2;
    if (isAtLeast(middle)) low = middle;
    else high = middle;
  }
  knownRatio = Math.round(high * 1000) / 1000;
  return knownRatio;
}

/** Returns the real document or window behind a proxy of the rewriting library. */
export function unproxied<T extends object | null>(object: T): T {
  if (object === null) return object;
  return (object as { __WBProxyRealObj__?: T }).__WBProxyRealObj__ ?? object;
}
