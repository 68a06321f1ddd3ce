// Saves and restores the state of a context outside its objects. Several contexts can be a single
// context for the browser. The state is saved when another one becomes active, and restored when
// the context becomes active again.

import { GL } from "../../generated/gl.ts";
import type { Context, Unit } from "./context.ts";
import { applyPixelStore } from "./pixels.ts";

/** The capabilities, which are enabled and disabled. */
export const CAPABILITIES: readonly number[] = [
  ...[GL.CULL_FACE, GL.BLEND, GL.DITHER, GL.STENCIL_TEST, GL.DEPTH_TEST, GL.SCISSOR_TEST],
  ...[GL.POLYGON_OFFSET_FILL, GL.SAMPLE_ALPHA_TO_COVERAGE, GL.SAMPLE_COVERAGE],
];

/** The results of `gl.getParameter`, by parameter. */
type Parameters = Map<number, unknown>;

export type SavedState = { capabilities: boolean[]; parameters: Parameters };

/** The stencil state of front and back faces: function, reference, masks, operations. */
const STENCIL = [
  [
    GL.FRONT,
    ...[GL.STENCIL_FUNC, GL.STENCIL_REF, GL.STENCIL_VALUE_MASK, GL.STENCIL_FAIL],
    ...[GL.STENCIL_PASS_DEPTH_FAIL, GL.STENCIL_PASS_DEPTH_PASS, GL.STENCIL_WRITEMASK],
  ],
  [
    GL.BACK,
    ...[GL.STENCIL_BACK_FUNC, GL.STENCIL_BACK_REF, GL.STENCIL_BACK_VALUE_MASK, GL.STENCIL_BACK_FAIL],
    ...[GL.STENCIL_BACK_PASS_DEPTH_FAIL, GL.STENCIL_BACK_PASS_DEPTH_PASS, GL.STENCIL_BACK_WRITEMASK],
  ],
] as const;

const PARAMETERS = [
  ...[
    GL.VIEWPORT,
    GL.SCISSOR_BOX,
    GL.COLOR_CLEAR_VALUE,
    GL.COLOR_WRITEMASK,
    GL.DEPTH_RANGE,
    GL.DEPTH_WRITEMASK,
    GL.DEPTH_CLEAR_VALUE,
    GL.DEPTH_FUNC,
  ],
  ...[
    GL.STENCIL_CLEAR_VALUE,
    GL.CULL_FACE_MODE,
    GL.FRONT_FACE,
    GL.LINE_WIDTH,
    GL.POLYGON_OFFSET_FACTOR,
    GL.POLYGON_OFFSET_UNITS,
    GL.SAMPLE_COVERAGE_VALUE,
  ],
  ...[
    GL.SAMPLE_COVERAGE_INVERT,
    GL.BLEND_COLOR,
    GL.BLEND_EQUATION_RGB,
    GL.BLEND_EQUATION_ALPHA,
    GL.BLEND_SRC_RGB,
    GL.BLEND_DST_RGB,
  ],
  ...[GL.BLEND_SRC_ALPHA, GL.BLEND_DST_ALPHA],
  ...STENCIL.flatMap(([, ...numbers]) => numbers),
];

