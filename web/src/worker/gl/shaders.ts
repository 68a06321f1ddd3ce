// Shaders. The errors of a shader are only queried from the browser when the program queries them,
// so that the browser can compile in the meantime.

import { GL, isFloatPrecision, isPrecision, isShaderKind, Limit } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { byteLength, copy, giveText, lengthOfText, load, store } from "./memory.ts";
import { foreignVersion, mend } from "./shader_fixes.ts";

/** A shader of OpenGL. */
export class Shader {
  source = "";
  /** The reason why the shader was not passed to the browser. */
  refusal: string | undefined;
  wasCompiled = false;
  /** The source with which it was compiled last. */
  compiled: string | undefined;
  /** Number of programs that it is attached to. */
  programs = 0;
  isDeleted = false;

  constructor(
    readonly name: number,
    readonly type: number,
    readonly object: WebGLShader,
  ) {}
}

/** Returns the shader with a name. Sets an error of the context if there is none. */
export function shaderOf(context: Context, name: number): Shader | undefined {
  const object = context.group.shaders.get(name >>> 0);
  if (object instanceof Shader) return object;
  context.error(object === undefined ? GL.INVALID_VALUE : GL.INVALID_OPERATION);
  return undefined;
}

/** Removes a shader that was deleted, if it is not attached to a program. */
export function dropShader(context: Context, shader: Shader) {
  if (!shader.isDeleted || shader.programs > 0) return;
  context.group.shaders.remove(shader.name);
  context.gl.deleteShader(shader.object);
}

/** Returns the length of a text for OpenGL, including a zero byte; 0 for an empty text. */
export function textLength(text: string): number {
  return text === "" ? 0 : byteLength(text) + 1;
}

function isCompiled({ gl }: Context, shader: Shader): boolean {
  const { refusal, wasCompiled, object } = shader;
  return wasCompiled && refusal === undefined && gl.getShaderParameter(object, GL.COMPILE_STATUS) === true;
}

function log({ gl }: Context, { refusal, wasCompiled, object }: Shader): string {
  if (!wasCompiled) return "";
  return refusal ?? (gl.getShaderInfoLog(object) ?? "").replace(/\0+$/, "");
}

function parameter(context: Context, shader: Shader, name: number): number | undefined {
  switch (name) {
    case GL.SHADER_TYPE:
      return shader.type;
    case GL.DELETE_STATUS:
      return shader.isDeleted ? 1 : 0;
    case GL.COMPILE_STATUS:
      return isCompiled(context, shader) ? 1 : 0;
    case GL.INFO_LOG_LENGTH:
      return textLength(log(context, shader));
    case GL.SHADER_SOURCE_LENGTH:
      return textLength(shader.source);
    default:
      return undefined;
  }
}

/** Returns the concatenated parts of a text; undefined if it is too long. If the length of a part
 * is negative, or if there are no lengths, the part ends at a zero byte. */
function joined(count: number, strings: number, lengths: number): string | undefined {
  let source = "";
  for (let place = 0; place < count; place++) {
    const address = load(strings + 4 * place);
    const given = lengths === 0 ? -1 : load(lengths + 4 * place) | 0;
    const length = given < 0 ? lengthOfText(address, Limit.MAX_SOURCE - source.length) : given;
    if (length === undefined || source.length + length > Limit.MAX_SOURCE) return undefined;
    // Old sources have comments in any encoding.
    for (const byte of copy(address, length)) source += String.fromCharCode(byte);
  }
  return source;
}

export const shaderFunctions = {
  CreateShader(id: number, type: number): number {
    const context = enter(id);
    if (context === undefined) return 0;
    const { gl, group } = context;
    if (type !== GL.FRAGMENT_SHADER && type !== GL.VERTEX_SHADER) {
      context.error(GL.INVALID_ENUM);
      return 0;
    }
    const object = group.shaders.isFull ? null : gl.createShader(type);
    if (object === null) return 0;
    const name = group.shaders.unused();
    group.shaders.set(name, new Shader(name, type, object));
    return name;
  },

  DeleteShader(id: number, name: number) {
    const context = enter(id);
    const shader = context && name !== 0 ? shaderOf(context, name) : undefined;
    if (context === undefined || shader === undefined) return;
    shader.isDeleted = true;
    dropShader(context, shader);
  },

  ShaderSource(id: number, name: number, count: number, strings: number, lengths: number) {
    const context = enter(id);
    const shader = context && shaderOf(context, name);
    if (context === undefined || shader === undefined) return;
    if (count < 0) return context.error(GL.INVALID_VALUE);
    const source = joined(count, strings, lengths);
    if (source === undefined) context.error(GL.OUT_OF_MEMORY);
    else shader.source = source;
  },

  CompileShader(id: number, name: number) {
    const context = enter(id);
    const shader = context && shaderOf(context, name);
    if (context === undefined || shader === undefined) return;
    shader.wasCompiled = true;
    shader.compiled = shader.source;
    const version = foreignVersion(shader.source);
    shader.refusal =
      version === undefined ? undefined : `ERROR: 0:1: '${version}' : version number not supported\n`;
    if (shader.refusal !== undefined) return;
    context.gl.shaderSource(shader.object, mend(shader.source));
    context.gl.compileShader(shader.object);
  },

  GetShaderiv(id: number, name: number, what: number, to: number) {
    const context = enter(id);
    const shader = context && shaderOf(context, name);
    if (context === undefined || shader === undefined) return;
    const value = parameter(context, shader, what);
    if (value === undefined) context.error(GL.INVALID_ENUM);
    else store(to, value);
  },

  GetShaderInfoLog(id: number, name: number, size: number, length: number, to: number) {
    const context = enter(id);
    const shader = context && shaderOf(context, name);
    if (context === undefined || shader === undefined) return;
    if (size < 0) context.error(GL.INVALID_VALUE);
    else giveText(log(context, shader), size, length, to);
  },

  GetShaderSource(id: number, name: number, size: number, length: number, to: number) {
    const context = enter(id);
    const shader = context && shaderOf(context, name);
    if (context === undefined || shader === undefined) return;
    if (size < 0) context.error(GL.INVALID_VALUE);
    else giveText(shader.source, size, length, to);
  },

  GetShaderPrecisionFormat(id: number, type: number, kind: number, range: number, precision: number) {
    const context = enter(id);
    if (context === undefined) return;
    // `kind` is one of LOW_FLOAT to HIGH_INT.
    const isKnown = isShaderKind(type) && isPrecision(kind);
    if (!isKnown) return context.error(GL.INVALID_ENUM);
    const isFloat = isFloatPrecision(kind);
    store(range, isFloat ? 127 : 31);
    store(range + 4, isFloat ? 127 : 30);
    store(precision, isFloat ? 23 : 0);
  },

  IsShader(id: number, name: number): number {
    return enter(id)?.group.shaders.get(name >>> 0) instanceof Shader ? 1 : 0;
  },

  /** Does nothing, since the call is only a hint. */
  ReleaseShaderCompiler(_id: number): void {},

  /** Fails, because there are no binary formats. */
  ShaderBinary(
    id: number,
    _count: number,
    _shaders: number,
    _format: number,
    _binary: number,
    _length: number,
  ) {
    enter(id)?.error(GL.INVALID_ENUM);
  },
};
