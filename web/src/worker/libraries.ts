// The libraries that a program loads while it runs: they lie beside it, on its server or among the
// files that the page has at hand. The program waits for them, and its worker with it.

import { outside } from "./environment.ts";

/** Of the global objects of workers. */
declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

/** What a library consists of; nothing if it is not there, or not to be had by the page. */
export function libraryBytes(name: string): Uint8Array | undefined {
  try {
    const url = new URL(name, outside.programUrl).href;
    const file = outside.fetches?.files.get(url);
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
  return request.response;
}
