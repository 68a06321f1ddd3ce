// Passes the URL of the worker's script to the script in the page. The extension's script shares
// only the document with it, so it sends the URL in an event. Both run before the page's own
// scripts, in either order. The second one starts the exchange, and the URL is sent once.

const HELLO = "pinnacle-hello";
const FILES = "pinnacle-files";

/** Sends the URL of the worker's script once. */
export function tell(script: string): void {
  const say = (): boolean => dispatchEvent(new CustomEvent(FILES, { detail: script, cancelable: true }));
  // The receiver prevents the default.
  if (!say()) return;
  addEventListener(HELLO, () => say(), { once: true });
}

/** Receives the URL of the worker's script. */
export function hear(take: (script: string) => void): void {
  const listener = (event: Event): void => {
    event.preventDefault();
    removeEventListener(FILES, listener);
    take((event as CustomEvent<string>).detail);
  };
  addEventListener(FILES, listener);
  dispatchEvent(new Event(HELLO));
}
