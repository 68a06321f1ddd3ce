// The globals that the page's part uses, as they were when the script started, because pages
// replace them (see primitives.ts). No file imports this one. The bundler replaces the globals in
// all other files with these exports (`inject` in scripts/build.mjs). `URL` is in primitives.ts
// instead, because the bundlers of pages search for that name in module/pinnacle.ts.

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

/** Returns a copy of a global object with its current functions. */
const functionsOf = (owner: object): unknown =>
  globalThis.Object.create(null, globalThis.Object.getOwnPropertyDescriptors(owner));

export const Atomics = functionsOf(globalThis.Atomics);
export const Math = functionsOf(globalThis.Math);
export const Object = functionsOf(globalThis.Object);
export const Reflect = functionsOf(globalThis.Reflect);
