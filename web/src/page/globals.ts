// The global names that the page's part uses, as they were when the script started: pages replace
// them (primitives.ts says why). Nothing imports this file. The bundler puts what it exports in place
// of the global names of all others, as `inject` of scripts/build.mjs says. `URL` is not among them:
// bundlers of pages look for that name in module/pinnacle.ts, so primitives.ts has it.

type Globals = Record<string, unknown>;

export const {
  AbortController,
  ArrayBuffer,
  Blob,
  CSSStyleSheet,
  CustomEvent,
  DOMException,
  DOMMatrix,
  DataView,
  Error,
  Event,
  Float32Array,
  Float64Array,
  Int32Array,
  IntersectionObserver,
  Map,
  MessageChannel,
  MessageEvent,
  MutationObserver,
  Promise,
  ProgressEvent,
  ResizeObserver,
  Set,
  SharedArrayBuffer,
  TextDecoder,
  TextEncoder,
  TypeError,
  Uint8Array,
  WeakMap,
  WeakRef,
  WeakSet,
  Worker,
  addEventListener,
  cancelAnimationFrame,
  clearInterval,
  clearTimeout,
  dispatchEvent,
  fetch,
  getComputedStyle,
  queueMicrotask,
  removeEventListener,
  requestAnimationFrame,
  setInterval,
  setTimeout,
} = globalThis as unknown as Globals;

/** The functions that a global object holds, as they are now. */
const functionsOf = (owner: object): unknown =>
  globalThis.Object.create(null, globalThis.Object.getOwnPropertyDescriptors(owner));

export const Atomics = functionsOf(globalThis.Atomics);
export const Math = functionsOf(globalThis.Math);
export const Object = functionsOf(globalThis.Object);
export const Reflect = functionsOf(globalThis.Reflect);
