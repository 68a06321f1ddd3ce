// Saves a file of the page's own making where the visitor's downloads go.

import { dom } from "../primitives.ts";

/** Saves a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const link = dom.createElement(document, "a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
