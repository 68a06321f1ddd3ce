// Draws with different stencil references and masks for front and back faces, which WebGL refuses:
// front faces are drawn first, then back faces.

import { GL } from "../../generated/gl.ts";
import type { Context } from "./context.ts";

/** The stencil settings of a face: those that must be equal in WebGL, and the comparison. */
type Face = { comparison: number; reference: number; mask: number; written: number };

export type Stencil = {
  readonly front: Face;
  readonly back: Face;
  /** True if WebGL refuses to draw. */
  differs: boolean;
};

/** The bits of a stencil buffer. */
const BITS = 0xff;

function newFace(): Face {
  return { comparison: GL.ALWAYS, reference: 0, mask: -1, written: -1 };
}

export function newStencil(): Stencil {
  return { front: newFace(), back: newFace(), differs: false };
}

/** Records the comparison of one face or both. */
export function noteComparison(
  stencil: Stencil,
  face: number,
  comparison: number,
  reference: number,
  mask: number,
) {
  const { front, back } = stencil;
  if (face !== GL.BACK) setComparison(front, comparison, reference, mask);
  if (face !== GL.FRONT) setComparison(back, comparison, reference, mask);
  compareFaces(stencil);
}

function setComparison(face: Face, comparison: number, reference: number, mask: number) {
  face.comparison = comparison;
  face.reference = reference;
  face.mask = mask;
}

/** Records the bits that can be written for one face or both. */
export function noteWritten(stencil: Stencil, face: number, written: number) {
  if (face !== GL.BACK) stencil.front.written = written;
  if (face !== GL.FRONT) stencil.back.written = written;
  compareFaces(stencil);
}

function compareFaces(stencil: Stencil) {
  const { front, back } = stencil;
  stencil.differs =
    clamped(front.reference) !== clamped(back.reference) ||
    ((front.mask ^ back.mask) & BITS) !== 0 ||
    ((front.written ^ back.written) & BITS) !== 0;
}

function clamped(reference: number): number {
  return Math.min(Math.max(reference, 0), BITS);
}

/** Returns true if a mode draws triangles. Points and lines are front faces, and never culled. */
function isOfTriangles(mode: number): boolean {
  return mode === GL.TRIANGLES || mode === GL.TRIANGLE_STRIP || mode === GL.TRIANGLE_FAN;
}

/** Returns true if WebGL refuses to draw front and back faces together. */
export function areFacesApart({ gl, stencil }: Context): boolean {
  return stencil.differs && gl.isEnabled(gl.STENCIL_TEST);
}

/** Calls a function that draws, once for each face. */
export function drawFaces(context: Context, mode: number, draw: () => void) {
  const { gl, stencil } = context;
  const { front, back } = stencil;
  const isCulling = gl.isEnabled(gl.CULL_FACE);
  const culled: unknown = gl.getParameter(gl.CULL_FACE_MODE);
  const isShown = (face: number) => !isCulling || (culled !== face && culled !== GL.FRONT_AND_BACK);
  const drawWith = ({ comparison, reference, mask, written }: Face) => {
    gl.stencilFunc(comparison, reference, mask);
    gl.stencilMask(written);
    draw();
  };
  if (isOfTriangles(mode)) {
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.BACK);
    if (isShown(GL.FRONT)) drawWith(front);
    gl.cullFace(gl.FRONT);
    if (isShown(GL.BACK)) drawWith(back);
    gl.cullFace(Number(culled));
    if (!isCulling) gl.disable(gl.CULL_FACE);
  } else {
    drawWith(front);
  }
  gl.stencilFuncSeparate(gl.FRONT, front.comparison, front.reference, front.mask);
  gl.stencilFuncSeparate(gl.BACK, back.comparison, back.reference, back.mask);
  gl.stencilMaskSeparate(gl.FRONT, front.written);
  gl.stencilMaskSeparate(gl.BACK, back.written);
}
