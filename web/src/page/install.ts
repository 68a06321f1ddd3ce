// Installs the script in a page: elements become programs and have the properties of plug-ins, and
// the browser claims to support them.

import { version } from "../shared/version.ts";
import { lead } from "./copies.ts";
import { type ModuleElement, moduleType } from "./elements.ts";
import { offerFiles } from "./files/install.ts";
import { hearFirst } from "./hear.ts";
import { addLayerOffsets } from "./layer_offsets.ts";
import { addLegacyApis } from "./legacy_apis.ts";
import { announce, enlist } from "./navigator.ts";
import { moduleOf, unwatch, watchDocument, watchShadows } from "./registry.ts";
import { unproxied } from "./replay.ts";
import { whenNamed } from "./sign.ts";
import { stageOf } from "./stage.ts";

const FIXED = "Cannot set properties with the name postMessageor postMessageAndAwaitResponse";

/** Installs everything. `isBrought` is true if the page itself contains the script tag. */
export function install(isBrought = true): void {
  if (!lead(unwatch)) return;
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

let shims: string | undefined;

/** Sets the value of the script tag's attribute: `off` leaves the browser's APIs unchanged. */
export function useShims(word: string | undefined): void {
  shims = word;
}

/** Adds old APIs, in pages with programs. */
function addOld(): void {
  enlist();
  if (shims !== "off") {
    addLegacyApis();
    addLayerOffsets();
  }
  offerFiles();
  watchShadows();
}

/** Makes `focus` and `blur` of an element move the keyboard focus, which the browser would not
 * do. */
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

/** Makes sure that a fullscreen element includes the program's picture. */
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

/** Returns the object with which scripts query this copy of the script and the element's
 * program. */
const aboutOf = (element: ModuleElement) =>
  Object.freeze({
    version,
    /** Resolves to the recording of the run, if the element has `data-record`. */
    recording: () => moduleOf(element)?.recording() ?? Promise.reject(new Error(NO_PROGRAM)),
    /** Resolves to a file with the state of the program, as soon as it is idle. */
    save: () => moduleOf(element)?.save() ?? Promise.reject(new Error(NO_PROGRAM)),
    /** Makes the program continue from such a file. Resolves when it does. */
    restore: (state: Blob | BufferSource) =>
      moduleOf(element)?.restore(state) ?? Promise.reject(new Error(NO_PROGRAM)),
    /** The volume of the program's sound, from 0 (silence) to 1. */
    get volume(): number {
      return moduleOf(element)?.volume ?? 1;
    },
    set volume(volume: number) {
      if (!(volume >= 0 && volume <= 1)) throw new RangeError(`volume must be from 0 to 1, found ${volume}`);
      const module = moduleOf(element);
      if (module === undefined) throw new Error(NO_PROGRAM);
      module.volume = volume;
    },
  });
const NO_PROGRAM = "The element has no program.";

type Get = (element: ModuleElement) => unknown;

function addProperties(prototype: HTMLEmbedElement | HTMLObjectElement): void {
  const methods = new WeakMap<ModuleElement, Record<string, unknown>>();
  const abouts = new WeakMap<ModuleElement, ReturnType<typeof aboutOf>>();
  const about: Get = (element) => {
    if (moduleOf(element) === undefined) return undefined;
    const known = abouts.get(element) ?? aboutOf(element);
    abouts.set(element, known);
    return known;
  };
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
    pinnacle: about,
  };
  for (const [name, value] of Object.entries(get)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: ModuleElement) {
        if (this === prototype) return undefined;
        // In a frame, the frame's own copy of the script handles its elements.
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
