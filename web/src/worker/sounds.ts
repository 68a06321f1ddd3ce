// Plays the sound of a program. It is written to a ring buffer, which the browser reads. The speed
// of the browser determines when the program produces more sound. While the ring is not read, for
// example before the user has touched the page, sound is discarded and the program follows the
// clock.

import type { ToPage } from "../shared/protocol.ts";
import { type Report, Ring, type RingSize, ringSize } from "../shared/ring.ts";

/** The initial number of seconds of sound to keep in a ring: for a shared ring, and for one without
 * shared memory. */
const AHEAD_SHARED = 0.03,
  AHEAD_BY_PORT = 0.06;

/** Milliseconds without a report after which a reader is treated as stopped. */
const SILENCE = 500;

/** Minimum time in milliseconds until the next block, unless it is due. Devices consume sound in
 * large blocks. */
const MIN_WAIT = 2;

/** The writer's side of a ring. */
interface Outlet {
  /** Returns the number of queued frames and their target number. Undefined while the frames are
   * not played. */
  level(): { queued: number; target: number } | undefined;
  write(samples: Int16Array<ArrayBuffer>): void;
}

class SharedOutlet implements Outlet {
  #ticks = 0;
  #since = -Infinity;

  constructor(readonly ring: Ring) {}

  level(): { queued: number; target: number } | undefined {
    const { ticks, queued, target } = this.ring;
    const now = performance.now();
    if (ticks !== this.#ticks) {
      this.#ticks = ticks;
      this.#since = now;
    }
    return now - this.#since < SILENCE ? { queued, target } : undefined;
  }

  write(samples: Int16Array): void {
    this.ring.write(samples);
  }
}

class PortOutlet implements Outlet {
  #written = 0;
  #read = 0;
  #target = 0;
  #since = -Infinity;

  constructor(
    readonly port: MessagePort,
    readonly size: RingSize,
  ) {
    port.onmessage = ({ data: [read, target] }: MessageEvent<Report>) => {
      this.#read = read;
      this.#target = target;
      this.#since = performance.now();
    };
  }

  level(): { queued: number; target: number } | undefined {
    const age = performance.now() - this.#since;
    if (age > SILENCE) return undefined;
    const left = ((this.#written - this.#read) | 0) - (age / 1000) * this.size.rate;
    return { queued: Math.max(left, 0), target: this.#target };
  }

  write(samples: Int16Array<ArrayBuffer>): void {
    const frames = samples.length / 2;
    if (((this.#written - this.#read) | 0) + frames > this.size.capacity) return;
    this.#written = (this.#written + frames) | 0;
    this.port.postMessage(samples.buffer, [samples.buffer]);
  }
}

type Sound = { rate: number; outlet: Outlet; port: MessagePort };

export class Sounds {
  readonly #sounds = new Map<number, Sound>();

  constructor(readonly post: (message: ToPage, transfer?: Transferable[]) => void) {}

  /** Starts a sound with a number of frames per second and a number of frames per block. A sound
   * that is already playing is restarted. */
  start(id: number, rate: number, frames: number): void {
    this.stop(id);
    const isShared = self.crossOriginIsolated;
    const size = ringSize(rate, frames, isShared ? AHEAD_SHARED : AHEAD_BY_PORT);
    const shared = isShared ? new SharedArrayBuffer(Ring.bytes(size)) : undefined;
    const { port1, port2 } = new MessageChannel();
    const outlet = shared ? new SharedOutlet(Ring.create(shared, size)) : new PortOutlet(port1, size);
    this.#sounds.set(id, { rate, outlet, port: port1 });
    this.post({ kind: "sound", id, source: { size, shared, port: port2 } }, [port2]);
  }

  /** Returns the milliseconds until the next block is needed; negative if the sound is not
   * playing. */
  wanted(id: number): number {
    const sound = this.#sounds.get(id);
    const level = sound?.outlet.level();
    if (sound === undefined || level === undefined) return -1;
    const frames = level.queued - level.target;
    return frames < 0 ? 0 : Math.max((frames / sound.rate) * 1000, MIN_WAIT);
  }

  play(id: number, samples: Uint8Array): void {
    const outlet = this.#sounds.get(id)?.outlet;
    if (outlet?.level() !== undefined) outlet.write(new Int16Array(samples.slice().buffer));
  }

  stop(id: number): void {
    this.#sounds.get(id)?.port.close();
    if (this.#sounds.delete(id)) this.post({ kind: "silence", id });
  }
}

/** The name of the interface that every program with sound uses. */
const NAME = Array.from("PPB_AudioConfig;", (letter) => letter.charCodeAt(0));

/** Returns true if a program may play sound, because its data contains the name. */
export function mayPlay(memory: Uint8Array): boolean {
  const [first = 0] = NAME;
  for (let at = memory.indexOf(first); at >= 0; at = memory.indexOf(first, at + 1)) {
    if (NAME.every((letter, index) => memory[at + index] === letter)) return true;
  }
  return false;
}
