// Lets the visitor choose a file.

import { dom } from "../primitives.ts";

/** Resolves to the file; undefined if the visitor chooses none. */
export function chooseFile(accept: string): Promise<File | undefined> {
  const input = dom.createElement(document, "input");
  Object.assign(input, { type: "file", accept });
  return new Promise((resolve) => {
    dom.addEventListener(input, "change", () => resolve(input.files?.[0]));
    dom.addEventListener(input, "cancel", () => resolve(undefined));
    input.click();
  });
}
