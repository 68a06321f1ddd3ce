// What the user does over an element, on its way to the program.

import type { Input } from "../shared/protocol.ts";
import { pointAt } from "./cursor.ts";
import { hear, type Seen, targetOf } from "./hear.ts";
import { IME, type InputFilter, KEYBOARD, MOUSE, TOUCH, WHEEL } from "./input_filter.ts";
import { type ContentBox, edges } from "./view.ts";

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

/** What a mouse does. */
const DOWN = 0,
  UP = 1,
  MOVE = 2,
  ENTER = 3,
  LEAVE = 4,
  MENU = 5;

/** Pixels of a notch of a wheel where browsers do not tell. */
const NOTCH = 100;

/** Pixels of a line that a wheel scrolls by. */
const LINE = 40 / 3;

/** So long after a touch browsers still make mouse events of it, in milliseconds. */
const AFTER_TOUCH = 700;

/** What input needs of the element. */
export interface Ground extends Seen {
  readonly inputFilter: InputFilter;
  /** Where the content is that inputs are counted from. */
  contentBox(): ContentBox;
  send(input: Input, time: number, modifiers: number): void;
  /** Gives the element the focus. */
  focus(): void;
  /** Whether an event comes to the invisible field for text. */
  isFromField(event: Event): boolean;
}

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

/** Sends what happens over an element until the ground is no more. */
export function followInput(ground: Ground): void {
  followMouse(ground);
  followKeys(ground);
}

/** Sends what browsers can scroll by too. They wait for those who may forbid that, so it is done
 * when a program asks for it, and beside the element. */
export function followScrolling(ground: Ground): void {
  const base = ground.element.parentNode ?? window;
  followWheel(ground, base);
  followTouches(ground, base);
}

/** Whether the browser has made an event of the mouse of one of a finger. */
function isOfFinger(event: MouseEvent): boolean {
  const { sourceCapabilities } = event as { sourceCapabilities?: { firesTouchEvents: boolean } };
  return sourceCapabilities?.firesTouchEvents ?? event.timeStamp - lastTouch < AFTER_TOUCH;
}

/** When a program was touched last, in the time of events. */
let lastTouch = Number.NEGATIVE_INFINITY;

/** Where an event is, counted from the corner of the content. */
function placeOf(ground: Ground, event: MouseEvent): [number, number] {
  const { element } = ground;
  if (event.target === element) {
    // Counted from the padding, whatever transforms there are.
    const style = getComputedStyle(element);
    const [left, top] = edges(style);
    const borders = [style.borderLeftWidth, style.borderTopWidth].map(Number.parseFloat);
    return [event.offsetX - left + (borders[0] ?? 0), event.offsetY - top + (borders[1] ?? 0)];
  }
  const { left, top, scale } = ground.contentBox();
  return [(event.clientX - left) / scale[0], (event.clientY - top) / scale[1]];
}

function followMouse(ground: Ground): void {
  const { element, inputFilter } = ground;
  let isHeld = false;
  const send = (event: MouseEvent, action: number): boolean => {
    if (!inputFilter.requests(MOUSE) || isOfFinger(event)) return false;
    if (action === MOVE && inputFilter.isBusy) return true;
    const hasButton = action === DOWN || action === UP;
    const pressed = event.buttons & 1 ? 1 : event.buttons & 4 ? 2 : event.buttons & 2 ? 3 : 0;
    const button = hasButton ? event.button + 1 : action === MOVE ? pressed : 0;
    // Programs know three buttons.
    if (hasButton && button > 3) return false;
    const [x, y] = placeOf(ground, event);
    const clicks = hasButton ? event.detail : 0;
    const numbers = [x, y, clicks, event.movementX, event.movementY].map(Math.floor);
    ground.send({ what: "mouse", action, button, numbers }, timeOf(event), modifiersOf(event));
    return inputFilter.forward(MOUSE, `mouse ${action}`);
  };
  const isOver = (event: MouseEvent): boolean => targetOf(event) === element || ground.isFromBox(event);
  // While a button is held the element has the mouse, wherever it is.
  const isOurs = (event: MouseEvent): boolean => isHeld || targetOf(event) === element;
  hear(ground, "mousedown", (event) => {
    if (isOfFinger(event)) return false;
    isHeld = true;
    send(event, DOWN);
    // Browsers would focus something else, or begin to select text.
    if (!inputFilter.requests(MOUSE | KEYBOARD | IME)) return false;
    ground.focus();
    return true;
  });
  const up = (event: MouseEvent): boolean => {
    const isTaken = send(event, UP);
    if (event.buttons === 0 && isHeld) {
      isHeld = false;
      if (!isOver(event)) send(event, LEAVE);
    }
    return isTaken;
  };
  hear(ground, "mouseup", up, { isOurs });
  hear(ground, "mousemove", (event) => send(event, MOVE), { isOurs });
  hear(ground, "mouseover", (event) => {
    pointAt(element);
    return !isHeld && send(event, ENTER);
  });
  hear(ground, "mouseout", (event) => !isHeld && send(event, LEAVE));
  hear(ground, "contextmenu", (event) => send(event, MENU));
}

