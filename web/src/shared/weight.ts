// The weight of a program's message to the page, which limits how many messages may wait there.

import type { ToPage } from "./protocol.ts";

/** Bytes per unit of weight. Most messages have at least one unit. */
const UNIT = 4096;

/** Returns the weight of a message. It is 0 for messages that the program must send without
 * waiting, and for those that the page has requested. */
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
    case "recording":
    case "state":
      return 0;
    default:
      return 1;
  }
}
