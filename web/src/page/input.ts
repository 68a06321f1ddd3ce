// Sends the input events over an element to the program.

import {
  InputClass,
  Modifier,
  MouseAction,
  MouseButton,
  TouchAction,
  TouchListBit,
} from "../generated/boundary.ts";
import type { Input } from "../shared/protocol.ts";
import { pointAt } from "./cursor.ts";
import { hear, type Seen, targetOf } from "./hear.ts";
import type { InputFilter } from "./input_filter.ts";
import { type ContentBox, edges } from "./view.ts";

/** Pixels per notch of a wheel, if the browser does not report notches. */
const NOTCH = 100;

/** Pixels per line, for wheels that scroll by lines. */
const LINE = 40 / 3;

/** Milliseconds after a touch during which browsers may derive mouse events from it. */
const AFTER_TOUCH = 700;

/** The parts of a program's element that input needs. */
export interface Ground extends Seen {
  readonly inputFilter: InputFilter;
  /** Returns the content box, to which input positions are relative. */
  contentBox(): ContentBox;
  send(input: Input, time: number, modifiers: number): void;
  /** Gives the element the focus. */
  focus(): void;
  /** Returns true if the target of an event is the invisible text field. */
  isFromField(event: Event): boolean;
}

function modifiersOf(event: MouseEvent | KeyboardEvent | TouchEvent): number {
  let bits =
    (event.shiftKey ? Modifier.SHIFT : 0) |
    (event.ctrlKey ? Modifier.CONTROL : 0) |
    (event.altKey ? Modifier.ALT : 0) |
    (event.metaKey ? Modifier.META : 0);
  if ("getModifierState" in event) {
    if (event.getModifierState("CapsLock")) bits |= Modifier.CAPS_LOCK;
    if (event.getModifierState("NumLock")) bits |= Modifier.NUM_LOCK;
  }
  if ("buttons" in event) {
    const { buttons } = event;
    bits |=
      (buttons & 1 ? Modifier.LEFT_BUTTON : 0) |
      (buttons & 4 ? Modifier.MIDDLE_BUTTON : 0) |
      (buttons & 2 ? Modifier.RIGHT_BUTTON : 0);
  }
  if ("location" in event) {
    bits |= [0, Modifier.IS_LEFT, Modifier.IS_RIGHT, Modifier.IS_KEYPAD][event.location] ?? 0;
    if (event.repeat) bits |= Modifier.IS_AUTO_REPEAT;
  }
  return bits;
}

const timeOf = (event: Event): number => performance.timeOrigin + event.timeStamp;

/** Sends the inputs over an element until its signal aborts. */
export function followInput(ground: Ground): void {
  followMouse(ground);
  followKeys(ground);
}

/** Also sends the events with which browsers scroll. Browsers delay scrolling for listeners that
 * may prevent it. So this is done only when a program requests these events, and only at the parent
 * of the element. */
export function followScrolling(ground: Ground): void {
  const base = ground.element.parentNode ?? window;
  followWheel(ground, base);
  followTouches(ground, base);
}

/** Returns true if the browser has derived a mouse event from a touch. */
function isOfFinger(event: MouseEvent): boolean {
  const { sourceCapabilities } = event as { sourceCapabilities?: { firesTouchEvents: boolean } };
  return sourceCapabilities?.firesTouchEvents ?? event.timeStamp - lastTouch < AFTER_TOUCH;
}

/** The time of the last touch of a program, in the time of events. */
let lastTouch = Number.NEGATIVE_INFINITY;

/** Returns the position of an event relative to the corner of the content. */
function placeOf(ground: Ground, event: MouseEvent): [number, number] {
  const { element } = ground;
  if (event.target === element) {
    // `offsetX` is relative to the padding box, without transforms.
    const style = getComputedStyle(element);
    const [left, top] = edges(style);
    const borders = [style.borderLeftWidth, style.borderTopWidth].map(Number.parseFloat);
    return [event.offsetX - left + (borders[0] ?? 0), event.offsetY - top + (borders[1] ?? 0)];
  }
  const { left, top, scale } = ground.contentBox();
  return [(event.clientX - left) / scale[0], (event.clientY - top) / scale[1]];
}

