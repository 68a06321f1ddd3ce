// The one script: in a page it brings programs to life, in a worker it is where one runs.

import { isolate } from "./isolate/page.ts";
import { install } from "./page/install.ts";
import { beside, useFiles } from "./page/location.ts";
import { startWorker } from "./worker/worker.ts";

if (typeof document === "undefined") startWorker();
else {
  const tag = document.currentScript as HTMLScriptElement | null;
  const own = tag?.src || document.baseURI;
  useFiles({ script: () => own, core: () => beside(own) });
  const when = tag?.dataset.isolate;
  if (when !== undefined) {
    const worker = new URL(tag?.dataset.isolateWorker ?? "pinnacle-isolate.js", own).href;
    isolate(when === "now" || when === "off" ? when : "next", worker);
  }
  install(tag !== null);
}
