// Where the files are, and workers of the script.

import type { ToPage, ToWorker } from "../shared/protocol.ts";
import { buildHash, coreHash } from "../shared/version.ts";

/** Where the script is that runs in workers, and the WebAssembly. */
export type Files = { script: () => string; core: () => string };

let files: Files = {
  script: () => document.baseURI,
  core: () => beside(document.baseURI),
};

/** Where the WebAssembly of this build lies if it is beside the script. */
export function beside(script: string): string {
  return ofThisBuild(new URL("pinnacle.wasm", script).href);
}

/** The address of the WebAssembly as this build asks for it: a cache must not give it another one. */
export function ofThisBuild(core: string): string {
  return /^https?:/.test(core) && !core.includes("?") ? `${core}?${coreHash}` : core;
}

/** Says where the files are. */
export function useFiles(used: Partial<Files>): void {
  files = { ...files, ...used };
}

/** Where the script lies that runs in workers. */
export function scriptUrl(): string {
  return files.script();
}

/** Where the WebAssembly lies. */
export function coreUrl(): string {
  return files.core();
}

/** A worker for a program, which is told this before anything else. Rejects with what the page
 * forbids. */
export async function workerOf(first?: ToWorker): Promise<Worker> {
  const script = files.script();
  return fromUrl(script, first).catch((error) => {
    if (error instanceof OtherBuild) throw error;
    return fromText(script, first);
  });
}

class OtherBuild extends Error {}

/** A worker of the script itself, which must have the page's origin. */
function fromUrl(url: string, first?: ToWorker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted(url), { name: "pinnacle" });
    // Some refusals are exceptions, others come as an event.
    worker.onerror = () => reject(new Error(`The page's rules forbid a worker of ${url}.`));
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === "ready" && data.build === buildHash) {
        resolve(worker);
        return;
      }
      worker.terminate();
      reject(
        new OtherBuild(
          `${url} is of another version of Pinnacle than what the page has loaded: they have to be replaced together, and caches emptied.`,
        ),
      );
    };
    // It need not wait for the page, which may be busy, to hear that the worker is there.
    if (first !== undefined) worker.postMessage(first);
  });
}

type Policy = { createScriptURL: (url: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

let policy: Policy | undefined;

/** A script's URL for pages that take those alone that a policy has made. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy("pinnacle", { createScriptURL: (made) => made });
  return policy?.createScriptURL(url) ?? url;
}

/** A worker that loads the script from another origin. */
async function fromText(script: string, first?: ToWorker): Promise<Worker> {
  const text = `importScripts(${JSON.stringify(script)})`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await fromUrl(url, first);
  } catch (error) {
    if (error instanceof OtherBuild) throw error;
    throw new Error(
      "no worker could be started: the content security policy of the page has to allow it (worker-src).",
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
