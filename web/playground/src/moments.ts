// The moments of a recording: the program runs again with the recorded input, and a page with a
// slider over its pictures shows which calls drew each pixel.

import { seatOf } from "../../src/module/seat.ts";
import { type Listener, PageModule } from "../../src/page/module.ts";
import { byId, make } from "./dom.ts";
import type { Output } from "./output.ts";
import type { Program } from "./runner.ts";

/** A recording, with the name of its file. */
export type Recording = { name: string; bytes: Uint8Array<ArrayBuffer> };

export class Moments {
  readonly #state = byId("moments-state", HTMLElement);
  readonly #stop = byId("moments-stop", HTMLButtonElement);
  readonly #stage = byId("moments-stage", HTMLElement);
  readonly #place = byId("moments-place", HTMLElement);
  readonly #output: Output;
  #module: PageModule | undefined;

  constructor(output: Output) {
    this.#output = output;
    this.#stop.addEventListener("click", () => {
      this.#release();
      this.#say("stopped");
    });
  }

  /** Ends a replay, and removes its page. */
  clear(): void {
    this.#release();
    this.#place.replaceChildren();
    this.#say("");
  }

  /** Replays the recording of a program, and shows the page with its moments. */
  show(program: Program, { name, bytes }: Recording): void {
    this.clear();
    this.#stage.hidden = false;
    this.#stop.hidden = false;
    this.#say("replaying …");
    const { seat } = seatOf({ element: this.#stage });
    seat.element.setAttribute("aria-hidden", "true");
    const wanted = {
      source: { kind: "program" as const, url: document.URL, content: new Blob([program.bytes]) },
      documentUrl: document.URL,
      baseUrl: document.URL,
      attributes: [],
      replayed: { name, bytes },
    };
    this.#module = new PageModule(seat, wanted, this.#listener());
  }

  #listener(): Listener {
    let refusal = "";
    return {
      accepted: () => {},
      progress: () => {},
      loaded: () => {},
      message: () => {},
      log: (level, text) => this.#output.log(level, text),
      replayed: (page, reason) => {
        refusal = reason;
        if (page !== "") this.#place.replaceChildren(frameOf(page));
      },
      refused: (text) => this.#end(refusal || text),
      ended: () => this.#end(refusal),
    };
  }

  #end(refusal: string): void {
    this.#release();
    if (this.#place.childElementCount === 0)
      this.#say(refusal || "the replay has ended without pictures", "bad");
    else this.#say("");
  }

  #release(): void {
    this.#module?.remove();
    this.#module = undefined;
    this.#stage.replaceChildren();
    this.#stage.hidden = true;
    this.#stop.hidden = true;
  }

  #say(text: string, tone = ""): void {
    this.#state.textContent = text;
    this.#state.className = tone;
  }
}

/** Makes a frame for a page. Chromium does not lay out a page that is large and was begun while its
 * frame was hidden, so each page has a new one. */
function frameOf(page: string): HTMLIFrameElement {
  const frame = make("iframe", { id: "moments", title: "The moments of the recording", srcdoc: page });
  frame.setAttribute("sandbox", "allow-scripts");
  return frame;
}
