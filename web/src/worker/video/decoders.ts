// The video decoders of a program by the ids of their resources.

import type { Machine } from "../../../generated/pinnacle_web.js";
import { Acceleration, VideoState } from "../../generated/boundary.ts";
import { Decoder } from "./decoder.ts";
import { deleteTexture, putPicture } from "./textures.ts";

const ACCELERATION: Record<number, HardwareAcceleration> = {
  [Acceleration.ONLY]: "prefer-hardware",
  [Acceleration.WITH_FALLBACK]: "no-preference",
  [Acceleration.NEVER]: "prefer-software",
};

type Entry = { decoder: Decoder; context: number; textures: Set<number> };

export class Decoders {
  readonly #decoders = new Map<number, Entry>();

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
  ) {}

  /** Creates a decoder, which later reports whether it supports the codec. Returns false if the
   * browser has no decoders. */
  create(id: number, context: number, codec: string, acceleration: number): boolean {
    // Browsers only offer decoders to pages of secure origins.
    if (typeof VideoDecoder === "undefined") return false;
    const hardwareAcceleration = ACCELERATION[acceleration] ?? "no-preference";
    const config = { codec, hardwareAcceleration, optimizeForLatency: true };
    const { machine } = this;
    const told = (tell: () => void): void => {
      if (this.#decoders.get(id)?.decoder !== decoder) return;
      tell();
      this.wake();
    };
    const decoder: Decoder = new Decoder(config, {
      ready: () => told(() => machine.videoState(id, VideoState.READY)),
      taken: (count) => told(() => machine.videoTaken(id, count)),
      frame: (frame, unit, width, height) => told(() => machine.videoFrame(id, frame, unit, width, height)),
      flushed: () => told(() => machine.videoState(id, VideoState.FLUSHED)),
      reset: () => told(() => machine.videoState(id, VideoState.RESET)),
      failed: (why) => told(() => machine.videoState(id, why)),
    });
    this.#decoders.set(id, { decoder, context, textures: new Set() });
    return true;
  }

  decode(id: number, unit: number, bytes: Uint8Array) {
    this.#decoders.get(id)?.decoder.decode(unit, bytes);
  }

  /** Copies a frame to a texture, or to a new one if `texture` is 0. Returns the name of the
   * texture, or 0 if that fails. */
  put(id: number, number: number, texture: number): number {
    const entry = this.#decoders.get(id);
    const picture = entry?.decoder.frame(number);
    if (entry === undefined || picture === undefined) return 0;
    const name = putPicture(entry.context, picture, texture);
    if (name === 0) return 0;
    entry.textures.add(name);
    entry.decoder.closeFrame(number);
    return name;
  }

  deleteTexture(id: number, texture: number) {
    const entry = this.#decoders.get(id);
    if (entry?.textures.delete(texture)) deleteTexture(entry.context, texture);
  }

  flush(id: number) {
    this.#decoders.get(id)?.decoder.flush();
  }

  reset(id: number) {
    this.#decoders.get(id)?.decoder.reset();
  }

  close(id: number) {
    const entry = this.#decoders.get(id);
    if (entry === undefined) return;
    this.#decoders.delete(id);
    entry.decoder.close();
    for (const texture of entry.textures) deleteTexture(entry.context, texture);
  }
}
