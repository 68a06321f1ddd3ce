// Saves contexts as steps, in the order of crates/gles/src/context/saved/write.rs.

import { GL, Limit } from "../../../generated/gl.ts";
import type { Buffer } from "../buffers.ts";
import { type Context, enter } from "../context.ts";
import type { Names } from "../names.ts";
import { renderbufferName } from "../renderbuffers.ts";
import { CAPABILITIES } from "../switching.ts";
import { textureName } from "../textures.ts";
import type { VertexArray } from "../vertices.ts";
import { apart, Copies } from "./copies.ts";
import { deletedObjects, type Saving, sharedObjects, Unsaved } from "./objects.ts";
import { bitsOf, Kind, Steps, wordBytes, zeroEnded } from "./steps.ts";

/** The integers of a context: a function, its first arguments, and the parameters for the other
 * arguments. */
const INTEGERS: [name: string, first: number[], parameters: number[]][] = [
  ["BlendEquationSeparate", [], [GL.BLEND_EQUATION_RGB, GL.BLEND_EQUATION_ALPHA]],
  ["BlendFuncSeparate", [], [GL.BLEND_SRC_RGB, GL.BLEND_DST_RGB, GL.BLEND_SRC_ALPHA, GL.BLEND_DST_ALPHA]],
  ["ClearStencil", [], [GL.STENCIL_CLEAR_VALUE]],
  ["ColorMask", [], [GL.COLOR_WRITEMASK]],
  ["CullFace", [], [GL.CULL_FACE_MODE]],
  ["DepthFunc", [], [GL.DEPTH_FUNC]],
  ["DepthMask", [], [GL.DEPTH_WRITEMASK]],
  ["FrontFace", [], [GL.FRONT_FACE]],
  ["Hint", [GL.GENERATE_MIPMAP_HINT], [GL.GENERATE_MIPMAP_HINT]],
  ["Scissor", [], [GL.SCISSOR_BOX]],
  ["StencilFuncSeparate", [GL.FRONT], [GL.STENCIL_FUNC, GL.STENCIL_REF, GL.STENCIL_VALUE_MASK]],
  ["StencilFuncSeparate", [GL.BACK], [GL.STENCIL_BACK_FUNC, GL.STENCIL_BACK_REF, GL.STENCIL_BACK_VALUE_MASK]],
  ["StencilMaskSeparate", [GL.FRONT], [GL.STENCIL_WRITEMASK]],
  ["StencilMaskSeparate", [GL.BACK], [GL.STENCIL_BACK_WRITEMASK]],
  [
    "StencilOpSeparate",
    [GL.FRONT],
    [GL.STENCIL_FAIL, GL.STENCIL_PASS_DEPTH_FAIL, GL.STENCIL_PASS_DEPTH_PASS],
  ],
  [
    "StencilOpSeparate",
    [GL.BACK],
    [GL.STENCIL_BACK_FAIL, GL.STENCIL_BACK_PASS_DEPTH_FAIL, GL.STENCIL_BACK_PASS_DEPTH_PASS],
  ],
  ["Viewport", [], [GL.VIEWPORT]],
];

/** The floats of a context: a function, and the parameters for its arguments. */
const FLOATS: [name: string, parameters: number[]][] = [
  ["BlendColor", [GL.BLEND_COLOR]],
  ["ClearColor", [GL.COLOR_CLEAR_VALUE]],
  ["ClearDepthf", [GL.DEPTH_CLEAR_VALUE]],
  ["DepthRangef", [GL.DEPTH_RANGE]],
  ["LineWidth", [GL.LINE_WIDTH]],
  ["PolygonOffset", [GL.POLYGON_OFFSET_FACTOR, GL.POLYGON_OFFSET_UNITS]],
];

/** Saves a context for the Rust part. `functions` are the names of OpenGL's functions in the order
 * of their numbers, separated by spaces. The steps of the first context of a group create the
 * objects that its contexts share. Those of the last one delete the objects that the program has
 * deleted but a context still uses. If a part of the context cannot be saved, throws the name of
 * this part. */
export function saveContext(id: number, functions: string, isFirst: boolean, isLast: boolean): Uint8Array {
  const context = enter(id);
  if (context === undefined) throw "an OpenGL context that the browser has lost";
  if (context.activeQueries.size > 0) throw "an OpenGL query under way";
  const steps = new Steps(functions);
  // The numbers are read first, because saving the objects changes the browser's state.
  const numbers = numbersOf(context);
  try {
    apart(context, () => {
      const copies = new Copies(context.gl);
      try {
        save({ context, steps, copies }, numbers, isFirst, isLast);
      } finally {
        copies.remove();
      }
    });
  } catch (thrown) {
    throw thrown instanceof Unsaved ? thrown.part : thrown;
  }
  return steps.finish();
}

