// Loads and compiles a program, given the URL of a manifest: fetches the program, decodes it as it
// arrives, and translates it.

import {
  type InitOutput,
  initSync,
  Loader,
  maxManifestSize,
  ProgramSum,
  programUrl,
  Recorder,
} from "../../generated/pinnacle_web.js";
import { asResponse, bring } from "../shared/at_hand.ts";
import { FROM_FILE, faultOf, isHtml } from "../shared/diagnosis.ts";
import type { Source } from "../shared/protocol.ts";
import { isReplay } from "../shared/replay.ts";
import { coreHash } from "../shared/version.ts";
import { outside } from "./environment.ts";
import { Refusal } from "./refusal.ts";
import {
  type CachedTranslation,
  find,
  keep,
  keyOf,
  mayKeep,
  type Origin,
  renew,
  sumIn,
  take,
  versionOf,
} from "./translation_cache.ts";
import { canTakeTurns } from "./turns.ts";

const ACCEPT = "application/x-pnacl, */*";

/** Fraction of a program that is only reported as translated when the whole program is. */
const WITHHELD = 0.05;

/** A program that can be instantiated. */
export type Program = {
  url: string;
  size: number;
  module: WebAssembly.Module;
  /** Minimum size of its memory in pages. */
  pages: number;
  isShared: boolean;
  takesTurns: boolean;
  loadsModules: boolean;
  core: InitOutput;
  /** The SHA-256 of its file. */
  sum: Uint8Array;
  /** The recorder that has seen the whole file, if the run is recorded. */
  recorder: Recorder | undefined;
};

/** Finds the URL of a program. The Rust part checks its manifest. */
export async function findProgram(
  source: Source & { kind: "manifest" },
  documentUrl: string,
  core: Promise<InitOutput>,
): Promise<Source & { kind: "program" }> {
  const url = resolve(source.url, documentUrl);
  if (url === undefined) {
    throw new Refusal(`could not resolve URL "${source.url}" relative to "${documentUrl}".`);
  }
  const [response] = await Promise.all([fetchManifest(url), core]);
  const program = accepted(await manifestBytes(response), source.type);
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

const noManifest = (): Refusal => new Refusal("could not load manifest url.");

async function fetchManifest(url: string): Promise<Response> {
  const response = await bring(url, { credentials: "same-origin" }).catch(() => undefined);
  if (response === undefined) {
    throw (await isForbidden(url)) ? new Refusal("access to manifest url was denied.") : noManifest();
  }
  return response;
}

/** Reads the bytes of a manifest. If it is too large, reads only slightly more than the limit. */
async function manifestBytes(response: Response): Promise<Uint8Array> {
  if (response.status !== 200 || response.body === null) throw noManifest();
  const limit = maxManifestSize();
  const read: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of pieces(response.body, noManifest())) {
    read.push(piece);
    size += piece.length;
    if (size > limit) break;
  }
  return new Uint8Array(await new Blob(read).arrayBuffer());
}

/** Returns the URL of the program that a manifest names. */
function accepted(manifest: Uint8Array, type: string): string {
  try {
    return programUrl(manifest, type);
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? error : new Refusal((error as Error).message);
  }
}

/** Returns true if a URL that could not be fetched exists but may not be read by the page. */
async function isForbidden(url: string): Promise<boolean> {
  if (url.startsWith("file:")) return true;
  if (isReplay() || new URL(url).origin === self.origin) return false;
  return fetch(url, { mode: "no-cors", credentials: "omit" }).then(
    () => true,
    () => false,
  );
}

/** Yields the bytes of a response as they arrive. */
async function* pieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  failed: Refusal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const piece = await reader.read().catch(() => undefined);
      if (piece === undefined) throw failed;
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Loads and compiles the Rust part. */
export async function loadCore(url: string): Promise<InitOutput> {
  const module = await compileCore(url).catch(async (error: Error) => {
    if (isOfPolicy(error)) throw error;
    throw new Refusal((await faultOf(url, self.origin)) ?? `${url} cannot be used: ${error.message}`);
  });
  const [mark] = WebAssembly.Module.customSections(module, "pinnacle");
  if (new TextDecoder().decode(mark) !== coreHash) {
    throw new Refusal(
      `${url} is from another version than pinnacle-worker.js: replace them together, and clear caches.`,
    );
  }
  return initSync({ module });
}

