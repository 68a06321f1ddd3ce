// The one script: in a page it brings programs to life, in a worker it is where one runs.

import { install } from "./page/install.ts";
import { beside, useFiles } from "./page/location.ts";
import { startWorker } from "./worker/worker.ts";

if (typeof document === "undefined") startWorker();
else {
  const element = document.currentScript as HTMLScriptElement | null;
  const own = element?.src || document.baseURI;
  useFiles({ script: () => own, core: () => beside(own) });
  install(element !== null);
}
