// The script tag: starts the programs of a page.

import { isolate } from "./isolate/page.ts";
import { openBundle } from "./page/bundle.ts";
import { install, useShims } from "./page/install.ts";
import { beside, useFiles } from "./page/location.ts";
import { useNumbers } from "./page/plugin.ts";
import { leaveAlone, useReplay } from "./page/replay.ts";
import { useVisitor } from "./page/visitor/choice.ts";

const tag = document.currentScript as HTMLScriptElement | null;
const own = tag?.src || document.baseURI;
if (tag?.dataset.bundle !== undefined) {
  useFiles(openBundle());
} else {
  const workers = new URL("pinnacle-worker.js", own).href;
  useFiles({ script: () => workers, core: () => beside(workers) });
}
const when = tag?.dataset.isolate;
if (when !== undefined) {
  const worker = new URL(tag?.dataset.isolateWorker ?? "pinnacle-isolate.js", own).href;
  isolate(when === "now" || when === "off" ? when : "next", worker);
}
useNumbers(tag?.dataset.numbers);
useReplay(tag?.dataset.replay);
useVisitor(tag?.dataset.visitor);
useShims(tag?.dataset.shims);
leaveAlone(new URL(".", own).href);
install(tag !== null);
