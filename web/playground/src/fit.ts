// Fits the picture of a program into the page: if the program requested more room than there is,
// the picture is shown smaller. The program itself keeps its size and does not notice.

/** The border of the stage on both sides, in CSS pixels. */
const BORDERS = 2;

export class Fit {
  readonly #stage: HTMLElement;
  readonly #room: HTMLElement;
  #shown: { box: HTMLElement; width: number; height: number } | undefined;

  /** `room` is an element with the maximum width of the stage. */
  constructor(stage: HTMLElement, room: HTMLElement) {
    this.#stage = stage;
    this.#room = room;
    new ResizeObserver(() => this.#update()).observe(room);
  }

  /** Fits the box of a program, whose size is in CSS pixels. */
  show(box: HTMLElement, width: number, height: number): void {
    this.#shown = { box, width, height };
    box.style.transformOrigin = "0 0";
    this.#update();
  }

  #update(): void {
    const room = this.#room.clientWidth - BORDERS;
    // A hidden panel has no size.
    if (this.#shown === undefined || room <= 0 || this.#room.closest("[hidden]") !== null) return;
    const { box, width, height } = this.#shown;
    const scale = Math.min(1, room / width);
    box.style.transform = scale < 1 ? `scale(${scale})` : "";
    this.#stage.style.width = `${width * scale + BORDERS}px`;
    this.#stage.style.height = `${height * scale + BORDERS}px`;
  }
}
