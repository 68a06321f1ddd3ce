// Changes shader sources that today's browsers would reject.

/** Returns the version that a source requests, if it is not 100. */
export function foreignVersion(source: string): string | undefined {
  for (const [, version] of source.matchAll(/^[ \t]*#[ \t]*version(?![A-Za-z0-9_])(.*)$/gm)) {
    if (version?.trim() !== "100") return version?.trim();
  }
  return undefined;
}

/** Returns an equivalent source that WebGL accepts. */
export function mend(source: string): string {
  // Characters outside ASCII only occur in comments.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them.
  return source.replace(/[^\x09-\x0d\x20-\x7e]/g, " ");
}
