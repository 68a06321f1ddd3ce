// The device of PPB_Graphics3D: creates, swaps and shows contexts for Pepper.

import { GL } from "../../generated/gl.ts";
import { Ended } from "../answers.ts";
import type { Attributes } from "./back_buffer.ts";
import { addContext, Context, contextOf, enter, Group, groupCount, lose, removeContext } from "./context.ts";
import { glFunction } from "./functions.ts";
import { noteWrites, writes } from "./memory.ts";
import { stringOf } from "./strings.ts";

/** Maximum number of groups. Browsers allow sixteen contexts per page, and discard the oldest one
 * if there are more. */
const MOST_GROUPS = 8;

const SETTINGS: WebGLContextAttributes = {
  alpha: true,
  antialias: false,
  depth: false,
  stencil: false,
  premultipliedAlpha: true,
};

/** Called when the contents of a context are lost. */
let tellLoss: (id: number) => void = () => {};

export function onLoss(tell: (id: number) => void): void {
  tellLoss = tell;
}

/** Creates a context. Returns the reason if that fails. */
export function createContext(id: number, share: number, attributes: Attributes): string | undefined {
  const group = share === 0 ? newGroup() : contextOf(share)?.group;
  if (group === undefined || group.isLost)
    return "OpenGL ES: the browser does not provide a WebGL 2 context.";
  addContext(new Context(id, group, attributes));
  return undefined;
}

function newGroup(): Group | undefined {
  if (groupCount() >= MOST_GROUPS) return undefined;
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext("webgl2", SETTINGS);
  if (gl === null) return undefined;
  const group = new Group(gl, canvas);
  canvas.addEventListener("webglcontextlost", () => {
    lose(group);
    for (const context of group.contexts) tellLoss(context.id);
  });
  return group;
}

export function destroyContext(id: number) {
  const context = contextOf(id);
  if (context === undefined) return;
  const { group } = context;
  context.picture?.close();
  removeContext(context);
  if (group.contexts.size > 0) {
    context.backBuffer.remove();
  } else {
    group.isLost = true;
    group.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

export function resizeContext(id: number, width: number, height: number) {
  enter(id)?.backBuffer.resize(width, height);
}

/** Swaps a context, so that the contents of framebuffer 0 are shown. */
export function swapContext(id: number) {
  const context = enter(id);
  if (context === undefined) return;
  context.hasSwapped = true;
  take(context);
}

/** Makes the contents of framebuffer 0 the picture of the context. */
export function take(context: Context) {
  const { backBuffer, group } = context;
  context.picture?.close();
  backBuffer.show(group.canvas);
  context.picture = group.canvas.transferToImageBitmap();
  context.bindFramebuffers();
}

/** Returns the picture of a context; undefined if nothing has been swapped yet. */
export function takePicture(id: number): ImageBitmap | undefined {
  const context = enter(id);
  if (context === undefined || !context.hasSwapped) return undefined;
  if (context.picture === undefined) take(context);
  const { picture } = context;
  context.picture = undefined;
  return picture;
}

/** Calls a function by name. Returns its result, or -1 if it accessed an invalid address. */
export function callGl(id: number, name: string, args: Uint32Array): number {
  const called = glFunction(name);
  if (called === undefined) return 0;
  noteWrites(true);
  try {
    return Number(called(id, ...Array.from(args, (arg) => arg | 0)) ?? 0) >>> 0;
  } catch (thrown) {
    if (thrown instanceof Ended) return -1;
    throw thrown;
  }
}

/** Returns the parts of the program's memory that the last call by name has written: addresses and
 * lengths in turn. */
export function glWritten(): Uint32Array {
  const parts = Uint32Array.from(writes());
  noteWrites(false);
  return parts;
}

/** Returns the result of `glGetString`. */
export function glString(id: number, name: number): string | undefined {
  const context = enter(id);
  const string = context && stringOf(context, name);
  if (string === undefined) context?.error(GL.INVALID_ENUM);
  return string;
}
