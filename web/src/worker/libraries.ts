// The libraries that a program loads while it runs: they lie beside it, on its server or among the
// files that the page has at hand. The program waits for them, and its worker with it. Whether an
// address may be asked the Rust part has decided (`pinnacle_pepper::urls::library`).

import { isSameOrigin } from "../../generated/pinnacle_web.js";
import { atHand } from "../shared/at_hand.ts";

/** Of the global objects of workers. */
declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

/** The bytes of a library by its URL; nothing if it is not there, or the page may not read it. */
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
  // A request that waits cannot be kept from following redirects.
  if (!isSameOrigin(url, request.responseURL)) throw new Error(`${url}: it leads to another origin`);
  return request.response;
}
