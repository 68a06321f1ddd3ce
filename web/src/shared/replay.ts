// Addresses of what a web archive has captured, and where its replay has it.

let prefix: string | undefined;

/** Says behind which address the replay has what was captured; none if this is not a replay. */
export function useReplayPrefix(used: string | undefined): void {
  prefix = used;
}

/** Whether the page is a replay. */
export function isReplay(): boolean {
  return prefix !== undefined;
}

/** Where something captured is to be fetched. */
export function replayed(url: string): string {
  if (prefix === undefined || !/^https?:/.test(url) || url.startsWith(prefix)) return url;
  return prefix + url;
}

/** The address of old of what was fetched, also if the replay has led to another moment. */
export function captured(url: string): string {
  if (prefix === undefined) return url;
  const { origin } = new URL(prefix);
  const at = url.startsWith(origin) ? url.slice(origin.length).search(/\/https?:\/\//) : -1;
  return at < 0 ? url : url.slice(origin.length + at + 1);
}
