// Finds out if a page has programs, for scripts that are put into pages of all kinds.

import { dom } from "./primitives.ts";

const NAMED = /application\/x-p?nacl|pnacl|\.nmf\b/i;

/** The attributes of an element that may name a program later. */
const ATTRIBUTES = ["type", "src", "data"];

/** Does something once, when the document first names programs: by an element, an attribute, a
 * script in it. That is before the next script of the page runs. */
export function whenNamed(act: () => void): void {
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    const isNamed = [...added].some((node) => {
      // Its parent's text has its own.
      if (node.parentNode !== null && added.has(node.parentNode)) return false;
      return NAMED.test((node instanceof Element ? node.outerHTML : node.nodeValue) ?? "");
    });
    const isSet = records.some(({ attributeName, target }) =>
      NAMED.test((attributeName !== null && dom.getAttribute(target as Element, attributeName)) || ""),
    );
    if (!isNamed && !isSet) return;
    dom.disconnect(observer);
    act();
  });
  dom.observe(observer, document, { childList: true, subtree: true, attributeFilter: ATTRIBUTES });
}
