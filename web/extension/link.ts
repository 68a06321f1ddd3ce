// Runs beside every page, and tells the script in it where the files of the extension are. Addresses of
// single files are asked for, since those change with each start of the browser.

import { browser } from "./browser.ts";
import { tell } from "./handshake.ts";

tell(browser.runtime.getURL("pinnacle-worker.js"));
