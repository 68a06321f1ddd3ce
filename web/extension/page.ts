// Runs in every page before the page's own scripts. Does the same as the script tag, with the files
// of the extension.

import { install } from "../src/page/install.ts";
import { beside, useFiles } from "../src/page/location.ts";
import { hear } from "./handshake.ts";

let worker: string | undefined;
hear((told) => {
  worker = told;
});

function script(): string {
  if (worker === undefined) throw new Error("the extension cannot be reached; it may have been updated.");
  return worker;
}

useFiles({ script, core: () => beside(script()) });
install(false);
