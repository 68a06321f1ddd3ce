// Plays the sound of the page's programs from rings: in a worklet or, if the browser does not allow
// worklets, on the page's own thread, which schedules buffers slightly ahead of time.

import type { SoundDevice } from "../shared/protocol.ts";
import { PROCESSOR, RingReader, type SoundSource } from "../shared/ring.ts";
import { scriptUrl } from "./location.ts";
import { dom } from "./primitives.ts";

/** The device that is reported if nothing plays. */
const NO_DEVICE: SoundDevice = { rate: 48000, frames: 512 };

/** Milliseconds without sound after which the audio context is suspended. */
const REST = 10000;

/** Lead time and length of a buffer, in seconds. */
const AHEAD = 0.12,
  BUFFER = 0.02;

/** Events that may be user gestures, after which browsers allow a page to play sound. */
const GESTURES = ["pointerdown", "pointerup", "keydown", "touchend", "click"];

/** The audio context for a sample rate. The browser converts the sound to the rate of the
 * device. */
class Output {
  readonly context: AudioContext;
  /** Resolves to true if the browser has loaded the worklet. */
  readonly hasWorklet: Promise<boolean>;
  #users = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AudioContextOptions) {
    this.context = new AudioContext(options);
    this.hasWorklet = this.context.audioWorklet
      ? this.context.audioWorklet.addModule(scriptUrl()).then(
          () => true,
          () => false,
        )
      : Promise.resolve(false);
    const resume = (): void => this.#resume();
    for (const type of GESTURES) addEventListener(type, resume, { capture: true, passive: true });
    dom.addEventListener(document, "visibilitychange", resume);
  }

  /** Adds or removes a program that plays. */
  use(count: 1 | -1): void {
    this.#users += count;
    clearTimeout(this.#rest);
    if (this.#users > 0) this.#resume();
    else this.#rest = setTimeout(() => void this.context.suspend(), REST);
  }

  #resume(): void {
    // The browser may refuse this until the user interacts with the page.
    if (this.#users > 0 && this.context.state !== "running") this.context.resume().catch(() => {});
  }
}

const outputs = new Map<number, Output>();

function outputOf(rate: number): Output {
  const output = outputs.get(rate) ?? new Output({ sampleRate: rate });
  outputs.set(rate, output);
  return output;
}

let device: SoundDevice | undefined;

/** Returns the sound device of this page. */
export function soundDevice(): SoundDevice {
  if (device !== undefined) return device;
  try {
    const context = new AudioContext();
    const { sampleRate, baseLatency } = context;
    void context.close();
    device = { rate: sampleRate, frames: Math.round(baseLatency * sampleRate) || NO_DEVICE.frames };
  } catch {
    device = NO_DEVICE;
  }
  return device;
}

/** Plays from a source through a node. Returns a function that stops it. */
function play(output: Output, source: SoundSource, out: AudioNode): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  void output.hasWorklet.then((has) => {
    if (isOver) return;
    const { context } = output;
    end = has ? playInWorklet(context, source, out) : playAhead(context, new RingReader(source), out);
  });
  output.use(1);
  return () => {
    isOver = true;
    end?.();
    output.use(-1);
  };
}

function playInWorklet(context: AudioContext, source: SoundSource, out: AudioNode): () => void {
  const node = new AudioWorkletNode(context, PROCESSOR, { numberOfInputs: 0, outputChannelCount: [2] });
  dom.postMessage(node.port, source, [source.port]);
  node.connect(out);
  return () => {
    dom.postMessage(node.port, undefined);
    node.disconnect();
  };
}

/** Plays buffers on the page's thread, ahead of time. */
function playAhead(context: AudioContext, reader: RingReader, out: AudioNode): () => void {
  let next = 0;
  const pump = (): void => {
    if (context.state !== "running") return;
    if (next < context.currentTime) next = context.currentTime + AHEAD / 2;
    for (; next < context.currentTime + AHEAD; next += BUFFER) {
      const buffer = context.createBuffer(2, BUFFER * context.sampleRate, context.sampleRate);
      reader.take(buffer.getChannelData(0), buffer.getChannelData(1));
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(out);
      source.start(next);
    }
  };
  const timer = setInterval(pump, 1000 * BUFFER);
  return () => {
    clearInterval(timer);
    reader.close();
  };
}

/** The sound of one program. */
export class Speaker {
  readonly #sounds = new Map<number, { gain: GainNode; end: () => void }>();
  #volume = 1;

  /** The volume, from 0 (silence) to 1 (the level of the program). */
  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    for (const { gain } of this.#sounds.values()) gain.gain.value = volume;
  }

  start(id: number, source: SoundSource): void {
    this.stop(id);
    try {
      const output = outputOf(source.size.rate);
      const gain = output.context.createGain();
      gain.gain.value = this.#volume;
      gain.connect(output.context.destination);
      const stop = play(output, source, gain);
      const end = () => {
        stop();
        gain.disconnect();
      };
      this.#sounds.set(id, { gain, end });
    } catch (error) {
      console.warn(`NativeClient: the browser plays no sound: ${(error as Error).message}`);
    }
  }

  stop(id: number): void {
    this.#sounds.get(id)?.end();
    this.#sounds.delete(id);
  }

  stopAll(): void {
    for (const id of [...this.#sounds.keys()]) this.stop(id);
  }
}
