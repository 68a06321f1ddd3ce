// The program of an old page's element, with the properties and events of Chrome's plug-in.

import { Unsendable } from "../shared/wire.ts";
import { bundledFiles } from "./bundle.ts";
import { hideElement } from "./element_style.ts";
import { attributesOf, type ModuleElement } from "./elements.ts";
import { messageEvent } from "./message_event.ts";
import { type Listener, PageModule } from "./module.ts";
import { placeOver } from "./place.ts";
import { dom } from "./primitives.ts";
import { capturedUrl, isRewritten, replayPrefix } from "./replay.ts";
import { inTask } from "./task.ts";
import { isRecorded, waitsForClick } from "./visitor/choice.ts";
import { chooseFile } from "./visitor/choose_file.ts";
import { Curtain } from "./visitor/curtain.ts";
import { detailsOf } from "./visitor/details.ts";
import { saveFile } from "./visitor/save_file.ts";

const OPENED = 1,
  LOADING = 3,
  DONE = 4;

const NOT_STARTED = "The program has not started.";
const IS_RECORDED = "The run is recorded, and a recorded program cannot continue from a saved state.";

let numbers: string | undefined;

/** Sets the type of whole numbers for programs whose elements do not specify it. */
export function useNumbers(word: string | undefined): void {
  numbers = word;
}

type Restoring = { resolve: () => void; reject: (reason: Error) => void };

export class Plugin implements Listener {
  readyState = OPENED;
  lastError = "";
  exitStatus = -1;

  readonly #element: ModuleElement;
  readonly #curtain: Curtain;
  /** Undefined while the program waits for a click. */
  #module: PageModule | undefined;
  /** The volume for a program that has not started. */
  #volume = 1;
  /** The messages that the page has posted before the program was started. */
  readonly #unsent: unknown[] = [];
  #isGone = false;
  /** The page's request to continue from a state, while it is pending. */
  #restoring: Restoring | undefined;

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

  /** Starts the program. If there is a state, the program continues from it: one given by the page,
   * or the one that the element refers to. */
  #start(given?: Uint8Array<ArrayBuffer>): void {
    const element = this.#element;
    const { volume } = this;
    const state = given ?? dom.getAttribute(element, "data-restore") ?? undefined;
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
      saveState: () => this.#saveState(),
      loadState: () => this.#loadState(),
      ...(record && { saveRecording: () => this.#saveRecording() }),
    };
    this.#module = new PageModule(
      seat,
      {
        source: { kind: "manifest", url: source, type },
        // A document without a URL uses the URL of the page around it as its base.
        documentUrl: capturedUrl(document.URL.startsWith("about:") ? document.baseURI : document.URL),
        baseUrl: capturedUrl(document.baseURI),
        ...(replay !== undefined && { replay, rewrites: isRewritten() }),
        ...(files !== undefined && { files }),
        ...(record && { record }),
        ...(state !== undefined && { state }),
        attributes: attributesOf(element),
        ...(numbers !== undefined && { numbers }),
      },
      this,
    );
    const module = this.#module;
    module.volume = volume;
    this.#curtain.load(() => module.content);
    for (const value of this.#unsent.splice(0)) this.postMessage([value]);
    if (this.#isAgain) return;
    inTask(() => this.#isGone || this.#dispatch("loadstart"));
  }

  /** The volume of the program's sound, from 0 to 1. */
  get volume(): number {
    return this.#module?.volume ?? this.#volume;
  }

  set volume(volume: number) {
    if (this.#module === undefined) this.#volume = volume;
    else this.#module.volume = volume;
  }

  #details(): string {
    const state = this.readyState === DONE ? (this.lastError === "" ? "running" : "ended") : "loading";
    return detailsOf({ source: this.source, state, error: this.lastError });
  }

  /** Returns the recording of the run: see `PageModule.recording`. */
  recording(): Promise<Blob> {
    if (this.#module === undefined) return Promise.reject(new Error(NOT_STARTED));
    return this.#module.recording();
  }

  /** Returns a file with the state of the program: see `PageModule.saveState`. */
  save(): Promise<Blob> {
    if (this.#module === undefined) return Promise.reject(new Error(NOT_STARTED));
    return this.#module.saveState();
  }

  /** Restarts the program and makes it continue from a saved state. The page is not notified: from
   * its point of view the program has been running all along. Fails if the state does not belong to
   * the program, which then continues to run. */
  async restore(state: Blob | BufferSource): Promise<void> {
    if (isRecorded(this.#element)) throw new Error(IS_RECORDED);
    const bytes = new Uint8Array(await new Blob([state]).arrayBuffer());
    await this.#module?.checkState(bytes);
    if (this.#isGone) throw new Error(NOT_STARTED);
    this.#restoring?.reject(new Error("The program continues from another state."));
    this.#module?.remove();
    return new Promise((resolve, reject) => {
      this.#restoring = { resolve, reject };
      this.#start(bytes);
    });
  }

  /** True if the program is being restarted but is a loaded program for the page. */
  get #isAgain(): boolean {
    return this.#restoring !== undefined && this.readyState === DONE;
  }

  async #saveState(): Promise<void> {
    saveFile(await this.save(), `${this.#name}.state`);
  }

  async #loadState(): Promise<void> {
    const file = await chooseFile(".state");
    if (file !== undefined) await this.restore(file);
  }

  /** The name of the program, for file names. */
  get #name(): string {
    const file = this.source.replace(/[?#].*/, "").replace(/.*\//, "");
    return file.replace(/\.nmf$/, "") || "program";
  }

  #saveRecording(): void {
    this.recording().then(
      (recording) => saveFile(recording, `${this.#name}.rec`),
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
    this.#restoring?.reject(new Error(NOT_STARTED));
    this.#curtain.remove();
    this.#module?.remove();
  }

  accepted(): void {
    if (this.#isAgain) return;
    this.readyState = LOADING;
    this.#dispatch("progress");
  }

  progress(url: string, loaded: number, total: number): void {
    this.#curtain.progress(loaded, total);
    if (this.#isAgain) return;
    this.#dispatch("progress", url, loaded, total);
  }

  loaded(url: string, total: number): void {
    const isAgain = this.#isAgain;
    this.readyState = DONE;
    this.#curtain.remove();
    this.#restoring?.resolve();
    this.#restoring = undefined;
    if (isAgain) {
      this.lastError = "";
      this.exitStatus = -1;
      return;
    }
    this.#dispatch("load", url, total, total);
    this.#dispatch("loadend", url, total, total);
  }

  message(value: unknown): void {
    dom.dispatchEvent(this.#element, messageEvent(value));
  }

  refused(text: string, isAborted: boolean, status: number): void {
    const isAgain = this.#isAgain;
    this.#restoring?.reject(new Error(text));
    this.#restoring = undefined;
    this.readyState = DONE;
    this.exitStatus = status;
    this.lastError = `NaCl module load failed: ${text}`;
    console.log(`NativeClient: ${text}`);
    // A program that has ended by itself has not failed.
    if (isAborted || status !== -1) this.#curtain.remove();
    else this.#curtain.fail("This program could not be started.", this.#details());
    if (isAgain) {
      this.#dispatch("crash");
      return;
    }
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
