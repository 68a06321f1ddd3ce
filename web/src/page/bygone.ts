// What Chrome had when pages with programs were made for it (31 to 70), and such pages use, where
// the browser has it no more. Nothing is replaced that is there, and nothing is added that Chrome
// had not; docs/page.md has the list.

/** Adds what is missing. */
export function addBygone(): void {
  add(Event.prototype, "path", {
    get(this: Event) {
      return this.composedPath();
    },
  });
  add(Performance.prototype, "webkitNow", {
    value(this: Performance) {
      return this.now();
    },
    writable: true,
  });
  add(window, "webkitURL", { value: URL, writable: true });
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

function add(target: object, name: string, property: PropertyDescriptor & ThisType<never>): void {
  if (name in target) return;
  Object.defineProperty(target, name, { configurable: true, enumerable: true, ...property });
}
