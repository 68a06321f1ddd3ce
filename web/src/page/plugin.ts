// The program of an old page's element, with the properties and events of Chrome's plug-in.

import { Unsendable } from "../shared/wire.ts";
import { bundledFiles } from "./bundle.ts";
import { hideElement } from "./element_style.ts";
import { attributesOf, type ModuleElement } from "./elements.ts";
import { type Listener, PageModule } from "./module.ts";
import { placeOver } from "./place.ts";
import { dom } from "./primitives.ts";
import { capturedUrl, replayPrefix } from "./replay.ts";
import { inTask } from "./task.ts";
import { isRecorded, waitsForClick } from "./visitor/choice.ts";
import { Curtain } from "./visitor/curtain.ts";
import { detailsOf } from "./visitor/details.ts";
import { saveFile } from "./visitor/save_file.ts";

const OPENED = 1,
  LOADING = 3,
  DONE = 4;

let numbers: string | undefined;

/** Sets the type of whole numbers for programs whose elements do not specify it. */
export function useNumbers(word: string | undefined): void {
  numbers = word;
}

export class Plugin implements Listener {
  readyState = OPENED;
  lastError = "";
  exitStatus = -1;

  readonly #element: ModuleElement;
  readonly #curtain: Curtain;
  /** Undefined while the program waits for a click. */
  #module: PageModule | undefined;
  /** The messages that the page has posted before the program was started. */
  readonly #unsent: unknown[] = [];
  #isGone = false;

  /** Starts the program of a manifest. `type` is in lower case. `onBoxChange` is called when the
   * element may have lost its box. */
  constructor(
    element: ModuleElement,
    readonly type: string,
    readonly source: string,
    readonly onBoxChange: () => void,
  ) {
    this.#element = element;
    this.#curtain = new Curtain(element);
    hideElement(element);
    if (waitsForClick(element)) {
      this.#curtain.offer(dom.getAttribute(element, "data-picture") ?? undefined, () => this.#start());
    } else {
      this.#start();
    }
  }

  #start(): void {
    const element = this.#element;
    const replay = replayPrefix();
    const files = bundledFiles();
    const record = isRecorded(element);
    const { type, source, onBoxChange } = this;
    const seat = {
      element,
      place: () => placeOver(element),
      waitsForPage: true,
      onBoxChange,
      details: () => this.#details(),
      ...(record && { saveRecording: () => this.#saveRecording() }),
    };
    this.#module = new PageModule(
      seat,
      {
        source: { kind: "manifest", url: source, type },
        // The base of a document without an address is the address of the page around it.
        documentUrl: capturedUrl(document.URL.startsWith("about:") ? document.baseURI : document.URL),
        baseUrl: capturedUrl(document.baseURI),
        ...(replay !== undefined && { replay }),
        ...(files !== undefined && { files }),
        ...(record && { record }),
        attributes: attributesOf(element),
        ...(numbers !== undefined && { numbers }),
      },
      this,
    );
    const module = this.#module;
    this.#curtain.load(() => module.content);
    for (const value of this.#unsent.splice(0)) this.postMessage([value]);
    inTask(() => this.#isGone || this.#dispatch("loadstart"));
  }

  #details(): string {
    const state = this.readyState === DONE ? (this.lastError === "" ? "running" : "ended") : "loading";
    return detailsOf({ source: this.source, state, error: this.lastError });
  }

  /** Returns the recording of the run: see `PageModule.recording`. */
  recording(): Promise<Blob> {
    if (this.#module === undefined) return Promise.reject(new Error("The program has not started."));
    return this.#module.recording();
  }

  #saveRecording(): void {
    const name = this.source
      .replace(/[?#].*/, "")
      .replace(/.*\//, "")
      .replace(/\.nmf$/, "");
    this.recording().then(
      (recording) => saveFile(recording, `${name || "program"}.rec`),
      (error: Error) => console.warn(`Pinnacle: ${error.message}`),
    );
  }

  postMessage(args: unknown[]): void {
    if (args.length !== 1) return;
    if (this.#module === undefined) {
      if (!this.#isGone) this.#unsent.push(args[0]);
      return;
    }
    try {
      this.#module.postMessage(args[0]);
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error;
      console.error(error.message);
    }
  }

  postMessageAndAwaitResponse(args: unknown[]): unknown {
    if (args.length !== 1) throw new Error("postMessageAndAwaitResponse requires one argument");
    if (this.readyState !== DONE || this.#module === undefined) {
      throw new Error("Attempted to call a synchronous method on a plugin that was not yet loaded.");
    }
    return this.#module.ask(args[0]);
  }

  /** Called when the element is no longer a program. */
  remove(): void {
    this.#isGone = true;
    this.#curtain.remove();
    this.#module?.remove();
  }

  accepted(): void {
    this.readyState = LOADING;
    this.#dispatch("progress");
  }

  progress(url: string, loaded: number, total: number): void {
    this.#curtain.progress(loaded, total);
    this.#dispatch("progress", url, loaded, total);
  }

  loaded(url: string, total: number): void {
    this.readyState = DONE;
    this.#curtain.remove();
    this.#dispatch("load", url, total, total);
    this.#dispatch("loadend", url, total, total);
  }

  message(value: unknown): void {
    dom.dispatchEvent(this.#element, new MessageEvent("message", { data: value }));
  }

  refused(text: string, isAborted: boolean, status: number): void {
    this.readyState = DONE;
    this.exitStatus = status;
    this.lastError = `NaCl module load failed: ${text}`;
    console.log(`NativeClient: ${text}`);
    // A program that ended by itself has not failed.
    if (isAborted || status !== -1) this.#curtain.remove();
    else this.#curtain.fail("This program could not be started.", this.#details());
    this.#dispatch(isAborted ? "abort" : "error");
    this.#dispatch("loadend");
  }

  ended(status: number): void {
    this.exitStatus = status;
    this.lastError = "NaCl module crashed";
    console.log("NativeClient: NaCl module crashed");
    if (status === -1) this.#curtain.fail("This program has stopped working.", this.#details());
    this.#dispatch("crash");
  }

  #dispatch(type: string, url?: string, loaded = 0, total = 0): void {
    const event = new ProgressEvent(type, {
      lengthComputable: url !== undefined && total >= 0,
      loaded,
      total: Math.max(total, 0),
    });
    if (url) Object.defineProperty(event, "url", { value: url, enumerable: true });
    dom.dispatchEvent(this.#element, event);
  }
}
