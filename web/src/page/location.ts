// Where the files are, and workers of the script.

import { FROM_FILE, faultOf, watchPolicy } from "../shared/diagnosis.ts";
import type { ToPage, ToWorker } from "../shared/protocol.ts";
import { buildHash, coreHash } from "../shared/version.ts";
import { dom, URL } from "./primitives.ts";

/** The URLs of the script that runs in workers, and of the WebAssembly. */
export type Files = { script: () => string; core: () => string };

let files: Files = {
  script: () => document.baseURI,
  core: () => beside(document.baseURI),
};

/** The URL of this build's WebAssembly if it is next to the script. */
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

/** The URL of the script that runs in workers. */
export function scriptUrl(): string {
  return files.script();
}

/** The URL of the WebAssembly. */
export function coreUrl(): string {
  return files.core();
}

/** A worker for a program, which receives this before anything else. Rejects with the reason why
 * there is none. */
export async function workerOf(first?: ToWorker): Promise<Worker> {
  const script = files.script();
  if (typeof Worker === "undefined") throw new Error(NO_WORKERS);
  const { found, end } = watchPolicy();
  try {
    return await fromUrl(script, found, first).catch((error) => {
      if (error instanceof OtherBuild) throw error;
      return fromText(script, found, first);
    });
  } catch (error) {
    if (error instanceof OtherBuild) throw error;
    throw new Error(await reasonOf(script, found, (error as Error).message));
  } finally {
    end();
  }
}

/** Milliseconds that a worker which could not load its script waits to learn why. */
const PATIENCE = 20;

const NO_WORKERS =
  "no worker could be started: this browser has no Web Workers, in which programs run (the page has no global Worker).";

/** Why neither way led to a worker. */
async function reasonOf(script: string, violations: string[], error: string): Promise<string> {
  const none = "no worker could be started";
  if (location.protocol === "file:") return `${none}: ${FROM_FILE}`;
  // The browser reports violations of a policy in a separate task.
  await new Promise((resolve) => setTimeout(resolve));
  const [violation] = violations;
  if (violation === undefined) {
    const fault = await faultOf(script, location.origin);
    return `${none}: ${fault ?? `${script} ends before it is ready (${error || "without an error"}).`}`;
  }
  return `${none}: the content security policy of the page has to allow it (${violation}).`;
}

class OtherBuild extends Error {}

/** A worker of a script that has the page's origin. Notes what the page's policy forbids. */
function fromUrl(url: string, violations: string[], first?: ToWorker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted(url), { name: "pinnacle" });
    const fail = (why: string): void => {
      dom.terminate(worker);
      reject(new Error(why));
    };
    // Some refusals are exceptions, others come as an event.
    worker.onerror = (event) => {
      dom.preventDefault(event);
      fail(event.message ?? "");
    };
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === "unable") {
        violations.push(...data.violations);
        fail(data.text);
        return;
      }
      if (data.kind === "ready" && data.build === buildHash) {
        resolve(worker);
        return;
      }
      dom.terminate(worker);
      reject(
        new OtherBuild(
          `${url} is of another version of Pinnacle than what the page has loaded: they have to be replaced together, and caches emptied.`,
        ),
      );
    };
    // It need not wait for the page, which may be busy, to hear that the worker is there.
    if (first !== undefined) dom.postMessage(worker, first);
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
async function fromText(script: string, violations: string[], first?: ToWorker): Promise<Worker> {
  // Things that the page's policy forbids are reported to the worker alone, in a separate task.
  const address = script.replace(/[\\"]/g, (sign) => (sign === '"' ? "%22" : "%5C"));
  const text = `{const violations=[],note=e=>violations.push(e.effectiveDirective+" forbids "+e.blockedURI);
addEventListener("securitypolicyviolation",note);
try{importScripts("${address}");removeEventListener("securitypolicyviolation",note)}
catch(e){setTimeout(()=>postMessage({kind:"unable",violations,text:String(e)}),${PATIENCE})}}`;
  const url = dom.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await fromUrl(url, violations, first);
  } finally {
    dom.revokeObjectURL(url);
  }
}
