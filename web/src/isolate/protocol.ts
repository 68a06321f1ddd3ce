// What pages say to the service worker.

/** With which headers a page is sent; "failed" are none any more, since none of them helped. */
export type State = "credentialless" | "require-corp" | "failed";

/** These pages have programs with threads. Is answered by `Marked`. */
export type Mark = { kind: "mark"; pages: string[] };

/** What becomes of the page at its next visit, and whether that is news. */
export type Marked = { state: State; isNew: boolean };

export type ToIsolator = Mark | { kind: "forget" };
