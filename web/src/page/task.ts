// Tasks of the page: what has to come after the script that runs now, in order. Timers would do,
// but browsers slow them down where they follow each other or the page is hidden.

import { dom } from "./primitives.ts";

const due: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Runs something in a task of its own. */
export function inTask(act: () => void): void {
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => due.shift()?.();
  }
  due.push(act);
  dom.postMessage(channel.port2, 0);
}
