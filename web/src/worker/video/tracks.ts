// Provides the pictures of media stream tracks that the page has sent. The program requests one
// picture at a time.

import type { Machine } from "../../../generated/pinnacle_web.js";

/** Maximum width and height of a picture. */
const MAX_SIDE = 4096;

export class Tracks {
  readonly #readers = new Map<number, ReadableStreamDefaultReader<VideoFrame>>();
  #canvas: OffscreenCanvasRenderingContext2D | null = null;

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
  ) {}

  add(number: number, stream: ReadableStream<VideoFrame>) {
    this.#readers.set(number, stream.getReader());
  }

  /** Reports the next picture when it arrives, in this size. 0 means the picture's own width or
   * height. */
  request(number: number, width: number, height: number) {
    void this.#next(number, width, height);
  }

  async #next(number: number, width: number, height: number) {
    const read = await this.#readers
      .get(number)
      ?.read()
      .catch(() => undefined);
    const frame = read?.value;
    const picture = frame && this.#pixelsOf(frame, width, height);
    const time = (frame?.timestamp ?? 0) / 1e6;
    frame?.close();
    if (picture) {
      const { width, height, data } = picture;
      this.machine.trackPicture(number, width, height, time, new Uint8Array(data.buffer));
    } else {
      this.machine.trackEnded(number);
    }
    this.wake();
  }

  #pixelsOf(frame: VideoFrame, width: number, height: number): ImageData | undefined {
    const side = (asked: number, own: number) => Math.max(1, Math.min(asked || own, MAX_SIDE));
    const size: [number, number] = [side(width, frame.displayWidth), side(height, frame.displayHeight)];
    this.#canvas ??= new OffscreenCanvas(...size).getContext("2d", { willReadFrequently: true });
    if (this.#canvas === null) return undefined;
    const { canvas } = this.#canvas;
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    this.#canvas.drawImage(frame, 0, 0, ...size);
    return this.#canvas.getImageData(0, 0, ...size);
  }

  close(number: number) {
    const reader = this.#readers.get(number);
    this.#readers.delete(number);
    void reader?.cancel().catch(() => {});
  }
}
