// A program's video decoder: a decoder of the browser, and the frames that it has decoded.

import { VideoState } from "../../generated/boundary.ts";
import { AccessUnits, type Unit } from "./access_units.ts";
import { isVp8Key, isVp9Key } from "./key_frames.ts";
import { close, liesInMemory, type Picture, pixelsOf, sizeOf } from "./pictures.ts";

/** The reports of a decoder. It never reports during a call of its own functions. */
export type Listener = {
  ready(): void;
  /** The decoder has consumed this number of further units. */
  taken(count: number): void;
  frame(frame: number, unit: number, width: number, height: number): void;
  flushed(): void;
  reset(): void;
  /** The decoder has failed, for the reason `why`. */
  failed(why: VideoState): void;
};

/** Milliseconds after a part of a picture after which the picture counts as complete. */
const LONGEST_WAIT = 10;

/** Maximum number of frames that the program has not received. Further frames are discarded. No
 * stream needs more. */
const MOST_FRAMES = 32;

export class Decoder {
  readonly #decoder: VideoDecoder;
  readonly #frames = new Map<number, Picture>();
  /** Resolves when all received frames are reported. `#making` is the number of those that are
   * not. */
  #made = Promise.resolve();
  #making = 0;
  /** Number of resets so far. */
  #turn = 0;
  readonly #accessUnits: AccessUnits | undefined;
  #nextFrame = 0;
  #wantsKey = true;
  #isClosed = false;
  /** For each chunk in the browser's queue, true if the program waits for it. */
  #chunks: boolean[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly config: VideoDecoderConfig,
    readonly listener: Listener,
  ) {
    if (config.codec.startsWith("avc1")) this.#accessUnits = new AccessUnits();
    this.#decoder = new VideoDecoder({
      output: (frame) => this.#take(frame),
      error: (error) => this.#fail(error),
    });
    this.#decoder.ondequeue = () => this.#dequeued();
    void this.#start();
  }

  async #start() {
    const { supported } = await VideoDecoder.isConfigSupported(this.config).catch(() => ({
      supported: false,
    }));
    if (this.#isClosed) return;
    if (!supported) {
      this.listener.failed(VideoState.NOT_SUPPORTED);
      return;
    }
    this.#decoder.configure(this.config);
    this.listener.ready();
  }

  /** Decodes the next unit. The decoder takes ownership of the bytes. */
  decode(unit: number, bytes: Uint8Array) {
    clearTimeout(this.#timer);
    const given = this.#chunks.length;
    for (const one of this.#unitsOf(unit, bytes)) this.#give(one);
    if (this.#accessUnits?.isWaiting) {
      this.#timer = setTimeout(() => this.#giveRest(), LONGEST_WAIT);
    }
    // The program waits for the last of the new chunks. If there are none, it does not wait.
    if (this.#chunks.length > given) this.#chunks[this.#chunks.length - 1] = true;
    else this.#later(() => this.listener.taken(1));
  }

  #unitsOf(unit: number, bytes: Uint8Array): Unit[] {
    if (this.#accessUnits) return this.#accessUnits.push(unit, bytes);
    const isKey = this.config.codec === "vp8" ? isVp8Key(bytes) : isVp9Key(bytes);
    return bytes.length > 0 ? [{ unit, bytes, isKey }] : [];
  }

  #giveRest() {
    for (const rest of this.#accessUnits?.take() ?? []) this.#give(rest);
  }

  /** Passes an access unit to the browser, unless a frame that it depends on is missing. */
  #give({ unit, bytes, isKey }: Unit) {
    if (this.#decoder.state !== "configured" || (this.#wantsKey && !isKey)) return;
    this.#wantsKey = false;
    const type = isKey ? "key" : "delta";
    try {
      this.#decoder.decode(new EncodedVideoChunk({ type, timestamp: unit, data: bytes }));
      this.#chunks.push(false);
    } catch (error) {
      // The browser also examines later parts of a key frame, so it may reject one.
      this.#later(() => this.#fail(error as DOMException));
    }
  }

  #dequeued() {
    const gone = this.#chunks.splice(0, this.#chunks.length - this.#decoder.decodeQueueSize);
    const count = gone.filter((isAwaited) => isAwaited).length;
    if (count > 0) this.listener.taken(count);
  }

  #take(frame: VideoFrame) {
    if (this.#isClosed || this.#frames.size + this.#making >= MOST_FRAMES) {
      frame.close();
      return;
    }
    this.#making++;
    const made = liesInMemory(frame) ? pixelsOf(frame) : Promise.resolve(frame);
    this.#made = this.#keep(made, frame.timestamp, this.#made);
  }

  /** Reports a picture after the previous pictures, unless the decoder was reset in the
   * meantime. */
  async #keep(made: Promise<Picture>, unit: number, before: Promise<void>) {
    const turn = this.#turn;
    const picture = await made;
    await before;
    if (turn !== this.#turn) {
      close(picture);
      return;
    }
    this.#making--;
    const number = this.#nextFrame++;
    this.#frames.set(number, picture);
    this.listener.frame(number, unit, ...sizeOf(picture));
  }

  #fail(error: DOMException) {
    this.#forget();
    if (this.#isClosed) return;
    const isOfStream = error.name === "EncodingError" || error.name === "DataError";
    this.listener.failed(
      isOfStream
        ? VideoState.MALFORMED
        : error.name === "NotSupportedError"
          ? VideoState.NOT_SUPPORTED
          : VideoState.FAILED,
    );
  }

  /** Returns a frame that has not been closed. */
  frame(number: number): Picture | undefined {
    return this.#frames.get(number);
  }

  /** Closes a frame that is no longer needed. */
  closeFrame(number: number) {
    const picture = this.#frames.get(number);
    this.#frames.delete(number);
    if (picture !== undefined) close(picture);
  }

  /** Decodes all units that were passed so far. Afterwards the stream must continue with a key
   * frame. */
  flush() {
    clearTimeout(this.#timer);
    this.#giveRest();
    this.#wantsKey = true;
    if (this.#decoder.state !== "configured") return;
    const flushed = this.#decoder.flush().then(() => this.#made);
    flushed.then(
      () => this.listener.flushed(),
      // The decoder was reset, or an error is reported separately.
      () => {},
    );
  }

  reset() {
    this.#forget();
    if (this.#decoder.state === "closed") return;
    this.#decoder.reset();
    this.#decoder.configure(this.config);
    this.#later(() => this.listener.reset());
  }

  close() {
    this.#isClosed = true;
    this.#forget();
    if (this.#decoder.state !== "closed") this.#decoder.close();
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#accessUnits?.clear();
    this.#chunks = [];
    this.#wantsKey = true;
    this.#turn++;
    this.#making = 0;
    for (const picture of this.#frames.values()) close(picture);
    this.#frames.clear();
  }

  #later(tell: () => void) {
    queueMicrotask(() => {
      if (!this.#isClosed) tell();
    });
  }
}
