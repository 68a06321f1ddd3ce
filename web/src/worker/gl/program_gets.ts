// Queries about programs: attributes, uniforms, shaders, the result of linking.

import { GL } from "../../generated/gl.ts";
import { enter } from "./context.ts";
import { giveText, store, text } from "./memory.ts";
import { type Active, linkedOf, look, type Program, programOf } from "./programs.ts";
import { textLength } from "./shaders.ts";

/** Returns the location of a uniform for the program; -1 if the uniform does not exist. */
function locationOf(program: Program, wanted: string): number {
  const whole = program.places.get(wanted);
  if (whole !== undefined) return whole.location;
  const [, base = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(wanted) ?? [];
  const active = program.places.get(base);
  const isArray = active?.name.endsWith("]");
  if (active === undefined || !isArray || Number(index) >= active.size) return -1;
  return active.location + Number(index);
}

function log(program: Program): string {
  if (program.log !== undefined) return program.log;
  const { gl, object, wasLinked } = program;
  program.log = wasLinked ? (gl.getProgramInfoLog(object) ?? "").replace(/\0+$/, "") : "";
  return program.log;
}

function longest(list: Active[]): number {
  return list.reduce((most, { name }) => Math.max(most, textLength(name)), 0);
}

function parameter(program: Program, name: number): number | undefined {
  if (!program.isKnown) look(program);
  switch (name) {
    case GL.DELETE_STATUS:
      return program.isDeleted ? 1 : 0;
    case GL.LINK_STATUS:
      return program.isLinked ? 1 : 0;
    case GL.VALIDATE_STATUS:
      return program.isValid ? 1 : 0;
    case GL.INFO_LOG_LENGTH:
      return textLength(log(program));
    case GL.ATTACHED_SHADERS:
      return program.shaders.length;
    case GL.ACTIVE_UNIFORMS:
      return program.uniforms.length;
    case GL.ACTIVE_UNIFORM_MAX_LENGTH:
      return longest(program.uniforms);
    case GL.ACTIVE_ATTRIBUTES:
      return program.attributes.length;
    case GL.ACTIVE_ATTRIBUTE_MAX_LENGTH:
      return longest(program.attributes);
    default:
      return undefined;
  }
}

function giveActive(
  id: number,
  name: number,
  list: "attributes" | "uniforms",
  index: number,
  places: [size: number, length: number, count: number, type: number, text: number],
) {
  const context = enter(id);
  const program = context && programOf(context, name);
  if (context === undefined || program === undefined) return;
  if (!program.isKnown) look(program);
  const active = program[list][index >>> 0];
  const [size, length, count, type, to] = places;
  if (active === undefined || size < 0) return context.error(GL.INVALID_VALUE);
  giveText(active.name, size, length, to);
  store(count, active.size);
  store(type, active.type);
}

export const programGetFunctions = {
  GetActiveAttrib(
    id: number,
    name: number,
    index: number,
    size: number,
    length: number,
    count: number,
    type: number,
    to: number,
  ) {
    giveActive(id, name, "attributes", index, [size, length, count, type, to]);
  },

  GetActiveUniform(
    id: number,
    name: number,
    index: number,
    size: number,
    length: number,
    count: number,
    type: number,
    to: number,
  ) {
    giveActive(id, name, "uniforms", index, [size, length, count, type, to]);
  },

  GetAttachedShaders(id: number, name: number, most: number, count: number, to: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    if (most < 0) return context.error(GL.INVALID_VALUE);
    const shaders = program.shaders.slice(0, most);
    if (count !== 0) store(count, shaders.length);
    shaders.forEach((shader, place) => void store(to + 4 * place, shader.name));
  },

  GetAttribLocation(id: number, name: number, attributeName: number): number {
    const context = enter(id);
    if (context === undefined) return -1;
    const wanted = text(attributeName);
    const program = linkedOf(context, name);
    return program?.attributes.find((one) => one.name === wanted)?.location ?? -1;
  },

  GetUniformLocation(id: number, name: number, uniformName: number): number {
    const context = enter(id);
    if (context === undefined) return -1;
    const wanted = text(uniformName);
    const program = linkedOf(context, name);
    return program === undefined || wanted === undefined ? -1 : locationOf(program, wanted);
  },

  GetProgramiv(id: number, name: number, what: number, to: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    const value = parameter(program, what);
    if (value === undefined) context.error(GL.INVALID_ENUM);
    else store(to, value);
  },

  GetProgramInfoLog(id: number, name: number, size: number, length: number, to: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    if (size < 0) context.error(GL.INVALID_VALUE);
    else giveText(log(program), size, length, to);
  },
};
