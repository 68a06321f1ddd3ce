// The browser's functions that the page's part uses, saved when the script starts. Pages replace
// classes and methods before or while programs run: to watch calls, to emulate an older browser, or
// through a library. This script does not call the replacements.
//
// Methods of the document are functions of `dom`, whose first argument is the object. Globals are
// in globals.ts. Some functions are deliberately those of the page: `console`, whose lines are for
// the page, fullscreen, and gamepads.

const { bind, call } = Function.prototype;

/** Returns the method of a class as a function whose first argument is the object. */
function method<T, A extends unknown[], R>(native: (this: T, ...args: A) => R): (self: T, ...args: A) => R {
  return bind.call(call, native) as unknown as (self: T, ...args: A) => R;
}

/** Returns a getter of a class as a function whose argument is the object. */
function getter<T extends object, K extends string & keyof T>(prototype: T, name: K): (self: T) => T[K] {
  return method(Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: T) => T[K]);
}

type Events = HTMLElementEventMap & WindowEventMap & DocumentEventMap & AbortSignalEventMap;
type Options = boolean | AddEventListenerOptions;

interface Listen {
  <K extends keyof Events>(
    target: EventTarget,
    type: K,
    listener: (event: Events[K]) => void,
    options?: Options,
  ): void;
  (target: EventTarget, type: string, listener: (event: Event) => void, options?: Options): void;
}

type Create = <K extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: K,
) => HTMLElementTagNameMap[K];

type Post = (
  target: Worker | MessagePort | ServiceWorker,
  message: unknown,
  transfer?: Transferable[],
) => void;

/** Returns the prototype of a class. Returns an empty object if there is none, which happens when a
 * server's bundler imports the module. */
function prototypeOf<K extends keyof typeof globalThis>(
  name: K,
): (typeof globalThis)[K] extends { prototype: infer P } ? P : never {
  const found = globalThis[name] as { prototype: never } | undefined;
  return found?.prototype ?? (Object.create(null) as never);
}

const targets = prototypeOf("EventTarget");
const events = prototypeOf("Event");
const nodes = prototypeOf("Node");
const elements = prototypeOf("Element");
const documents = prototypeOf("Document");
const html = prototypeOf("HTMLElement");

const insertBefore = method(nodes.insertBefore);
const firstChild = getter(nodes, "firstChild");

/** The observers have methods with the same names. */
interface Observe {
  (observer: MutationObserver, target: Node, options: MutationObserverInit): void;
  (observer: ResizeObserver | IntersectionObserver, target: Element): void;
}

const observing = (["MutationObserver", "ResizeObserver", "IntersectionObserver"] as const)
  .map(prototypeOf)
  .map((one) => [one, one.observe, one.disconnect] as const);

const posting = (["Worker", "MessagePort", "ServiceWorker"] as const)
  .map(prototypeOf)
  .map((one) => [one, one.postMessage] as const);

const { isPrototypeOf: isPrototype } = Object.prototype;
const isOf = method(isPrototype) as (prototype: object, value: object) => boolean;
const apply = Reflect.apply;

/** Returns the entry of a list whose class the object belongs to. */
function entryOf<E extends readonly [object, ...unknown[]]>(list: readonly E[], value: object): E {
  for (let at = 0; at < list.length; at++) {
    const entry = list[at];
    if (entry !== undefined && isOf(entry[0], value)) return entry;
  }
  throw new TypeError("an object of an unknown class");
}

/** The browser's class of URLs. */
export const URL = globalThis.URL;
export type URL = globalThis.URL;

/** Methods of the document, as functions whose first argument is the object. */
export const dom = {
  addEventListener: method(targets.addEventListener) as Listen,
  removeEventListener: method(targets.removeEventListener) as Listen,
  dispatchEvent: method(targets.dispatchEvent),
  composedPath: method(events.composedPath),
  preventDefault: method(events.preventDefault),
  stopImmediatePropagation: method(events.stopImmediatePropagation),

  contains: method(nodes.contains),
  getRootNode: method(nodes.getRootNode),
  isConnected: getter(nodes, "isConnected"),

  append: method(nodes.appendChild) as (parent: Node, child: Node) => void,
  prepend: (parent: Node, child: Node): void => void insertBefore(parent, child, firstChild(parent)),
  after: method(elements.after),
  remove: method(elements.remove),
  closest: method(elements.closest) as (element: Element, selector: string) => Element | null,
  matches: method(elements.matches),
  getAttribute: method(elements.getAttribute),
  setAttribute: method(elements.setAttribute),
  hasAttribute: method(elements.hasAttribute),
  getBoundingClientRect: method(elements.getBoundingClientRect),
  checkVisibility: method(elements.checkVisibility),
  focus: method(html.focus),
  blur: method(html.blur),

  attachShadow: method(elements.attachShadow),
  createElement: method(documents.createElement) as Create,
  getElementsByTagName: method(documents.getElementsByTagName) as <K extends "embed" | "object">(
    document: Document,
    name: K,
  ) => HTMLCollectionOf<HTMLElementTagNameMap[K]>,
  querySelectorAll: method(documents.querySelectorAll) as (
    document: Document,
    selector: string,
  ) => NodeListOf<Element>,
  getPropertyValue: method(prototypeOf("CSSStyleDeclaration").getPropertyValue),
  replaceSync: method(prototypeOf("CSSStyleSheet").replaceSync),
  assignedElements: method(prototypeOf("HTMLSlotElement").assignedElements),
  transferControlToOffscreen: method(prototypeOf("HTMLCanvasElement").transferControlToOffscreen),

  observe: ((observer: object, ...args: unknown[]) =>
    apply(entryOf(observing, observer)[1], observer, args)) as Observe,
  disconnect: (observer: MutationObserver | ResizeObserver | IntersectionObserver): void =>
    apply(entryOf(observing, observer)[2], observer, []),
  takeRecords: method(prototypeOf("MutationObserver").takeRecords),

  postMessage: ((target: object, message: unknown, transfer: Transferable[] = []) =>
    apply(entryOf(posting, target)[1], target, [message, transfer])) as Post,
  terminate: method(prototypeOf("Worker").terminate),
  createObjectURL: URL.createObjectURL,
  revokeObjectURL: URL.revokeObjectURL,
};
