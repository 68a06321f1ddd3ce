// The environment of old pages besides their program: the checks before they start it, removed
// names of Chrome, and libraries in the page.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Act,
  comes,
  counterPages,
  counter as embed,
  noCorpus,
  onlyChromium,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let before: [PluginArray, MimeTypeArray, number, number];
declare function $(id: string): HTMLElement;
declare const webkitAudioContext: typeof AudioContext;
declare const webkitRequestAnimationFrame: typeof requestAnimationFrame;
declare let events: unknown[];
declare let hasPlugin: boolean;
declare let sums: unknown[];
declare let types: string[];

/** Old names that the script adds. */
declare global {
  interface Window {
    chrome?: { app: { runtime?: unknown; isInstalled: boolean } };
  }
  interface CanvasRenderingContext2D {
    webkitImageSmoothingEnabled: boolean;
  }
  interface MouseEvent {
    readonly webkitMovementX: number;
  }
  interface Navigator {
    webkitGetGamepads(): (Gamepad | null)[];
  }
}
declare let used: unknown;
declare let wrapper: HTMLElement;

const pages = counterPages();

// A whole page next to the program that counts. The script tag replaces {script}.
const inPage = (text: string, act: Act, options?: PageOptions) =>
  pages.inPage(text.replace("{script}", script), act, options);

