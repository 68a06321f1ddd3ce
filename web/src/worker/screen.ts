// Where the picture of a program goes: a canvas of the page, drawn on from here.

import { outside } from "./outside.ts";

/** A picture that waits for the canvas. */
type Picture = { data: ImageData; place: [number, number, number, number] };

let canvas: OffscreenCanvas | undefined;
let context: OffscreenCanvasRenderingContext2D | null = null;
let waiting: Picture | undefined;
let isAsked = false;
let lastPlace = "";

/** The page has given a canvas. */
export function takeCanvas(given: OffscreenCanvas): void {
  canvas = given;
  context = given.getContext("2d");
  if (waiting !== undefined) draw(waiting);
  waiting = undefined;
}

function draw({ data, place }: Picture): void {
  if (canvas === undefined || context === null) return;
  const [width, height, left, top] = place;
  const text = place.join();
  if (text !== lastPlace) {
    lastPlace = text;
    outside.post({ kind: "picture", width, height, left, top });
  }
  // Only where it differs, since it empties the canvas.
  if (canvas.width !== data.width || canvas.height !== data.height) {
    canvas.width = data.width;
    canvas.height = data.height;
  }
  context.putImageData(data, 0, 0);
}

/** Shows straight RGBA. */
export function showPicture(
  rgba: Uint8Array,
  width: number,
  height: number,
  scale: number,
  left: number,
  top: number,
): void {
  const data = new ImageData(new Uint8ClampedArray(rgba), width, height);
  const picture: Picture = { data, place: [width * scale, height * scale, left, top] };
  if (canvas !== undefined) {
    draw(picture);
    return;
  }
  waiting = picture;
  if (!isAsked) outside.post({ kind: "draws" });
  isAsked = true;
}

/** Shows nothing any more. */
export function showNothing(): void {
  waiting = undefined;
  if (canvas !== undefined) context?.clearRect(0, 0, canvas.width, canvas.height);
}
