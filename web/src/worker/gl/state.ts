// Functions that set numbers of the context and nothing else. Values that OpenGL ES 2 does not know
// are refused here, so that the browser need not be asked for errors.

import { type Context, enter } from "./context.ts";
import { INVALID_ENUM, INVALID_VALUE, TEXTURE0 } from "./numbers.ts";

/** ADD, SUBTRACT, REVERSE_SUBTRACT; MIN_EXT, MAX_EXT. */
function isEquation(value: number): boolean {
  return value === 0x8006 || value === 0x800a || value === 0x800b || value === 0x8007 || value === 0x8008;
}

/** ZERO, ONE, SRC_COLOR to SRC_ALPHA_SATURATE, CONSTANT_COLOR to ONE_MINUS_CONSTANT_ALPHA. */
function isFactor(value: number): boolean {
  return (
    value === 0 || value === 1 || (value >= 0x0300 && value <= 0x0308) || (value >= 0x8001 && value <= 0x8004)
  );
}

/** FRONT, BACK, both. */
function isFace(value: number): boolean {
  return value === 0x0404 || value === 0x0405 || value === 0x0408;
}

function isComparison(value: number): boolean {
  return value >= 0x0200 && value <= 0x0207;
}

/** ZERO, KEEP, REPLACE, INCR, DECR, INVERT, INCR_WRAP, DECR_WRAP. */
function isStencilOperation(value: number): boolean {
  return (
    value === 0 ||
    (value >= 0x1e00 && value <= 0x1e03) ||
    value === 0x150a ||
    value === 0x8507 ||
    value === 0x8508
  );
}

/** CULL_FACE, BLEND, DITHER, STENCIL_TEST, DEPTH_TEST, SCISSOR_TEST, POLYGON_OFFSET_FILL,
 * SAMPLE_ALPHA_TO_COVERAGE, SAMPLE_COVERAGE. */
export function isCapability(value: number): boolean {
  switch (value) {
    case 0x0b44:
    case 0x0be2:
    case 0x0bd0:
    case 0x0b90:
    case 0x0b71:
    case 0x0c11:
    case 0x8037:
    case 0x809e:
    case 0x80a0:
      return true;
    default:
      return false;
  }
}

/** The context for a call whose values are known, or not. */
function checked(id: number, isKnown: boolean, error = INVALID_ENUM): Context | undefined {
  const context = enter(id);
  if (isKnown) return context;
  context?.error(error);
  return undefined;
}

export const stateFunctions = {
  ActiveTexture(id: number, texture: number) {
    const unit = texture - TEXTURE0;
    const context = enter(id);
    if (context === undefined) return;
    if (unit < 0 || unit >= context.units.length) return context.error(INVALID_ENUM);
    context.unit = unit;
    context.gl.activeTexture(texture);
  },

  BlendColor(id: number, red: number, green: number, blue: number, alpha: number) {
    enter(id)?.gl.blendColor(red, green, blue, alpha);
  },

  BlendEquation(id: number, mode: number) {
    checked(id, isEquation(mode))?.gl.blendEquation(mode);
  },

  BlendEquationSeparate(id: number, colours: number, alpha: number) {
    checked(id, isEquation(colours) && isEquation(alpha))?.gl.blendEquationSeparate(colours, alpha);
  },

  BlendFunc(id: number, source: number, destination: number) {
    checked(id, isFactor(source) && isFactor(destination))?.gl.blendFunc(source, destination);
  },

  BlendFuncSeparate(
    id: number,
    source: number,
    destination: number,
    sourceAlpha: number,
    destinationAlpha: number,
  ) {
    const areKnown =
      isFactor(source) && isFactor(destination) && isFactor(sourceAlpha) && isFactor(destinationAlpha);
    checked(id, areKnown)?.gl.blendFuncSeparate(source, destination, sourceAlpha, destinationAlpha);
  },

  Clear(id: number, mask: number) {
    const context = checked(id, (mask & ~0x4500) === 0, INVALID_VALUE);
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
    checked(id, direction === 0x0900 || direction === 0x0901)?.gl.frontFace(direction);
  },

  /** GENERATE_MIPMAP_HINT; that of derivatives is for what WebGL 2 has without it. */
  Hint(id: number, target: number, mode: number) {
    const areKnown = (target === 0x8192 || target === 0x8b8b) && mode >= 0x1100 && mode <= 0x1102;
    const context = checked(id, areKnown);
    if (context === undefined) return;
    if (target === 0x8192) context.gl.hint(target, mode);
  },

  LineWidth(id: number, width: number) {
    checked(id, width > 0, INVALID_VALUE)?.gl.lineWidth(width);
  },

  PolygonOffset(id: number, factor: number, units: number) {
    enter(id)?.gl.polygonOffset(factor, units);
  },

  SampleCoverage(id: number, value: number, isInverted: number) {
    enter(id)?.gl.sampleCoverage(value, (isInverted & 0xff) !== 0);
  },

  Scissor(id: number, x: number, y: number, width: number, height: number) {
    checked(id, width >= 0 && height >= 0, INVALID_VALUE)?.gl.scissor(x, y, width, height);
  },

  StencilFunc(id: number, comparison: number, reference: number, mask: number) {
    checked(id, isComparison(comparison))?.gl.stencilFunc(comparison, reference, mask);
  },

  StencilFuncSeparate(id: number, face: number, comparison: number, reference: number, mask: number) {
    const areKnown = isFace(face) && isComparison(comparison);
    checked(id, areKnown)?.gl.stencilFuncSeparate(face, comparison, reference, mask);
  },

  StencilMask(id: number, mask: number) {
    enter(id)?.gl.stencilMask(mask);
  },

  StencilMaskSeparate(id: number, face: number, mask: number) {
    checked(id, isFace(face))?.gl.stencilMaskSeparate(face, mask);
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
    checked(id, width >= 0 && height >= 0, INVALID_VALUE)?.gl.viewport(x, y, width, height);
  },
};
