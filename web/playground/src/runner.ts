// Runs a program in the page: on a canvas, with messages, and with the standard streams of a
// command-line program.

import { seatOf } from "../../src/module/seat.ts";
import { type Listener, PageModule, type Wanted } from "../../src/page/module.ts";
import { saveFile } from "../../src/page/visitor/save_file.ts";
import { byId } from "./dom.ts";
import type { Given } from "./files.ts";
import { Fit } from "./fit.ts";
import type { Messages } from "./messages.ts";
import type { Recording } from "./moments.ts";
import { Output } from "./output.ts";

/** A program to run. */
export type Program = {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** True if it uses functions of the browser. */
  pepper: boolean;
  /** The files that it may load, by paths relative to the page. */
  files: Given[];
};

/** The settings of an example. Sizes are in CSS pixels. */
export type RunOptions = { width?: number; height?: number; post?: string; input?: string };

const TYPE = "application/x-pnacl";

/** Time in milliseconds in which a program that is stopped gives its recording. */
const PATIENCE = 1000;

export class Runner {
  readonly #stage = byId("stage", HTMLElement);
  readonly #state = byId("state", HTMLElement);
  readonly #run = byId("run", HTMLButtonElement);
  readonly #stop = byId("stop", HTMLButtonElement);
  readonly #record = byId("record", HTMLInputElement);
  readonly #showRecording = byId("show-recording", HTMLButtonElement);
  readonly #saveRecording = byId("save-recording", HTMLButtonElement);
  readonly #fit = new Fit(this.#stage, byId("output-pane", HTMLElement));
  readonly output = new Output();
  readonly #messages: Messages;
  readonly #program: () => Promise<Program>;
  #module: PageModule | undefined;
  /** The program whose run is or was recorded last, which may have ended. */
  #recorded: { program: Program; module: PageModule } | undefined;
  #starts = 0;
  /** Called with a recording that is to be shown, and its program. */
  onRecording: (program: Program, recording: Recording) => void = () => {};

