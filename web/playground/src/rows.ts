// A list of any number of rows. Only the visible rows exist as elements.

import { make } from "./dom.ts";

/** The height of a row in CSS pixels, as in the style sheet. */
const ROW = 20;

/** Maximum height of the list in CSS pixels. Browsers lay out at most some thirty million pixels.
 * Beyond this, the scroll bar is scaled. */
const MOST = 8_000_000;

/** The source of rows. */
export type Source = {
  count: number;
  /** Resolves to the content of some rows. */
  rows(first: number, count: number): Promise<(string | Node)[][]>;
  /** The text before a row. */
  number(row: number): string;
};

export class Rows {
  readonly #box: HTMLElement;
  readonly #window = make("div", { className: "window" });
  readonly #spacer = make("div");
  #source: Source | undefined;
  #hot = -1;
  #asked = 0;

  constructor(box: HTMLElement, label: string) {
    this.#box = box;
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", label);
    box.append(this.#window, this.#spacer);
    box.addEventListener("scroll", () => void this.#draw(), { passive: true });
    new ResizeObserver(() => void this.#draw()).observe(box);
  }

  /** Shows the rows of another source from the top. */
  show(source: Source | undefined): void {
    this.#source = source;
    this.#hot = -1;
    this.#window.replaceChildren();
    this.#spacer.style.height = `${this.#height()}px`;
    this.#box.scrollTop = 0;
    void this.#draw();
  }

  /** Scrolls to a row and marks it. */
  goTo(row: number): void {
    this.#hot = row;
    const inSight = this.#box.clientHeight / ROW;
    this.#box.scrollTop = Math.max(0, row - Math.floor(inSight / 3)) * ROW * this.#scale();
    void this.#draw();
  }

  /** The marked row, or the first visible one. */
  get current(): number {
    return this.#hot >= 0 ? this.#hot : Math.floor(this.#box.scrollTop / this.#scale() / ROW);
  }

  #height(): number {
    return Math.min((this.#source?.count ?? 0) * ROW, MOST);
  }

  /** Returns the distance that the scroll bar moves for each pixel of rows. */
  #scale(): number {
    const count = this.#source?.count ?? 0;
    const view = this.#box.clientHeight;
    const whole = count * ROW - view;
    return whole > MOST ? (MOST - view) / whole : 1;
  }

  async #draw(): Promise<void> {
    const source = this.#source;
    const inSight = Math.ceil(this.#box.clientHeight / ROW) + 1;
    if (source === undefined || inSight <= 1) return;
    const at = this.#box.scrollTop / this.#scale();
    const first = Math.min(Math.floor(at / ROW), Math.max(0, source.count - inSight + 1));
    const asked = ++this.#asked;
    const rows = await source.rows(first, Math.min(inSight, source.count - first));
    if (asked !== this.#asked) return;
    const elements = rows.map((content, index) => {
      const row = make("div", { className: first + index === this.#hot ? "row hot" : "row" });
      row.dataset.number = source.number(first + index);
      row.append(make("span", {}, ...content));
      return row;
    });
    this.#window.style.transform = `translateY(${-Math.min(at - first * ROW, ROW)}px)`;
    this.#window.replaceChildren(...elements);
  }
}
