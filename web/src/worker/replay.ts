// Replays recordings, in workers whose core supports it, such as those of the playground.

import { type Machine, Recorder } from "../../generated/pinnacle_web.js";
import type { Start } from "../shared/protocol.ts";
import { outside } from "./environment.ts";
import { Refusal } from "./refusal.ts";

/** The functions of a core with the feature `replay`. */
type ReplayingRecorder = { replaying?(recording: Uint8Array, sum: Uint8Array): Recorder };
type ReplayingMachine = { replayedPage(name: string, status: number, text: string): string };

const NOT_HERE = "this script cannot replay recordings; the playground can.";

/** Returns true if the run is recorded, or the replay of a recording. */
export function isOnTape({ record, replayed }: Start): boolean {
  return record === true || replayed !== undefined;
}

/** Returns a recorder that replays a recording of the program whose file has a SHA-256. */
export function replaying(recording: Uint8Array, sum: Uint8Array): Recorder {
  const core = Recorder as unknown as ReplayingRecorder;
  if (core.replaying === undefined) throw new Refusal(NOT_HERE);
  try {
    return core.replaying(recording, sum);
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? error : new Refusal((error as Error).message);
  }
}

/** Sends the page with the moments of a replay after its program has ended. */
export function sendMoments(machine: Machine, name: string, status: number, text: string): void {
  let page = "";
  let refusal = "";
  try {
    page = (machine as unknown as ReplayingMachine).replayedPage(name, status, text);
  } catch (error) {
    refusal = (error as Error).message;
  }
  outside.post({ kind: "replayed", page, refusal });
}
