// Saves a file to the visitor's downloads.

import { dom } from "../primitives.ts";

/** Saves a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const link = dom.createElement(document, "a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
