// Isolates pages of sites that cannot send the headers for it: a service worker adds the headers to
// pages whose programs start threads. A page is marked when a program first requests a thread. It
// has shared memory from its next visit on or, if the site chooses so, after an immediate reload.

import { dom, URL } from "../page/primitives.ts";
import type { Mark, Marked, ToIsolator } from "./protocol.ts";

/** When a page becomes isolated: at its next visit, now by a reload, or never. */
export type Isolation = "next" | "now" | "off";

/** Maximum number of reloads of a page during the lifetime of a tab. */
const MOST_RELOADS = 2;

const RELOADS = "pinnacle-reloads";
const POSTED = "pinnacle-posted";

let wanted: { when: Isolation; worker: string } | undefined;
let isAsked = false;

/** Lets this service worker isolate the site. */
export function isolate(when: Isolation, worker: string): void {
  if (when === "off") {
    void leave(worker);
    return;
  }
  wanted = { when, worker };
  // A form that was submitted must not be submitted again.
  addEventListener("submit", ({ target, submitter }) => {
    const has = (name: string): string | null =>
      (submitter && dom.getAttribute(submitter, `form${name}`)) ?? dom.getAttribute(target as Element, name);
    if (has("method")?.toLowerCase() !== "post") return;
    note(POSTED, new URL(has("action") || location.href, document.baseURI).pathname);
  });
  isPosted = noted(POSTED) === location.pathname;
  if (isPosted) note(POSTED, "");
}

let isPosted = false;

/** Reports that a program needs threads, which the page cannot provide. */
export function threadsWanted(): void {
  if (wanted === undefined || isAsked || self.crossOriginIsolated) return;
  isAsked = true;
  mark(wanted.when, wanted.worker).catch((error: Error) => {
    console.warn(`Pinnacle: the page cannot be isolated: ${error.message}`);
  });
}

async function mark(when: Isolation, worker: string): Promise<void> {
  const active = await register(worker);
  const { isNew, state } = await ask(active, { kind: "mark", pages: pages() });
  if (state === "failed") {
    throw new Error(
      "it is not isolated although it was sent with the headers. It may send others as well, or the page around it may.",
    );
  }
  if (!isNew || when !== "now" || self !== top || isPosted) return;
  const count = Number(noted(RELOADS) ?? 0);
  // Without this record the page could reload forever.
  if (count < MOST_RELOADS && note(RELOADS, `${count + 1}`)) location.reload();
}

/** Returns the URLs of this page and, if it is in a frame, of the top page. Neither is isolated
 * unless both are. */
function pages(): string[] {
  try {
    return [location.href, ...(top && top !== self ? [top.location.href] : [])];
  } catch {
    throw new Error("it is in a frame of a page from another origin.");
  }
}

async function register(worker: string): Promise<ServiceWorker> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) {
    throw new Error(
      "the browser supports service workers only for pages served over HTTPS, and not in private windows.",
    );
  }
  if (!location.href.startsWith(new URL(".", worker).href)) {
    throw new Error(`${worker} must be in the folder of the page or above it (data-isolate-worker).`);
  }
  const { installing, waiting, active } = await serviceWorker.register(worker);
  const newest = installing ?? waiting ?? active;
  if (newest === null) throw new Error("the service worker was removed.");
  if (newest.state !== "activated") {
    await new Promise<void>((resolve, reject) => {
      dom.addEventListener(newest, "statechange", () => {
        if (newest.state === "activated") resolve();
        if (newest.state === "redundant") reject(new Error("the service worker did not start."));
      });
    });
  }
  return newest;
}

function ask(worker: ServiceWorker, message: Mark): Promise<Marked> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    dom.postMessage(worker, message satisfies ToIsolator, [port2]);
  });
}

/** Removes the service worker and its records. */
async function leave(worker: string): Promise<void> {
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    const { installing, waiting, active } = registration;
    const own = [installing, waiting, active].find((one) => one?.scriptURL === worker);
    if (own) dom.postMessage(own, { kind: "forget" } satisfies ToIsolator);
    if (own) await registration.unregister();
  }
}

// Stores a value. Returns false if the browser does not let the page store anything.
function note(name: string, value: string): boolean {
  try {
    sessionStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

function noted(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
