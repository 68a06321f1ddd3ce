// Transports sound from a program to the device: a ring of frames with one writer and one reader.
// If memory can be shared, the ring is in shared memory, and no messages are needed. Otherwise the
// reader has its own ring, and receives pieces and reports its position through a port.

// These are saved when the script starts, because pages replace them. They also exist in worklets,
// which lack most of a page's API.
const { apply } = Reflect;
const { postMessage } = MessagePort.prototype;

/** The name of the processor that plays from a ring in a worklet. */
export const PROCESSOR = "pinnacle";

/** Words before the frames. Both counts increase forever and wrap around. */
const WRITTEN = 0,
  READ = 1,
  /** Number of calls of the reader. */
  TICKS = 2,
  /** Target for the number of frames in the ring. */
  TARGET = 3,
  HEAD = 4;

const CHANNELS = 2;

/** Factor by which the target grows after the ring has run empty. */
const GROWTH = 1.5;

/** Maximum buffered time in seconds. */
const MAX_AHEAD = 0.25;

/** The dimensions of a ring. */
export type RingSize = {
  /** Frames in a second. */
  rate: number;
  /** Maximum number of frames in the ring, a power of two. */
  capacity: number;
  /** Initial target for the number of frames in the ring. */
  target: number;
};

/** Returns the dimensions of a ring for pieces of a number of frames, with an initial lead of
 * `ahead` seconds. */
export function ringSize(rate: number, frames: number, ahead: number): RingSize {
  const most = Math.ceil(rate * MAX_AHEAD) + 2 * frames;
  return { rate, capacity: 2 ** Math.ceil(Math.log2(most)), target: Math.ceil(rate * ahead) };
}

export class Ring {
  readonly #words: Int32Array;
  readonly #samples: Int16Array;
  readonly #maxTarget: number;
  #isPlaying = false;

  constructor(
    readonly buffer: ArrayBufferLike,
    { rate, capacity }: RingSize,
  ) {
    this.#words = new Int32Array(buffer, 0, HEAD);
    this.#samples = new Int16Array(buffer, 4 * HEAD, CHANNELS * capacity);
    this.#maxTarget = rate * MAX_AHEAD;
  }

  /** Returns the size of a ring in bytes. */
  static bytes({ capacity }: RingSize): number {
    return 4 * HEAD + 2 * CHANNELS * capacity;
  }

  /** Creates an empty ring in zeroed memory. */
  static create(buffer: ArrayBufferLike, size: RingSize): Ring {
    const ring = new Ring(buffer, size);
    ring.#words[TARGET] = size.target;
    return ring;
  }

  get capacity(): number {
    return this.#samples.length / CHANNELS;
  }

  get read(): number {
    return Atomics.load(this.#words, READ);
  }

  get ticks(): number {
    return Atomics.load(this.#words, TICKS);
  }

  get target(): number {
    return Atomics.load(this.#words, TARGET);
  }

  /** Number of frames in the ring. */
  get queued(): number {
    return (Atomics.load(this.#words, WRITTEN) - this.read) | 0;
  }

  /** Appends frames: alternating left and right samples. Frames without room are dropped. */
  write(samples: Int16Array): void {
    const frames = Math.min(samples.length / CHANNELS, this.capacity - this.queued);
    const written = Atomics.load(this.#words, WRITTEN);
    const start = (written & (this.capacity - 1)) * CHANNELS;
    const first = Math.min(frames * CHANNELS, this.#samples.length - start);
    this.#samples.set(samples.subarray(0, first), start);
    this.#samples.set(samples.subarray(first, frames * CHANNELS), 0);
    Atomics.store(this.#words, WRITTEN, (written + frames) | 0);
  }

  /** Takes frames for both channels. Missing frames become silence. */
  take(left: Float32Array, right: Float32Array): void {
    Atomics.add(this.#words, TICKS, 1);
    const queued = this.queued;
    // After a gap, playing starts again once the target is reached.
    this.#isPlaying ||= queued >= this.target;
    if (!this.#isPlaying) return;
    const frames = Math.min(queued, left.length);
    const read = this.read;
    for (let frame = 0; frame < frames; frame++) {
      const at = ((read + frame) & (this.capacity - 1)) * CHANNELS;
      left[frame] = (this.#samples[at] ?? 0) / 32768;
      right[frame] = (this.#samples[at + 1] ?? 0) / 32768;
    }
    Atomics.store(this.#words, READ, (read + frames) | 0);
    if (frames === left.length) return;
    this.#isPlaying = false;
    Atomics.store(this.#words, TARGET, Math.min(this.target * GROWTH, this.#maxTarget));
  }
}

/** The source of a reader's sound: a ring in shared memory, or a port. */
export type SoundSource = { size: RingSize; shared: SharedArrayBuffer | undefined; port: MessagePort };

/** A report of a reader through its port: the number of frames taken, and the target. */
export type Report = [read: number, target: number];

/** Number of calls after which a reader reports its position. */
const REPORT_EVERY = 8;

/** The reading end of a ring, in shared memory or in the reader. */
export class RingReader {
  readonly #ring: Ring;
  readonly #port: MessagePort | undefined;
  #count = 0;

  constructor({ size, shared, port }: SoundSource) {
    if (shared !== undefined) {
      this.#ring = new Ring(shared, size);
      return;
    }
    const ring = Ring.create(new ArrayBuffer(Ring.bytes(size)), size);
    this.#ring = ring;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => ring.write(new Int16Array(data));
  }

  take(left: Float32Array, right: Float32Array): void {
    this.#ring.take(left, right);
    if (this.#port === undefined || this.#count++ % REPORT_EVERY !== 0) return;
    apply(postMessage, this.#port, [[this.#ring.read, this.#ring.target] satisfies Report]);
  }

  close(): void {
    this.#port?.close();
  }
}
