// A decoder of a program: one of the browser's, and the frames that it has given.

import { AccessUnits, type Unit } from "./access_units.ts";
import { isVp8Key, isVp9Key } from "./key_frames.ts";

/** Why a decoder decodes no more: `VideoError` of the Rust part. */
export const NOT_SUPPORTED = 0,
  MALFORMED = 1,
  BROKEN = 2;

/** What a decoder tells. None of it is told within a call of the decoder. */
export type Listener = {
  ready(): void;
  /** So many units more are taken. */
  taken(count: number): void;
  frame(frame: number, unit: number, width: number, height: number): void;
  flushed(): void;
  reset(): void;
  failed(why: number): void;
};

/** So many milliseconds after a part of a picture no more of it is expected. */
const LONGEST_WAIT = 10;

/** Frames that nobody has taken. No stream has more of them in so few units. */
const MOST_FRAMES = 64;

export class Decoder {
  readonly #decoder: VideoDecoder;
  readonly #frames = new Map<number, VideoFrame>();
  readonly #accessUnits: AccessUnits | undefined;
  #nextFrame = 0;
  #wantsKey = true;
  #isClosed = false;
  /** For each chunk that waits in the browser's decoder, whether the program waits for it. */
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
      this.listener.failed(NOT_SUPPORTED);
      return;
    }
    this.#decoder.configure(this.config);
    this.listener.ready();
  }

  /** Takes the next unit; the bytes are the decoder's. */
  decode(unit: number, bytes: Uint8Array) {
    clearTimeout(this.#timer);
    const given = this.#chunks.length;
    for (const one of this.#unitsOf(unit, bytes)) this.#give(one);
    if (this.#accessUnits?.isWaiting) {
      this.#timer = setTimeout(() => this.#giveRest(), LONGEST_WAIT);
    }
    // The program waits for the last of those, and for none if there is none.
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

  /** Has an access unit decoded, unless what it depends on is not there. */
  #give({ unit, bytes, isKey }: Unit) {
    if (this.#decoder.state !== "configured" || (this.#wantsKey && !isKey)) return;
    this.#wantsKey = false;
    const type = isKey ? "key" : "delta";
    try {
      this.#decoder.decode(new EncodedVideoChunk({ type, timestamp: unit, data: bytes }));
      this.#chunks.push(false);
    } catch (error) {
      // The browser looks at more of a key frame than its first bits.
      this.#later(() => this.#fail(error as DOMException));
    }
  }

  #dequeued() {
    const gone = this.#chunks.splice(0, this.#chunks.length - this.#decoder.decodeQueueSize);
    const count = gone.filter((isAwaited) => isAwaited).length;
    if (count > 0) this.listener.taken(count);
  }

  #take(frame: VideoFrame) {
    if (this.#isClosed || this.#frames.size >= MOST_FRAMES) {
      frame.close();
      return;
    }
    const number = this.#nextFrame++;
    this.#frames.set(number, frame);
    this.listener.frame(number, frame.timestamp, frame.displayWidth, frame.displayHeight);
  }

  #fail(error: DOMException) {
    this.#forget();
    if (this.#isClosed) return;
    const isOfStream = error.name === "EncodingError" || error.name === "DataError";
    this.listener.failed(
      isOfStream ? MALFORMED : error.name === "NotSupportedError" ? NOT_SUPPORTED : BROKEN,
    );
  }

  /** A frame that nobody has taken. */
  frame(number: number): VideoFrame | undefined {
    return this.#frames.get(number);
  }

  /** A frame is needed no more. */
  closeFrame(number: number) {
    this.#frames.get(number)?.close();
    this.#frames.delete(number);
  }

  /** After this the browser wants a stream to begin anew. */
  flush() {
    clearTimeout(this.#timer);
    this.#giveRest();
    this.#wantsKey = true;
    if (this.#decoder.state !== "configured") return;
    this.#decoder.flush().then(
      () => this.listener.flushed(),
      // A reset, or an error that is told of by itself.
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
    for (const frame of this.#frames.values()) frame.close();
    this.#frames.clear();
  }

  #later(tell: () => void) {
    queueMicrotask(() => {
      if (!this.#isClosed) tell();
    });
  }
}
