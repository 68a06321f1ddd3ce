// The list of errors in a file, with links to their places.

import { byId, make } from "./dom.ts";
import type { Finding, Summary } from "./protocol.ts";

/** Functions that show the place of an error. */
export type Ways = { toListing(finding: Finding): void; toByte(offset: number): void };

export function showErrors({ errors, more }: Summary, ways: Ways): void {
  const items = errors.map((finding) => {
    const byte = finding.byte ?? (finding.bit === undefined ? undefined : Math.floor(finding.bit / 8));
    const actions = make("p", { className: "actions" });
    const toListing = make("button", { type: "button" }, "Show in the listing");
    toListing.addEventListener("click", () => ways.toListing(finding));
    if (finding.line !== undefined || finding.bit !== undefined) actions.append(toListing);
    if (byte !== undefined) {
      const toByte = make("button", { type: "button" }, `Show byte ${byte}`);
      toByte.addEventListener("click", () => ways.toByte(byte));
      actions.append(toByte);
    }
    const where = finding.line === undefined ? "" : `line ${finding.line}, column ${finding.column}: `;
    return make("li", {}, make("pre", {}, where + finding.shown), actions);
  });
  if (more) items.push(make("li", {}, "There are more."));
  byId("errors", HTMLElement).replaceChildren(...items);
}
