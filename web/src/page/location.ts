// Where the script came from, and workers of the same script.

// The same script runs in workers, which have no document.
const own =
  typeof document === "undefined"
    ? ""
    : (document.currentScript as HTMLScriptElement | null)?.src || document.baseURI;

/** Where the WebAssembly lies: beside the script. */
export function coreUrl(): string {
  return new URL("pinnacle.wasm", own).href;
}

/** A worker for a program. Rejects with what the page forbids. */
export function workerOf(): Promise<Worker> {
  return fromUrl(own).catch(() => fromText());
}

/** A worker of the script itself, which must have the page's origin. */
function fromUrl(url: string): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { name: "pinnacle" });
    // Some refusals are exceptions, others come as an event.
    worker.onerror = () => reject(new Error(`The page's rules forbid a worker of ${url}.`));
    worker.onmessage = () => resolve(worker);
  });
}

/** A worker that loads the script from another origin. */
async function fromText(): Promise<Worker> {
  const text = `importScripts(${JSON.stringify(own)})`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await fromUrl(url);
  } catch {
    throw new Error(
      "no worker could be started: the content security policy of the page has to allow it (worker-src).",
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
