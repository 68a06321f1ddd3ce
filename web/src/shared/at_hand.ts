// Local files, which are used instead of the files at their addresses: a caller has passed them
// with a program, or the page is a single file that contains them.

import { fetchCaptured } from "./replay.ts";

/** Files by their addresses. */
export type FilesAtHand = [url: string, content: Blob][];

let files = new Map<string, Blob>();

export function useFilesAtHand(given: FilesAtHand): void {
  files = new Map(given);
}

/** Returns the local file of an address. The query and the fragment are ignored if there is no
 * exact match. */
export function atHand(url: string): Blob | undefined {
  return files.get(url) ?? files.get(url.replace(/[?#].*/s, ""));
}

/** Returns the local file of an address, or fetches the address if there is none. */
export async function bring(url: string, request: RequestInit): Promise<Response> {
  const file = atHand(url);
  return file === undefined ? fetchCaptured(url, request) : asResponse(file);
}

/** Makes the response of a server from a file. */
export function asResponse(file: Blob): Response {
  return new Response(file, { headers: { "content-length": `${file.size}` } });
}
