// Shows a recording: a slider over its frames, messages and input, and the calls that drew a pixel.

import { type Call, callsOf, callText, type Flush, type LastChange, lastChange } from "./provenance.ts";

interface SurfaceSource {
  surface: number;
  scale: number;
  offset: [number, number];
}

interface ContextSource {
  draws: string[];
  more: number;
}

interface Frame {
  number: number;
  /** In milliseconds, as all times are. */
  time: number;
  picture: number;
  /** The number of flushes before it. */
  flushes: number;
  source: SurfaceSource | ContextSource | null;
}

interface Timeline {
  name: string;
  ending: string | null;
  /** PNGs as base64. */
  pictures: string[];
  frames: Frame[];
  flushes: Flush[];
  events: [time: number, isOutput: boolean, text: string][];
  isFull: boolean;
  leftOut: [frames: number, events: number];
}

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const timeline = JSON.parse(byId("data").textContent ?? "") as Timeline;
const slider = byId("slider") as HTMLInputElement;
const play = byId("play") as HTMLButtonElement;
const canvas = byId("picture") as HTMLCanvasElement;
const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
const { frames, flushes } = timeline;

/** The frame that is shown. */
let current = 0;
/** The chosen pixel of the picture. */
let cursor: [number, number] | null = null;
/** The picture that is drawn on the canvas. */
let drawn: HTMLImageElement | null = null;
/** The timer while the recording plays. */
let playing: number | null = null;

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}

const seconds = (time: number) => `${(time / 1000).toFixed(3)} s`;
const plural = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

/** The pictures that were decoded last, by index. */
const decoded = new Map<number, Promise<HTMLImageElement>>();

function imageOf(picture: number): Promise<HTMLImageElement> {
  const found = decoded.get(picture);
  if (found !== undefined) return found;
  const image = new Image();
  image.src = `data:image/png;base64,${timeline.pictures[picture]}`;
  const ready = image.decode().then(() => image);
  decoded.set(picture, ready);
  const oldest = decoded.keys().next().value;
  if (decoded.size > 40 && oldest !== undefined) decoded.delete(oldest);
  return ready;
}

/** The changes of flushes that were read last, by index. */
const changes = new Map<number, Uint8Array | Uint16Array>();

async function readChanges(flush: number): Promise<Uint8Array | Uint16Array> {
  const found = changes.get(flush);
  if (found !== undefined) return found;
  const of = flushes[flush]?.changes;
  if (of === null || of === undefined) return new Uint8Array();
  const bytes = Uint8Array.from(atob(of.data), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const numbers = of.wide ? new Uint16Array(buffer) : new Uint8Array(buffer);
  if (changes.size > 100) changes.clear();
  changes.set(flush, numbers);
  return numbers;
}

function drawPicture(): void {
  if (drawn === null) return;
  const { naturalWidth, naturalHeight } = drawn;
  if (canvas.width !== naturalWidth || canvas.height !== naturalHeight) {
    canvas.width = naturalWidth;
    canvas.height = naturalHeight;
  }
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawn, 0, 0);
}

/** Draws a cross around the chosen pixel, which stays visible. */
function drawCursor(): void {
  if (cursor === null) return;
  const [x, y] = cursor;
  const arm = Math.max(6, Math.round(canvas.width / 60));
  for (const [color, width] of [
    ["#000", 3],
    ["#fff", 1],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + 0.5 + dx * 2, y + 0.5 + dy * 2);
      context.lineTo(x + 0.5 + dx * arm, y + 0.5 + dy * arm);
    }
    context.stroke();
  }
}

/** Marks the events between the frame before and this one. */
function markEvents(scroll: boolean): void {
  const until = frames[current]?.time ?? 0;
  const from = frames[current - 1]?.time ?? -1;
  let first: Element | null = null;
  timeline.events.forEach(([time], index) => {
    const item = list.children[index];
    const isNear = time > from && time <= until;
    item?.classList.toggle("near", isNear);
    if (isNear) first ??= item ?? null;
  });
  const found = first as HTMLElement | null;
  if (scroll && found !== null) list.scrollTop = found.offsetTop - list.offsetTop - list.clientHeight / 3;
}

async function show(frame: number): Promise<void> {
  current = Math.max(0, Math.min(frames.length - 1, frame));
  const of = frames[current];
  if (of === undefined) return;
  slider.value = String(current);
  slider.setAttribute("aria-valuetext", `frame ${of.number}, ${seconds(of.time)}`);
  byId("moment").textContent =
    `Frame ${of.number} at ${seconds(of.time)} (${current + 1} of ${frames.length})`;
  markEvents(true);
  const image = await imageOf(of.picture);
  // The slider may have moved on.
  if (frames[current] !== of) return;
  drawn = image;
  drawPicture();
  await explain();
}