describe("an old page", { skip: noCorpus }, () => {
  const noDriver = onlyChromium("is driven by scripts that such a page breaks");
  test("a library that extends arrays, objects and elements", { skip: noDriver }, () =>
    inPage(
      `<!doctype html><script>
        // As the libraries of 2008 did.
        Array.from = function (list) { return list && list.toArray ? list.toArray() : []; };
        Array.prototype.toJSON = Array.prototype.toArray = Array.prototype.entries = function () { return this; };
        ["each", "include", "flatten", "without"].forEach(function (name) { Array.prototype[name] = function () { throw new Error(name); }; });
        Object.prototype.extend = function () { throw new Error("extend"); };
        String.prototype.toJSON = function () { return '"text"'; };
        Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
        Element.prototype.update = Element.prototype.hide = function () {};
        Array.prototype.reduce = undefined;
        window.$ = function (id) { return document.getElementById(id); };
        window.name = "x";
      </script>{script}<body><div id="box">${embed}</div><script>
        var sums = [];
        $("m").addEventListener("message", function (event) { sums.push(event.data); });
        $("m").postMessage(9);
      </script></body>`,
      async (page, { said }) => {
        await until(page, () => sums.length === 1);
        await page.evaluate(() => $("m").remove());
        assert.deepEqual(said, []);
      },
    ),
  );

  // The replacements of a page after the script has loaded: methods of prototypes, and globals.
  const METHODS = {
    EventTarget: "addEventListener removeEventListener dispatchEvent",
    Event: "composedPath preventDefault stopImmediatePropagation",
    Node: "appendChild insertBefore contains getRootNode",
    Element:
      "getAttribute setAttribute hasAttribute append prepend after remove closest matches attachShadow getBoundingClientRect checkVisibility",
    HTMLElement: "focus blur",
    Document: "createElement getElementsByTagName querySelectorAll",
    CSSStyleDeclaration: "getPropertyValue",
    CSSStyleSheet: "replaceSync",
    MutationObserver: "observe disconnect takeRecords",
    ResizeObserver: "observe disconnect",
    IntersectionObserver: "observe disconnect",
    Worker: "postMessage terminate",
    MessagePort: "postMessage",
  };
  const STATICS = {
    Object: "defineProperty entries fromEntries getOwnPropertyDescriptor keys hasOwn",
    Math: "min max round floor",
    Reflect: "get",
    Atomics: "add notify",
    URL: "createObjectURL revokeObjectURL",
  };
  const GLOBALS =
    "Event MessageEvent ProgressEvent CustomEvent Worker MessageChannel Blob URL Map Set WeakMap WeakSet WeakRef Promise TextEncoder TextDecoder DataView Uint8Array Int32Array AbortController MutationObserver ResizeObserver IntersectionObserver CSSStyleSheet DOMException addEventListener removeEventListener dispatchEvent setTimeout clearTimeout setInterval clearInterval queueMicrotask requestAnimationFrame cancelAnimationFrame getComputedStyle fetch";

  test("a page that replaces functions after the script has loaded", { skip: noDriver }, () =>
    inPage(
      `<!doctype html>{script}<script>
        // The page continues with the old functions, restores them at the end, and reports that.
        var undo = [], used = [];
        var define = Object.defineProperty, listen = EventTarget.prototype.addEventListener;
        function replace(owner, name, label) {
          var native = owner[name];
          if (native === undefined) throw new Error("there is no " + label);
          undo.push(function () { owner[name] = native; });
          owner[name] = function () { used.push(label); throw new Error(label + " of the page was called"); };
        }
        function replaceAll() {
          var methods = ${JSON.stringify(METHODS)}, statics = ${JSON.stringify(STATICS)};
          for (var type in methods) methods[type].split(" ").forEach(function (name) {
            replace(window[type].prototype, name, type + ".prototype." + name);
          });
          for (var owner in statics) statics[owner].split(" ").forEach(function (name) {
            replace(window[owner], name, owner + "." + name);
          });
          "${GLOBALS}".split(" ").forEach(function (name) { replace(window, name, name); });
        }
        function finish() {
          while (undo.length) undo.pop()();
          console.log("done " + sums.join() + " " + events.join());
        }
        var sums = [], events = [];
        function follow(element) {
          "loadstart load loadend message error crash".split(" ").forEach(function (type) {
            listen.call(element, type, function (event) {
              if (type === "message") sums.push(event.data);
              else events.push(type);
              if (sums.length === 2) finish();
            });
          });
          element.postMessage(9);
        }
        replaceAll();
      </script><body><div id="box">${embed}</div><script>
        follow(m);
        // An element that is added later, without a method that the page has replaced.
        box.insertAdjacentHTML("beforeend", '${embed.replace('id="m"', 'id="n"')}');
        follow(n);
      </script></body>`,
      async (page, { said }) => {
        // The driver's own scripts use the replaced functions.
        await comes(() => said.some((line) => /^log: done|^uncaught/.test(line)));
        assert.deepEqual(
          said.filter((line) => !line.startsWith("log: done")),
          [],
        );
        assert.deepEqual(await page.evaluate(() => used), []);
        assert.deepEqual(await page.evaluate(() => sums), [9, 9]);
        assert.deepEqual(await page.evaluate(() => events.filter((type) => type === "load")), [
          "load",
          "load",
        ]);
      },
    ),
  );

  test("wrappers that copy the properties of prototypes, as the shadow DOM of Polymer 0.x did", () =>
    inPage(
      `<!doctype html>{script}<body>${embed}<script>
        function Wrapper(node) { this.impl = node; }
        Object.getOwnPropertyNames(HTMLEmbedElement.prototype).forEach(function (name) {
          var isMethod = false;
          try { isMethod = typeof HTMLEmbedElement.prototype[name] === "function"; } catch (error) {}
          Object.defineProperty(Wrapper.prototype, name, isMethod
            ? { value: function () { return this.impl[name].apply(this.impl, arguments); } }
            : { get: function () { return this.impl[name]; }, set: function (value) { this.impl[name] = value; } });
        });
        var sums = [], wrapper = new Wrapper(m);
        m.addEventListener("message", function (event) { sums.push(event.data); });
        wrapper.postMessage(2);
      </script></body>`,
      async (page) => {
        await until(page, () => sums[0] === 2 && wrapper.readyState === 4);
      },
    ));

  test("the checks before they start", () =>
    inPage("<!doctype html>{script}<body></body>", async (page) => {
      const found = await page.evaluate(() => {
        const type = Reflect.get(navigator.mimeTypes, "application/x-pnacl") as MimeType;
        const plugin = Reflect.get(navigator.plugins, "Native Client") as Plugin;
        const length = navigator.mimeTypes.length;
        return {
          type: [type.type, type.description, type.suffixes, type instanceof MimeType, `${type}`],
          plugin: [plugin.name, plugin.filename, plugin.description, plugin.length, `${plugin}`],
          links: [
            type.enabledPlugin === plugin,
            plugin[0] === type,
            plugin.item(0) === type,
            plugin.namedItem("application/x-pnacl") === type,
            navigator.mimeTypes.namedItem("application/x-pnacl") === type,
            navigator.plugins.namedItem("Native Client") === plugin,
            navigator.plugins.namedItem("none"),
          ],
          has: "application/x-pnacl" in navigator.mimeTypes && "application/x-nacl" in navigator.mimeTypes,
          lists: [
            length === [...navigator.mimeTypes].length,
            Object.keys(navigator.mimeTypes).includes("application/x-pnacl"),
          ],
          other: Reflect.get(navigator.mimeTypes, "application/x-ppapi"),
          url: typeof (window.URL || window.webkitURL).createObjectURL + typeof webkitURL.revokeObjectURL,
          now: Math.abs(performance.webkitNow() - performance.now()) < 1000,
          // Other browsers are not changed.
          app: window.chrome
            ? [typeof window.chrome.app.runtime, window.chrome.app.isInstalled]
            : ["undefined", false],
          agent: /Chrome\//.test(navigator.userAgent) === Boolean(window.chrome),
        };
      });
      assert.deepEqual(found, {
        type: ["application/x-pnacl", "Portable Native Client Executable", "", true, "[object MimeType]"],
        plugin: ["Native Client", "internal-nacl-plugin", "", 2, "[object Plugin]"],
        links: [true, true, true, true, true, true, null],
        has: true,
        lists: [true, false],
        other: undefined,
        url: "functionfunction",
        now: true,
        app: ["undefined", false],
        agent: true,
      });
    }));

  test("a loop over plugins and types finds those of programs after the browser's own", () =>
    inPage(
      `<!doctype html><script>
        var before = [navigator.plugins, navigator.mimeTypes, navigator.plugins.length, navigator.mimeTypes.length];
      </script>{script}<script>
        // Like the checks of the first examples.
        var hasPlugin = false, types = [];
        for (var index = 0; index < navigator.plugins.length; index++)
          if (navigator.plugins[index]["name"].indexOf("Native Client") != -1) hasPlugin = true;
        for (index = 0; index < navigator.mimeTypes.length; index++) types.push(navigator.mimeTypes[index].type);
      </script>`,
      async (page) => {
        const found = await page.evaluate(() => {
          const { plugins, mimeTypes } = navigator;
          return {
            found: [hasPlugin, types.slice(-2)],
            same: [plugins === before[0], mimeTypes === before[1], plugins instanceof PluginArray],
            longer: [plugins.length - before[2], mimeTypes.length - before[3]],
            items: [
              plugins.item(plugins.length - 1)!.name,
              plugins.item(plugins.length),
              plugins[plugins.length],
              plugins.item(2 ** 32) === plugins.item(0),
              Array.from(plugins).at(-1) === Reflect.get(plugins, "Native Client"),
            ],
          };
        });
        assert.deepEqual(found, {
          found: [true, ["application/x-pnacl", "application/x-nacl"]],
          same: [true, true, true],
          longer: [1, 2],
          items: ["Native Client", null, undefined, true, true],
        });
      },
    ));

  test("Chrome's prefixed names of current APIs", () =>
    inPage("<!doctype html>{script}<body></body>", async (page) => {
      const found = await page.evaluate(async () => {
        const context = new webkitAudioContext();
        await context.close();
        const canvas = document.createElement("canvas").getContext("2d")!;
        canvas.webkitImageSmoothingEnabled = false;
        const pads = navigator.webkitGetGamepads();
        document.body.webkitRequestPointerLock();
        const refused = await new Promise<string>((resolve) => {
          document.addEventListener("webkitpointerlockerror", (event) => resolve(event.type));
          document.addEventListener("webkitpointerlockchange", (event) => resolve(event.type));
        });
        return [
          context instanceof AudioContext,
          canvas.imageSmoothingEnabled,
          pads.length >= 0,
          new MouseEvent("mousemove", { movementX: 3 }).webkitMovementX,
          typeof webkitRequestAnimationFrame + typeof document.webkitExitPointerLock,
          /^webkitpointerlock/.test(refused),
        ];
      });
      assert.deepEqual(found, [true, false, true, 3, "functionfunction", true]);
    }));
});