/** Mouse buttons by their numbers in browsers. */
const BUTTONS = [MouseButton.LEFT, MouseButton.MIDDLE, MouseButton.RIGHT];

/** Returns the button that is held. The left one takes precedence. */
function heldButton({ buttons }: MouseEvent): MouseButton {
  if (buttons & 1) return MouseButton.LEFT;
  if (buttons & 4) return MouseButton.MIDDLE;
  return buttons & 2 ? MouseButton.RIGHT : MouseButton.NONE;
}

function followMouse(ground: Ground): void {
  const { element, inputFilter } = ground;
  let isHeld = false;
  const send = (event: MouseEvent, action: MouseAction): boolean => {
    if (!inputFilter.requests(InputClass.MOUSE) || isOfFinger(event)) return false;
    if (action === MouseAction.MOVE && inputFilter.isBusy) return true;
    const hasButton = action === MouseAction.DOWN || action === MouseAction.UP;
    const button = hasButton
      ? BUTTONS[event.button]
      : action === MouseAction.MOVE
        ? heldButton(event)
        : MouseButton.NONE;
    // Programs support three buttons.
    if (button === undefined) return false;
    const [x, y] = placeOf(ground, event);
    const clicks = hasButton ? event.detail : 0;
    const numbers = [x, y, clicks, event.movementX, event.movementY].map(Math.floor);
    ground.send({ what: "mouse", action, button, numbers }, timeOf(event), modifiersOf(event));
    return inputFilter.forward(InputClass.MOUSE, `mouse ${action}`);
  };
  const isOver = (event: MouseEvent): boolean => targetOf(event) === element || ground.isFromBox(event);
  // While a button is held, the element receives all mouse events, wherever the pointer is.
  const isOurs = (event: MouseEvent): boolean => isHeld || targetOf(event) === element;
  hear(ground, "mousedown", (event) => {
    if (isOfFinger(event)) return false;
    isHeld = true;
    send(event, MouseAction.DOWN);
    // Otherwise browsers would focus another element or start to select text.
    if (!inputFilter.requests(InputClass.MOUSE | InputClass.KEYBOARD | InputClass.IME)) return false;
    ground.focus();
    return true;
  });
  const up = (event: MouseEvent): boolean => {
    const isTaken = send(event, MouseAction.UP);
    if (event.buttons === 0 && isHeld) {
      isHeld = false;
      if (!isOver(event)) send(event, MouseAction.LEAVE);
    }
    return isTaken;
  };
  hear(ground, "mouseup", up, { isOurs });
  hear(ground, "mousemove", (event) => send(event, MouseAction.MOVE), { isOurs });
  hear(ground, "mouseover", (event) => {
    pointAt(element);
    return !isHeld && send(event, MouseAction.ENTER);
  });
  hear(ground, "mouseout", (event) => !isHeld && send(event, MouseAction.LEAVE));
  hear(ground, "contextmenu", (event) => send(event, MouseAction.CONTEXT_MENU));
}

function followWheel(ground: Ground, base: EventTarget): void {
  const { inputFilter } = ground;
  const act = (event: WheelEvent): boolean => {
    if (!inputFilter.requests(InputClass.WHEEL)) return false;
    if (inputFilter.isBusy) return true;
    const unit = event.deltaMode === 1 ? LINE : 1;
    const delta = [-event.deltaX * unit, -event.deltaY * unit];
    const { wheelDeltaX, wheelDeltaY } = event as { wheelDeltaX?: number; wheelDeltaY?: number };
    const ticks =
      wheelDeltaX === undefined || wheelDeltaY === undefined
        ? delta.map((pixels) => pixels / NOTCH)
        : [wheelDeltaX / 120, wheelDeltaY / 120];
    const input: Input = { what: "wheel", numbers: [...delta, ...ticks], byPage: event.deltaMode === 2 };
    ground.send(input, timeOf(event), modifiersOf(event));
    return inputFilter.forward(InputClass.WHEEL, "wheel");
  };
  hear(ground, "wheel", act, { base });
}

