// The state of a context that is not in its objects, so that several contexts can be one to the
// browser: read when another one has the turn, and set when it comes back.

import type { Context, Unit } from "./context.ts";
import { TEXTURE_2D, TEXTURE_CUBE_MAP, TEXTURE0 } from "./numbers.ts";
import { applyPixelStore } from "./pixels.ts";

const CAPABILITIES = [0x0b44, 0x0be2, 0x0bd0, 0x0b90, 0x0b71, 0x0c11, 0x8037, 0x809e, 0x80a0];

/** What `gl.getParameter` tells, by its number. */
type Parameters = Map<number, unknown>;

export type SavedState = { capabilities: boolean[]; parameters: Parameters };

const VIEWPORT = 0x0ba2,
  SCISSOR_BOX = 0x0c10,
  CLEAR_COLOR = 0x0c22,
  COLOR_MASK = 0x0c23,
  DEPTH_RANGE = 0x0b70,
  DEPTH_MASK = 0x0b72,
  CLEAR_DEPTH = 0x0b73,
  DEPTH_FUNC = 0x0b74,
  CLEAR_STENCIL = 0x0b91,
  CULL_FACE_MODE = 0x0b45,
  FRONT_FACE = 0x0b46,
  LINE_WIDTH = 0x0b21,
  OFFSET_FACTOR = 0x8038,
  OFFSET_UNITS = 0x2a00,
  COVERAGE = 0x80aa,
  COVERAGE_INVERT = 0x80ab,
  BLEND_COLOR = 0x8005,
  EQUATION_RGB = 0x8009,
  EQUATION_ALPHA = 0x883d,
  SOURCE_RGB = 0x80c9,
  DESTINATION_RGB = 0x80c8,
  SOURCE_ALPHA = 0x80cb,
  DESTINATION_ALPHA = 0x80ca;

/** Functions, reference, masks, what is done: of the front, and of the back. */
const STENCIL = [
  [0x0404, 0x0b92, 0x0b97, 0x0b93, 0x0b94, 0x0b95, 0x0b96, 0x0b98],
  [0x0405, 0x8800, 0x8ca3, 0x8ca4, 0x8801, 0x8802, 0x8803, 0x8ca5],
] as const;

const PARAMETERS = [
  ...[VIEWPORT, SCISSOR_BOX, CLEAR_COLOR, COLOR_MASK, DEPTH_RANGE, DEPTH_MASK, CLEAR_DEPTH, DEPTH_FUNC],
  ...[CLEAR_STENCIL, CULL_FACE_MODE, FRONT_FACE, LINE_WIDTH, OFFSET_FACTOR, OFFSET_UNITS, COVERAGE],
  ...[COVERAGE_INVERT, BLEND_COLOR, EQUATION_RGB, EQUATION_ALPHA, SOURCE_RGB, DESTINATION_RGB],
  ...[SOURCE_ALPHA, DESTINATION_ALPHA],
  ...STENCIL.flatMap(([, ...numbers]) => numbers),
];

/** What new contexts have. */
const FIRST: SavedState = {
  capabilities: CAPABILITIES.map((capability) => capability === 0x0bd0),
  parameters: new Map<number, unknown>([
    ...([
      [VIEWPORT, [0, 0, 0, 0]],
      [SCISSOR_BOX, [0, 0, 0, 0]],
      [CLEAR_COLOR, [0, 0, 0, 0]],
      [COLOR_MASK, [true, true, true, true]],
      [DEPTH_RANGE, [0, 1]],
      [DEPTH_MASK, true],
      [CLEAR_DEPTH, 1],
      [DEPTH_FUNC, 0x0201],
      [CLEAR_STENCIL, 0],
      [CULL_FACE_MODE, 0x0405],
      [FRONT_FACE, 0x0901],
      [LINE_WIDTH, 1],
      [OFFSET_FACTOR, 0],
      [OFFSET_UNITS, 0],
      [COVERAGE, 1],
      [COVERAGE_INVERT, false],
      [BLEND_COLOR, [0, 0, 0, 0]],
      [EQUATION_RGB, 0x8006],
      [EQUATION_ALPHA, 0x8006],
      [SOURCE_RGB, 1],
      [DESTINATION_RGB, 0],
      [SOURCE_ALPHA, 1],
      [DESTINATION_ALPHA, 0],
    ] as [number, unknown][]),
    ...STENCIL.flatMap(([, func, ref, mask, fail, depthFail, pass, written]): [number, unknown][] => [
      [func, 0x0207],
      [ref, 0],
      [mask, 0xffffffff],
      [fail, 0x1e00],
      [depthFail, 0x1e00],
      [pass, 0x1e00],
      [written, 0xffffffff],
    ]),
  ]),
};

