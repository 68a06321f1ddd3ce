// Registers the extension's scripts for pages, and keeps the icon up to date.

import { browser } from "./browser.ts";
import { register } from "./scripts.ts";
import { showState, showStates } from "./state.ts";

browser.runtime.onInstalled.addListener(() => void register().then(showStates));
browser.runtime.onStartup.addListener(() => void register().then(showStates));
browser.tabs.onUpdated.addListener((id) => void showState(id));