/** The state of new contexts. */
const FIRST: SavedState = {
  capabilities: CAPABILITIES.map((capability) => capability === GL.DITHER),
  parameters: new Map<number, unknown>([
    ...([
      [GL.VIEWPORT, [0, 0, 0, 0]],
      [GL.SCISSOR_BOX, [0, 0, 0, 0]],
      [GL.COLOR_CLEAR_VALUE, [0, 0, 0, 0]],
      [GL.COLOR_WRITEMASK, [true, true, true, true]],
      [GL.DEPTH_RANGE, [0, 1]],
      [GL.DEPTH_WRITEMASK, true],
      [GL.DEPTH_CLEAR_VALUE, 1],
      [GL.DEPTH_FUNC, GL.LESS],
      [GL.STENCIL_CLEAR_VALUE, 0],
      [GL.CULL_FACE_MODE, GL.BACK],
      [GL.FRONT_FACE, GL.CCW],
      [GL.LINE_WIDTH, 1],
      [GL.POLYGON_OFFSET_FACTOR, 0],
      [GL.POLYGON_OFFSET_UNITS, 0],
      [GL.SAMPLE_COVERAGE_VALUE, 1],
      [GL.SAMPLE_COVERAGE_INVERT, false],
      [GL.BLEND_COLOR, [0, 0, 0, 0]],
      [GL.BLEND_EQUATION_RGB, GL.FUNC_ADD],
      [GL.BLEND_EQUATION_ALPHA, GL.FUNC_ADD],
      [GL.BLEND_SRC_RGB, 1],
      [GL.BLEND_DST_RGB, 0],
      [GL.BLEND_SRC_ALPHA, 1],
      [GL.BLEND_DST_ALPHA, 0],
    ] as [number, unknown][]),
    ...STENCIL.flatMap(([, func, ref, mask, fail, depthFail, pass, written]): [number, unknown][] => [
      [func, GL.ALWAYS],
      [ref, 0],
      [mask, 0xffffffff],
      [fail, GL.KEEP],
      [depthFail, GL.KEEP],
      [pass, GL.KEEP],
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

/** Restores the saved state of a context, or sets the state of a new one. */
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
  gl.viewport(...four(GL.VIEWPORT));
  gl.scissor(...four(GL.SCISSOR_BOX));
  gl.clearColor(...four(GL.COLOR_CLEAR_VALUE));
  gl.colorMask(
    ...([...(parameters.get(GL.COLOR_WRITEMASK) as Iterable<boolean>)] as [
      boolean,
      boolean,
      boolean,
      boolean,
    ]),
  );
  gl.depthRange(...two(GL.DEPTH_RANGE));
  gl.depthMask(one(GL.DEPTH_WRITEMASK) !== 0);
  gl.clearDepth(one(GL.DEPTH_CLEAR_VALUE));
  gl.depthFunc(one(GL.DEPTH_FUNC));
  gl.clearStencil(one(GL.STENCIL_CLEAR_VALUE));
  gl.cullFace(one(GL.CULL_FACE_MODE));
  gl.frontFace(one(GL.FRONT_FACE));
  gl.lineWidth(one(GL.LINE_WIDTH));
  gl.polygonOffset(one(GL.POLYGON_OFFSET_FACTOR), one(GL.POLYGON_OFFSET_UNITS));
  gl.sampleCoverage(one(GL.SAMPLE_COVERAGE_VALUE), one(GL.SAMPLE_COVERAGE_INVERT) !== 0);
  gl.blendColor(...four(GL.BLEND_COLOR));
  gl.blendEquationSeparate(one(GL.BLEND_EQUATION_RGB), one(GL.BLEND_EQUATION_ALPHA));
  gl.blendFuncSeparate(
    one(GL.BLEND_SRC_RGB),
    one(GL.BLEND_DST_RGB),
    one(GL.BLEND_SRC_ALPHA),
    one(GL.BLEND_DST_ALPHA),
  );
  for (const [face, func, ref, mask, fail, depthFail, pass, written] of STENCIL) {
    gl.stencilFuncSeparate(face, one(func), one(ref), one(mask));
    gl.stencilOpSeparate(face, one(fail), one(depthFail), one(pass));
    gl.stencilMaskSeparate(face, one(written));
  }
  restoreBindings(context);
}

function restoreBindings(context: Context) {
  const { gl, group } = context;
  gl.bindVertexArray(context.array.object);
  gl.bindBuffer(gl.ARRAY_BUFFER, context.arrayBuffer?.vertices ?? null);
  gl.bindRenderbuffer(gl.RENDERBUFFER, context.renderbuffer?.object ?? null);
  // A context that is being created has no framebuffer yet.
  if ((context as Partial<Context>).backBuffer !== undefined) context.bindFramebuffers();
  gl.useProgram(context.program?.object ?? null);
  context.units.forEach(({ flat, cube }: Unit, index) => {
    gl.activeTexture(GL.TEXTURE0 + index);
    gl.bindTexture(GL.TEXTURE_2D, (flat ?? group.defaultFlat).object);
    gl.bindTexture(GL.TEXTURE_CUBE_MAP, (cube ?? group.defaultCube).object);
  });
  gl.activeTexture(GL.TEXTURE0 + context.unit);
  applyPixelStore(context);
  for (let index = 0; 4 * index < context.constants.length; index++) {
    gl.vertexAttrib4fv(index, context.constants.subarray(4 * index, 4 * index + 4));
  }
}