export function saveState({ gl }: Context): SavedState {
  return {
    capabilities: CAPABILITIES.map((capability) => gl.isEnabled(capability)),
    parameters: new Map(PARAMETERS.map((name) => [name, gl.getParameter(name)])),
  };
}

/** Sets what a context had when it was left, or what new ones have. */
export function restoreState(context: Context, saved: SavedState | undefined) {
  const { gl } = context;
  const { capabilities, parameters } = saved ?? FIRST;
  CAPABILITIES.forEach((capability, index) => {
    if (capabilities[index]) gl.enable(capability);
    else gl.disable(capability);
  });
  const one = (name: number): number => Number(parameters.get(name) ?? 0);
  const two = (name: number): [number, number] =>
    [...(parameters.get(name) as Iterable<number>)] as [number, number];
  const four = (name: number) =>
    [...(parameters.get(name) as Iterable<number>)] as [number, number, number, number];
  gl.viewport(...four(VIEWPORT));
  gl.scissor(...four(SCISSOR_BOX));
  gl.clearColor(...four(CLEAR_COLOR));
  gl.colorMask(
    ...([...(parameters.get(COLOR_MASK) as Iterable<boolean>)] as [boolean, boolean, boolean, boolean]),
  );
  gl.depthRange(...two(DEPTH_RANGE));
  gl.depthMask(one(DEPTH_MASK) !== 0);
  gl.clearDepth(one(CLEAR_DEPTH));
  gl.depthFunc(one(DEPTH_FUNC));
  gl.clearStencil(one(CLEAR_STENCIL));
  gl.cullFace(one(CULL_FACE_MODE));
  gl.frontFace(one(FRONT_FACE));
  gl.lineWidth(one(LINE_WIDTH));
  gl.polygonOffset(one(OFFSET_FACTOR), one(OFFSET_UNITS));
  gl.sampleCoverage(one(COVERAGE), one(COVERAGE_INVERT) !== 0);
  gl.blendColor(...four(BLEND_COLOR));
  gl.blendEquationSeparate(one(EQUATION_RGB), one(EQUATION_ALPHA));
  gl.blendFuncSeparate(one(SOURCE_RGB), one(DESTINATION_RGB), one(SOURCE_ALPHA), one(DESTINATION_ALPHA));
  for (const [face, func, ref, mask, fail, depthFail, pass, written] of STENCIL) {
    gl.stencilFuncSeparate(face, one(func), one(ref), one(mask));
    gl.stencilOpSeparate(face, one(fail), one(depthFail), one(pass));
    gl.stencilMaskSeparate(face, one(written));
  }
  restoreBindings(context);
}

function restoreBindings(context: Context) {
  const { gl } = context;
  gl.bindVertexArray(context.array.object);
  gl.bindBuffer(gl.ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
  gl.bindRenderbuffer(gl.RENDERBUFFER, context.renderbuffer?.object ?? null);
  // While it is made it has no framebuffer of its own yet.
  if ((context as Partial<Context>).backBuffer !== undefined) context.bindFramebuffers();
  gl.useProgram(context.program?.object ?? null);
  context.units.forEach(({ flat, cube }: Unit, index) => {
    gl.activeTexture(TEXTURE0 + index);
    gl.bindTexture(TEXTURE_2D, flat?.object ?? null);
    gl.bindTexture(TEXTURE_CUBE_MAP, cube?.object ?? null);
  });
  gl.activeTexture(TEXTURE0 + context.unit);
  applyPixelStore(context);
  for (let index = 0; 4 * index < context.constants.length; index++) {
    gl.vertexAttrib4fv(index, context.constants.subarray(4 * index, 4 * index + 4));
  }
}
