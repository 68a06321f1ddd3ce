// Has the scripts of the extension put into pages.

import { browser } from "./browser.ts";
import { register } from "./scripts.ts";

browser.runtime.onInstalled.addListener(() => void register());
browser.runtime.onStartup.addListener(() => void register());
