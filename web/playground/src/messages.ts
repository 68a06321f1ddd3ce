// Messages to and from a program, as JSON in the format of docs/headless.md.

import { decode, encode } from "../../src/shared/wire.ts";
import type { Inspector } from "./client.ts";
import { byId, make } from "./dom.ts";

/** Maximum number of messages in the list. The oldest are removed when more arrive. */
const MOST = 500;

/** Maximum length of a message in the list. Longer messages are cut. */
const LONGEST = 20_000;

export class Messages {
  readonly #inspector: Inspector;
  readonly #list = byId("messages", HTMLElement);
  readonly #text = byId("post", HTMLTextAreaElement);
  readonly #button = byId("post-button", HTMLButtonElement);
  readonly #error = byId("post-error", HTMLElement);
  #post: ((value: unknown) => void) | undefined;
  #shown = Promise.resolve();
  /** The number of messages that wait to be shown, and the number of messages that were dropped. */
  #waiting = 0;
  #missed = 0;

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
    this.#list.tabIndex = 0;
    byId("post-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.#send();
    });
  }

  /** Removes all messages, and sets the message in the input line. */
  clear(post?: string): void {
    this.#list.replaceChildren();
    this.#error.textContent = "";
    if (post !== undefined) this.#text.value = post;
  }

  /** Connects a program that takes messages. */
  connect(post: (value: unknown) => void): void {
    this.#post = post;
    this.#button.disabled = false;
  }

  disconnect(): void {
    this.#post = undefined;
    this.#button.disabled = true;
  }

  /** Shows a message of the program. */
  receive(value: unknown): void {
    if (this.#waiting >= MOST) {
      this.#missed++;
      return;
    }
    const bytes = encode(value);
    this.#waiting++;
    // In the order of arrival.
    this.#shown = this.#shown.then(async () => {
      try {
        this.#add("", await this.#inspector.ask("toJson", bytes));
      } catch (error) {
        this.#add("", `(${(error as Error).message})`);
      }
      if (--this.#waiting > 0 || this.#missed === 0) return;
      this.#add("", `(${this.#missed} more, which came too fast to be shown)`);
      this.#missed = 0;
    });
  }

  async #send(): Promise<void> {
    const text = this.#text.value;
    try {
      const bytes = await this.#inspector.ask("fromJson", text);
      this.#error.textContent = "";
      if (this.#post === undefined) return;
      this.#add("sent", text);
      this.#post(decode(bytes));
    } catch (error) {
      this.#error.textContent = (error as Error).message;
    }
  }

  #add(className: string, text: string): void {
    const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
    this.#list.append(make("li", { className }, shown));
    if (this.#list.childElementCount > MOST) this.#list.firstChild?.remove();
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}
