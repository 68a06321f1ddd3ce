// Pages of a web archive. Archives serve a page under their own addresses, and inject a rewriting
// library, wombat, which makes the original addresses appear to the page.
//
// Wombat returns a proxy of the document for `ownerDocument` and similar properties, which is not
// equal to the document. The page's addresses are those of the original site, so a worker that
// fetches them would bypass the archive and reach the live web.

import { dom } from "./primitives.ts";

/** An address that is rewritten to find the prefix of the rewriting library. */
const PROBE = "http://pinnacle.invalid/";

type Rewriter = { rewrite_url?: (url: string) => unknown };

/** The start of an address of the Wayback Machine. It serves pages without the rewriting library if
 * their addresses have certain modifiers, such as `id_`. */
const WAYBACK = /^https?:\/\/web\.archive\.org\/web\/\d+(?:[a-z]{2}_)?\/(?=https?:)/;

/** The moment and the modifier at the end of a prefix: `/20130101000000mp_/`. */
const MOMENT_AT_END = /(\/\d*)(?:[a-z]{2}_)?\/$/;

/** The moment and the modifier in front of a captured address. */
const MOMENT = /^\d*(?:[a-z]{2}_)?\/(?=https?:\/\/)/;

let given: string | undefined;

/** Sets the prefix under which the archive serves captures, if no library can be asked. */
export function useReplay(prefix: string | undefined): void {
  given = prefix;
}

/** Returns the prefix that a script tag names, which may be another copy's. */
function namedPrefix(): string | undefined {
  const [tag] = dom.querySelectorAll(document, "script[data-replay]");
  const word = given ?? (tag && dom.getAttribute(tag, "data-replay"));
  return word == null ? undefined : new URL(word, location.href).href;
}

/** Returns the start of the page's address in the Wayback Machine. */
const waybackPrefix = (): string | undefined => WAYBACK.exec(location.href)?.[0];

/** Returns the prefix of the rewriting library. */
function rewriterPrefix(): string | undefined {
  const { _wb_wombat: rewriter } = globalThis as { _wb_wombat?: Rewriter };
  const rewritten = rewriter?.rewrite_url?.(PROBE);
  if (typeof rewritten !== "string" || !rewritten.endsWith(PROBE) || rewritten === PROBE) return undefined;
  return new URL(rewritten.slice(0, -PROBE.length), location.href).href;
}

/** Returns the absolute prefix of captured addresses; undefined if the page is not a replay. */
export function replayPrefix(): string | undefined {
  const named = namedPrefix();
  if (named !== undefined) return named;
  // The modifier of a page in a frame or a window. It is the one that the worker replaces.
  return (rewriterPrefix() ?? waybackPrefix())?.replace(MOMENT_AT_END, "$1mp_/");
}

/** Returns true if the replay rewrites captures for pages. */
export function isRewritten(): boolean {
  return namedPrefix() === undefined && replayPrefix() !== undefined;
}

/** Returns the original address of a page without a rewriting library that hides its real one. */
export function capturedUrl(url: string): string {
  const prefix = namedPrefix() ?? waybackPrefix();
  return prefix !== undefined && url.startsWith(prefix) ? url.slice(prefix.length) : url;
}

/** Returns an attribute's value as the page has written it. Archives rewrite the addresses of a
 * page's elements, and the rewriting library hides that only from scripts that start after it. */
export function writtenValue(value: string): string {
  const prefix = replayPrefix();
  if (prefix === undefined) return value;
  const collection = prefix.replace(MOMENT_AT_END, "/");
  const whole = value.startsWith("/") ? new URL(value, location.href).href : value;
  if (!whole.startsWith(collection)) return value;
  const rest = whole.slice(collection.length);
  return MOMENT.test(rest) ? rest.replace(MOMENT, "") : value;
}

/** Returns the original origin of a page in a replay; undefined if the page is not one. */
export function capturedOrigin(): string | undefined {
  if (replayPrefix() === undefined) return undefined;
  return new URL(capturedUrl(document.URL.startsWith("about:") ? document.baseURI : document.URL)).origin;
}

/** Excludes addresses below this one from rewriting: those of the script's own files. */
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

/** Returns the object of a rewriting library's proxy: the real document or window. */
export function unproxied<T extends object | null>(object: T): T {
  if (object === null) return object;
  return (object as { __WBProxyRealObj__?: T }).__WBProxyRealObj__ ?? object;
}