async function compileCore(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`the status is ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/gzip") && response.body !== null) {
    const bytes = new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
    return WebAssembly.compile(await bytes.arrayBuffer());
  }
  const isWasm = type.startsWith("application/wasm");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns true if the page's policy forbids WebAssembly. */
export const isOfPolicy = (error: unknown): boolean =>
  error instanceof WebAssembly.CompileError && /content security policy/i.test(error.message);

/** Translates a program. Fetches it if its content is not available yet. A program that is recorded
 * is read as a whole, since the recording has its checksum. */
export async function loadProgram(
  url: string,
  content: Blob | undefined,
  core: Promise<InitOutput>,
  isRecorded: boolean,
): Promise<Program> {
  const failed = new Refusal(
    url.startsWith("file:") ? FROM_FILE : "PnaclCoordinator: pexe load failed (pp_error=-2).",
  );
  const [response, earlier] = await Promise.all([
    content
      ? asResponse(content)
      : bring(url, { credentials: "same-origin", headers: { Accept: ACCEPT } }).catch(() => undefined),
    // The threads of a recorded program take turns, so its translation may differ from the kept one.
    isRecorded ? undefined : find(url, coreHash),
  ]);
  if (response?.status !== 200 || response.body === null) throw failed;
  const origin = { url, version: versionOf(response) };
  if (earlier !== undefined && origin.version !== "" && origin.version === earlier.version) {
    const kept = await earlier.translation;
    if (kept !== undefined) {
      void response.body.cancel().catch(() => {});
      const sum = sumIn(earlier.key);
      return { url, size: kept.programSize, core: await core, sum, recorder: undefined, ...kept };
    }
  }
  const ready = await core;
  const recorder = isRecorded ? new Recorder() : undefined;
  const canShare = self.crossOriginIsolated && !isRecorded;
  const arriving = new Arriving(origin, knownLength(response), earlier !== undefined, canShare);
  for await (const piece of pieces(response.body, failed)) {
    recorder?.push(piece);
    arriving.take(piece);
  }
  const sum = await sumOf(arriving.pieces);
  const key = mayKeep(response) && !isRecorded ? keyOf(sum, coreHash) : undefined;
  const kept = await (key !== undefined && key === earlier?.key ? earlier.translation : take(key));
  if (key === undefined || kept === undefined) {
    return { url, size: arriving.size, core: ready, sum, recorder, ...(await arriving.translate(key)) };
  }
  void renew(key, origin);
  arriving.loader.free();
  return { url, size: arriving.size, core: ready, sum, recorder, ...kept };
}

/** Returns the SHA-256 of a program. */
async function sumOf(pieces: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  if (crypto.subtle !== undefined) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(pieces).arrayBuffer()));
  }
  // Browsers offer `crypto.subtle` only to secure pages.
  const sum = new ProgramSum();
  for (const piece of pieces) sum.push(piece);
  return sum.finish();
}

/** A program that is being received. */
class Arriving {
  readonly loader = new Loader();
  size = 0;
  readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #origin: Origin;
  /** Size of the program in bytes, or -1 if it is unknown. */
  readonly #total: number;
  /** True if decoding waits until it is known that there is no stored translation. */
  readonly #waits: boolean;
  /** True if threads may share memory. */
  readonly #canShare: boolean;
  #decoded = 0;

  constructor(origin: Origin, total: number, waits: boolean, canShare: boolean) {
    this.#origin = origin;
    this.#total = total;
    this.#waits = waits;
    this.#canShare = canShare;
  }

  take(piece: Uint8Array<ArrayBuffer>): void {
    if (this.size === 0 && isHtml(piece)) {
      throw new Refusal(
        `PnaclCoordinator: Compile stream init failed: got HTML, not a program, from ${this.#origin.url}`,
      );
    }
    this.size += piece.length;
    this.pieces.push(piece);
    if (!this.#waits) this.#decode(piece);
  }

  #decode(piece: Uint8Array): void {
    step("chunk", () => this.loader.push(piece));
    this.#decoded += piece.length;
    const isTold = this.#total < 0 || this.#decoded < (1 - WITHHELD) * this.#total;
    if (isTold) this.#tell();
  }

  #tell(): void {
    outside.post({ kind: "progress", url: this.#origin.url, loaded: this.#decoded, total: this.#total });
  }

  /** Translates and compiles the program, which has arrived completely. */
  async translate(key: string | undefined): Promise<CachedTranslation> {
    for (const piece of this.pieces.splice(0)) if (this.#waits) this.#decode(piece);
    const translated = step("end", () => this.loader.finish(this.#canShare, canTakeTurns));
    const { pages, kind } = translated;
    const { isShared, takesTurns, loadsModules } = kind;
    const about = { pages, isShared, takesTurns, loadsModules, programSize: this.size };
    const bytes = translated.takeBytes() as Uint8Array<ArrayBuffer>;
    translated.free();
    const module = await WebAssembly.compile(bytes).catch((error: Error) => {
      throw new Refusal(`PnaclCoordinator: link failed: ${error.message}`);
    });
    void keep(key, this.#origin, bytes, about);
    if (this.#total >= 0) this.#tell();
    return { module, ...about };
  }
}

function step<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Refusal(`PnaclCoordinator: Compile stream ${name} failed: ${(error as Error).message}`);
  }
}

/** Returns the length of a response in bytes, or -1 if it is unknown. */
function knownLength(response: Response): number {
  const length = response.headers.get("content-length");
  // The length of compressed content is not the length of the decoded bytes.
  if (length === null || response.headers.has("content-encoding")) return -1;
  return Number(length);
}
