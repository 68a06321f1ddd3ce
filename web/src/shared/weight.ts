// How much a message of a program is to the page that has to take it, so that what waits there can
// be bounded.

import type { ToPage } from "./protocol.ts";

/** The bytes of one unit of weight; each message has one at least. */
const UNIT = 4096;

/** The weight of a message; none of what waits for nothing. */
export function weightOf(message: ToPage): number {
  switch (message.kind) {
    case "message":
      return 1 + Math.floor(message.bytes.length / UNIT);
    case "log":
      return 1 + Math.floor(message.text.length / UNIT);
    case "end":
    case "crashed":
    case "error":
    case "spares":
    case "plays":
    case "files":
      return 0;
    default:
      return 1;
  }
}