function save(saving: Saving, numbers: Call[], isFirst: boolean, isLast: boolean): void {
  const { steps, context } = saving;
  features(saving);
  if (isFirst) sharedObjects(saving);
  framebuffers(saving);
  vertexArrays(saving);
  for (const { name, target } of context.queries) {
    steps.make(Kind.QUERY, name);
    if (target === 0) continue;
    steps.call("BeginQueryEXT", [target, name]);
    steps.call("EndQueryEXT", [target]);
  }
  bindings(saving);
  for (const [name, args] of numbers) steps.call(name, args);
  if (isLast) deletedObjects(saving);
  screen(saving);
  const { buffers, textures, renderbuffers, shaders } = context.group;
  const { framebuffers: ownFramebuffers, arrays, queries } = context;
  const names = [buffers, textures, renderbuffers, shaders, shaders, ownFramebuffers, arrays, queries];
  names.forEach((names, kind) => void steps.next(kind, names.next));
  steps.end();
}

function features({ context, steps }: Saving): void {
  const features: [boolean, string][] = [
    [context.allowsAnyTarget, "pepper3d_allow_buffers_on_multiple_targets"],
    [context.hasFixed, "pepper3d_support_fixed_attribs"],
  ];
  for (const [isOn, name] of features) {
    if (isOn) steps.call("EnableFeatureCHROMIUM", [0], { place: 0, bytes: zeroEnded(name) });
  }
  // Pixels and buffers are passed without gaps.
  steps.call("PixelStorei", [GL.UNPACK_ALIGNMENT, 1]);
}

function framebuffers(saving: Saving): void {
  const { context, steps } = saving;
  const { gl, backBuffer, drawFramebuffer, readFramebuffer } = context;
  const buffers = Math.min(Limit.MAX_DRAW_BUFFERS, Number(gl.getParameter(gl.MAX_DRAW_BUFFERS)));
  for (const { name, object, wasBound } of context.framebuffers) {
    steps.make(Kind.FRAMEBUFFER, name);
    if (!wasBound) continue;
    steps.call("BindFramebuffer", [GL.FRAMEBUFFER, name]);
    gl.bindFramebuffer(GL.FRAMEBUFFER, object);
    const colours = Array.from({ length: buffers }, (_, place) => GL.COLOR_ATTACHMENT0 + place);
    for (const place of [...colours, GL.DEPTH_ATTACHMENT, GL.STENCIL_ATTACHMENT]) attachment(saving, place);
    drawBuffers(saving, buffers, false);
  }
  steps.call("BindFramebuffer", [GL.FRAMEBUFFER, 0]);
  gl.bindFramebuffer(GL.FRAMEBUFFER, backBuffer.framebuffer);
  drawBuffers(saving, 1, true);
  steps.call("BindFramebuffer", [gl.DRAW_FRAMEBUFFER, drawFramebuffer?.name ?? 0]);
  steps.call("BindFramebuffer", [gl.READ_FRAMEBUFFER, readFramebuffer?.name ?? 0]);
}

