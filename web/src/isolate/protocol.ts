// The messages between pages and the service worker.

/** The headers with which a page is sent. "failed" stands for none, because neither kind has
 * isolated the page. */
export type State = "credentialless" | "require-corp" | "failed";

/** Reports pages that have programs with threads. The answer is `Marked`. */
export type Mark = { kind: "mark"; pages: string[] };

/** The state of the page at its next visit, and true if it is new. */
export type Marked = { state: State; isNew: boolean };

export type ToIsolator = Mark | { kind: "forget" };
