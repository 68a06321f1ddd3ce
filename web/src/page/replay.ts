// Pages of a web archive. Archives serve a page under their own addresses, and inject a rewriting
// library, wombat, which makes the original addresses appear to the page.
//
// Wombat returns a proxy of the document for `ownerDocument` and similar properties, which is not
// equal to the document. The page's addresses are those of the original site, so a worker that
// fetches them would bypass the archive and reach the live web.

/** An address that is rewritten to find the prefix of the rewriting library. */
const PROBE = "http://pinnacle.invalid/";

type Rewriter = { rewrite_url?: (url: string) => unknown };

let given: string | undefined;

/** Sets the prefix under which the archive serves captures, if no library can be asked. */
export function useReplay(prefix: string | undefined): void {
  given = prefix;
}

/** Returns the absolute prefix of captured addresses; undefined if the page is not a replay. */
export function replayPrefix(): string | undefined {
  if (given !== undefined) return new URL(given, location.href).href;
  const { _wb_wombat: rewriter } = globalThis as { _wb_wombat?: Rewriter };
  const rewritten = rewriter?.rewrite_url?.(PROBE);
  if (typeof rewritten !== "string" || !rewritten.endsWith(PROBE) || rewritten === PROBE) return undefined;
  return new URL(rewritten.slice(0, -PROBE.length), location.href).href;
}

/** Returns the original address of a page without a rewriting library that hides its real one. */
export function capturedUrl(url: string): string {
  const prefix = given === undefined ? undefined : replayPrefix();
  return prefix !== undefined && url.startsWith(prefix) ? url.slice(prefix.length) : url;
}

/** Excludes addresses below this one from rewriting: those of the script's own files. */
export function leaveAlone(folder: string): void {
  const { wbinfo } = globalThis as { wbinfo?: { wombat_opts?: { no_rewrite_prefixes?: string[] } } };
  const options = wbinfo?.wombat_opts;
  if (options !== undefined) options.no_rewrite_prefixes = [...(options.no_rewrite_prefixes ?? []), folder];
}

/** Returns the object of a rewriting library's proxy: the real document or window. */
export function unproxied<T extends object | null>(object: T): T {
  if (object === null) return object;
  return (object as { __WBProxyRealObj__?: T }).__WBProxyRealObj__ ?? object;
}
