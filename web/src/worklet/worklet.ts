// The code in the browser's audio worklet: a processor that plays a program's sound from a ring
// buffer. It is bundled separately and inserted before the script, because worklets have almost
// none of a page's functions.

import { PROCESSOR, RingReader, type SoundSource } from "../shared/ring.ts";

// Names in the scope of a worklet, which TypeScript's own library does not declare.
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };

class Player extends AudioWorkletProcessor {
  #reader: RingReader | undefined;
  #isOver = false;

  constructor() {
    super();
    // The page sends the source, or undefined to end the sound.
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
