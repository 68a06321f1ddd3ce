// The icon of the extension, which shows for each tab whether its page gets the scripts.

import { browser, type Tab } from "./browser.ts";
import { isOn } from "./scripts.ts";

const SIZES = [16, 32, 48, 128];

/** The titles of the icon. */
const TITLES = {
  on: "PNaCl programs run on this site",
  off: "PNaCl programs are off on this site",
  none: "Browsers do not let extensions run in this page",
};

/** Returns the host of a page; undefined if extensions cannot run in the page. */
export function hostOf(url: string | undefined): string | undefined {
  const { protocol, hostname } = new URL(url ?? "about:blank");
  return /^https?:$/.test(protocol) ? hostname : undefined;
}

/** Returns the state of a tab's page; undefined if the tab was closed. */
async function stateOf(id: number): Promise<keyof typeof TITLES | undefined> {
  let tab: Tab;
  try {
    tab = await browser.tabs.get(id);
  } catch {
    return undefined;
  }
  const host = hostOf(tab.url);
  if (host === undefined) return "none";
  return (await isOn(host)) ? "on" : "off";
}

/**
 * Shows the state of a tab. The worker, the popup and the options page may do so at the same time.
 * Each checks the state again afterwards, so the last one shows the current state.
 */
export async function showState(id: number): Promise<void> {
  let shown: keyof typeof TITLES | undefined;
  for (let state = await stateOf(id); state !== shown; state = await stateOf(id)) {
    // The tab was closed.
    if (state === undefined) return;
    const name = state === "on" ? "icon" : "icon-off";
    const path = Object.fromEntries(SIZES.map((size) => [size, `${name}-${size}.png`]));
    try {
      await browser.action.setIcon({ tabId: id, path });
      await browser.action.setTitle({ tabId: id, title: TITLES[state] });
    } catch {
      // The tab was closed in the meantime.
      return;
    }
    shown = state;
  }
}

/** Shows the states of all tabs. */
export async function showStates(): Promise<void> {
  for (const { id } of await browser.tabs.query({})) if (id !== undefined) await showState(id);
}
