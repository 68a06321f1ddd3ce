// All programs of the page: which element has one, begun and ended as elements come, change
// and go.

import { isShown, type ModuleElement, manifestOf, moduleType } from "./elements.ts";
import { Plugin } from "./plugin.ts";

type Running = { plugin: Plugin; type: string; source: string };

const modules = new Map<ModuleElement, Running>();

/** The program of an element, begun if it has to be; none if it is none. */
export function moduleOf(element: ModuleElement): Plugin | undefined {
  const type = moduleType(element);
  const source = manifestOf(element);
  const wanted = type !== undefined && source !== undefined && isShown(element);
  const running = modules.get(element);
  if (running && wanted && running.type === type && running.source === source) return running.plugin;
  if (running) end(element, running);
  if (!wanted) return undefined;
  const plugin = new Plugin(element, type, source);
  modules.set(element, { plugin, type, source });
  return plugin;
}

function end(element: ModuleElement, { plugin }: Running): void {
  modules.delete(element);
  plugin.remove();
}

/** Looks at everything that may have changed. */
function update(records: MutationRecord[]): void {
  for (const [element, running] of [...modules]) {
    // Taken out and put in again, it starts anew.
    const isMoved = records.some(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(element)),
    );
    if (isMoved || !element.isConnected) end(element, running);
  }
  for (const element of modules.keys()) moduleOf(element);
  for (const elements of [embeds, objects]) {
    for (const element of elements ?? []) if (!modules.has(element)) moduleOf(element);
  }
}

// Live collections, which browsers keep up to date without a walk.
let embeds: HTMLCollectionOf<HTMLEmbedElement> | undefined;
let objects: HTMLCollectionOf<HTMLObjectElement> | undefined;

/** Follows the document from now on. */
export function watchDocument(): void {
  embeds = document.getElementsByTagName("embed");
  objects = document.getElementsByTagName("object");
  const observer = new MutationObserver(update);
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["type", "src", "data"],
  });
  update([]);
}
