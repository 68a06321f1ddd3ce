// Runs functions in separate tasks of the page, in order. Timers are not used, because browsers
// delay them if they are nested or the page is hidden.

import { dom } from "./primitives.ts";

const due: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Runs a function in a separate task. */
export function inTask(act: () => void): void {
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => due.shift()?.();
  }
  due.push(act);
  dom.postMessage(channel.port2, 0);
}
