// The service worker, which adds the headers for isolation to marked pages. It handles their
// navigations, frames and workers, and no other requests.

import { buildHash } from "../shared/version.ts";
import type { Mark, Marked, State, ToIsolator } from "./protocol.ts";

/** The parts of a service worker's global object that are used here. */
type Scope = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; get(id: string): Promise<{ url: string } | undefined> };
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetch) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent & Extendable) => void): void;
};
type Extendable = { waitUntil(promise: Promise<unknown>): void };
type Fetch = Extendable & {
  request: Request;
  clientId: string;
  resultingClientId: string;
  respondWith(response: Promise<Response>): void;
};

const scope = self as unknown as Scope;

/** The cache with the states of marked pages, by their URLs without the query. Each build uses a
 * new cache. */
const NAME = `pinnacle-isolated-${buildHash}`;
const PREFIX = "pinnacle-isolated-";

/** The next attempt if a page is still not isolated. */
const NEXT: Record<State, State> = {
  credentialless: "require-corp",
  "require-corp": "failed",
  failed: "failed",
};

/** The pages that were sent with headers, each with the state that determined the headers. */
const sent = new Map<string, State>();

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener("activate", (event) => {
  const tidy = async (): Promise<void> => {
    await scope.clients.claim();
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
    }
  };
  event.waitUntil(tidy());
});

scope.addEventListener("message", (event) => {
  const message: ToIsolator = event.data;
  if (message.kind === "forget") {
    event.waitUntil(caches.delete(NAME));
    return;
  }
  const { id } = event.source as unknown as { id: string };
  event.waitUntil(mark(message, sent.get(id)).then((marked) => event.ports[0]?.postMessage(marked)));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { mode, destination, method, headers } = request;
  const isOurs = mode === "navigate" || destination === "worker" || destination === "sharedworker";
  if (!isOurs || method !== "GET" || headers.has("range")) return;
  if (new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(event));
});

const keyOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

async function stateOf(url: string): Promise<State | undefined> {
  const found = await (await caches.open(NAME)).match(keyOf(url));
  return (await found?.text()) as State | undefined;
}

/** Marks pages. If a page requests this although it was sent with headers, it gets the next kind of
 * headers. */
async function mark({ pages }: Mark, tried: State | undefined): Promise<Marked> {
  const cache = await caches.open(NAME);
  const [own = ""] = pages;
  const known = await stateOf(own);
  const state = known === undefined ? "credentialless" : known === tried ? NEXT[known] : known;
  for (const page of pages) await cache.put(keyOf(page), new Response(state));
  return { state, isNew: state !== known };
}

async function answer({ request, clientId, resultingClientId }: Fetch): Promise<Response> {
  const response = await fetch(request);
  const { mode, destination } = request;
  // The frames and workers of a page must be isolated in the same way as the page.
  const isTop = mode === "navigate" && destination === "document";
  const outer = isTop ? undefined : (await scope.clients.get(clientId))?.url || request.referrer;
  const state = outer ? await stateOf(outer) : await stateOf(request.url);
  if (state === undefined || state === "failed") return response;
  const isPlain = response.type === "basic" && !response.redirected && response.body !== null;
  if (!isPlain || response.status === 206) return response;
  const headers = new Headers(response.headers);
  const add = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value);
  };
  add("Cross-Origin-Embedder-Policy", state);
  if (isTop) {
    add("Cross-Origin-Opener-Policy", "same-origin");
    sent.set(resultingClientId, state);
  }
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
