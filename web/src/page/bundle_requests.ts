// Handles requests by scripts of a bundled page. A page that was opened from a disk may not read
// files, so the files of the bundle get URLs that are created in the page.
//
// `pinnacle bundle` has replaced the URLs in the text of the page. This file handles the requests
// that scripts make, and the elements that scripts create or write.

import type { FilesAtHand } from "../shared/at_hand.ts";
import { dom, URL } from "./primitives.ts";

/** Elements that load a file, each with the attribute that contains the URL. */
const LOADING: [selector: string, attribute: "src" | "href", type: string][] = [
  ["img", "src", "HTMLImageElement"],
  ["script", "src", "HTMLScriptElement"],
  ["audio,video", "src", "HTMLMediaElement"],
  ["source", "src", "HTMLSourceElement"],
  ["link", "href", "HTMLLinkElement"],
];

const made = new Map<string, string>();

/** Serves these files from now on. */
export function serveRequests(files: FilesAtHand): void {
  const contents = new Map(files);
  const addressOf = (asked: string): string | undefined => {
    let url: string;
    try {
      url = new URL(asked, document.baseURI).href.replace(/[?#].*/s, "");
    } catch {
      return undefined;
    }
    const content = contents.get(url);
    if (content === undefined) return undefined;
    const address = made.get(url) ?? dom.createObjectURL(content);
    made.set(url, address);
    return address;
  };
  serveFetch(addressOf);
  serveElements(addressOf);
}

type Addresses = (asked: string) => string | undefined;

function serveFetch(addressOf: Addresses): void {
  const { fetch } = window;
  window.fetch = (asked, request) => {
    const url = asked instanceof Request ? asked.url : `${asked}`;
    return fetch.call(window, addressOf(url) ?? asked, request);
  };
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, addressOf(`${url}`) ?? url, ...rest]);
  };
}

function serveElements(addressOf: Addresses): void {
  const { setAttribute } = Element.prototype;
  for (const [, attribute, type] of LOADING) {
    const { prototype } = (globalThis as unknown as Record<string, { prototype: object }>)[type] ?? {};
    const property = prototype && Object.getOwnPropertyDescriptor(prototype, attribute);
    if (prototype === undefined || property === undefined) continue;
    const set = function (this: Element, value: unknown): void {
      property.set?.call(this, addressOf(`${value}`) ?? value);
    };
    Object.defineProperty(prototype, attribute, { ...property, set });
  }
  const isLoading = (element: Element, name: string): boolean =>
    LOADING.some(([selector, attribute]) => attribute === name && element.matches(selector));
  Element.prototype.setAttribute = function (name: string, value: string): void {
    const isOurs = isLoading(this, `${name}`.toLowerCase());
    setAttribute.call(this, name, (isOurs && addressOf(`${value}`)) || value);
  };
  // Elements that are written as HTML text bypass both replacements.
  const written = LOADING.map(([selector, attribute]) =>
    selector
      .split(",")
      .map((name) => `${name}[${attribute}]`)
      .join(),
  ).join();
  const replace = (element: Element): void => {
    const attribute = element.matches("link") ? "href" : "src";
    const address = addressOf(element.getAttribute(attribute) ?? "");
    if (address !== undefined) setAttribute.call(element, attribute, address);
  };
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches(written)) replace(node);
      for (const element of node.querySelectorAll(written)) replace(element);
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}
