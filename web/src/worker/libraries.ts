// Loads the libraries that a program loads while it runs. They are in the program's folder, on its
// server or among the local files of the page. The program and its worker block while a library is
// loaded. The Rust part (`pinnacle_pepper::urls::library`) has already decided that the address is
// allowed.

import { isSameOrigin } from "../../generated/pinnacle_web.js";
import { atHand } from "../shared/at_hand.ts";

/** A class that only workers have. */
declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

/** Returns the bytes of the library at a URL; undefined if it does not exist or the page may not
 * read it. */
export function libraryBytes(url: string): Uint8Array | undefined {
  try {
    const file = atHand(url);
    return new Uint8Array(file ? new FileReaderSync().readAsArrayBuffer(file) : load(url));
  } catch {
    return undefined;
  }
}

function load(url: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url}: the status is ${request.status}`);
  // A synchronous request always follows redirects.
  if (!isSameOrigin(url, request.responseURL)) throw new Error(`${url}: it leads to another origin`);
  return request.response;
}
