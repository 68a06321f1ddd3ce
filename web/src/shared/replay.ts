// Addresses captured in a web archive, and their places in its replay.

let prefix: string | undefined;

/** Sets the prefix under which the replay serves captures; undefined if this is not a replay. */
export function useReplayPrefix(used: string | undefined): void {
  prefix = used;
}

/** Returns true if the page is a replay. */
export function isReplay(): boolean {
  return prefix !== undefined;
}

/** Returns the URL in the replay of a captured file. */
export function replayed(url: string): string {
  if (prefix === undefined || !/^https?:/.test(url) || url.startsWith(prefix)) return url;
  return prefix + url;
}

/** Returns the original address of a fetched file, even if the replay has redirected to another
 * moment. */
export function captured(url: string): string {
  if (prefix === undefined) return url;
  const { origin } = new URL(prefix);
  const at = url.startsWith(origin) ? url.slice(origin.length).search(/\/https?:\/\//) : -1;
  return at < 0 ? url : url.slice(origin.length + at + 1);
}