  constructor(messages: Messages, program: () => Promise<Program>) {
    this.#messages = messages;
    this.#program = program;
    byId("run-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    byId("turns", HTMLElement).hidden = self.crossOriginIsolated;
    this.#stop.addEventListener("click", () => void this.#stopByHand());
    this.#showRecording.addEventListener("click", () => void this.#take((found) => this.#show(found)));
    this.#saveRecording.addEventListener("click", () => {
      void this.#take(({ recording: { name, bytes } }) => saveFile(new Blob([bytes]), name));
    });
  }

  /** Prepares the panel for another program. */
  prepare(pepper: boolean, runOptions: RunOptions): void {
    this.stop("");
    this.#forget();
    this.#record.checked = false;
    byId("record-label", HTMLElement).hidden = !pepper;
    this.output.clear();
    this.#messages.clear(runOptions.post ?? '"hello"');
    this.#stage.hidden = true;
    byId("messages-pane", HTMLElement).hidden = !pepper;
    const set = (id: string, value: string) => {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
    };
    set("width", `${runOptions.width ?? 640}`);
    set("height", `${runOptions.height ?? 480}`);
    set("arguments", "");
    set("attributes", "");
    set("input", runOptions.input ?? "");
  }

  /** Starts or restarts the program. */
  async start(): Promise<void> {
    this.stop("");
    this.#forget();
    this.output.clear();
    this.#messages.clear();
    this.#say("starting …");
    const number = ++this.#starts;
    try {
      const program = await this.#program();
      if (number === this.#starts) this.#begin(program);
    } catch (error) {
      this.#say((error as Error).message, "bad");
    }
  }

  /** Ends the program if it runs, and shows the state. */
  stop(state: string): void {
    this.#starts++;
    this.#module?.remove();
    this.#release();
    this.#stage.replaceChildren();
    this.#stage.hidden = true;
    this.#say(state);
  }

  /** Ends the program. The worker has the recording, so that is taken first, unless the program
   * computes and gives none in time. */
  async #stopByHand(): Promise<void> {
    const module = this.#module;
    if (module !== undefined && module === this.#recorded?.module) {
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
      // Without a recording, the buttons for it say so.
      await Promise.race([module.recording().catch(() => {}), late]);
    }
    if (module === this.#module) this.stop("stopped");
  }

  /** Takes the recording of the run so far, or of the whole run. */
  async #take(use: (found: { program: Program; recording: Recording }) => void): Promise<void> {
    if (this.#recorded === undefined) return;
    const { program, module } = this.#recorded;
    try {
      const bytes = new Uint8Array(await (await module.recording()).arrayBuffer());
      const name = `${program.name.replace(/(\.\w+)( \(edited\))?$/, "")}.rec`;
      use({ program, recording: { name, bytes } });
    } catch (error) {
      this.#say((error as Error).message, "bad");
    }
  }

  #show({ program, recording }: { program: Program; recording: Recording }): void {
    if (this.#module !== undefined) this.stop("stopped");
    this.onRecording(program, recording);
  }

  /** Forgets the last recording. */
  #forget(): void {
    this.#recorded = undefined;
    this.#showRecording.hidden = true;
    this.#saveRecording.hidden = true;
  }

  #begin(program: Program): void {
    const record = program.pepper && this.#record.checked;
    this.#stage.hidden = !program.pepper;
    const size = (id: string) => byId(id, HTMLInputElement).valueAsNumber || 1;
    const [width, height] = [size("width"), size("height")];
    const { seat } = seatOf({ element: this.#stage, width, height });
    this.#fit.show(seat.element, width, height);
    seat.element.tabIndex = 0;
    seat.element.setAttribute("role", "application");
    seat.element.setAttribute("aria-label", `Picture of ${program.name}`);
    const wanted: Wanted = {
      source: { kind: "program", url: document.URL, content: new Blob([program.bytes]) },
      documentUrl: document.URL,
      baseUrl: document.URL,
      attributes: this.#attributes(),
      command: {
        arguments: words(byId("arguments", HTMLInputElement).value),
        // A recording has no standard input.
        input: new TextEncoder().encode(record ? "" : byId("input", HTMLTextAreaElement).value),
      },
      record,
      files: program.files.map(({ path, file }) => [new URL(encodeURI(path), document.baseURI).href, file]),
    };
    this.#module = new PageModule(seat, wanted, this.#listener());
    if (record) this.#recorded = { program, module: this.#module };
    this.#showRecording.hidden = !record;
    this.#saveRecording.hidden = !record;
    this.#stop.disabled = false;
    this.#run.textContent = "Run again";
    this.#say(record ? "running and recorded" : "running");
  }

  /** Returns the listener of the program's events. */
  #listener(): Listener {
    return {
      accepted: () => {},
      progress: () => {},
      loaded: () => {
        this.#say(this.#recorded === undefined ? "running" : "running and recorded", "good");
        this.#messages.connect((value) => this.#module?.postMessage(value));
      },
      message: (value) => this.#messages.receive(value),
      output: (isError, bytes, isCut) => this.output.write(isError, bytes, isCut),
      log: (level, text) => this.output.log(level, text),
      // A command-line program ends without a request for a page.
      refused: (text, _isAborted, status) => {
        if (status >= 0) this.#end(status, "");
        else this.#end(-1, text);
      },
      ended: (status, text) => this.#end(status, text),
    };
  }

  /** Returns the attributes of the element: alternating names and values. */
  #attributes(): string[] {
    const lines = byId("attributes", HTMLTextAreaElement).value.split("\n");
    const pairs = lines.map((line) => line.split("=")).filter(([name]) => name?.trim());
    const given = pairs.flatMap(([name = "", ...value]) => [name.trim(), value.join("=").trim()]);
    const [width, height] = [byId("width", HTMLInputElement).value, byId("height", HTMLInputElement).value];
    return ["type", TYPE, "width", width, "height", height, ...given];
  }

  #end(status: number, text: string): void {
    if (status < 0) this.#say(text === "" ? "it has crashed" : `stopped: ${text}`, "bad");
    else this.#say(`ended with status ${status}`, status === 0 ? "good" : "bad");
    this.#release();
  }

  /** Releases everything that belongs to an ended program. */
  #release(): void {
    this.#module = undefined;
    this.#messages.disconnect();
    this.#stop.disabled = true;
    this.#run.textContent = "Run";
  }

  #say(text: string, tone = ""): void {
    this.#state.textContent = text;
    this.#state.className = tone;
  }
}

/** Splits a text at spaces. Quotation marks keep words together. */
function words(text: string): string[] {
  const found = text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  return [...found].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}