/** Returns the pixel of a surface below a pixel of the picture. */
function onSurface(source: SurfaceSource, [x, y]: [number, number]): [number, number] {
  const along = (at: number, offset: number) => Math.floor((at + 0.5 - offset) / source.scale);
  return [along(x, source.offset[0]), along(y, source.offset[1])];
}

function callItem(call: Call, last: LastChange | null, isOrigin: boolean): HTMLElement {
  const of = flushes[call.flush] as Flush;
  const operation = of.operations[call.operation];
  const item = element("li", "");
  if (operation === undefined) return item;
  item.append(element("code", "", callText(operation, of.surface)));
  const notes: string[] = [];
  if (operation.kind === "paint") notes.push(`draws {${operation.target.join(", ")}}`);
  if (operation.kind === "scroll") {
    const [dx, dy] = operation.by;
    notes.push(`brought the pixel here from ${call.x - dx}, ${call.y - dy}`);
  }
  if (isOrigin) notes.push("wrote the value that the pixel has");
  if (last !== null && last.flush === call.flush && last.operation === call.operation) {
    item.classList.add("changed");
    notes.push("changed the pixel last");
  }
  if (notes.length > 0) item.append(element("span", "note", notes.join("; ")));
  return item;
}

function flushItem(flush: number): HTMLElement {
  const of = flushes[flush] as Flush;
  const frame = frames.find((frame) => frame.flushes > flush);
  const seen = frame === undefined ? "not shown" : `shown in frame ${frame.number}`;
  const more = of.more > 0 ? `; ${plural(of.more, "further call")} of it are not listed` : "";
  return element("li", "flush", `Flush(${of.surface}) at ${seconds(of.time)}, ${seen}, executes:${more}`);
}

/** Describes the last change if it is not one of the listed calls. */
function otherChange(last: LastChange | null, calls: Call[]): string | null {
  if (last === null) return "No call has changed the pixel: it has the value that the surface began with.";
  if (calls.some((call) => call.flush === last.flush && call.operation === last.operation)) return null;
  const of = flushes[last.flush] as Flush;
  const operation = of.operations[last.operation];
  const call = operation === undefined ? "a call that is not listed" : callText(operation, of.surface);
  return `The value of this place changed last before these calls, at ${seconds(of.time)}, by ${call}.`;
}

async function listCalls(frame: Frame, source: SurfaceSource, at: [number, number]): Promise<HTMLElement[]> {
  const pixel = onSurface(source, at);
  const { calls, isCut } = callsOf(flushes, frame.flushes, source.surface, pixel);
  if (calls.length === 0) return [element("li", "", "No call has drawn here. The surface begins empty.")];
  const last = await lastChange(flushes, frame.flushes, source.surface, pixel, readChanges);
  const items: HTMLElement[] = [];
  if (source.scale !== 1)
    items.push(element("li", "", `The picture is scaled: this is pixel ${pixel.join(", ")} of the surface.`));
  const other = otherChange(last, calls);
  if (other !== null) items.push(element("li", other.startsWith("No") ? "" : "changed", other));
  let flush = -1;
  // Paints replace pixels, so the latest call that is not a scroll wrote the value.
  let isOrigin = true;
  for (const call of calls) {
    if (call.flush !== flush) items.push(flushItem(call.flush));
    flush = call.flush;
    const isScroll = flushes[call.flush]?.operations[call.operation]?.kind === "scroll";
    items.push(callItem(call, last, isOrigin && !isScroll));
    if (!isScroll) isOrigin = false;
  }
  if (isCut) items.push(element("li", "", `Only the latest ${calls.length} calls are listed.`));
  return items;
}

function listDraws({ draws, more }: ContextSource): HTMLElement[] {
  const text =
    "OpenGL drew this frame. The page does not know which of these calls touched the pixel; they are all draw calls of the frame, latest first:";
  const items = [element("li", "", text)];
  if (more > 0) items.push(element("li", "", `${plural(more, "later call")} not listed`));
  let last = "";
  let times = 1;
  for (const draw of [...draws].reverse()) {
    if (draw === last) {
      times += 1;
      const note = items.at(-1)?.querySelector(".note");
      if (note !== null && note !== undefined) note.textContent = `${times} times in a row`;
      continue;
    }
    last = draw;
    times = 1;
    const item = element("li", "");
    item.append(element("code", "", draw), element("span", "note"));
    items.push(item);
  }
  return items;
}

