// Passes events on to a program. The page's scripts receive an event first, and can keep it from
// the program with `preventDefault`.
//
// If the box over the element is fullscreen or contains the text field, events may target the box.
// These are hidden from the page, which receives copies of them at the element.

import { dom } from "./primitives.ts";

/** The parts of the page that belong to a program. */
export interface Seen {
  readonly element: HTMLElement;
  /** Returns true if the target of an event is the box instead of the element. */
  isFromBox(event: Event): boolean;
  readonly signal: AbortSignal;
}

/** Returns the target of an event, even in an open shadow root. */
export const targetOf = (event: Event): EventTarget | null => dom.composedPath(event)[0] ?? event.target;

type Hearer = (event: Event) => void;
const hearers = new Map<string, Set<Hearer>>();

/** Events that are hidden from the page, so that they must be handled before any of its
 * listeners. */
const KEPT = ["keydown", "keypress", "keyup", "focus", "blur", "focusin", "focusout"];

/** Events during which the page can scroll. */
const SCROLLING = ["wheel", "touchstart", "touchmove", "touchend", "touchcancel"];

function tellHearers(event: Event): void {
  for (const hearer of [...(hearers.get(event.type) ?? [])]) hearer(event);
}

// This is repeated, because document.open removes the listeners of a page.
function listenFirst(type: string): void {
  addEventListener(type, tellHearers, { capture: true, passive: SCROLLING.includes(type) });
}

/** Registers listeners that run before the page's own. */
export function hearFirst(): void {
  for (const type of KEPT) listenFirst(type);
}

/** Listens to events of a type when they reach the window. */
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

/** Listens to events of a type at the element. `act` returns true if the default action must be
 * prevented. `isOurs` can accept events with other targets; `base` is the last target that receives
 * them. */
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
      // Nothing scrolls under an element that is fullscreen.
      const canPrevent = !SCROLLING.includes(type);
      if ((copy.defaultPrevented || act(event)) && canPrevent) dom.preventDefault(event);
    } else if (isOurs(event)) {
      pending = event;
      // The page may stop the event before it reaches the last listener, so a timer handles it.
      setTimeout(finish, 0, event);
    }
  };
  notice(type, begin, signal);
  dom.addEventListener(base, type, finish as EventListener, { signal, passive: false });
}

const LOCKS = ["CapsLock", "NumLock", "AltGraph"] as const;

/** Returns a copy of an event that can be dispatched elsewhere. */
export function copyOf<E extends Event>(event: E): E {
  const make = event.constructor as new (type: string, init: object) => E;
  // An event and its initializer have the same property names, except for the lock keys.
  const init: Record<string, unknown> = {};
  for (const name in event) init[name] = event[name];
  if ("getModifierState" in event) {
    const { getModifierState } = event as unknown as KeyboardEvent;
    for (const lock of LOCKS) init[`modifier${lock}`] = getModifierState.call(event, lock);
  }
  return new make(event.type, init);
}
