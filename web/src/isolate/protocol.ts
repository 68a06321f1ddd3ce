// What pages say to the service worker.

/** The headers with which a page is sent; "failed" means none from now on, since none of them
 * helped. */
export type State = "credentialless" | "require-corp" | "failed";

/** These pages have programs with threads. Is answered by `Marked`. */
export type Mark = { kind: "mark"; pages: string[] };

/** The state of the page at its next visit, and true if it is new. */
export type Marked = { state: State; isNew: boolean };

export type ToIsolator = Mark | { kind: "forget" };
