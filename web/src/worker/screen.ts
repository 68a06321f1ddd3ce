// Shows the picture of a program: this worker draws it on a canvas of the page.
//
// The first picture determines the type of the canvas. If it comes from Pepper's 2D, the canvas
// gets pixels. If it comes from OpenGL, the canvas gets bitmaps without a copy. Later pictures of
// the other type are converted.

import { changedPart } from "./changed_part.ts";
import { outside } from "./environment.ts";

/** The place of a picture in the element: width, height, left, top in CSS pixels. Undefined if the
 * picture is stretched to the element. */
type Place = [number, number, number, number] | undefined;

/** A picture that waits for the canvas. */
type Picture = { content: ImageData | ImageBitmap; place: Place };

let canvas: OffscreenCanvas | undefined;
/** True if the page draws the pictures, because it could not transfer its canvas. */
let isRemote = false;
let pixels: OffscreenCanvasRenderingContext2D | null = null;
let bitmaps: ImageBitmapRenderingContext | null = null;
let waiting: Picture | undefined;
let isAsked = false;
let lastPlace = "";
/** The pixels on the canvas, in its size. Undefined if they are unknown. */
let shown: Uint32Array | undefined;
/** A canvas for converting pixels to bitmaps. */
let painted: OffscreenCanvas | undefined;

/** The last pixels that OpenGL has drawn, if they are stored. */
let contextImage: ImageData | undefined;
let areContextPixelsKept = false;
let copied: OffscreenCanvas | undefined;

/** Determines whether the pixels that OpenGL draws are stored, for a replay. */
export function keepContextPixels(on: boolean): void {
  areContextPixelsKept = on;
}

/** Returns the last pixels that OpenGL has drawn, as RGBA without premultiplied alpha. */
export function contextPixels(): Uint8Array {
  return new Uint8Array(contextImage?.data.buffer ?? new ArrayBuffer(0));
}

/** Returns the width and height of these pixels. */
export function contextSize(): Uint32Array {
  return Uint32Array.of(contextImage?.width ?? 0, contextImage?.height ?? 0);
}

function keep(content: ImageBitmap): void {
  const { width, height } = content;
  copied ??= new OffscreenCanvas(width, height);
  // Setting the size clears the canvas.
  copied.width = width;
  copied.height = height;
  const onto = copied.getContext("2d", { willReadFrequently: true });
  onto?.drawImage(content, 0, 0);
  contextImage = onto?.getImageData(0, 0, width, height);
}

/** Sets the canvas of the page; undefined if the page draws the pictures itself. */
export function takeCanvas(given: OffscreenCanvas | undefined): void {
  canvas = given;
  isRemote = given === undefined;
  if (waiting !== undefined) draw(waiting);
  waiting = undefined;
}

function show(picture: Picture): void {
  if (canvas !== undefined || isRemote) {
    draw(picture);
    return;
  }
  drop();
  waiting = picture;
  if (!isAsked) outside.post({ kind: "draws" });
  isAsked = true;
}

/** Discards the waiting picture. */
function drop(): void {
  if (waiting?.content instanceof ImageBitmap) waiting.content.close();
  waiting = undefined;
}

function draw({ content, place }: Picture): void {
  const text = place === undefined ? "stretched" : place.join();
  if (text !== lastPlace) {
    lastPlace = text;
    const [width, height, left, top] = place ?? [0, 0, 0, 0];
    outside.post(place ? { kind: "picture", width, height, left, top } : { kind: "stretched" });
  }
  if (canvas === undefined) {
    outside.post({ kind: "drawn", content }, content instanceof ImageData ? [] : [content]);
    return;
  }
  if (pixels === null && bitmaps === null) {
    // The processor has computed the pixels. With a canvas in the GPU's memory, every picture would
    // wait for the GPU process.
    if (content instanceof ImageData) pixels = canvas.getContext("2d", { willReadFrequently: true });
    else bitmaps = canvas.getContext("bitmaprenderer");
  }
  if (pixels !== null) {
    if (content instanceof ImageData) paintChanges(pixels, content);
    else paint(pixels, content);
    shown = content instanceof ImageData ? wordsOf(content) : undefined;
  } else bitmaps?.transferFromImageBitmap(content instanceof ImageData ? bitmapOf(content) : content);
}

function wordsOf({ data }: ImageData): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
}

/** Paints the rectangle in which a picture differs from the canvas. */
function paintChanges(onto: OffscreenCanvasRenderingContext2D, content: ImageData): void {
  const { width, height } = content;
  const before = shown;
  if (before === undefined || onto.canvas.width !== width || onto.canvas.height !== height) {
    paint(onto, content);
    return;
  }
  const changed = changedPart(before, wordsOf(content), width, height);
  if (changed !== undefined) onto.putImageData(content, 0, 0, ...changed);
}

function paint(onto: OffscreenCanvasRenderingContext2D, content: ImageData | ImageBitmap): void {
  const { width, height } = content;
  // Setting the size clears the canvas, so it is set only if it differs.
  if (onto.canvas.width !== width || onto.canvas.height !== height) {
    onto.canvas.width = width;
    onto.canvas.height = height;
  }
  if (content instanceof ImageData) {
    onto.putImageData(content, 0, 0);
    return;
  }
  onto.clearRect(0, 0, width, height);
  onto.drawImage(content, 0, 0);
  content.close();
}

function bitmapOf(content: ImageData): ImageBitmap {
  painted ??= new OffscreenCanvas(content.width, content.height);
  const onto = painted.getContext("2d");
  if (onto !== null) paint(onto, content);
  return painted.transferToImageBitmap();
}

/** Shows a picture of RGBA pixels without premultiplied alpha. */
export function showPicture(
  rgba: Uint8Array,
  width: number,
  height: number,
  scale: number,
  left: number,
  top: number,
): void {
  const content = new ImageData(new Uint8ClampedArray(rgba), width, height);
  show({ content, place: [width * scale, height * scale, left, top] });
}

/** Shows a picture that OpenGL has drawn, stretched to the element. */
export function showBitmap(content: ImageBitmap): void {
  if (areContextPixelsKept) keep(content);
  show({ content, place: undefined });
}

/** Clears the canvas. */
export function showNothing(): void {
  drop();
  contextImage = undefined;
  shown = undefined;
  if (isRemote) outside.post({ kind: "drawn", content: undefined });
  if (canvas !== undefined) pixels?.clearRect(0, 0, canvas.width, canvas.height);
  bitmaps?.transferFromImageBitmap(null);
}
