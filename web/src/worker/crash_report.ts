// Crash reports: the reason, and the instructions at which a program stopped.

import { CodeKind, namePlaces } from "../../generated/pinnacle_web.js";
import type { ProgramFile } from "../shared/protocol.ts";
import { fetchCaptured } from "../shared/replay.ts";
import type { End } from "./answers.ts";

/** Milliseconds after which a crash is reported without its place. */
const MAX_NAMING_TIME = 5000;

/** Returns the text for the console about the end of a program. `loadCore` loads the Rust part if
 * it is not loaded yet. */
export async function reportOf(
  end: End,
  file: ProgramFile,
  loadCore: () => Promise<unknown> = async () => {},
): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(""), MAX_NAMING_TIME));
  const lines = await Promise.race([instructionsAt(file, end.places ?? [], loadCore), late]);
  return lines === "" ? end.text : `${end.text}\n${lines}\n  of ${file.url}`;
}

/** Returns a line for each instruction at the given code offsets. The text is empty if the program
 * cannot be read again. */
async function instructionsAt(
  file: ProgramFile,
  places: number[],
  loadCore: () => Promise<unknown>,
): Promise<string> {
  if (places.length === 0) return "";
  const { url, content, size, isShared, takesTurns, loadsModules } = file;
  try {
    await loadCore();
    const response =
      content ?? (await fetchCaptured(url, { credentials: "same-origin", cache: "force-cache" }));
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== size) return "";
    return namePlaces(bytes, new CodeKind(isShared, takesTurns, loadsModules), Uint32Array.from(places));
  } catch {
    return "";
  }
}
