// Changes to shader sources that today's browsers would refuse.

/** The version that a text asks for, if it is another one than 100. */
export function foreignVersion(source: string): string | undefined {
  for (const [, version] of source.matchAll(/^[ \t]*#[ \t]*version(?![A-Za-z0-9_])(.*)$/gm)) {
    if (version?.trim() !== "100") return version?.trim();
  }
  return undefined;
}

/** A text that means the same, and which WebGL takes. */
export function mend(source: string): string {
  // Characters outside ASCII only occur in comments.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return source.replace(/[^\x09-\x0d\x20-\x7e]/g, " ");
}
