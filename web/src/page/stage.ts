// The element of a program. It shows the picture, reports its position and visibility, and receives
// the user's input.

import { InputClass } from "../generated/boundary.ts";
import type { Input, ToPage, ToWorker, View } from "../shared/protocol.ts";
import { setCursor } from "./cursor.ts";
import { TextField } from "./field.ts";
import { Focus } from "./focus.ts";
import { Fullscreen } from "./fullscreen.ts";
import { watchGamepads } from "./gamepads.ts";
import { followInput, followScrolling, type Ground } from "./input.ts";
import { InputFilter } from "./input_filter.ts";
import type { Seat } from "./module.ts";
import type { Place } from "./place.ts";
import { dom } from "./primitives.ts";
import type { Speaker } from "./speaker.ts";
import { type ContentBox, contentBox, viewOf } from "./view.ts";
import { offerMenu } from "./visitor/offer_menu.ts";

/** Polling interval in milliseconds for moves of the element that no event reports. */
const LOOK = 250;

const stages = new WeakMap<Element, Stage>();

/** Returns the stage of an element, if it has one. */
export function stageOf(element: Element): Stage | undefined {
  return stages.get(element);
}

export class Stage implements Ground {
  readonly inputFilter = new InputFilter();
  readonly element: HTMLElement;
  readonly #seat: Seat;
  readonly #post: (message: ToWorker) => void;
  #place: Place | undefined;
  #view: string;
  #hasGesture = false;
  #hasLock = false;
  /** True if the program has requested the mouse lock. */
  #wantsLock = false;
  #followsScrolling = false;
  /** True if a warning was shown that neither the worker nor this thread can draw on the canvas. */
  #isBlind = false;
  readonly #ends = new AbortController();
  readonly #field: TextField;
  readonly #focus: Focus;
  readonly #fullscreen: Fullscreen;

