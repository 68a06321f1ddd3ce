// The focus of an element, and the text typed into it.
//
// A browser without Native Client does not compose text in the element, and may not even focus it.
// So while the program accepts keys, an invisible text field has the focus instead. The page does
// not notice: it sees the element as focused, and the events at the element.

import { copyOf, notice, type Seen, targetOf } from "./hear.ts";
import type { Place } from "./place.ts";
import { dom } from "./primitives.ts";

/** The elements of text fields, by the element that scripts of the page see as focused while a
 * field has the focus: the field itself or the host of its shadow root. */
const stands = new Map<Element, { root: Document | ShadowRoot; field: Element; element: Element }[]>();

/** Returns the element that the page sees as focused. */
export function focusedFor(active: Element | null): Element | null {
  if (active === null) return null;
  const found = stands.get(active)?.find(({ root, field }) => focusedIn(root) === field);
  return found?.element ?? active;
}

/** The browser's getters of `activeElement`, by the prototypes in which they were replaced. */
const natives = new Map<Document | ShadowRoot, () => Element | null>();

/** Returns the element with the focus in a root, including text fields. A field may be in the
 * document itself, so calling the replaced `activeElement` would lead to a recursion. */
function focusedIn(root: Document | ShadowRoot): Element | null {
  const get = natives.get(root instanceof ShadowRoot ? ShadowRoot.prototype : Document.prototype);
  return get === undefined ? root.activeElement : get.call(root);
}

let isInstalled = false;

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  for (const prototype of [Document.prototype, ShadowRoot.prototype]) {
    const native = Object.getOwnPropertyDescriptor(prototype, "activeElement");
    if (native?.get === undefined) continue;
    const { get } = native;
    natives.set(prototype, get);
    Object.defineProperty(prototype, "activeElement", {
      ...native,
      get(this: Document | ShadowRoot) {
        return focusedFor(get.call(this));
      },
    });
  }
}

const isActive = (element: Element): boolean =>
  (dom.getRootNode(element) as Document | ShadowRoot).activeElement === element;

export class Focus {
  readonly #seen: Seen;
  readonly #place: () => Place;
  readonly #tell: (has: boolean) => void;
  #has = false;
  /** True while the focus is moving from the element to the field. */
  #isMoving = false;
  /** True if the field has the focus or is just losing it. */
  #isInField = false;
  #host: Element | undefined;
  #root: Document | ShadowRoot | undefined;

  constructor(
    seen: Seen,
    readonly field: HTMLTextAreaElement,
    place: () => Place,
    tell: (has: boolean) => void,
  ) {
    this.#seen = seen;
    this.#place = place;
    this.#tell = tell;
    for (const type of ["focus", "blur", "focusin", "focusout"] as const) {
      notice(type, (event) => this.#hear(event), seen.signal);
      // Moves between fields of the same shadow root do not reach the window.
      dom.addEventListener(field, type, (event) => this.#hear(event));
    }
    dom.addEventListener(seen.signal, "abort", () => this.#leaveField());
  }

  /** True if the field has the focus on behalf of the element. */
  get isOnField(): boolean {
    return this.#root !== undefined && focusedIn(this.#root) === this.field;
  }

  /** Returns true if the target of an event is the field. */
  isFromField(event: Event): boolean {
    return this.#host !== undefined && targetOf(event) === this.#host && this.isOnField;
  }

  /** Moves the focus to the field from now on, also after Tab, because the program accepts keys. */
  useField(): void {
    if (this.#host !== undefined) return;
    install();
    this.#place().content.append(this.field);
    const root = dom.getRootNode(this.field) as Document | ShadowRoot;
    this.#root = root;
    this.#host = root instanceof ShadowRoot ? root.host : this.field;
    const stand = { root, field: this.field, element: this.#seen.element };
    stands.set(this.#host, [...(stands.get(this.#host) ?? []), stand]);
    this.field.tabIndex = dom.hasAttribute(this.#seen.element, "tabindex") ? -1 : 0;
    if (this.#has) this.#move();
  }

  /** Focuses the element. */
  take(options?: FocusOptions): void {
    if (this.isOnField) return;
    const { element } = this.#seen;
    dom.focus(element, options);
    // Some browsers do not focus the element.
    if (!isActive(element)) {
      this.useField();
      dom.focus(this.field, options);
    }
  }

  drop(): void {
    if (this.isOnField) dom.blur(this.field);
    else dom.blur(this.#seen.element);
  }

  #move(): void {
    this.#isMoving = true;
    dom.focus(this.field, { preventScroll: true });
    this.#isMoving = false;
    this.#isInField = this.isOnField;
  }

  #set(has: boolean): void {
    if (has === this.#has) return;
    this.#has = has;
    this.#tell(has);
  }

  #hear(event: FocusEvent): void {
    if (!event.isTrusted) return;
    const { element } = this.#seen;
    const target = targetOf(event);
    const isField = this.#host !== undefined && (target === this.#host || target === this.field);
    if (this.#isMoving && (target === element || isField)) {
      dom.stopImmediatePropagation(event);
    } else if (target === element) {
      if (event.type === "focus") {
        this.#set(true);
        // Scripts of the page receive it first.
        if (this.#host !== undefined)
          queueMicrotask(() => isActive(element) && !this.isOnField && this.#move());
      } else if (event.type === "blur") {
        this.#set(false);
      }
    } else if (isField && (this.isOnField || this.#isInField)) {
      this.#isInField = event.type !== "focusout";
      dom.stopImmediatePropagation(event);
      dom.dispatchEvent(element, copyOf(event));
      if (event.type === "focus") this.#set(true);
      if (event.type === "blur") this.#set(false);
    }
  }

  #leaveField(): void {
    if (this.#host === undefined) return;
    const others = (stands.get(this.#host) ?? []).filter(({ field }) => field !== this.field);
    if (others.length > 0) stands.set(this.#host, others);
    else stands.delete(this.#host);
    dom.remove(this.field);
  }
}
