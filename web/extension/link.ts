// Runs beside every page, and sends the URL of the extension's files to the script in the page. The
// URLs change with each start of the browser.

import { browser } from "./browser.ts";
import { tell } from "./handshake.ts";

tell(browser.runtime.getURL("pinnacle-worker.js"));
