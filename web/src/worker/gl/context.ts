// OpenGL contexts as the program sees them, and the objects that contexts share.
//
// Contexts that share objects are a single context for the browser. Each has its own state, which
// is restored when it becomes active after another context of its group.

import { Limit } from "../../generated/gl.ts";
import { type Attributes, BackBuffer } from "./back_buffer.ts";
import type { Buffer } from "./buffers.ts";
import { Extensions } from "./extensions.ts";
import type { Framebuffer } from "./framebuffers.ts";
import { Names } from "./names.ts";
import type { PixelStore } from "./pixels.ts";
import type { Program } from "./programs.ts";
import type { Query } from "./queries.ts";
import type { Renderbuffer } from "./renderbuffers.ts";
import type { Shader } from "./shaders.ts";
import { newStencil } from "./stencil.ts";
import { restoreState, type SavedState, saveState } from "./switching.ts";
import { newTexture, type Texture } from "./textures.ts";
import { newVertexArray, type VertexArray } from "./vertices.ts";

/** The objects that contexts share. */
export class Group {
  readonly buffers = new Names<Buffer>();
  readonly textures = new Names<Texture>();
  readonly renderbuffers = new Names<Renderbuffer>();
  /** Shaders and programs share one set of names. */
  readonly shaders = new Names<Shader | Program>();
  /** The textures with the name 0, which WebGL does not have. */
  readonly defaultFlat: Texture;
  readonly defaultCube: Texture;
  readonly extensions: Extensions;
  readonly maxAttributes: number;
  /** The highest level of images, of flat textures and of cubes. */
  readonly maxFlatLevel: number;
  readonly maxCubeLevel: number;
  /** Approximate size of buffers and images in bytes. */
  bytes = 0;
  /** Counts changes of the sizes of buffers. */
  sizes = 0;
  /** The context whose state the browser currently has. */
  active: Context | undefined;
  readonly contexts = new Set<Context>();
  isLost = false;

  constructor(
    readonly gl: WebGL2RenderingContext,
    readonly canvas: OffscreenCanvas,
  ) {
    this.defaultFlat = newTexture(gl, 0);
    this.defaultCube = newTexture(gl, 0);
    this.extensions = new Extensions(gl);
    // The attributes that a program uses are stored as bits of a 32-bit integer.
    const levels = (side: number) => Math.floor(Math.log2(Number(gl.getParameter(side) ?? 1)));
    this.maxFlatLevel = levels(gl.MAX_TEXTURE_SIZE);
    this.maxCubeLevel = levels(gl.MAX_CUBE_MAP_TEXTURE_SIZE);
    this.maxAttributes = Math.min(gl.getParameter(gl.MAX_VERTEX_ATTRIBS) ?? 0, 31);
  }
}

/** The locations of a program's uniforms; empty without a program. */
export type Locations = (WebGLUniformLocation | null | undefined)[];
const NO_LOCATIONS: Locations = [];

/** The bindings of a texture unit, which are undefined for the default textures. */
export type Unit = { flat: Texture | undefined; cube: Texture | undefined };

export class Context {
  readonly gl: WebGL2RenderingContext;
  readonly backBuffer: BackBuffer;
  /** Errors that have not been queried yet. Each error occurs once. */
  readonly errors: number[] = [];
  /** True if a call since the last query may have caused an error in the browser. */
  isUnsure = false;
  /** The framebuffer status of the last warning. */
  warnedStatus = 0;

  /** The named vertex arrays, the default one, and the bound one. */
  readonly arrays = new Names<VertexArray>();
  readonly defaultArray: VertexArray;
  array: VertexArray;
  arrayBuffer: Buffer | undefined;
  /** The values of attributes without arrays. */
  readonly constants: Float32Array;
  program: Program | undefined;
  locations = NO_LOCATIONS;

