// APIs of Chrome 31 to 70 that pages with programs use and that browsers have removed. An API that
// exists is not replaced, and nothing is added that Chrome did not have. docs/page.md has the list.

import { dom } from "./primitives.ts";

/** Events that Chrome also dispatched with a prefix. */
const EVENTS = ["pointerlockchange", "pointerlockerror"];

/** Adds the APIs that the browser lacks. */
export function addLegacyApis(): void {
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

/** Adds `chrome.app`, with which pages check whether they run as a Chrome app. The answer is that
 * they do not. */
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

/** Adds old names for properties. */
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
