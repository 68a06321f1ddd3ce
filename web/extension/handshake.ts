// How the script among those of the page learns where the extension is: a script of the extension,
// which shares the document and nothing else with it, says so by an event. Both run before the page's
// own scripts, in either order; whoever comes second begins, and the answer is given once.

const HELLO = "pinnacle-hello";
const FILES = "pinnacle-files";

/** Tells where the extension is, once. */
export function tell(base: string): void {
  const say = (): boolean => dispatchEvent(new CustomEvent(FILES, { detail: base, cancelable: true }));
  // Who hears it prevents the default.
  if (!say()) return;
  addEventListener(HELLO, () => say(), { once: true });
}

/** Hears where the extension is. */
export function hear(take: (base: string) => void): void {
  const listener = (event: Event): void => {
    event.preventDefault();
    removeEventListener(FILES, listener);
    take((event as CustomEvent<string>).detail);
  };
  addEventListener(FILES, listener);
  dispatchEvent(new Event(HELLO));
}
