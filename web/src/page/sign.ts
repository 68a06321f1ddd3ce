// Detects whether a page has programs, for scripts that are injected into arbitrary pages.

import { dom } from "./primitives.ts";

const NAMED = /application\/x-p?nacl|pnacl|\.nmf\b/i;

/** The attributes that may turn an element into a program later. */
const ATTRIBUTES = ["type", "src", "data"];

/** Calls a function once, when the document first refers to programs: in an element, an attribute
 * or a script. The function is called before the next script of the page runs. */
export function whenNamed(act: () => void): void {
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    const isNamed = [...added].some((node) => {
      // The text of the parent, which was also added, includes this text.
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