function followTouches(ground: Ground, base: EventTarget): void {
  const { inputFilter } = ground;
  for (const [type, action] of [
    ["touchstart", TouchAction.START],
    ["touchmove", TouchAction.MOVE],
    ["touchend", TouchAction.END],
    ["touchcancel", TouchAction.CANCEL],
  ] as const) {
    const act = (event: TouchEvent): boolean => {
      lastTouch = event.timeStamp;
      if (!inputFilter.requests(InputClass.TOUCH)) return false;
      if (type === "touchmove" && inputFilter.isBusy) return true;
      const numbers = fingers(event, ground.contentBox());
      ground.send({ what: "touch", action, numbers }, timeOf(event), modifiersOf(event));
      if (action === TouchAction.START) ground.focus();
      return inputFilter.forward(InputClass.TOUCH, `touch ${action}`);
    };
    hear(ground, type, act, { base });
  }
}

/** Returns ten numbers for each finger, in the format of the Rust part. */
function fingers(event: TouchEvent, { left, top, scale }: ContentBox): number[] {
  const all = new Map<number, Touch>();
  for (const list of [event.touches, event.changedTouches])
    for (const touch of list) all.set(touch.identifier, touch);
  const has = (list: TouchList, touch: Touch): boolean =>
    [...list].some((one) => one.identifier === touch.identifier);
  return [...all.values()].flatMap((touch) => [
    (has(event.touches, touch) ? TouchListBit.TOUCHES : 0) |
      (has(event.changedTouches, touch) ? TouchListBit.CHANGED : 0) |
      (has(event.targetTouches, touch) ? TouchListBit.TARGET : 0),
    touch.identifier,
    (touch.clientX - left) / scale[0],
    (touch.clientY - top) / scale[1],
    touch.radiusX,
    touch.radiusY,
    touch.rotationAngle,
    touch.force,
    0,
    0,
  ]);
}

/** Returns true for keys that are reserved for the browser, for example to reload the page or open
 * the developer tools. */
function isBrowsers(event: KeyboardEvent): boolean {
  if (/^F(5|11|12)$/.test(event.key)) return true;
  const isCommand = event.ctrlKey || event.metaKey;
  return isCommand && !event.altKey && /^([rtwnlq]|Tab|[0-9+=-])$/i.test(event.key);
}

/** Returns true if the browser turns a key into text. */
function isText(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229 || event.key === "Dead" || event.key === "Enter")
    return true;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  return [...event.key].length === 1 && !isCommand;
}

function followKeys(ground: Ground): void {
  const { inputFilter } = ground;
  const key = (event: KeyboardEvent, isDown: boolean): boolean => {
    if (!inputFilter.requests(InputClass.KEYBOARD)) return false;
    if (event.repeat && inputFilter.isBusy) return true;
    const { keyCode, code } = event;
    const modifiers = modifiersOf(event);
    ground.send({ what: "key", isDown, keyCode, code }, timeOf(event), modifiers);
    const held = modifiers & (Modifier.SHIFT | Modifier.CONTROL | Modifier.ALT | Modifier.META);
    return inputFilter.forward(InputClass.KEYBOARD, `key ${isDown} ${keyCode} ${held}`) && !isBrowsers(event);
  };
  hear(ground, "keydown", (event) => key(event, true) && !isText(event));
  hear(ground, "keyup", (event) => key(event, false));
  hear(ground, "keypress", (event) => {
    if (!inputFilter.requests(InputClass.KEYBOARD)) return false;
    const text = String.fromCodePoint(event.charCode);
    ground.send({ what: "character", text }, timeOf(event), modifiersOf(event));
    return inputFilter.forward(InputClass.KEYBOARD, `text ${text}`) || ground.isFromField(event);
  });
}
