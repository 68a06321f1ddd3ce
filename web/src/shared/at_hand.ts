// Local files that are used instead of the files at their URLs. Either a caller has passed them
// with a program, or the page is a single file that contains them.

import { fetchCaptured } from "./replay.ts";

/** Files with their URLs. */
export type FilesAtHand = [url: string, content: Blob][];

let files = new Map<string, Blob>();

export function useFilesAtHand(given: FilesAtHand): void {
  files = new Map(given);
}

/** Returns the local file for a URL. If there is no exact match, the query and the fragment are
 * ignored. */
export function atHand(url: string): Blob | undefined {
  return files.get(url) ?? files.get(url.replace(/[?#].*/s, ""));
}

/** Returns the local file for a URL, or fetches the URL if there is none. */
export async function bring(url: string, request: RequestInit): Promise<Response> {
  const file = atHand(url);
  return file === undefined ? fetchCaptured(url, request) : asResponse(file);
}

/** Returns a response like that of a server, for a file. */
export function asResponse(file: Blob): Response {
  return new Response(file, { headers: { "content-length": `${file.size}` } });
}
