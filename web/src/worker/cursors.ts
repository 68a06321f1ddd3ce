// The mouse cursor over the element: a cursor of CSS, or a picture from the program.

import { outside } from "./environment.ts";

/** The CSS names of the values of PP_MouseCursor_Type, from 0 on. */
const CURSORS =
  "default crosshair pointer text wait help e-resize n-resize ne-resize nw-resize s-resize se-resize sw-resize w-resize ns-resize ew-resize nesw-resize nwse-resize col-resize row-resize all-scroll all-scroll all-scroll all-scroll all-scroll all-scroll all-scroll all-scroll all-scroll move vertical-text cell context-menu alias progress no-drop copy none not-allowed zoom-in zoom-out grab grabbing".split(
    " ",
  );

export function setCursor(kind: number): boolean {
  const css = CURSORS[kind];
  if (css === undefined) return false;
  outside.post({ kind: "cursor", css });
  return true;
}

export function setPictureCursor(
  rgba: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
): void {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  void canvas.convertToBlob().then(async (blob) => {
    const bytes = String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()));
    outside.post({
      kind: "cursor",
      css: `url("data:image/png;base64,${btoa(bytes)}") ${left} ${top}, default`,
    });
  });
}