  constructor(seat: Seat, speaker: Speaker, post: (message: ToWorker) => void) {
    this.element = seat.element;
    this.#seat = seat;
    this.#post = post;
    this.#view = this.view.join();
    this.#field = new TextField(this.inputFilter, (...input) => this.send(...input));
    const place = () => this.place;
    this.#focus = new Focus(this, this.#field.node, place, (has) => post({ kind: "focus", has }));
    this.#fullscreen = new Fullscreen(
      this,
      place,
      () => this.#update(),
      () => post({ kind: "fullscreenRefused" }),
    );
    stages.set(this.element, this);
    followInput(this);
    this.#watch();
    const { details, saveRecording, saveState, loadState } = seat;
    if (details !== undefined) {
      offerMenu(this, speaker, { details, saveRecording, saveState, loadState });
    }
  }

  get signal(): AbortSignal {
    return this.#ends.signal;
  }

  /** The place of the picture, which is created when it is first needed. */
  get place(): Place {
    this.#place ??= this.#seat.place();
    return this.#place;
  }

  /** The current view of the element, for the program. */
  get view(): View {
    return viewOf(this.element, this.#fullscreen?.screen);
  }

  /** Executes a request of the program that concerns the element. Returns false for other
   * messages. */
  take(message: ToPage): boolean {
    switch (message.kind) {
      case "picture":
        this.place.set(message.width, message.height, message.left, message.top);
        this.place.update();
        return true;
      case "drawn":
        this.#draw(message.content);
        return true;
      case "stretched":
        this.place.stretch();
        this.place.update();
        return true;
      case "inputs":
        this.#listen(message.unfiltered, message.filtered);
        return true;
      case "inputDone":
        this.inputFilter.answered(message.isHandled);
        return true;
      case "cursor":
        setCursor(this.element, message.css);
        return true;
      case "lockMouse":
        this.#lockMouse(message.on);
        return true;
      case "fullscreen":
        this.#fullscreen.setRequested(message.on);
        return true;
      case "textInput":
        this.#field.setType(message.type);
        return true;
      case "caret":
        this.#field.setCaret(...message.place);
        return true;
      case "cancelComposition":
        this.#field.cancel();
        return true;
      case "watchGamepads":
        watchGamepads(this.#post, this.signal);
        return true;
      default:
        return false;
    }
  }

  /** Returns the canvas for the worker. Returns undefined if it cannot be transferred, because the
   * browser does not support that or the canvas already has a context. The worker then sends
   * pictures. */
  offscreenCanvas(): OffscreenCanvas | undefined {
    try {
      return dom.transferControlToOffscreen(this.place.canvas);
    } catch {
      return undefined;
    }
  }

  #draw(content: ImageData | ImageBitmap | undefined): void {
    const { canvas } = this.place;
    const onto = canvas.getContext("2d");
    if (onto === null) {
      if (!this.#isBlind)
        console.error("NativeClient: the canvas cannot be drawn on: it already has another kind of context.");
      this.#isBlind = true;
      return;
    }
    if (content === undefined) {
      onto.clearRect(0, 0, canvas.width, canvas.height);
      return;
    }
    const { width, height } = content;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    if (content instanceof ImageData) {
      onto.putImageData(content, 0, 0);
      return;
    }
    onto.clearRect(0, 0, width, height);
    onto.drawImage(content, 0, 0);
    content.close();
  }

  /** Makes the element fill the screen, for the page. */
  requestFullscreen(isOld: boolean, options?: FullscreenOptions): Promise<void> | undefined {
    return this.#fullscreen.request(isOld, options);
  }

  focus(options?: FocusOptions): void {
    this.#focus.take(options ?? { preventScroll: true });
  }

  blur(): void {
    this.#focus.drop();
  }

  isFromBox(event: Event): boolean {
    return this.#fullscreen.isFromScreen(event) || this.isFromField(event);
  }

  isFromField(event: Event): boolean {
    return event instanceof KeyboardEvent && this.#focus.isFromField(event);
  }

  contentBox(): ContentBox {
    return contentBox(this.#fullscreen.screen?.box ?? this.element);
  }

  send(input: Input, time: number, modifiers: number): void {
    this.noteGesture();
    this.#post({ kind: "input", time, modifiers, input });
  }

  /** Reports to the program whether there is a user gesture, if that has changed. */
  noteGesture(): void {
    const has = navigator.userActivation?.isActive ?? true;
    if (has !== this.#hasGesture) this.#post({ kind: "gesture", has });
    this.#hasGesture = has;
  }

  /** Releases the element, because the program has ended. */
  remove(): void {
    if (this.#hasLock) document.exitPointerLock();
    this.#ends.abort();
    this.#place?.remove();
    this.#place = undefined;
    if (stages.get(this.element) === this) stages.delete(this.element);
  }

  /** Reports the view to the program, if it has changed. */
  #update(): void {
    this.#seat.onBoxChange?.();
    if (this.signal.aborted) return;
    this.#place?.update();
    const { view } = this;
    const text = view.join();
    if (text === this.#view) return;
    this.#view = text;
    this.#post({ kind: "view", view });
  }

  #listen(unfiltered: number, filtered: number): void {
    this.inputFilter.set(unfiltered, filtered);
    if (this.inputFilter.requests(InputClass.KEYBOARD | InputClass.IME)) this.#focus.useField();
    if (this.#followsScrolling || !this.inputFilter.requests(InputClass.WHEEL | InputClass.TOUCH)) return;
    this.#followsScrolling = true;
    followScrolling(this);
  }

  #watch(): void {
    const update = () => this.#update();
    const { signal, element } = this;
    const sizes = new ResizeObserver(update);
    dom.observe(sizes, element);
    const places = new IntersectionObserver(update, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    dom.observe(places, element);
    const styles = new MutationObserver(update);
    dom.observe(styles, element, { attributeFilter: ["style", "class", "width", "height", "hidden"] });
    const timer = setInterval(() => document.hidden || update(), LOOK);
    const options = { signal, passive: true, capture: true };
    addEventListener("scroll", update, options);
    addEventListener("resize", update, options);
    dom.addEventListener(document, "visibilitychange", update, options);
    dom.addEventListener(document, "pointerlockchange", () => this.#noteLock(), { signal });
    dom.addEventListener(document, "pointerlockerror", () => this.#answerLock(false), { signal });
    dom.addEventListener(signal, "abort", () => {
      clearInterval(timer);
      for (const observer of [sizes, places, styles]) dom.disconnect(observer);
    });
  }

  #lockMouse(on: boolean): void {
    if (!on) {
      if (this.#hasLock) document.exitPointerLock();
      return;
    }
    this.#wantsLock = true;
    // Older browsers return no promise, but dispatch events.
    const asked = this.element.requestPointerLock() as unknown as Promise<void> | undefined;
    asked?.then(
      () => this.#answerLock(true),
      () => this.#answerLock(false),
    );
  }

  #answerLock(has: boolean): void {
    if (!this.#wantsLock) return;
    this.#wantsLock = false;
    this.#hasLock = has;
    this.#post({ kind: "mouseLock", has });
  }

  #noteLock(): void {
    const root = dom.getRootNode(this.element) as Document | ShadowRoot;
    if (root.pointerLockElement === this.element) {
      this.#answerLock(true);
    } else if (this.#hasLock) {
      this.#hasLock = false;
      this.#post({ kind: "mouseLockLost" });
    }
  }
}
