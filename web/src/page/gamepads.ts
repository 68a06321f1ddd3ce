// Reports the gamepads to a program that asks for them. Browsers offer them only on the page's
// thread.

import { Gamepads } from "../generated/boundary.ts";
import type { ToWorker } from "../shared/protocol.ts";

/** Checks the gamepads at each frame, and reports those that have changed. */
export function watchGamepads(send: (message: ToWorker) => void, signal: AbortSignal): void {
  const known: (number | undefined)[] = [];
  // The array is reused, because messages contain a copy of it.
  const numbers = new Float32Array(Gamepads.AXES + Gamepads.BUTTONS);
  const look = (): void => {
    if (signal.aborted) return;
    requestAnimationFrame(look);
    const pads = navigator.getGamepads();
    for (let index = 0; index < Gamepads.COUNT; index++) {
      const pad = pads[index];
      const time = pad?.connected ? pad.timestamp : undefined;
      if (time === known[index]) continue;
      known[index] = time;
      const axes = Math.min(pad?.axes.length ?? 0, Gamepads.AXES);
      const buttons = Math.min(pad?.buttons.length ?? 0, Gamepads.BUTTONS);
      for (let axis = 0; axis < axes; axis++) numbers[axis] = pad?.axes[axis] ?? 0;
      for (let button = 0; button < buttons; button++)
        numbers[axes + button] = pad?.buttons[button]?.value ?? 0;
      const id = time === undefined ? undefined : pad?.id;
      const used = numbers.subarray(0, axes + buttons);
      send({ kind: "gamepad", index, id, time: time ?? 0, axes, numbers: used });
    }
  };
  look();
}
