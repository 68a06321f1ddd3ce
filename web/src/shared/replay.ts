// Addresses captured in a web archive, and their places in its replay.

let prefix: string | undefined;
let site = "";

/** Set if the replay rewrites captures, unless they are requested with `id_`. */
let rewrites = false;

/** The end of a prefix: the moment, and how captures are rewritten. */
const MOMENT = /(\/\d*)(?:[a-z]+_)?\/$/;

/** Methods whose requests have no body, and can be repeated. */
const REPEATABLE = ["GET", "HEAD"];

/** Sets the prefix under which the replay serves captures, which is undefined if this is not a
 * replay. `documentUrl` is the original address of the page. */
export function useReplayPrefix(used: string | undefined, documentUrl: string, isRewritten: boolean): void {
  prefix = used;
  site = documentUrl;
  rewrites = isRewritten;
}

/** Returns true if the page is a replay. */
export function isReplay(): boolean {
  return prefix !== undefined;
}

/** Returns the URL in the replay of a captured file. */
export function replayed(url: string): string {
  if (prefix === undefined || !/^https?:/.test(url) || url.startsWith(prefix)) return url;
  return prefix + captured(url);
}

/** Returns the original address of a file: of another moment if the replay has redirected to it, or
 * one that a script of the page made from the place of the replay. */
export function captured(url: string): string {
  if (prefix === undefined) return url;
  const { origin } = new URL(prefix);
  if (!url.startsWith(`${origin}/`)) return url;
  const path = url.slice(origin.length);
  const at = path.search(/\/https?:\/\//);
  return at < 0 ? new URL(path, site).href : path.slice(at + 1);
}

/** Returns the place at which the replay has the capture of a place without changes. */
function unchanged(place: string): string {
  const { origin } = new URL(place);
  const at = place.slice(origin.length).search(/\/https?:\/\//);
  if (at < 0) return place;
  const own = place.slice(0, origin.length + at + 1);
  const url = place.slice(own.length);
  return (MOMENT.test(own) ? own.replace(MOMENT, "$1id_/") : `${own}id_/`) + url;
}

/** Fetches an address, from the replay if there is one. The content is the captured one, without the
 * changes that replays make for pages. */
export async function fetchCaptured(url: string, request: RequestInit): Promise<Response> {
  const place = replayed(url);
  if (!rewrites || !/^https?:/.test(place)) return fetch(place, request);
  // A captured redirect leads out of the replay, unless it is rewritten.
  const response = await fetch(unchanged(place), { ...request, redirect: "manual" });
  if (response.type !== "opaqueredirect" || request.redirect === "manual") return response;
  const followed = await fetch(place, { ...request, redirect: "follow" });
  if (!REPEATABLE.includes(request.method ?? "GET")) return followed;
  void followed.body?.cancel();
  return fetch(unchanged(followed.url), { ...request, redirect: "manual" });
}
