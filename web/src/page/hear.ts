// Events on their way to a program, which hears them after the page: its scripts may keep an event
// for themselves by `preventDefault`.
//
// An event that comes to the box over the element, since the box fills the screen or has the field
// for text, is kept from the page, which gets a copy of it at the element.

import { dom } from "./primitives.ts";

/** The parts of the page that represent a program. */
export interface Seen {
  readonly element: HTMLElement;
  /** Returns true if an event comes to the box instead of the element. */
  isFromBox(event: Event): boolean;
  readonly signal: AbortSignal;
}

/** The target of an event, also in an open shadow root. */
export const targetOf = (event: Event): EventTarget | null => dom.composedPath(event)[0] ?? event.target;

type Hearer = (event: Event) => void;
const hearers = new Map<string, Set<Hearer>>();

/** Events that are kept from the page, which must be heard before any of its listeners. */
const KEPT = ["keydown", "keypress", "keyup", "focus", "blur", "focusin", "focusout"];

/** By these the page can scroll meanwhile. */
const SCROLLING = ["wheel", "touchstart", "touchmove", "touchend", "touchcancel"];

function tellHearers(event: Event): void {
  for (const hearer of [...(hearers.get(event.type) ?? [])]) hearer(event);
}

// Again each time, since a page that is written anew has lost its listeners.
function listenFirst(type: string): void {
  addEventListener(type, tellHearers, { capture: true, passive: SCROLLING.includes(type) });
}

/** Comes before the page's own listeners from now on. */
export function hearFirst(): void {
  for (const type of KEPT) listenFirst(type);
}

/** Hears events of a type when they come to the window. */
export function notice<K extends keyof WindowEventMap>(
  type: K,
  hearer: (event: WindowEventMap[K]) => void,
  signal: AbortSignal,
): void {
  const all = hearers.get(type) ?? new Set();
  hearers.set(type, all.add(hearer as Hearer));
  dom.addEventListener(signal, "abort", () => all.delete(hearer as Hearer));
  listenFirst(type);
}

/** Hears events of a type at the element. `act` says whether the page is to do nothing with it.
 * `isOurs` may say that events elsewhere count too; `base` is the last to hear them. */
export function hear<K extends keyof WindowEventMap>(
  seen: Seen,
  type: K,
  act: (event: WindowEventMap[K]) => boolean,
  {
    isOurs = (event: WindowEventMap[K]) => targetOf(event) === seen.element,
    base = window as EventTarget,
  } = {},
): void {
  const { signal } = seen;
  let pending: WindowEventMap[K] | undefined;
  const finish = (event: WindowEventMap[K]): void => {
    if (pending !== event) return;
    pending = undefined;
    if (!event.defaultPrevented && act(event)) dom.preventDefault(event);
  };
  const begin = (event: WindowEventMap[K]): void => {
    if (!event.isTrusted) return;
    if (seen.isFromBox(event)) {
      dom.stopImmediatePropagation(event);
      const copy = copyOf(event);
      dom.dispatchEvent(seen.element, copy);
      // Below what fills the screen nothing scrolls.
      const canPrevent = !SCROLLING.includes(type);
      if ((copy.defaultPrevented || act(event)) && canPrevent) dom.preventDefault(event);
    } else if (isOurs(event)) {
      pending = event;
      // The page may stop it before it comes to the last.
      setTimeout(finish, 0, event);
    }
  };
  notice(type, begin, signal);
  dom.addEventListener(base, type, finish as EventListener, { signal, passive: false });
}

const LOCKS = ["CapsLock", "NumLock", "AltGraph"] as const;

/** The same event, to be dispatched elsewhere. */
export function copyOf<E extends Event>(event: E): E {
  const make = event.constructor as new (type: string, init: object) => E;
  // The properties of an event and of its initializer have the same names, except for the locks.
  const init: Record<string, unknown> = {};
  for (const name in event) init[name] = event[name];
  if ("getModifierState" in event) {
    const { getModifierState } = event as unknown as KeyboardEvent;
    for (const lock of LOCKS) init[`modifier${lock}`] = getModifierState.call(event, lock);
  }
  return new make(event.type, init);
}
