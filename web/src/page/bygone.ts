// What Chrome had when pages with programs were made for it (31 to 70), and such pages use, where
// the browser has it no more. Nothing is replaced that is there, and nothing is added that Chrome
// had not; docs/page.md has the list.

import { dom } from "./primitives.ts";

/** Events that had another name beside. */
const EVENTS = ["pointerlockchange", "pointerlockerror"];

/** Adds what is missing. */
export function addBygone(): void {
  add(Event.prototype, "path", {
    get(this: Event) {
      return dom.composedPath(this);
    },
  });
  add(Performance.prototype, "webkitNow", {
    value(this: Performance) {
      return this.now();
    },
    writable: true,
  });
  alias(window, {
    URL: "webkitURL",
    AudioContext: "webkitAudioContext",
    OfflineAudioContext: "webkitOfflineAudioContext",
    requestAnimationFrame: "webkitRequestAnimationFrame",
    cancelAnimationFrame: "webkitCancelAnimationFrame",
  });
  alias(Element.prototype, { requestPointerLock: "webkitRequestPointerLock" });
  alias(Document.prototype, {
    pointerLockElement: "webkitPointerLockElement",
    exitPointerLock: "webkitExitPointerLock",
  });
  alias(MouseEvent.prototype, { movementX: "webkitMovementX", movementY: "webkitMovementY" });
  alias(Navigator.prototype, { getGamepads: "webkitGetGamepads" });
  alias(CanvasRenderingContext2D.prototype, { imageSmoothingEnabled: "webkitImageSmoothingEnabled" });
  for (const type of EVENTS)
    dom.addEventListener(document, type, ({ target }) =>
      target ? dom.dispatchEvent(target, new Event(`webkit${type}`, { bubbles: true })) : undefined,
    );
  addApp();
}

/** Where pages look whether they are an app of Chrome's: they are not. */
function addApp(): void {
  const { chrome } = window as { chrome?: object };
  if (chrome === undefined) return;
  const app = {
    isInstalled: false,
    getDetails: () => null,
    getIsInstalled: () => false,
    runningState: () => "cannot_run",
  };
  add(chrome, "app", { value: app, writable: true });
}

/** Adds older names, by those of today, for the same. */
function alias(owner: object, names: Record<string, string>): void {
  for (const [today, then] of Object.entries(names)) {
    const property = Object.getOwnPropertyDescriptor(owner, today);
    if (property !== undefined) add(owner, then, property);
  }
}

function add(target: object, name: string, property: PropertyDescriptor & ThisType<never>): void {
  if (name in target) return;
  Object.defineProperty(target, name, { ...property, configurable: true, enumerable: true });
}
