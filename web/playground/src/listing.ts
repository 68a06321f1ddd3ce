// The listing of a file: its functions, a search, and a text that can be edited.

import { saveFile } from "../../src/page/visitor/save_file.ts";
import type { Inspector } from "./client.ts";
import { appendInSlices, byId, grouped, make } from "./dom.ts";
import type { Shown, Summary } from "./protocol.ts";
import { Rows } from "./rows.ts";

/** Maximum number of lines of a text that can be edited in the page. */
const MOST_LINES = 20_000;

/** Matches comments, strings and names. */
const PARTS = /(\/\/.*$)|("(?:[^"\\]|\\.)*")|([@%][A-Za-z_.$][\w.$]*)/g;

export class Listing {
  /** Receives an edited text. */
  onRun: (text: string) => void = () => {};

  readonly #inspector: Inspector;
  readonly #rows = new Rows(byId("listing", HTMLElement), "Listing");
  readonly #view = byId("view", HTMLSelectElement);
  readonly #functions = byId("function", HTMLSelectElement);
  readonly #words = byId("words", HTMLInputElement);
  readonly #found = byId("found", HTMLElement);
  readonly #edit = byId("edit", HTMLButtonElement);
  readonly #editor = byId("editor", HTMLFormElement);
  readonly #text = byId("text", HTMLTextAreaElement);
  #summary: Summary | undefined;
  #name = "";
  #lines = 0;
  #shown = Promise.resolve();
  #isShown = false;

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
    this.#view.addEventListener("change", () => void this.#show(this.#view.selectedIndex));
    this.#functions.addEventListener("change", () => this.#rows.goTo(Number(this.#functions.value)));
    byId("listing-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#find(false);
    });
    byId("previous", HTMLButtonElement).addEventListener("click", () => void this.#find(true));
    byId("save", HTMLButtonElement).addEventListener("click", () => void this.#save());
    this.#edit.addEventListener("click", () => void this.#openEditor());
    byId("cancel", HTMLButtonElement).addEventListener("click", () => this.#showEditor(false));
    this.#editor.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onRun(this.#text.value);
    });
  }

  /** Prepares the panel for a file. The text is made when the panel is opened. */
  prepare(name: string, summary: Summary): void {
    this.#summary = summary;
    this.#name = name;
    this.#isShown = false;
    this.#rows.show(undefined);
    this.#showEditor(false);
    this.#view.replaceChildren(...summary.views.map((view) => make("option", {}, view)));
    this.#words.value = "";
    this.#found.textContent = "";
  }

  /** Handles the opening of the panel. */
  open(): Promise<void> {
    if (!this.#isShown) this.#show(0);
    return this.#shown;
  }

  /** Scrolls to the place of an error: the comment under its record, or the line of the text. */
  async goTo(code: string, line: number | undefined): Promise<void> {
    await this.open();
    if (line !== undefined) {
      if (this.#view.selectedIndex !== 0) await this.#show(0);
      this.#rows.goTo(line - 1);
      return;
    }
    const row = await this.#inspector.ask("find", `// error: ${code}`, 0, false);
    if (row !== undefined) this.#rows.goTo(row);
  }

  #show(view: number): Promise<void> {
    this.#isShown = true;
    this.#view.selectedIndex = view;
    this.#found.textContent = "printing …";
    this.#shown = this.#print(view);
    return this.#shown;
  }

  async #print(view: number): Promise<void> {
    try {
      const { lines, isCut, functions } = await this.#inspector.ask("show", view);
      this.#lines = lines;
      const first = make("option", { value: "0" }, `${grouped(functions.length)} functions`);
      this.#functions.replaceChildren(first);
      const option = ({ line, label }: Shown["functions"][number]) =>
        make("option", { value: `${line}` }, label);
      void appendInSlices(this.#functions, functions, option, () => this.#functions.contains(first));
      this.#edit.hidden = !this.#summary?.edits || view !== 0 || lines > MOST_LINES;
      this.#found.textContent = isCut ? "the end of it is left out" : "";
      this.#rows.show({
        count: lines,
        number: (row) => `${row + 1}`,
        rows: async (from, count) => {
          const text = await this.#inspector.ask("lines", from, count);
          return text.split("\n").slice(0, -1).map(coloured);
        },
      });
    } catch (error) {
      this.#found.textContent = (error as Error).message;
    }
  }

  async #find(backwards: boolean): Promise<void> {
    const words = this.#words.value;
    if (words === "" || this.#lines === 0) return;
    const { current } = this.#rows;
    const from = (current + (backwards ? this.#lines - 1 : 1)) % this.#lines;
    const row = await this.#inspector.ask("find", words, from, backwards);
    this.#found.textContent = row === undefined ? "not found" : `line ${grouped(row + 1)}`;
    if (row !== undefined) this.#rows.goTo(row);
  }

  async #openEditor(): Promise<void> {
    this.#text.value = await this.#inspector.ask("text");
    this.#showEditor(true);
    this.#text.focus({ preventScroll: true });
    this.#text.setSelectionRange(0, 0);
    this.#text.scrollTop = 0;
  }

  #showEditor(isShown: boolean): void {
    this.#editor.hidden = !isShown;
    for (const id of ["listing", "listing-form"]) byId(id, HTMLElement).hidden = isShown;
  }

  async #save(): Promise<void> {
    const text = await this.#inspector.ask("text");
    saveFile(new Blob([text], { type: "text/plain" }), `${this.#name}.txt`);
  }
}

/** Returns a line with its parts coloured. */
function coloured(line: string): (string | Node)[] {
  if (line.includes("// error: ")) return [make("span", { className: "wrong" }, line)];
  const parts: (string | Node)[] = [];
  let at = 0;
  for (const match of line.matchAll(PARTS)) {
    const [whole, comment, text] = match;
    const className = comment ? "comment" : text ? "string" : "name";
    parts.push(line.slice(at, match.index), make("span", { className }, whole));
    at = match.index + whole.length;
  }
  parts.push(line.slice(at));
  return parts;
}
