// What the user does over an element, on its way to the program. Page scripts see each event
// first; what they have prevented stays theirs.

import type { Input } from "../shared/protocol.ts";

/** The bits of PP_InputEvent_Modifier. */
const SHIFT = 1,
  CONTROL = 2,
  ALT = 4,
  META = 8,
  KEYPAD = 16,
  REPEAT = 32,
  LEFT = 64,
  MIDDLE = 128,
  RIGHT = 256,
  CAPS = 512,
  NUM = 1024,
  IS_LEFT = 2048,
  IS_RIGHT = 4096;

const DOWN = 0,
  UP = 1,
  MOVE = 2,
  ENTER = 3,
  LEAVE = 4,
  MENU = 5;

/** Pixels of a notch of a wheel. */
const NOTCH = 53;

type Send = (input: Input, time: number, modifiers: number) => void;

function modifiersOf(event: MouseEvent | KeyboardEvent | TouchEvent): number {
  let bits =
    (event.shiftKey ? SHIFT : 0) |
    (event.ctrlKey ? CONTROL : 0) |
    (event.altKey ? ALT : 0) |
    (event.metaKey ? META : 0);
  if ("getModifierState" in event) {
    if (event.getModifierState("CapsLock")) bits |= CAPS;
    if (event.getModifierState("NumLock")) bits |= NUM;
  }
  if ("buttons" in event) {
    const { buttons } = event;
    bits |= (buttons & 1 ? LEFT : 0) | (buttons & 4 ? MIDDLE : 0) | (buttons & 2 ? RIGHT : 0);
  }
  if ("location" in event) {
    bits |= [0, IS_LEFT, IS_RIGHT, KEYPAD][event.location] ?? 0;
    if (event.repeat) bits |= REPEAT;
  }
  return bits;
}

const timeOf = (event: Event): number => performance.timeOrigin + event.timeStamp;

/** Sends what happens over an element until the signal says no more. */
export function followInput(
  element: HTMLElement,
  origin: () => [number, number],
  send: Send,
  onFocus: (has: boolean) => void,
  signal: AbortSignal,
): void {
  let hasFocus = false;
  let isHeld = false;
  const focus = (has: boolean): void => {
    if (has === hasFocus) return;
    hasFocus = has;
    onFocus(has);
  };
  const mouse = (event: MouseEvent, action: number): void => {
    const [left, top] = origin();
    const pressed = event.buttons & 1 ? 1 : event.buttons & 4 ? 2 : event.buttons & 2 ? 3 : 0;
    const button = action === DOWN || action === UP ? event.button + 1 : action === MOVE ? pressed : 0;
    const numbers = [
      event.clientX - left,
      event.clientY - top,
      action === DOWN || action === UP ? event.detail : 0,
      event.movementX,
      event.movementY,
    ];
    send(
      { what: "mouse", action, button: button > 3 ? 0 : button, numbers: numbers.map(Math.floor) },
      timeOf(event),
      modifiersOf(event),
    );
  };
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    act: (event: HTMLElementEventMap[K]) => void,
    options = {},
  ): void => {
    element.addEventListener(type, (event) => void (event.defaultPrevented || act(event)), {
      signal,
      ...options,
    });
  };
  const onWindow = <K extends keyof WindowEventMap>(
    type: K,
    act: (event: WindowEventMap[K]) => void,
  ): void => {
    addEventListener(type, act, { signal, capture: true });
  };
  on("mousedown", (event) => {
    isHeld = true;
    focus(true);
    mouse(event, DOWN);
  });
  // While a button is held, also outside of the element.
  onWindow("mouseup", (event) => {
    if (isHeld || event.target === element) mouse(event, UP);
    if (event.buttons === 0) isHeld = false;
  });
  onWindow("mousemove", (event) => {
    if (isHeld || event.target === element) mouse(event, MOVE);
  });
  on("mouseenter", (event) => mouse(event, ENTER));
  on("mouseleave", (event) => mouse(event, LEAVE));
  on("contextmenu", (event) => {
    mouse(event, MENU);
    event.preventDefault();
  });
  on(
    "wheel",
    (event) => {
      const unit = event.deltaMode === 1 ? 40 / 3 : 1;
      const delta = [-event.deltaX * unit, -event.deltaY * unit];
      const numbers = [...delta, ...delta.map((pixels) => pixels / NOTCH)];
      send({ what: "wheel", numbers, byPage: event.deltaMode === 2 }, timeOf(event), modifiersOf(event));
      if (hasFocus) event.preventDefault();
    },
    { passive: false },
  );
  for (const [type, action] of [
    ["touchstart", 0],
    ["touchmove", 1],
    ["touchend", 2],
    ["touchcancel", 3],
  ] as const) {
    on(
      type,
      (event) => {
        if (type === "touchstart") focus(true);
        const [left, top] = origin();
        const all = new Map<number, Touch>();
        for (const list of [event.touches, event.changedTouches])
          for (const touch of list) all.set(touch.identifier, touch);
        const has = (list: TouchList, touch: Touch): boolean =>
          [...list].some((one) => one.identifier === touch.identifier);
        const numbers = [...all.values()].flatMap((touch) => [
          (has(event.touches, touch) ? 1 : 0) |
            (has(event.changedTouches, touch) ? 2 : 0) |
            (has(event.targetTouches, touch) ? 4 : 0),
          touch.identifier,
          touch.clientX - left,
          touch.clientY - top,
          touch.radiusX,
          touch.radiusY,
          touch.rotationAngle,
          touch.force,
          0,
          0,
        ]);
        send({ what: "touch", action, numbers }, timeOf(event), modifiersOf(event));
      },
      { passive: true },
    );
  }
  // The browser gives the element no focus, so what other elements have not taken is its own.
  onWindow("mousedown", (event) => {
    if (event.target !== element) focus(false);
  });
  onWindow("blur", () => focus(false));
  const key = (event: KeyboardEvent, isDown: boolean): void => {
    if (!hasFocus || event.isComposing || event.defaultPrevented) return;
    const active = document.activeElement;
    if (active !== null && active !== document.body && active !== element) return;
    const [time, modifiers] = [timeOf(event), modifiersOf(event)];
    send({ what: "key", isDown, keyCode: event.keyCode, code: event.code }, time, modifiers);
    const text = event.key === "Enter" ? "\r" : event.key;
    const isText = [...text].length === 1 && !event.ctrlKey && !event.metaKey;
    if (isDown && isText) send({ what: "character", text }, time, modifiers);
    // Keys by which the page would scroll or go back.
    if (/^(Arrow|Page|Home|End|Tab|Backspace)/.test(event.key) || event.key === " ") event.preventDefault();
  };
  onWindow("keydown", (event) => key(event, true));
  onWindow("keyup", (event) => key(event, false));
  const take = (): void => focus(true);
  const drop = (): void => focus(false);
  focusers.set(element, { take, drop });
  signal.addEventListener("abort", () => focusers.delete(element));
}

const focusers = new WeakMap<Element, { take: () => void; drop: () => void }>();

/** The page calls `focus` or `blur` of an element. Says whether it is a program's. */
export function setFocus(element: Element, has: boolean): boolean {
  const focuser = focusers.get(element);
  if (has) focuser?.take();
  else focuser?.drop();
  return focuser !== undefined;
}
