// The output and the console lines of a program.

import { byId, make } from "./dom.ts";

/** Maximum number of characters that the page shows. The oldest are removed when more arrive. */
const MOST = 400_000;

const LEVELS = ["tip", "log", "warning", "error"];

export class Output {
  readonly #box = byId("console", HTMLElement);
  readonly #decoders = [new TextDecoder(), new TextDecoder()];
  #size = 0;
  #isCut = false;

  constructor() {
    // The box scrolls, so it must be reachable with the keyboard.
    this.#box.tabIndex = 0;
  }

  clear(): void {
    this.#box.replaceChildren();
    this.#size = 0;
    this.#isCut = false;
  }

  write(isError: boolean, bytes: Uint8Array, isCut: boolean): void {
    this.#add(this.#decoders[isError ? 1 : 0]?.decode(bytes, { stream: true }) ?? "", isError ? "err" : "");
    if (isCut && !this.#isCut) this.#add("\n(further output is not shown)\n", "log");
    this.#isCut = isCut;
  }

  log(level: number, text: string): void {
    const last = this.#box.lastChild?.textContent ?? "\n";
    const start = last.endsWith("\n") ? "" : "\n";
    this.#add(`${start}console ${LEVELS[level] ?? "log"}: ${text}\n`, level === 3 ? "err" : "log");
  }

  #add(text: string, className: string): void {
    const isAtEnd = this.#box.scrollTop + this.#box.clientHeight >= this.#box.scrollHeight - 4;
    const last = this.#box.lastElementChild;
    if (last?.className === className && (last.textContent?.length ?? 0) < 4096) last.append(text);
    else this.#box.append(make("span", { className }, text));
    this.#size += text.length;
    while (this.#size > MOST && this.#box.firstChild) {
      this.#size -= this.#box.firstChild.textContent?.length ?? 0;
      this.#box.firstChild.remove();
    }
    if (isAtEnd) this.#box.scrollTop = this.#box.scrollHeight;
  }
}
