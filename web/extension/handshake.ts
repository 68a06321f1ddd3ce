// How the script among those of the page learns where the files are: a script of the extension,
// which shares the document and nothing else with it, says so by an event. Both run before the page's
// own scripts, in either order; whoever comes second begins, and the answer is given once.

const HELLO = "pinnacle-hello";
const FILES = "pinnacle-files";

/** Tells where the worker's script is, once. */
export function tell(script: string): void {
  const say = (): boolean => dispatchEvent(new CustomEvent(FILES, { detail: script, cancelable: true }));
  // Who hears it prevents the default.
  if (!say()) return;
  addEventListener(HELLO, () => say(), { once: true });
}

/** Hears where the worker's script is. */
export function hear(take: (script: string) => void): void {
  const listener = (event: Event): void => {
    event.preventDefault();
    removeEventListener(FILES, listener);
    take((event as CustomEvent<string>).detail);
  };
  addEventListener(FILES, listener);
  dispatchEvent(new Event(HELLO));
}
