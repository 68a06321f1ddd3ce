// The URLs of the script's files, and the workers that are started from them.

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

/** Returns the URL of this build's WebAssembly if it is next to the script. */
export function beside(script: string): string {
  return ofThisBuild(new URL("pinnacle.wasm", script).href);
}

/** Adds this build's hash to the URL of the WebAssembly, so that a cache does not return the file
 * of another build. */
export function ofThisBuild(core: string): string {
  return /^https?:/.test(core) && !core.includes("?") ? `${core}?${coreHash}` : core;
}

/** Sets the URLs of the files. */
export function useFiles(used: Partial<Files>): void {
  files = { ...files, ...used };
}

/** Returns the URL of the script that runs in workers. */
export function scriptUrl(): string {
  return files.script();
}

/** Returns the URL of the WebAssembly. */
export function coreUrl(): string {
  return files.core();
}

/** Starts a worker for a program. `first` is its first message. Rejects with the reason if no
 * worker can be started. */
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

/** Milliseconds that are waited for the reason if a worker could not load its script. */
const PATIENCE = 20;

const NO_WORKERS =
  "no worker could be started: this browser has no Web Workers, in which programs run (the page has no global Worker).";

/** Returns the reason why both ways to start a worker have failed. */
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
  return `${none}: the content security policy of the page must allow it (${violation}).`;
}

class OtherBuild extends Error {}

/** Starts a worker from a script of the page's origin. Collects violations of the page's policy. */
function fromUrl(url: string, violations: string[], first?: ToWorker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted(url), { name: "pinnacle" });
    const fail = (why: string): void => {
      dom.terminate(worker);
      reject(new Error(why));
    };
    // Some refusals are exceptions, others are events.
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
          `${url} is from another version of Pinnacle than the script of the page: replace them together, and clear caches.`,
        ),
      );
    };
    // The message is sent before the worker is ready, because the page may be busy when the worker
    // reports that.
    if (first !== undefined) dom.postMessage(worker, first);
  });
}

type Policy = { createScriptURL: (url: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

let policy: Policy | undefined;

/** Returns the URL of a script, for pages that only accept URLs created by a policy (trusted
 * types). */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy("pinnacle", { createScriptURL: (made) => made });
  return policy?.createScriptURL(url) ?? url;
}

/** Starts a worker that loads the script from another origin. */
async function fromText(script: string, violations: string[], first?: ToWorker): Promise<Worker> {
  // Violations of the page's policy are reported only to the worker, in a separate task.
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
