// The icon of the extension, which shows for each tab whether its page gets the scripts.

import { browser, type Tab } from "./browser.ts";
import { isOn } from "./scripts.ts";

const SIZES = [16, 32, 48, 128];

/** The titles of the icon. */
const TITLES = {
  on: "PNaCl programs run on this site",
  off: "PNaCl programs are off on this site",
  none: "Browsers let no extension into this page",
};

/** The host of a page that extensions may enter. */
export function hostOf(url: string | undefined): string | undefined {
  const { protocol, hostname } = new URL(url ?? "about:blank");
  return /^https?:$/.test(protocol) ? hostname : undefined;
}

/** Shows the state of a tab. */
export async function showState({ id, url }: Tab): Promise<void> {
  if (id === undefined) return;
  const host = hostOf(url);
  const state = host === undefined ? "none" : (await isOn(host)) ? "on" : "off";
  const name = state === "on" ? "icon" : "icon-off";
  const path = Object.fromEntries(SIZES.map((size) => [size, `${name}-${size}.png`]));
  try {
    await browser.action.setIcon({ tabId: id, path });
    await browser.action.setTitle({ tabId: id, title: TITLES[state] });
  } catch {
    // The tab was closed in the meantime.
  }
}

/** Shows the states of all tabs. */
export async function showStates(): Promise<void> {
  for (const tab of await browser.tabs.query({})) await showState(tab);
}
