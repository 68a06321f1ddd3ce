// The scripts for pages. The browser keeps the list of scripts with the excluded sites, so nothing
// else has to be stored.

import { browser, type ContentScript } from "./browser.ts";

const about = {
  matches: ["<all_urls>"],
  allFrames: true,
  // Includes frames without an address, such as about:blank.
  matchOriginAsFallback: true,
  runAt: "document_start",
} as const;

const SCRIPTS: ContentScript[] = [
  { ...about, matches: [...about.matches], id: "page", js: ["page.js"], world: "MAIN" },
  { ...about, matches: [...about.matches], id: "link", js: ["link.js"], world: "ISOLATED" },
];

/** Returns the pattern for all pages of a host, on any port. */
const patternOf = (host: string): string => `*://${host}/*`;

/** Returns the excluded hosts in alphabetical order. */
export async function hostsLeftOut(): Promise<string[]> {
  const hosts = (await leftOut()).map((pattern) => pattern.slice("*://".length, -"/*".length));
  return hosts.sort();
}

async function leftOut(): Promise<string[]> {
  const [known] = await browser.scripting.getRegisteredContentScripts();
  return known?.excludeMatches ?? [];
}

/** Registers the scripts for pages. Excluded sites stay excluded. */
export async function register(): Promise<void> {
  const without = await leftOut();
  await browser.scripting.unregisterContentScripts();
  const scripts = SCRIPTS.map((one) => (without.length > 0 ? { ...one, excludeMatches: without } : one));
  await browser.scripting.registerContentScripts(scripts);
}

/** Returns true if the pages of a host get the scripts. */
export async function isOn(host: string): Promise<boolean> {
  return !(await leftOut()).includes(patternOf(host));
}

/** Includes or excludes the pages of a host. */
export async function turn(host: string, on: boolean): Promise<void> {
  const others = (await leftOut()).filter((pattern) => pattern !== patternOf(host));
  const excludeMatches = on ? others : [...others, patternOf(host)];
  await browser.scripting.updateContentScripts(SCRIPTS.map(({ id }) => ({ id, excludeMatches })));
}