/** Counts calls of `explain`, of which only the last may write its result. */
let asked = 0;

/** Lists the calls that drew the chosen pixel. */
async function explain(): Promise<void> {
  asked += 1;
  const question = asked;
  const frame = frames[current];
  if (cursor === null || frame === undefined) return;
  cursor = [Math.min(cursor[0], canvas.width - 1), Math.min(cursor[1], canvas.height - 1)];
  const [x, y] = cursor;
  drawPicture();
  const [red, green, blue, alpha] = context.getImageData(x, y, 1, 1).data;
  drawCursor();
  const swatch = element("span", "swatch");
  swatch.style.background = `rgba(${red}, ${green}, ${blue}, ${(alpha ?? 0) / 255})`;
  byId("value").replaceChildren(
    swatch,
    `Pixel ${x}, ${y}: red ${red}, green ${green}, blue ${blue}, alpha ${alpha}`,
  );
  const { source } = frame;
  let items: HTMLElement[];
  if (source === null) items = [element("li", "", "The element shows nothing in this frame.")];
  else if ("draws" in source) items = listDraws(source);
  else items = await listCalls(frame, source, [x, y]);
  if (question === asked) byId("calls").replaceChildren(...items);
}

function choose(x: number, y: number): void {
  const clamp = (at: number, side: number) => Math.max(0, Math.min(side - 1, Math.floor(at)));
  cursor = [clamp(x, canvas.width), clamp(y, canvas.height)];
  explain();
}

function stop(): void {
  if (playing !== null) clearTimeout(playing);
  playing = null;
  play.textContent = "Play";
}

/** Shows the next frame when its time has come. */
function step(): void {
  const [now, next] = [frames[current], frames[current + 1]];
  if (now === undefined || next === undefined) {
    stop();
    return;
  }
  // Long pauses are shortened.
  const wait = Math.min(next.time - now.time, 2000);
  playing = setTimeout(() => show(current + 1).then(() => playing !== null && step()), wait);
}

function toggle(): void {
  if (playing !== null) {
    stop();
    return;
  }
  if (current === frames.length - 1) show(0);
  play.textContent = "Pause";
  step();
}

const list = byId("events");

function fillEvents(): void {
  for (const [time, isOutput, text] of timeline.events) {
    const item = element("li", isOutput ? "output" : "");
    const button = element("button", "");
    button.append(element("span", "time", seconds(time)), element("span", "", text));
    button.onclick = () => {
      const next = frames.findIndex((frame) => frame.time >= time);
      stop();
      show(next < 0 ? frames.length - 1 : next);
    };
    item.append(button);
    list.append(item);
  }
  if (timeline.events.length === 0) list.append(element("li", "", "There were none."));
}

function fillHeader(): void {
  document.title = timeline.name;
  byId("title").textContent = timeline.name;
  const ending = timeline.ending === null ? "" : `; the replay ended: ${timeline.ending}`;
  byId("summary").textContent =
    `${plural(frames.length, "frame")}, ${plural(timeline.pictures.length, "different picture")}${ending}`;
  if (!timeline.isFull) return;
  const [noFrames, noEvents] = timeline.leftOut;
  const leftOut = byId("left-out");
  leftOut.hidden = false;
  leftOut.textContent =
    `Left out at the end, as the page would be too large: ${plural(noFrames, "frame")}, ` +
    `${plural(noEvents, "event")}. pinnacle record show --max-size shows more.`;
}

slider.oninput = () => {
  stop();
  show(Number(slider.value));
};
play.onclick = toggle;
canvas.onclick = (event) => {
  const box = canvas.getBoundingClientRect();
  // Without the border.
  const along = (at: number, side: number, pixels: number) => ((at - 1) / (side - 2)) * pixels;
  choose(
    along(event.clientX - box.left, box.width, canvas.width),
    along(event.clientY - box.top, box.height, canvas.height),
  );
};
canvas.onkeydown = (event) => {
  const ways: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const way = ways[event.key];
  if (way === undefined) return;
  event.preventDefault();
  const by = event.shiftKey ? 10 : 1;
  const [x, y] = cursor ?? [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)];
  choose(x + way[0] * by, y + way[1] * by);
};
slider.max = String(Math.max(0, frames.length - 1));
fillHeader();
fillEvents();
if (frames.length > 0) show(0);
else byId("moment").textContent = "There are no frames.";
