// Redirects a captured page to its archive: this script rewrites the addresses that the page's
// scripts make. The server has rewritten the addresses in the text. The policy of the page blocks
// all others, so the live web is never contacted.

import { Addresses, ATTRIBUTES, isProgram } from "./replay_addresses.ts";

type Call = (this: unknown, ...args: never[]) => unknown;

/** Replaces a method. `make` receives the old one and returns the new one. */
function replace<Name extends string, T extends { [name in Name]: Call }>(
  owner: T,
  name: Name,
  make: (native: T[Name]) => T[Name],
): void {
  if (typeof owner[name] === "function") owner[name] = make(owner[name]);
}

function lead(addresses: Addresses): void {
  leadRequests(addresses);
  leadElements(addresses);
  leadText(addresses);
  leadNavigation(addresses);
}

/** Redirects the requests of scripts. */
function leadRequests(addresses: Addresses): void {
  replace(window, "fetch", (native) => (input, init) => {
    if (!(input instanceof Request)) return native(addresses.place(String(input)), init);
    const place = addresses.place(input.url);
    if (place === input.url) return native(input, init);
    const { method, headers, credentials, redirect, signal } = input;
    if (method === "GET" || method === "HEAD") return native(new Request(place, input), init);
    // The body of a request is a stream, which Chrome does not send by HTTP/1.
    const options = { method, headers, credentials, redirect, signal };
    return input.arrayBuffer().then((body) => native(place, { ...options, body, ...init }));
  });
  replace(
    XMLHttpRequest.prototype,
    "open",
    (native) =>
      function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
        // A request without the last arguments is asynchronous. With undefined arguments it is not.
        Reflect.apply(native, this, [method, addresses.place(String(url)), ...rest]);
      },
  );
  replace(
    navigator,
    "sendBeacon",
    (native) => (url, data) => native.call(navigator, addresses.place(String(url)), data),
  );
  const classes = ["Worker", "SharedWorker", "EventSource"] as const;
  for (const name of classes) {
    const native = window[name] as (new (...args: unknown[]) => object) | undefined;
    if (native === undefined) continue;
    const construct = (target: typeof native, [url, ...rest]: unknown[], made: new () => object) =>
      Reflect.construct(target, [addresses.place(String(url)), ...rest], made);
    Object.assign(window, { [name]: new Proxy(native, { construct }) });
  }
}

/** The properties with the address of a file, by interface. */
const PROPERTIES: [string, string][] = [
  ["HTMLImageElement", "src"],
  ["HTMLScriptElement", "src"],
  ["HTMLIFrameElement", "src"],
  ["HTMLFrameElement", "src"],
  ["HTMLMediaElement", "src"],
  ["HTMLSourceElement", "src"],
  ["HTMLTrackElement", "src"],
  ["HTMLInputElement", "src"],
  ["HTMLLinkElement", "href"],
  ["HTMLAnchorElement", "href"],
  ["HTMLAreaElement", "href"],
  ["HTMLFormElement", "action"],
  ["HTMLVideoElement", "poster"],
];

/** Redirects the addresses of elements that scripts make. */
function leadElements(addresses: Addresses): void {
  for (const [type, name] of PROPERTIES) {
    const { prototype } = (Reflect.get(window, type) ?? {}) as { prototype?: object };
    const native = prototype && Object.getOwnPropertyDescriptor(prototype, name);
    if (prototype === undefined || native?.set === undefined) continue;
    const { set } = native;
    Object.defineProperty(prototype, name, {
      ...native,
      set(this: Element, value: unknown) {
        set.call(this, addresses.attribute(String(value)));
      },
    });
  }
  replace(
    Element.prototype,
    "setAttribute",
    (native) =>
      function (this: Element, name: string, value: string) {
        const isAddress = ATTRIBUTES.includes(String(name).toLowerCase()) && leads(this);
        native.call(this, name, isAddress ? addresses.attribute(String(value)) : value);
      },
  );
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") correct(target as Element, addresses);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...node.querySelectorAll("*")]) correct(element, addresses);
      }
    }
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: [...ATTRIBUTES, "style"],
  });
}

/** Returns true if the browser itself loads the file that an element names. */
const leads = (element: Element): boolean =>
  !["embed", "object", "param"].includes(element.localName) || !mayBeProgram(element);

/** An element may get its type before or after its address. */
const mayBeProgram = (element: Element): boolean =>
  isProgram(element.getAttribute("type")) || !element.hasAttribute("type");

/** Rewrites the addresses of an element that was added as text. */
function correct(element: Element, addresses: Addresses): void {
  if (!leads(element)) return;
  for (const name of ATTRIBUTES) {
    const written = element.getAttribute(name);
    if (written === null) continue;
    const place = addresses.attribute(written);
    if (place !== written) element.setAttribute(name, place);
  }
  const style = element.getAttribute("style");
  if (style?.includes("//")) {
    const led = addresses.style(style);
    if (led !== style) element.setAttribute("style", led);
  }
}

/** Redirects the text that scripts write into the page while it is read. */
function leadText(addresses: Addresses): void {
  for (const name of ["write", "writeln"] as const) {
    replace(
      Document.prototype,
      name,
      (native) =>
        function (this: Document, ...texts: string[]) {
          native.call(this, addresses.tags(texts.join("")));
        },
    );
  }
}

/** Redirects the navigation of scripts. */
function leadNavigation(addresses: Addresses): void {
  replace(
    window,
    "open",
    (native) =>
      (url, ...rest) =>
        native(url === undefined || url === "" ? url : addresses.place(String(url)), ...rest),
  );
  window.navigation?.addEventListener("navigate", (event) => {
    const { url, sameDocument } = event.destination;
    if (!event.cancelable || sameDocument || event.formData !== null) return;
    const place = addresses.place(url);
    if (place === url) return;
    event.preventDefault();
    location.href = place;
  });
}

const prefix = document.currentScript?.dataset.replay;
if (prefix !== undefined) lead(new Addresses(prefix));
