// Saved states of the program: passes requests of the page to the Rust part, and its answers back.

import type { Machine } from "../../generated/pinnacle_web.js";
import { outside } from "./environment.ts";

/** The requests for a state that have not been answered yet, by their numbers. */
const asked: number[] = [];

/** Answers all requests for a state. */
function answer(bytes: Uint8Array | undefined, refusal: string): void {
  for (const number of asked.splice(0)) {
    const copy = bytes?.slice() as Uint8Array<ArrayBuffer> | undefined;
    outside.post({ kind: "state", number, bytes: copy, refusal }, copy ? [copy.buffer] : []);
  }
}

/** The Rust part has saved a state. */
export function stateSaved(bytes: Uint8Array): void {
  answer(bytes, "");
}

/** The Rust part cannot save a state now. */
export function stateRefused(reason: string): void {
  answer(undefined, reason);
}

/** Saves the state of the program when it is idle. */
export function saveState(machine: Machine, number: number): void {
  asked.push(number);
  try {
    machine.saveState();
  } catch (error) {
    stateRefused((error as Error).message);
  }
}

/** Checks whether the program can continue from a state. */
export function checkState(machine: Machine, number: number, bytes: Uint8Array): void {
  let refusal = "";
  try {
    machine.checkState(bytes);
  } catch (error) {
    refusal = (error as Error).message;
  }
  outside.post({ kind: "state", number, bytes: undefined, refusal });
}
