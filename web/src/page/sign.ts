// Whether a page wants programs, for scripts that are put into pages of all kinds.

const NAMED = /application\/x-p?nacl|pnacl|\.nmf\b/i;

let isKnown = false;

/** Whether the document names programs so far: by an element, an attribute, a script in it. */
export function namesPrograms(): boolean {
  isKnown ||= NAMED.test(document.documentElement?.outerHTML ?? "");
  return isKnown;
}
