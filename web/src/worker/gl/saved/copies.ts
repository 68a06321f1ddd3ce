// Copies pixels between the objects of a program and memory without changing the program's state.

import { CUBE_PIXELS, FLAT_PIXELS, SIZE_AND_SIDE, VERTICES } from "../../../generated/copies.ts";
import { GL } from "../../../generated/gl.ts";
import type { Context } from "../context.ts";
import { CAPABILITIES, restoreState, saveState } from "../switching.ts";

/** Maximum number of errors that the browser keeps at a time. */
const MOST_ERRORS = 8;

/** Calls a function with each error that the browser has recorded, which clears the errors. */
export function takeErrors(gl: WebGL2RenderingContext, take: (error: number) => void): void {
  for (let count = 0; count < MOST_ERRORS; count++) {
    const error = gl.getError();
    if (error === GL.NO_ERROR) return;
    take(error);
  }
}

/** Calls a function that uses the browser's context, without an effect for the program: the state
 * of the program's context is restored afterwards, and errors are discarded. */
export function apart<T>(context: Context, act: () => T): T {
  const { gl } = context;
  takeErrors(gl, (error) => context.error(error));
  const state = saveState(context);
  for (const capability of CAPABILITIES) gl.disable(capability);
  gl.colorMask(true, true, true, true);
  gl.bindVertexArray(null);
  gl.activeTexture(GL.TEXTURE0);
  for (const name of [gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS])
    gl.pixelStorei(name, 0);
  for (const name of [gl.UNPACK_ALIGNMENT, gl.PACK_ALIGNMENT]) gl.pixelStorei(name, 1);
  try {
    return act();
  } finally {
    restoreState(context, state);
    takeErrors(gl, () => {});
  }
}

/** An image of a texture. */
type ImageOf = {
  texture: WebGLTexture;
  target: number;
  level: number;
  width: number;
  height: number;
  /** True to read floats and not bytes. */
  areFloats: boolean;
};

