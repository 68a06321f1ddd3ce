// Files at hand: a caller has given them with a program, or the page is one file that holds them all.
// They are used in place of those at their addresses.

import { replayed } from "./replay.ts";

/** Files by their addresses. */
export type FilesAtHand = [url: string, content: Blob][];

let files = new Map<string, Blob>();

export function useFilesAtHand(given: FilesAtHand): void {
  files = new Map(given);
}

/** The file under an address. A query or a fragment makes no other file of it. */
export function atHand(url: string): Blob | undefined {
  return files.get(url) ?? files.get(url.replace(/[?#].*/s, ""));
}

/** Returns the local file of an address, or fetches the address if there is none. */
export async function bring(url: string, request: RequestInit): Promise<Response> {
  const file = atHand(url);
  return file === undefined ? fetch(replayed(url), request) : asResponse(file);
}

/** A file as a server would give it. */
export function asResponse(file: Blob): Response {
  return new Response(file, { headers: { "content-length": `${file.size}` } });
}
