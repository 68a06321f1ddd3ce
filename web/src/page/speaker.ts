// The sound of a program: each piece is a buffer that the browser plays at its time. Pieces follow
// each other without a gap as long as they come in time; what cannot be heard is dropped, so that
// nothing is caught up later.

/** How far a piece may be off its time before the sound begins anew, in seconds. */
const TOLERANCE = 0.1;

/** How long after its coming a first piece is heard, in seconds. */
const AHEAD = 0.02;

type Sound = { rate: number; next: number; playing: Set<AudioBufferSourceNode> };

let context: AudioContext | undefined;

/** The context of the page. Browsers let it play once the user has done something. */
function speakers(): AudioContext {
  if (context !== undefined) return context;
  const made = new AudioContext();
  context = made;
  const resume = (): void => {
    if (made.state === "suspended") void made.resume();
  };
  for (const type of ["pointerdown", "keydown", "touchend"]) {
    addEventListener(type, resume, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", resume);
  return made;
}

export class Speaker {
  readonly #sounds = new Map<number, Sound>();

  start(id: number, rate: number): void {
    this.#sounds.set(id, { rate, next: 0, playing: new Set() });
    speakers();
  }

  play(id: number, at: number, bytes: ArrayBuffer): void {
    const sound = this.#sounds.get(id);
    const output = speakers();
    if (sound === undefined || output.state !== "running") return;
    const samples = new Int16Array(bytes);
    const frames = samples.length >> 1;
    if (frames === 0) return;
    const buffer = output.createBuffer(2, frames, sound.rate);
    for (let channel = 0; channel < 2; channel++) {
      const to = buffer.getChannelData(channel);
      for (let frame = 0; frame < frames; frame++) to[frame] = (samples[2 * frame + channel] ?? 0) / 32768;
    }
    const now = output.currentTime;
    const wanted = now + (at - performance.timeOrigin - performance.now()) / 1000;
    const isInTime = sound.next >= now && Math.abs(sound.next - wanted) < TOLERANCE;
    const start = isInTime ? sound.next : Math.max(wanted, now) + AHEAD;
    const source = output.createBufferSource();
    source.buffer = buffer;
    source.connect(output.destination);
    source.onended = () => sound.playing.delete(source);
    source.start(start);
    sound.playing.add(source);
    sound.next = start + frames / sound.rate;
  }

  stop(id: number): void {
    for (const source of this.#sounds.get(id)?.playing ?? []) source.stop();
    this.#sounds.delete(id);
  }

  stopAll(): void {
    for (const id of [...this.#sounds.keys()]) this.stop(id);
  }
}
