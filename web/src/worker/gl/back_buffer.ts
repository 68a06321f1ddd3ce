// Framebuffer 0 of a context, which is a separate framebuffer object. Therefore several contexts
// can share their objects, although they are a single context for the browser. The contents are
// kept when they are shown, and alpha, depth and stencil are as the program has requested.

import { GL } from "../../generated/gl.ts";

/** A program's requirements for a context. */
export type Attributes = {
  width: number;
  height: number;
  hasAlpha: boolean;
  depth: number;
  stencil: number;
};

export class BackBuffer {
  readonly framebuffer: WebGLFramebuffer;
  readonly depthBits: number;
  readonly stencilBits: number;
  readonly hasAlpha: boolean;
  width = 0;
  height = 0;
  readonly #gl: WebGL2RenderingContext;
  readonly #colours: WebGLRenderbuffer;
  readonly #depth: WebGLRenderbuffer | undefined;
  readonly #depthFormat: number;

  constructor(gl: WebGL2RenderingContext, attributes: Attributes) {
    const { hasAlpha, depth, stencil } = attributes;
    this.#gl = gl;
    this.hasAlpha = hasAlpha;
    this.stencilBits = stencil > 0 ? 8 : 0;
    this.depthBits = stencil > 0 || depth > 16 ? 24 : depth > 0 ? 16 : 0;
    this.#depthFormat =
      stencil > 0 ? GL.DEPTH24_STENCIL8 : depth > 16 ? GL.DEPTH_COMPONENT24_OES : GL.DEPTH_COMPONENT16;
    this.framebuffer = gl.createFramebuffer();
    this.#colours = gl.createRenderbuffer();
    this.#depth = this.depthBits > 0 ? gl.createRenderbuffer() : undefined;
    this.#allocate(attributes.width, attributes.height);
    gl.bindFramebuffer(GL.FRAMEBUFFER, this.framebuffer);
    gl.framebufferRenderbuffer(GL.FRAMEBUFFER, GL.COLOR_ATTACHMENT0, GL.RENDERBUFFER, this.#colours);
    if (this.#depth !== undefined) {
      const attachment = stencil > 0 ? GL.DEPTH_STENCIL_ATTACHMENT : GL.DEPTH_ATTACHMENT;
      gl.framebufferRenderbuffer(GL.FRAMEBUFFER, attachment, GL.RENDERBUFFER, this.#depth);
    }
  }

  /** Sets the size. The new contents are zero. */
  resize(width: number, height: number) {
    const gl = this.#gl;
    const bound = gl.getParameter(gl.RENDERBUFFER_BINDING);
    this.#allocate(width, height);
    gl.bindRenderbuffer(GL.RENDERBUFFER, bound);
  }

  #allocate(width: number, height: number) {
    const gl = this.#gl;
    const most = gl.getParameter(gl.MAX_RENDERBUFFER_SIZE) ?? 1;
    this.width = Math.min(width, most);
    this.height = Math.min(height, most);
    const sides = [Math.max(1, this.width), Math.max(1, this.height)] as const;
    gl.bindRenderbuffer(GL.RENDERBUFFER, this.#colours);
    gl.renderbufferStorage(GL.RENDERBUFFER, this.hasAlpha ? GL.RGBA8 : GL.RGB8, ...sides);
    if (this.#depth !== undefined) {
      gl.bindRenderbuffer(GL.RENDERBUFFER, this.#depth);
      gl.renderbufferStorage(GL.RENDERBUFFER, this.#depthFormat, ...sides);
    }
    gl.bindRenderbuffer(GL.RENDERBUFFER, null);
  }

  /** Copies the contents to the canvas of the browser's context. Afterwards this framebuffer is
   * bound for reading, and the canvas for drawing. */
  show(canvas: OffscreenCanvas) {
    const gl = this.#gl;
    const width = Math.max(1, this.width);
    const height = Math.max(1, this.height);
    // Setting the size makes a new buffer, so it is set only if it differs.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const isCut = gl.isEnabled(GL.SCISSOR_TEST);
    if (isCut) gl.disable(GL.SCISSOR_TEST);
    gl.bindFramebuffer(GL.READ_FRAMEBUFFER, this.framebuffer);
    gl.bindFramebuffer(GL.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, GL.COLOR_BUFFER_BIT, gl.NEAREST);
    if (isCut) gl.enable(GL.SCISSOR_TEST);
  }

  remove() {
    const gl = this.#gl;
    gl.deleteFramebuffer(this.framebuffer);
    gl.deleteRenderbuffer(this.#colours);
    if (this.#depth !== undefined) gl.deleteRenderbuffer(this.#depth);
  }
}
