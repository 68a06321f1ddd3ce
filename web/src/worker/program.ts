// From the URL of a manifest to a program that is compiled: fetched, decoded as it arrives,
// translated.

import { type InitOutput, initSync, Loader } from "../../generated/pinnacle_web.js";
import type { Source } from "../shared/protocol.ts";
import { coreHash } from "../shared/version.ts";
import { type Kept, keep, keyOf, take } from "./kept.ts";
import { programUrl, Refusal } from "./manifest.ts";
import { outside } from "./outside.ts";
import { canTakeTurns } from "./turns.ts";

/** The most bytes of a manifest. */
const MAX_MANIFEST = 1 << 20;

const ACCEPT = "application/x-pnacl, */*";

/** A program that can be instantiated. */
export type Program = {
  url: string;
  size: number;
  module: WebAssembly.Module;
  pages: number;
  isShared: boolean;
  takesTurns: boolean;
  core: InitOutput;
};

/** Where a program is, and what is wrong if it cannot be told. */
export async function findProgram(
  source: Source & { kind: "manifest" },
  documentUrl: string,
): Promise<Source & { kind: "program" }> {
  const url = resolve(source.url, documentUrl);
  if (url === undefined) {
    throw new Refusal(`could not resolve URL "${source.url}" relative to "${documentUrl}".`);
  }
  const text = await manifest(url);
  const program = programUrl(text, source.type);
  outside.post({ kind: "accepted" });
  const absolute = resolve(program, url);
  if (absolute === undefined) {
    throw new Refusal(`could not resolve url '${program}' relative to manifest base url '${url}'.`);
  }
  return { kind: "program", url: absolute, content: undefined };
}

function resolve(url: string, base: string): string | undefined {
  try {
    return new URL(url, base).href;
  } catch {
    return undefined;
  }
}

async function manifest(url: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin" });
  } catch {
    throw new Refusal("could not load manifest url.");
  }
  if (response.status !== 200) throw new Refusal("could not load manifest url.");
  const bytes = await response.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) throw new Refusal("could not load manifest url.");
  if (bytes.byteLength > MAX_MANIFEST) throw new Refusal("manifest file too large.");
  return new TextDecoder().decode(bytes);
}

/** Loads and compiles the Rust part. */
export async function loadCore(url: string): Promise<InitOutput> {
  const response = await fetch(url, { credentials: "same-origin" });
  if (!response.ok) throw new Refusal(`${url} is missing: it belongs beside pinnacle.js.`);
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  const module = isWasm
    ? await WebAssembly.compileStreaming(response)
    : await WebAssembly.compile(await response.arrayBuffer());
  const [mark] = WebAssembly.Module.customSections(module, "pinnacle");
  if (new TextDecoder().decode(mark) !== coreHash) {
    throw new Refusal(
      `${url} is of another version than pinnacle.js: they have to be replaced together, and caches emptied.`,
    );
  }
  return initSync({ module });
}

/** Translates a program, which is fetched if its content is not there yet. */
export async function loadProgram(
  url: string,
  content: Blob | undefined,
  core: Promise<InitOutput>,
): Promise<Program> {
  const failed = () => new Refusal("PnaclCoordinator: pexe load failed (pp_error=-2).");
  const response = content
    ? new Response(content, { headers: { "content-length": `${content.size}` } })
    : await fetch(url, { credentials: "same-origin", headers: { Accept: ACCEPT } }).catch(() => undefined);
  if (response?.status !== 200 || response.body === null) throw failed();
  const ready = await core;
  const total = knownLength(response);
  const loader = new Loader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const piece = await reader.read().catch(() => undefined);
    if (piece === undefined) throw failed();
    if (piece.done) break;
    step("chunk", () => loader.push(piece.value));
    pieces.push(piece.value);
    size += piece.value.length;
    // The last of it is told of when all is done.
    if (total < 0 || size < 0.95 * total) {
      outside.post({ kind: "progress", url, loaded: size, total });
    }
  }
  const key = await keyOf(pieces, coreHash);
  const kept = await take(key);
  const { module, ...about } = kept ?? (await translate(loader, key));
  if (kept !== undefined) loader.free();
  if (total >= 0) outside.post({ kind: "progress", url, loaded: size, total: size });
  return { url, size, module, core: ready, ...about };
}

/** Translates and compiles what has been loaded. */
async function translate(loader: Loader, key: string | undefined): Promise<Kept> {
  const translated = step("end", () => loader.finish(self.crossOriginIsolated, canTakeTurns));
  const { pages, isShared, takesTurns } = translated;
  const bytes = translated.takeBytes() as Uint8Array<ArrayBuffer>;
  translated.free();
  const module = await WebAssembly.compile(bytes).catch((error: Error) => {
    throw new Refusal(`PnaclCoordinator: Compile stream end failed: ${error.message}`);
  });
  void keep(key, bytes, { pages, isShared, takesTurns });
  return { module, pages, isShared, takesTurns };
}

function step<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Refusal(`PnaclCoordinator: Compile stream ${name} failed: ${(error as Error).message}`);
  }
}

/** How many bytes a response will have, -1 if that is not known. */
function knownLength(response: Response): number {
  const length = response.headers.get("content-length");
  // That of what is packed says nothing of what comes out.
  if (length === null || response.headers.has("content-encoding")) return -1;
  return Number(length);
}
