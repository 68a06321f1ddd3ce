// What a page finds once the script has run: elements that are programs, with the properties
// that plug-ins had, and a browser that says it can.

import { type ModuleElement, moduleType } from "./elements.ts";
import { offerFiles } from "./files/install.ts";
import { hearFirst } from "./hear.ts";
import { addLegacyApis } from "./legacy_apis.ts";
import { announce, enlist } from "./navigator.ts";
import { moduleOf, watchDocument, watchShadows } from "./registry.ts";
import { unproxied } from "./replay.ts";
import { whenNamed } from "./sign.ts";
import { stageOf } from "./stage.ts";

const FIXED = "Cannot set properties with the name postMessageor postMessageAndAwaitResponse";

/** Puts everything in place; `isBrought` says whether the page itself has brought the script. */
export function install(isBrought = true): void {
  const page = globalThis as { [key: symbol]: unknown };
  const mark = Symbol.for("pinnacle");
  if (page[mark] !== undefined) return;
  Object.defineProperty(page, mark, { value: "0.1.0" });
  announce();
  for (const { prototype } of [HTMLEmbedElement, HTMLObjectElement]) {
    addProperties(prototype);
    addFocus(prototype);
    addFullscreen(prototype);
  }
  hearFirst();
  watchDocument();
  if (isBrought) addOld();
  else whenNamed(addOld);
}

/** What pages with programs find beside. */
function addOld(): void {
  enlist();
  addLegacyApis();
  offerFiles();
  watchShadows();
}

/** `focus` and `blur` of an element give the program the keys, which the browser would not. */
function addFocus(prototype: HTMLElement): void {
  for (const name of ["focus", "blur"] as const) {
    const native = HTMLElement.prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      writable: true,
      value(this: ModuleElement, options?: FocusOptions) {
        if (moduleType(this) !== undefined) moduleOf(this);
        const stage = stageOf(this);
        if (stage === undefined) native.call(this, options);
        else if (name === "focus") stage.focus(options ?? {});
        else stage.blur();
      },
    });
  }
}

/** What fills the screen has to have the picture of the program in it. */
function addFullscreen(prototype: HTMLElement): void {
  for (const name of ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"]) {
    const native = (Element.prototype as unknown as Record<string, Element["requestFullscreen"]>)[name];
    if (native === undefined) continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      writable: true,
      value(this: ModuleElement, options?: FullscreenOptions) {
        const stage = stageOf(this);
        if (stage === undefined) return native.call(this, options);
        return stage.requestFullscreen(name !== "requestFullscreen", options);
      },
    });
  }
}

const classOf = (element: ModuleElement) =>
  element.localName === "embed" ? "HTMLEmbedElement" : "HTMLObjectElement";

type Get = (element: ModuleElement) => unknown;

function addProperties(prototype: HTMLEmbedElement | HTMLObjectElement): void {
  const methods = new WeakMap<ModuleElement, Record<string, unknown>>();
  const method =
    (name: "postMessage" | "postMessageAndAwaitResponse"): Get =>
    (element) => {
      if (moduleOf(element) === undefined) return undefined;
      const own = methods.get(element) ?? {};
      methods.set(element, own);
      own[name] ??= (...args: unknown[]) => moduleOf(element)?.[name](args);
      return own[name];
    };
  const get: Record<string, Get> = {
    postMessage: method("postMessage"),
    postMessageAndAwaitResponse: method("postMessageAndAwaitResponse"),
    readyState: (element) => moduleOf(element)?.readyState,
    lastError: (element) => moduleOf(element)?.lastError,
    exitStatus: (element) => moduleOf(element)?.exitStatus,
  };
  for (const [name, value] of Object.entries(get)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: ModuleElement) {
        if (this === prototype) return undefined;
        // In the document of a frame the copy of the script there is in charge.
        const owner = unproxied(this.ownerDocument);
        const defaultView = unproxied(owner.defaultView);
        if (owner === document || defaultView === null || defaultView === window) return value(this);
        return Reflect.get(defaultView[classOf(this)].prototype, name, this);
      },
      set(this: ModuleElement, given: unknown) {
        if (this !== prototype && moduleOf(this) !== undefined) {
          if (name.startsWith("post")) throw new Error(FIXED);
          return;
        }
        Object.defineProperty(this, name, {
          value: given,
          configurable: true,
          enumerable: true,
          writable: true,
        });
      },
    });
  }
}
