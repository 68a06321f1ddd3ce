// Pages of a web archive. Replayers of archives serve a page under addresses of their own, and put
// a rewriting library into it, wombat, that makes the page believe in the addresses of old.
//
// Wombat answers `ownerDocument` and the like with a proxy of the document, which is not the
// document to anything that compares; and the page's addresses are those of the dead site, so what
// a worker fetches by them would go past the archive, to the live web.

/** The address by which a rewriting library is asked where it has things. */
const PROBE = "http://pinnacle.invalid/";

type Rewriter = { rewrite_url?: (url: string) => unknown };

let given: string | undefined;

/** Sets the prefix under which the archive serves captures, if no library can be asked. */
export function useReplay(prefix: string | undefined): void {
  given = prefix;
}

/** The address before those of what was captured: absolute, none if the page is not a replay. */
export function replayPrefix(): string | undefined {
  if (given !== undefined) return new URL(given, location.href).href;
  const { _wb_wombat: rewriter } = globalThis as { _wb_wombat?: Rewriter };
  const rewritten = rewriter?.rewrite_url?.(PROBE);
  if (typeof rewritten !== "string" || !rewritten.endsWith(PROBE) || rewritten === PROBE) return undefined;
  return new URL(rewritten.slice(0, -PROBE.length), location.href).href;
}

/** The address of old of a page that has no rewriting library to hide where it really is. */
export function capturedUrl(url: string): string {
  const prefix = given === undefined ? undefined : replayPrefix();
  return prefix !== undefined && url.startsWith(prefix) ? url.slice(prefix.length) : url;
}

/** Has the rewriting library leave addresses below one alone: those of the script's own files. */
export function leaveAlone(folder: string): void {
  const { wbinfo } = globalThis as { wbinfo?: { wombat_opts?: { no_rewrite_prefixes?: string[] } } };
  const options = wbinfo?.wombat_opts;
  if (options !== undefined) options.no_rewrite_prefixes = [...(options.no_rewrite_prefixes ?? []), folder];
}

/** The object of a rewriting library's proxy: a document or a window as it is. */
export function unproxied<T extends object | null>(object: T): T {
  if (object === null) return object;
  return (object as { __WBProxyRealObj__?: T }).__WBProxyRealObj__ ?? object;
}
