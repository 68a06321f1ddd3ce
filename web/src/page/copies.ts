// Coordinates several copies of the script in a page: from the site, from a web archive and from
// the extension. The newest copy is used, unless an older one has already started a program.

import { version } from "../shared/version.ts";

/** The object that a copy publishes for the other copies. */
type Leader = { version: string; standBack: () => boolean };

const MARK = Symbol.for("pinnacle");

/** Returns true if one version is newer than another: `0.10.0` is newer than `0.9.1`. */
function isNewer(one: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [mine, theirs] = [numbers(one), numbers(other)];
  const at = mine.findIndex((number, at) => number !== (theirs[at] ?? 0));
  return at >= 0 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

/** Makes this copy the leading one, if possible. `standBack` stops it in favour of a newer copy,
 * and fails once a program has been started. */
export function lead(standBack: () => boolean): boolean {
  const page = globalThis as { [MARK]?: Leader };
  const earlier = page[MARK];
  if (earlier !== undefined && !(isNewer(version, earlier.version) && earlier.standBack())) return false;
  const leader: Leader = { version, standBack };
  Object.defineProperty(page, MARK, { value: leader, configurable: true });
  return true;
}
