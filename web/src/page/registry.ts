// The programs of the page by element. They are started and ended as elements are added, changed
// and removed.

import { isShown, type ModuleElement, manifestOf, moduleType } from "./elements.ts";
import { Plugin } from "./plugin.ts";
import { dom } from "./primitives.ts";
import { elementsInRoots, holds, noteRecords, watchRoots } from "./roots.ts";
import { inTask } from "./task.ts";

type Running = { plugin: Plugin; type: string; source: string };

const modules = new Map<ModuleElement, Running>();

/** The observed document. The collections are live: the browser updates them. */
type Watched = {
  observer: MutationObserver;
  embeds: HTMLCollectionOf<HTMLEmbedElement>;
  objects: HTMLCollectionOf<HTMLObjectElement>;
};

let watched: Watched | undefined;

/** Returns the program of an element in the current document, and starts it if necessary; undefined
 * if the element is not a program. */
export function moduleOf(element: ModuleElement): Plugin | undefined {
  if (watched === undefined) return undefined;
  const records = dom.takeRecords(watched.observer);
  if (records.length > 0) update(records);
  return settle(element);
}

/** Returns true if the page has programs now. */
export function hasModules(): boolean {
  return modules.size > 0;
}

function settle(element: ModuleElement): Plugin | undefined {
  const type = moduleType(element);
  const source = manifestOf(element);
  const wanted = type !== undefined && source !== undefined && isShown(element);
  const running = modules.get(element);
  if (running && wanted && running.type === type && running.source === source) return running.plugin;
  if (running) end(element, running);
  if (!wanted) return undefined;
  const plugin = new Plugin(element, type, source, settleAll);
  modules.set(element, { plugin, type, source });
  return plugin;
}

function end(element: ModuleElement, { plugin }: Running): void {
  modules.delete(element);
  plugin.remove();
}

/** Attributes that can add or remove the box of an element. They change often. */
const LOOKS = ["style", "class", "hidden"];

const CHANGES = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["type", "src", "data", ...LOOKS],
};

/** Handles the changes of a document. */
function update(records: MutationRecord[]): void {
  if (watched === undefined) return;
  // document.open removes the listeners of a window.
  addEventListener("error", dropNative, true);
  addEventListener("resize", settleSoon);
  noteRecords(records);
  if (modules.size + candidates(watched).length === 0) return;
  if (records.every(({ attributeName }) => attributeName !== null && LOOKS.includes(attributeName))) {
    settleSoon();
    return;
  }
  for (const [element, running] of [...modules]) {
    // The program of an element that is removed and inserted again is restarted.
    const isMoved = records.some(({ removedNodes }) =>
      [...removedNodes].some((node) => holds(node, element)),
    );
    if (isMoved || !dom.isConnected(element)) end(element, running);
  }
  settleAll();
}

function settleAll(): void {
  isDue = false;
  if (watched === undefined) return;
  for (const element of [...modules.keys()]) settle(element);
  for (const element of candidates(watched)) if (!modules.has(element)) settle(element);
}

/** Returns the elements that may be programs. */
function candidates({ embeds, objects }: Watched): ModuleElement[] {
  return [...embeds, ...objects, ...elementsInRoots()];
}

let isDue = false;

/** Checks the elements once for all changes in a task, because each check computes styles. */
function settleSoon(): void {
  if (isDue) return;
  isDue = true;
  inTask(() => isDue && settleAll());
}

/** Hides the browser's own error event for an object of an unknown type from the page. */
function dropNative(event: Event): void {
  const isOurs = event.target instanceof HTMLObjectElement && moduleType(event.target) !== undefined;
  if (event.isTrusted && isOurs) dom.stopImmediatePropagation(event);
}

/** Stops following the document and starting programs. Returns false if a program has already been
 * started. */
export function unwatch(): boolean {
  if (modules.size > 0) return false;
  if (watched !== undefined) dom.disconnect(watched.observer);
  watched = undefined;
  return true;
}

/** Follows the document from now on. */
export function watchDocument(): void {
  watched = {
    observer: new MutationObserver(update),
    embeds: dom.getElementsByTagName(document, "embed"),
    objects: dom.getElementsByTagName(document, "object"),
  };
  dom.observe(watched.observer, document, CHANGES);
  update([]);
}

/** Also follows the shadow roots of the page. */
export function watchShadows(): void {
  watchRoots((root) => {
    if (watched) dom.observe(watched.observer, root, CHANGES);
    dom.addEventListener(root, "error", dropNative, true);
  });
  settleAll();
}
