// Functions that only set numbers of the context. Values that OpenGL ES 2 does not define are
// rejected here, so the errors of the browser need not be queried.

import {
  CLEAR_MASK,
  GL,
  isBlendEquation,
  isBlendFactor,
  isCapability,
  isComparison,
  isFace,
  isFrontFace,
  isHintMode,
  isHintTarget,
  isStencilOperation,
} from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { noteComparison, noteWritten } from "./stencil.ts";

/** Returns the context for a call if its values are valid. Sets an error otherwise. */
function checked(id: number, isKnown: boolean, error: number = GL.INVALID_ENUM): Context | undefined {
  const context = enter(id);
  if (isKnown) return context;
  context?.error(error);
  return undefined;
}

export const stateFunctions = {
  ActiveTexture(id: number, texture: number) {
    const unit = texture - GL.TEXTURE0;
    const context = enter(id);
    if (context === undefined) return;
    if (unit < 0 || unit >= context.units.length) return context.error(GL.INVALID_ENUM);
    context.unit = unit;
    context.gl.activeTexture(texture);
  },

  BlendColor(id: number, red: number, green: number, blue: number, alpha: number) {
    enter(id)?.gl.blendColor(red, green, blue, alpha);
  },

  BlendEquation(id: number, mode: number) {
    checked(id, isBlendEquation(mode))?.gl.blendEquation(mode);
  },

  BlendEquationSeparate(id: number, colours: number, alpha: number) {
    checked(id, isBlendEquation(colours) && isBlendEquation(alpha))?.gl.blendEquationSeparate(colours, alpha);
  },

  BlendFunc(id: number, source: number, destination: number) {
    checked(id, isBlendFactor(source) && isBlendFactor(destination))?.gl.blendFunc(source, destination);
  },

  BlendFuncSeparate(
    id: number,
    source: number,
    destination: number,
    sourceAlpha: number,
    destinationAlpha: number,
  ) {
    const areKnown =
      isBlendFactor(source) &&
      isBlendFactor(destination) &&
      isBlendFactor(sourceAlpha) &&
      isBlendFactor(destinationAlpha);
    checked(id, areKnown)?.gl.blendFuncSeparate(source, destination, sourceAlpha, destinationAlpha);
  },

  Clear(id: number, mask: number) {
    const context = checked(id, (mask & ~CLEAR_MASK) === 0, GL.INVALID_VALUE);
    if (context === undefined) return;
    context.isUnsure = true;
    context.gl.clear(mask);
  },

  ClearColor(id: number, red: number, green: number, blue: number, alpha: number) {
    enter(id)?.gl.clearColor(red, green, blue, alpha);
  },

  ClearDepthf(id: number, depth: number) {
    enter(id)?.gl.clearDepth(depth);
  },

  ClearStencil(id: number, stencil: number) {
    enter(id)?.gl.clearStencil(stencil);
  },

  ColorMask(id: number, red: number, green: number, blue: number, alpha: number) {
    const isOn = (value: number) => (value & 0xff) !== 0;
    enter(id)?.gl.colorMask(isOn(red), isOn(green), isOn(blue), isOn(alpha));
  },

  CullFace(id: number, face: number) {
    checked(id, isFace(face))?.gl.cullFace(face);
  },

  DepthFunc(id: number, comparison: number) {
    checked(id, isComparison(comparison))?.gl.depthFunc(comparison);
  },

  DepthMask(id: number, isOn: number) {
    enter(id)?.gl.depthMask((isOn & 0xff) !== 0);
  },

  DepthRangef(id: number, near: number, far: number) {
    enter(id)?.gl.depthRange(near, far);
  },

  Enable(id: number, capability: number) {
    checked(id, isCapability(capability))?.gl.enable(capability);
  },

  Disable(id: number, capability: number) {
    checked(id, isCapability(capability))?.gl.disable(capability);
  },

  IsEnabled(id: number, capability: number): number {
    return checked(id, isCapability(capability))?.gl.isEnabled(capability) ? 1 : 0;
  },

  Finish(id: number) {
    enter(id)?.gl.finish();
  },

  Flush(id: number) {
    enter(id)?.gl.flush();
  },

  FrontFace(id: number, direction: number) {
    checked(id, isFrontFace(direction))?.gl.frontFace(direction);
  },

  /** Passes GENERATE_MIPMAP_HINT on. The hint for derivatives has no effect, since WebGL 2 has
   * derivatives anyway. */
  Hint(id: number, target: number, mode: number) {
    const areKnown = isHintTarget(target) && isHintMode(mode);
    const context = checked(id, areKnown);
    if (context === undefined) return;
    if (target === GL.GENERATE_MIPMAP_HINT) context.gl.hint(target, mode);
  },

  LineWidth(id: number, width: number) {
    checked(id, width > 0, GL.INVALID_VALUE)?.gl.lineWidth(width);
  },

  PolygonOffset(id: number, factor: number, units: number) {
    enter(id)?.gl.polygonOffset(factor, units);
  },

  SampleCoverage(id: number, value: number, isInverted: number) {
    enter(id)?.gl.sampleCoverage(value, (isInverted & 0xff) !== 0);
  },

  Scissor(id: number, x: number, y: number, width: number, height: number) {
    checked(id, width >= 0 && height >= 0, GL.INVALID_VALUE)?.gl.scissor(x, y, width, height);
  },

  StencilFunc(id: number, comparison: number, reference: number, mask: number) {
    const context = checked(id, isComparison(comparison));
    if (context === undefined) return;
    noteComparison(context.stencil, GL.FRONT_AND_BACK, comparison, reference, mask);
    context.gl.stencilFunc(comparison, reference, mask);
  },

  StencilFuncSeparate(id: number, face: number, comparison: number, reference: number, mask: number) {
    const context = checked(id, isFace(face) && isComparison(comparison));
    if (context === undefined) return;
    noteComparison(context.stencil, face, comparison, reference, mask);
    context.gl.stencilFuncSeparate(face, comparison, reference, mask);
  },

  StencilMask(id: number, mask: number) {
    const context = enter(id);
    if (context === undefined) return;
    noteWritten(context.stencil, GL.FRONT_AND_BACK, mask);
    context.gl.stencilMask(mask);
  },

  StencilMaskSeparate(id: number, face: number, mask: number) {
    const context = checked(id, isFace(face));
    if (context === undefined) return;
    noteWritten(context.stencil, face, mask);
    context.gl.stencilMaskSeparate(face, mask);
  },

  StencilOp(id: number, fail: number, depthFail: number, pass: number) {
    const areKnown = isStencilOperation(fail) && isStencilOperation(depthFail) && isStencilOperation(pass);
    checked(id, areKnown)?.gl.stencilOp(fail, depthFail, pass);
  },

  StencilOpSeparate(id: number, face: number, fail: number, depthFail: number, pass: number) {
    const areKnown =
      isFace(face) && isStencilOperation(fail) && isStencilOperation(depthFail) && isStencilOperation(pass);
    checked(id, areKnown)?.gl.stencilOpSeparate(face, fail, depthFail, pass);
  },

  Viewport(id: number, x: number, y: number, width: number, height: number) {
    checked(id, width >= 0 && height >= 0, GL.INVALID_VALUE)?.gl.viewport(x, y, width, height);
  },
};
