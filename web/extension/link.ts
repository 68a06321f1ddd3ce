// Runs beside every page, and tells the script in it where the extension is.

import { browser } from "./browser.ts";
import { tell } from "./handshake.ts";

tell(browser.runtime.getURL(""));