function followWheel(ground: Ground, base: EventTarget): void {
  const { inputFilter } = ground;
  const act = (event: WheelEvent): boolean => {
    if (!inputFilter.requests(WHEEL)) return false;
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
    return inputFilter.forward(WHEEL, "wheel");
  };
  hear(ground, "wheel", act, { base });
}

function followTouches(ground: Ground, base: EventTarget): void {
  const { inputFilter } = ground;
  for (const [type, action] of [
    ["touchstart", 0],
    ["touchmove", 1],
    ["touchend", 2],
    ["touchcancel", 3],
  ] as const) {
    const act = (event: TouchEvent): boolean => {
      lastTouch = event.timeStamp;
      if (!inputFilter.requests(TOUCH)) return false;
      if (type === "touchmove" && inputFilter.isBusy) return true;
      const numbers = fingers(event, ground.contentBox());
      ground.send({ what: "touch", action, numbers }, timeOf(event), modifiersOf(event));
      if (action === 0) ground.focus();
      return inputFilter.forward(TOUCH, `touch ${action}`);
    };
    hear(ground, type, act, { base });
  }
}

/** Ten numbers for each finger, as the Rust part takes them. */
function fingers(event: TouchEvent, { left, top, scale }: ContentBox): number[] {
  const all = new Map<number, Touch>();
  for (const list of [event.touches, event.changedTouches])
    for (const touch of list) all.set(touch.identifier, touch);
  const has = (list: TouchList, touch: Touch): boolean =>
    [...list].some((one) => one.identifier === touch.identifier);
  return [...all.values()].flatMap((touch) => [
    (has(event.touches, touch) ? 1 : 0) |
      (has(event.changedTouches, touch) ? 2 : 0) |
      (has(event.targetTouches, touch) ? 4 : 0),
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

/** What stays the browser's: to load anew, to leave, to look inside. */
function isBrowsers(event: KeyboardEvent): boolean {
  if (/^F(5|11|12)$/.test(event.key)) return true;
  const isCommand = event.ctrlKey || event.metaKey;
  return isCommand && !event.altKey && /^([rtwnlq]|Tab|[0-9+=-])$/i.test(event.key);
}

/** Whether the browser goes on to make a text of a key. */
function isText(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229 || event.key === "Dead" || event.key === "Enter")
    return true;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  return [...event.key].length === 1 && !isCommand;
}

function followKeys(ground: Ground): void {
  const { inputFilter } = ground;
  const key = (event: KeyboardEvent, isDown: boolean): boolean => {
    if (!inputFilter.requests(KEYBOARD)) return false;
    if (event.repeat && inputFilter.isBusy) return true;
    const { keyCode, code } = event;
    const modifiers = modifiersOf(event);
    ground.send({ what: "key", isDown, keyCode, code }, timeOf(event), modifiers);
    const held = modifiers & (SHIFT | CONTROL | ALT | META);
    return inputFilter.forward(KEYBOARD, `key ${isDown} ${keyCode} ${held}`) && !isBrowsers(event);
  };
  hear(ground, "keydown", (event) => key(event, true) && !isText(event));
  hear(ground, "keyup", (event) => key(event, false));
  hear(ground, "keypress", (event) => {
    if (!inputFilter.requests(KEYBOARD)) return false;
    const text = String.fromCodePoint(event.charCode);
    ground.send({ what: "character", text }, timeOf(event), modifiersOf(event));
    return inputFilter.forward(KEYBOARD, `text ${text}`) || ground.isFromField(event);
  });
}
