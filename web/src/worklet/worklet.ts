// All that runs where the browser makes sound: a processor that plays what a program has put into
// a ring. It is bundled by itself, in front of the script, since a worklet has next to nothing of
// what the rest is made of.

import { PROCESSOR, RingReader, type SoundSource } from "../shared/ring.ts";

// What the scope of a worklet has, which TypeScript's own library does not describe.
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };

class Player extends AudioWorkletProcessor {
  #reader: RingReader | undefined;
  #isOver = false;

  constructor() {
    super();
    // The page hands over the source; nothing in its place is the end.
    this.port.onmessage = ({ data }: MessageEvent<SoundSource | undefined>) => {
      if (data === undefined) {
        this.#isOver = true;
        this.#reader?.close();
      } else {
        this.#reader = new RingReader(data);
      }
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (!this.#isOver && left !== undefined && right !== undefined) this.#reader?.take(left, right);
    return !this.#isOver;
  }
}

registerProcessor(PROCESSOR, Player);