/** Adds the attachment to the bound framebuffer. */
function attachment({ context, steps }: Saving, place: number): void {
  const { gl, group } = context;
  const get = (parameter: number): unknown =>
    gl.getFramebufferAttachmentParameter(GL.FRAMEBUFFER, place, parameter);
  const type = get(GL.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
  if (type !== GL.TEXTURE && type !== GL.RENDERBUFFER) return;
  const object = get(GL.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) as WebGLTexture;
  if (type === GL.RENDERBUFFER) {
    const name = renderbufferName(object);
    if (group.renderbuffers.get(name)?.object === object)
      steps.call("FramebufferRenderbuffer", [GL.FRAMEBUFFER, place, GL.RENDERBUFFER, name]);
    return;
  }
  const name = textureName(object);
  const side = Number(get(GL.FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) ?? 0);
  if (group.textures.get(name)?.object === object)
    steps.call("FramebufferTexture2D", [GL.FRAMEBUFFER, place, side || GL.TEXTURE_2D, name, 0]);
}

/** Adds the draw buffers of the bound framebuffer. The program has another name for the only draw
 * buffer of framebuffer 0. */
function drawBuffers({ context, steps }: Saving, count: number, isOwn: boolean): void {
  const { gl } = context;
  const buffers = Array.from({ length: count }, (_, place) => {
    const buffer = Number(gl.getParameter(gl.DRAW_BUFFER0 + place) ?? 0);
    return isOwn && buffer !== 0 ? GL.BACK : buffer;
  });
  steps.call("DrawBuffersEXT", [count, 0], { place: 1, bytes: wordBytes(buffers) });
}

function vertexArrays(saving: Saving): void {
  const { context, steps } = saving;
  for (const array of context.arrays) {
    steps.make(Kind.VERTEX_ARRAY, array.name);
    steps.call("BindVertexArrayOES", [array.name]);
    vertexArray(saving, array);
  }
  steps.call("BindVertexArrayOES", [0]);
  vertexArray(saving, context.defaultArray);
  steps.call("BindVertexArrayOES", [context.array.name]);
  bindBuffer(saving, GL.ARRAY_BUFFER, context.arrayBuffer);
  const { constants } = context;
  for (let index = 0; 4 * index < constants.length; index++) {
    const value = Array.from(constants.subarray(4 * index, 4 * index + 4), bitsOf);
    steps.call("VertexAttrib4f", [index, ...value]);
  }
}

/** Binds a buffer, or none if it no longer exists. */
function bindBuffer({ steps }: Saving, target: number, buffer: Buffer | undefined): void {
  steps.call("BindBuffer", [target, buffer === undefined || buffer.isDeleted ? 0 : buffer.name]);
}

/** Adds the arrays of the bound vertex array object. */
function vertexArray(saving: Saving, { attributes, indices }: VertexArray): void {
  const { steps } = saving;
  attributes.forEach((attribute, index) => {
    const { buffer, size, type, isNormalized, stride, pointer, divisor, isEnabled } = attribute;
    if (buffer === undefined || !buffer.isDeleted) {
      bindBuffer(saving, GL.ARRAY_BUFFER, buffer);
      steps.call("VertexAttribPointer", [index, size, type, Number(isNormalized), stride, pointer]);
    }
    if (divisor !== 0) steps.call("VertexAttribDivisorANGLE", [index, divisor]);
    if (isEnabled) steps.call("EnableVertexAttribArray", [index]);
  });
  bindBuffer(saving, GL.ELEMENT_ARRAY_BUFFER, indices);
}

function bindings({ context, steps }: Saving): void {
  const { group } = context;
  // Another context of the group may have deleted an object that this one has bound.
  const nameOf = (names: Names<{ name: number }>, object: { name: number } | undefined): number =>
    object !== undefined && names.get(object.name) === object ? object.name : 0;
  // Creating the textures has bound them to the first unit. Another driver may have fewer units.
  context.units.forEach(({ flat, cube }, unit) => {
    if (unit > 0 && flat === undefined && cube === undefined) return;
    steps.call("ActiveTexture", [GL.TEXTURE0 + unit]);
    steps.call("BindTexture", [GL.TEXTURE_2D, nameOf(group.textures, flat)]);
    steps.call("BindTexture", [GL.TEXTURE_CUBE_MAP, nameOf(group.textures, cube)]);
  });
  steps.call("ActiveTexture", [GL.TEXTURE0 + context.unit]);
  steps.call("BindRenderbuffer", [GL.RENDERBUFFER, nameOf(group.renderbuffers, context.renderbuffer)]);
  steps.call("UseProgram", [context.program?.name ?? 0]);
}

/** A call: the name of a function and its arguments. */
type Call = [name: string, args: number[]];

/** Returns the calls that set the numbers of a context. */
function numbersOf({ gl, unpack, packAlignment }: Context): Call[] {
  const values = (parameters: number[]): number[] =>
    parameters.flatMap((parameter) => {
      const value: unknown = gl.getParameter(parameter);
      return typeof value === "object" && value !== null
        ? Array.from(value as ArrayLike<number>, Number)
        : [Number(value ?? 0)];
    });
  const [coverage] = values([GL.SAMPLE_COVERAGE_VALUE]);
  return [
    ...CAPABILITIES.map((name): Call => [gl.isEnabled(name) ? "Enable" : "Disable", [name]]),
    ...INTEGERS.map(([name, first, parameters]): Call => [name, [...first, ...values(parameters)]]),
    ...FLOATS.map(([name, parameters]): Call => [name, values(parameters).map(bitsOf)]),
    ["SampleCoverage", [bitsOf(coverage ?? 1), ...values([GL.SAMPLE_COVERAGE_INVERT])]],
    ["PixelStorei", [GL.PACK_ALIGNMENT, packAlignment]],
    ["PixelStorei", [GL.UNPACK_ALIGNMENT, unpack.alignment]],
    ["PixelStorei", [GL.UNPACK_ROW_LENGTH_EXT, unpack.rowLength]],
    ["PixelStorei", [GL.UNPACK_SKIP_ROWS_EXT, unpack.skipRows]],
    ["PixelStorei", [GL.UNPACK_SKIP_PIXELS_EXT, unpack.skipPixels]],
  ];
}

/** Adds the picture of framebuffer 0 as the displayed picture too. Only the browser has the
 * displayed picture itself, and programs rarely change framebuffer 0 after they have swapped. */
function screen({ context, steps, copies }: Saving): void {
  const { framebuffer, width, height } = context.backBuffer;
  const colours = { width, height, bytes: copies.framebuffer(framebuffer, width, height) };
  const nothing = { width: 0, height: 0, bytes: new Uint8Array(0) };
  steps.screen(colours, context.hasSwapped ? colours : nothing);
}
