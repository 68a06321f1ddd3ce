// Creating, deleting, linking and using programs.

import { GL } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { text } from "./memory.ts";
import { isUsable, linkedOf, Program, programOf } from "./programs.ts";
import { dropShader, type Shader, shaderOf } from "./shaders.ts";

/** Removes a program that was deleted, if no context uses it. */
function dropProgram(context: Context, program: Program) {
  if (!program.isDeleted || program.users > 0) return;
  context.group.shaders.remove(program.name);
  context.gl.deleteProgram(program.object);
  for (const shader of program.shaders.splice(0)) detached(context, shader);
}

function detached(context: Context, shader: Shader) {
  shader.programs--;
  dropShader(context, shader);
}

export const linkingFunctions = {
  CreateProgram(id: number): number {
    const context = enter(id);
    if (context === undefined || context.group.shaders.isFull) return 0;
    const { gl, group } = context;
    const name = group.shaders.unused();
    group.shaders.set(name, new Program(gl, name, gl.createProgram()));
    return name;
  },

  DeleteProgram(id: number, name: number) {
    const context = enter(id);
    const program = context && name !== 0 ? programOf(context, name) : undefined;
    if (context === undefined || program === undefined) return;
    program.isDeleted = true;
    dropProgram(context, program);
  },

  IsProgram(id: number, name: number): number {
    return enter(id)?.group.shaders.get(name >>> 0) instanceof Program ? 1 : 0;
  },

  AttachShader(id: number, name: number, shaderName: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    const shader = program && shaderOf(context, shaderName);
    if (context === undefined || program === undefined || shader === undefined) return;
    // A program has at most one shader of each type.
    if (program.shaders.some((one) => one.type === shader.type)) return context.error(GL.INVALID_OPERATION);
    program.shaders.push(shader);
    shader.programs++;
    context.gl.attachShader(program.object, shader.object);
  },

  DetachShader(id: number, name: number, shaderName: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    const shader = program && shaderOf(context, shaderName);
    if (context === undefined || program === undefined || shader === undefined) return;
    const place = program.shaders.indexOf(shader);
    if (place < 0) return context.error(GL.INVALID_OPERATION);
    program.shaders.splice(place, 1);
    context.gl.detachShader(program.object, shader.object);
    detached(context, shader);
  },

  BindAttribLocation(id: number, name: number, index: number, attributeName: number) {
    const attribute = text(attributeName);
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    if (attribute === undefined || index >>> 0 >= context.group.maxAttributes)
      return context.error(GL.INVALID_VALUE);
    if (attribute.startsWith("gl_")) return context.error(GL.INVALID_OPERATION);
    context.isUnsure = true;
    context.gl.bindAttribLocation(program.object, index, attribute);
  },

  LinkProgram(id: number, name: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    const refused = program.shaders.some((shader) => shader.refusal !== undefined);
    program.wasLinked = !refused;
    program.isKnown = refused;
    program.isLinked = false;
    program.sources = program.shaders.flatMap(({ type, compiled: source }) =>
      source === undefined ? [] : [{ type, source }],
    );
    program.log = refused ? "ERROR: a shader is not compiled\n" : undefined;
    if (!refused) context.gl.linkProgram(program.object);
    // Contexts that use the program need its new uniforms immediately.
    if (program.users > 0) isUsable(program);
  },

  UseProgram(id: number, name: number) {
    const context = enter(id);
    if (context === undefined) return;
    const program = name === 0 ? undefined : linkedOf(context, name);
    if (name !== 0 && program === undefined) return;
    const before = context.program;
    if (before === program) return;
    if (program !== undefined) program.users++;
    context.useProgram(program);
    if (before === undefined) return;
    before.users--;
    dropProgram(context, before);
  },

  ValidateProgram(id: number, name: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    context.gl.validateProgram(program.object);
    program.isValid = context.gl.getProgramParameter(program.object, GL.VALIDATE_STATUS) === true;
    program.log = undefined;
  },
};
