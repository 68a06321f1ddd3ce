// The invisible text field. Text that input methods compose in it is sent to the program.

import { CompositionAction, InputClass } from "../generated/boundary.ts";
import type { Input } from "../shared/protocol.ts";
import type { InputFilter } from "./input_filter.ts";
import { dom } from "./primitives.ts";

/** Modes of on-screen keyboards for each PP_TextInput_Type. The first is for no text input. */
const MODES = ["none", "text", "text", "search", "email", "numeric", "tel", "url"];

/** Maximum size of the text cursor, in CSS pixels. */
const LARGEST = 200;

const encoder = new TextEncoder();
const bytes = (text: string): number => encoder.encode(text).length;

export class TextField {
  readonly node = dom.createElement(document, "textarea");
  readonly #send: (input: Input, time: number, modifiers: number) => void;
  readonly #inputFilter: InputFilter;
  #isCancelled = false;
  /** A change that was not reported yet. If the composition ends with it, the end reports it. */
  #change: Event | undefined;

  constructor(inputFilter: InputFilter, send: (input: Input, time: number, modifiers: number) => void) {
    this.#inputFilter = inputFilter;
    this.#send = send;
    const { node } = this;
    node.autocomplete = "off";
    node.spellcheck = false;
    dom.setAttribute(node, "autocapitalize", "off");
    dom.setAttribute(node, "autocorrect", "off");
    // An on-screen keyboard opens for programs that declare their type of text.
    node.inputMode = "none";
    this.setCaret(0, 0, 1, 1);
    dom.addEventListener(node, "compositionstart", (event) => {
      this.#isCancelled = false;
      this.#tell(event, CompositionAction.START, "");
    });
    dom.addEventListener(node, "input", (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) {
        node.value = "";
        return;
      }
      this.#change = event;
      setTimeout(() => this.#change === event && this.#tellChange());
    });
    // Only now has the browser selected the text that the next input replaces.
    dom.addEventListener(node, "compositionupdate", () => this.#tellChange(false));
    dom.addEventListener(node, "compositionend", (event) => {
      this.#change = undefined;
      if (!this.#isCancelled) {
        this.#tell(event, CompositionAction.END, event.data);
        if (event.data !== "") this.#tell(event, CompositionAction.TEXT, event.data);
      }
      node.value = "";
    });
    dom.addEventListener(node, "beforeinput", (event) => {
      if (event.isComposing || event.inputType.includes("Composition")) return;
      dom.preventDefault(event);
      // Text from keys is handled by key events. This text comes from another source, such as an
      // emoji panel.
      if (/^insert(Replacement)?Text$/.test(event.inputType) && event.data)
        this.#tell(event, CompositionAction.TEXT, event.data);
    });
  }

  /** Sets the kind of text that the program takes, a PP_TextInput_Type. */
  setType(type: number): void {
    this.node.readOnly = type === 0;
    this.node.inputMode = MODES[type] ?? "text";
  }

  /** Sets the position of the program's text cursor, in CSS pixels. */
  setCaret(left: number, top: number, width: number, height: number): void {
    const [across, down] = [width, height].map((size) => Math.min(Math.max(1, size), LARGEST));
    this.node.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${across}px;height:${down}px;border:0;padding:0;margin:0;outline:0;resize:none;overflow:hidden;opacity:0;white-space:pre;pointer-events:none;font-size:${down}px`;
  }

  /** Cancels the text that is being composed. */
  cancel(): void {
    this.#isCancelled = true;
    this.node.value = "";
    if ((dom.getRootNode(this.node) as Document | ShadowRoot).activeElement !== this.node) return;
    // An input method ends its composition when the field becomes read-only.
    this.node.readOnly = !this.node.readOnly;
    this.node.readOnly = !this.node.readOnly;
  }

  /** Reports a change. If the position of the cursor is not known, it is at the end. */
  #tellChange(hasCursor = true): void {
    const { value, selectionStart, selectionEnd } = this.node;
    const range: [number, number] = hasCursor ? [selectionStart, selectionEnd] : [value.length, value.length];
    if (this.#change !== undefined) this.#tell(this.#change, CompositionAction.UPDATE, value, range);
    this.#change = undefined;
  }

  #tell(event: Event, action: number, text: string, [start, end] = [text.length, text.length]): void {
    if (!this.#inputFilter.requests(InputClass.IME | InputClass.KEYBOARD)) return;
    const selection: [number, number] = [bytes(text.slice(0, start)), bytes(text.slice(0, end))];
    this.#inputFilter.forward(InputClass.IME, "composition");
    const time = performance.timeOrigin + event.timeStamp;
    this.#send({ what: "composition", action, text, selection }, time, 0);
  }
}