/** Reads and fills objects within [`apart`]. */
export class Copies {
  readonly #gl: WebGL2RenderingContext;
  readonly #framebuffer: WebGLFramebuffer;
  readonly #renderbuffer: WebGLRenderbuffer;
  readonly #programs: (WebGLProgram | undefined)[] = [];

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#framebuffer = gl.createFramebuffer();
    this.#renderbuffer = gl.createRenderbuffer();
  }

  remove(): void {
    const gl = this.#gl;
    gl.deleteFramebuffer(this.#framebuffer);
    gl.deleteRenderbuffer(this.#renderbuffer);
    for (const program of this.#programs) gl.deleteProgram(program ?? null);
  }

  /** Returns the bytes of a buffer. */
  buffer(buffer: WebGLBuffer, size: number): Uint8Array {
    const gl = this.#gl;
    const bytes = new Uint8Array(size);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, bytes);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return bytes;
  }

  /** Returns the pixels of an image as red, green, blue and alpha. Undefined if the browser cannot
   * draw such pixels. */
  image({ texture, target, level, width, height, areFloats }: ImageOf): ArrayLike<number> | undefined {
    const gl = this.#gl;
    const isCube = target !== GL.TEXTURE_2D;
    if (areFloats && gl.getExtension("EXT_color_buffer_float") === null) return undefined;
    gl.bindRenderbuffer(GL.RENDERBUFFER, this.#renderbuffer);
    gl.renderbufferStorage(GL.RENDERBUFFER, areFloats ? gl.RGBA32F : gl.RGBA8, width, height);
    const program = this.#program(isCube);
    if (!this.#attach(this.#renderbuffer) || program === undefined) return undefined;
    const bound = isCube ? GL.TEXTURE_CUBE_MAP : GL.TEXTURE_2D;
    gl.bindTexture(bound, texture);
    const levels = [gl.TEXTURE_BASE_LEVEL, gl.TEXTURE_MAX_LEVEL];
    const changed = [...levels, GL.TEXTURE_MIN_FILTER, GL.TEXTURE_MAG_FILTER];
    const before = changed.map((name) => Number(gl.getTexParameter(bound, name)));
    const now = [level, level, GL.NEAREST, GL.NEAREST];
    changed.forEach((name, index) => void gl.texParameteri(bound, name, now[index] ?? 0));
    gl.useProgram(program);
    if (isCube) {
      const side = target - GL.TEXTURE_CUBE_MAP_POSITIVE_X;
      gl.uniform4f(gl.getUniformLocation(program, SIZE_AND_SIDE), width, height, side, 0);
    }
    gl.viewport(0, 0, width, height);
    gl.drawArrays(GL.TRIANGLES, 0, 3);
    changed.forEach((name, index) => void gl.texParameteri(bound, name, before[index] ?? 0));
    return this.#pixels(width, height, areFloats);
  }

  /** Returns the pixels of a renderbuffer with colours. Undefined if the browser cannot draw on
   * it. */
  renderbuffer(object: WebGLRenderbuffer, width: number, height: number): Uint8Array | undefined {
    return this.#attach(object) ? (this.#pixels(width, height, false) as Uint8Array) : undefined;
  }

  /** Returns the pixels of a framebuffer. */
  framebuffer(object: WebGLFramebuffer, width: number, height: number): Uint8Array {
    this.#gl.bindFramebuffer(GL.FRAMEBUFFER, object);
    return this.#pixels(width, height, false) as Uint8Array;
  }

  /** Fills a renderbuffer of this size with pixels. */
  fillRenderbuffer(object: WebGLRenderbuffer, width: number, height: number, rgba: Uint8Array): void {
    if (this.#attach(object)) this.fill(this.#framebuffer, width, height, rgba);
  }

  /** Fills a framebuffer of this size with pixels. */
  fill(framebuffer: WebGLFramebuffer, width: number, height: number, rgba: Uint8Array): void {
    const gl = this.#gl;
    const source = gl.createFramebuffer();
    const texture = gl.createTexture();
    gl.bindTexture(GL.TEXTURE_2D, texture);
    gl.texImage2D(GL.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, GL.RGBA, GL.UNSIGNED_BYTE, rgba);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, source);
    const [from, to] = [gl.READ_FRAMEBUFFER, gl.DRAW_FRAMEBUFFER];
    gl.framebufferTexture2D(from, GL.COLOR_ATTACHMENT0, GL.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(to, framebuffer);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, GL.COLOR_BUFFER_BIT, GL.NEAREST);
    gl.deleteFramebuffer(source);
    gl.deleteTexture(texture);
  }

  #attach(renderbuffer: WebGLRenderbuffer): boolean {
    const gl = this.#gl;
    gl.bindFramebuffer(GL.FRAMEBUFFER, this.#framebuffer);
    gl.framebufferRenderbuffer(GL.FRAMEBUFFER, GL.COLOR_ATTACHMENT0, GL.RENDERBUFFER, renderbuffer);
    return gl.checkFramebufferStatus(GL.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  }

  #pixels(width: number, height: number, areFloats: boolean): Uint8Array | Float32Array {
    const count = 4 * width * height;
    const pixels = areFloats ? new Float32Array(count) : new Uint8Array(count);
    const type = areFloats ? GL.FLOAT : GL.UNSIGNED_BYTE;
    if (count > 0) this.#gl.readPixels(0, 0, width, height, GL.RGBA, type, pixels);
    return pixels;
  }

  #program(isCube: boolean): WebGLProgram | undefined {
    const gl = this.#gl;
    const known = this.#programs[Number(isCube)];
    if (known !== undefined) return known;
    const program = gl.createProgram();
    const sources: [number, string][] = [
      [GL.VERTEX_SHADER, VERTICES],
      [GL.FRAGMENT_SHADER, isCube ? CUBE_PIXELS : FLAT_PIXELS],
    ];
    for (const [kind, source] of sources) {
      const shader = gl.createShader(kind);
      if (shader === null) return undefined;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    this.#programs[Number(isCube)] = program;
    return gl.getProgramParameter(program, GL.LINK_STATUS) === true ? program : undefined;
  }
}