  readonly stencil = newStencil();
  readonly units: Unit[];
  unit = 0;
  readonly unpack: PixelStore = { alignment: 4, rowLength: 0, skipRows: 0, skipPixels: 0 };
  packAlignment = 4;
  readonly framebuffers = new Names<Framebuffer>();
  drawFramebuffer: Framebuffer | undefined;
  readFramebuffer: Framebuffer | undefined;
  renderbuffer: Renderbuffer | undefined;
  readonly queries = new Names<Query>();
  /** The active queries, by target. */
  readonly activeQueries = new Map<number, Query>();
  /** `pepper3d_allow_buffers_on_multiple_targets`. */
  allowsAnyTarget = false;
  /** `pepper3d_support_fixed_attribs`. */
  hasFixed = false;

  /** The picture that was swapped and has not been shown yet. */
  picture: ImageBitmap | undefined;
  hasSwapped = false;
  #saved: SavedState | undefined;

  constructor(
    readonly id: number,
    readonly group: Group,
    attributes: Attributes,
  ) {
    const { gl } = group;
    this.gl = gl;
    group.active?.leave();
    group.active = this;
    group.contexts.add(this);
    this.defaultArray = newVertexArray(gl, group.maxAttributes);
    this.array = this.defaultArray;
    this.constants = new Float32Array(4 * group.maxAttributes);
    for (let at = 3; at < this.constants.length; at += 4) this.constants[at] = 1;
    const units = gl.getParameter(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS) ?? 0;
    this.units = Array.from({ length: Math.min(units, Limit.MAX_TEXTURE_UNITS) }, () => ({
      flat: undefined,
      cube: undefined,
    }));
    restoreState(this, undefined);
    this.backBuffer = new BackBuffer(gl, attributes);
    const { width, height } = this.backBuffer;
    gl.viewport(0, 0, width, height);
    gl.scissor(0, 0, width, height);
  }

  /** Records an error, unless it is already recorded and has not been queried. */
  error(error: number) {
    if (!this.errors.includes(error)) this.errors.push(error);
  }

  /** Saves the state, because another context of the group becomes active. */
  leave() {
    this.#saved = saveState(this);
  }

  /** Makes this context the active one of its group. */
  take() {
    const { group } = this;
    if (group.active === this) return;
    group.active?.leave();
    group.active = this;
    restoreState(this, this.#saved);
  }

  useProgram(program: Program | undefined) {
    this.program = program;
    this.locations = program === undefined ? NO_LOCATIONS : program.locations;
    this.gl.useProgram(program?.object ?? null);
  }

  /** Restores the program's bindings of framebuffers. */
  bindFramebuffers() {
    const { gl, backBuffer } = this;
    const own = backBuffer.framebuffer;
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.drawFramebuffer?.object ?? own);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.readFramebuffer?.object ?? own);
  }
}

const contexts = new Map<number, Context>();
let current: Context | undefined;

/** Makes the context with an ID current for a call, and returns it. Returns undefined if there is
 * none or the browser has lost it; the call must then do nothing. */
export function enter(id: number): Context | undefined {
  return current !== undefined && current.id === id ? current : change(id);
}

function change(id: number): Context | undefined {
  const context = contexts.get(id >>> 0);
  if (context === undefined || context.group.isLost) return undefined;
  context.take();
  current = context;
  return context;
}

export function addContext(context: Context) {
  contexts.set(context.id, context);
  current = context;
}

export function removeContext(context: Context) {
  contexts.delete(context.id);
  context.group.contexts.delete(context);
  if (context.group.active === context) context.group.active = undefined;
  if (current === context) current = undefined;
}

/** Returns the context with an ID, even if it is lost. */
export function contextOf(id: number): Context | undefined {
  return contexts.get(id);
}

/** Returns the number of groups. */
export function groupCount(): number {
  return new Set([...contexts.values()].map((context) => context.group)).size;
}

/** Marks a group as lost by the browser. */
export function lose(group: Group) {
  group.isLost = true;
  if (current?.group === group) current = undefined;
}
