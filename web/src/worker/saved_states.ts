// Saves the program's state and continues from saved states. Passes requests of the page to the
// Rust part, and its answers back.

import type { Machine } from "../../generated/pinnacle_web.js";
import { bring } from "../shared/at_hand.ts";
import type { Start } from "../shared/protocol.ts";
import { outside } from "./environment.ts";
import { Refusal } from "./refusal.ts";

/** Maximum size in bytes of a file that a program continues from. */
const MOST = 512 << 20;

const TOO_LARGE = "cannot continue from the saved state: it is larger than 512 MiB.";
const RECORDED = "a program that continues from a saved state cannot be recorded.";

/** The requests for a state that have not been answered yet, by their numbers. */
const asked: number[] = [];

/** Answers all requests for a state. */
function answer(bytes: Uint8Array | undefined, refusal: string): void {
  for (const number of asked.splice(0)) {
    const copy = bytes?.slice() as Uint8Array<ArrayBuffer> | undefined;
    outside.post({ kind: "state", number, bytes: copy, refusal }, copy ? [copy.buffer] : []);
  }
}

/** Called by the Rust part when it has saved a state. */
export function stateSaved(bytes: Uint8Array): void {
  answer(bytes, "");
}

/** Called by the Rust part when it cannot save a state now. */
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
    if (bytes.length > MOST) throw new Error(TOO_LARGE);
    machine.checkState(bytes);
  } catch (error) {
    refusal = (error as Error).message;
  }
  outside.post({ kind: "state", number, bytes: undefined, refusal });
}

/** Returns the state that the program continues from, if any. */
export async function stateOf({ state, record, baseUrl }: Start): Promise<Uint8Array | undefined> {
  if (state !== undefined && record) throw new Refusal(RECORDED);
  if (typeof state !== "string") return state;
  const failed = (reason: string): Refusal =>
    new Refusal(`could not load the saved state "${state}": ${reason}.`);
  try {
    const response = await bring(new URL(state, baseUrl).href, { credentials: "same-origin" });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    throw failed(`the status is ${response.status}`);
  } catch (error) {
    throw error instanceof Refusal ? error : failed((error as Error).message);
  }
}

/** Makes the program continue from a state after it has started. */
export function continueFrom(machine: Machine, state: Uint8Array): void {
  try {
    if (state.length > MOST) throw new Error(TOO_LARGE);
    machine.continueFrom(state);
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? error : new Refusal((error as Error).message);
  }
}
