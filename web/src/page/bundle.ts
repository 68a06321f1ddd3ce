// Opens pages that `pinnacle bundle` has turned into a single file. The files next to the page and
// next to this script are elements of the page, in base64, before the script tag.

import type { FilesAtHand } from "../shared/at_hand.ts";
import { serveRequests } from "./bundle_requests.ts";
import { dom, URL } from "./primitives.ts";

/** The type of these elements, which browsers do not execute. */
const KIND = "application/x-pinnacle-file";

/** Names of the elements with the files of the script itself. */
const WORKER = "pinnacle-worker.js",
  CORE = "pinnacle.wasm";

let files: Promise<FilesAtHand> | undefined;

/** The unpacked files of the page; undefined if it is not a bundle. */
export function bundledFiles(): Promise<FilesAtHand> | undefined {
  return files;
}

/** Opens the bundle in the page. Returns the URLs of the two files of the script. */
export function openBundle(): { script: () => string; core: () => string } {
  const found = dom.querySelectorAll(document, `script[type="${KIND}"]`);
  const elements = [...found] as HTMLScriptElement[];
  const part = (name: string): HTMLScriptElement => {
    const found = elements.find(({ dataset }) => dataset.part === name);
    if (found === undefined) throw new Error(`the page lacks ${name}: make it again with pinnacle bundle.`);
    return found;
  };
  const script = dom.createObjectURL(new Blob([bytesOf(part(WORKER))], { type: "text/javascript" }));
  // A `data:` URL is used because a worker of a page without an origin may not be allowed to read
  // the page's blobs.
  const core = `data:application/gzip;base64,${part(CORE).text}`;
  const ofPage = elements.filter(({ dataset }) => dataset.part === undefined);
  const plain = ofPage.filter(({ dataset }) => dataset.packing === undefined);
  const packed = ofPage.filter(({ dataset }) => dataset.packing !== undefined);
  const atOnce = plain.flatMap((element) => under(element, blobOf(element)));
  files = Promise.all(packed.map(async (element) => under(element, await unpacked(element)))).then(
    (later) => [...atOnce, ...later.flat()],
  );
  serveRequests(atOnce);
  return { script: () => script, core: () => core };
}

/** Returns a file with the URLs under which the page may request it. */
function under({ dataset }: HTMLElement, content: Blob): FilesAtHand {
  const urls = [dataset.url, dataset.path].filter((url) => url !== undefined);
  return urls.map((url) => [new URL(url, document.URL).href, content]);
}

function bytesOf(element: HTMLScriptElement): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(element.text), (sign) => sign.charCodeAt(0));
}

const blobOf = (element: HTMLScriptElement): Blob =>
  new Blob([bytesOf(element)], { type: element.dataset.mediaType ?? "" });

function unpacked(element: HTMLScriptElement): Promise<Blob> {
  return new Response(blobOf(element).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}
