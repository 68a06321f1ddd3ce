// Programs: shaders that are linked, and what they read.

import { type Context, enter, type Locations } from "./context.ts";
import { giveText, store, text } from "./memory.ts";
import { INVALID_ENUM, INVALID_OPERATION, INVALID_VALUE } from "./numbers.ts";
import { dropShader, type Shader, shaderOf, textLength } from "./shaders.ts";

/** An attribute or a uniform of a program. */
export type Active = { name: string; type: number; size: number; location: number };

/** A program. */
export class Program {
  readonly shaders: Shader[] = [];
  attributes: Active[] = [];
  uniforms: Active[] = [];
  /** The vertex attributes that it reads, a bit for each. */
  usedAttributes = 0;
  /** The uniforms' places to WebGL, by the locations that the program knows: `undefined` where one
   * was not looked up yet. */
  readonly locations: Locations = [];
  /** The locations by names without indices. */
  readonly places = new Map<string, Active>();
  isLinked = false;
  /** Whether the browser was asked about the last link. */
  isKnown = true;
  wasLinked = false;
  log: string | undefined;
  isValid = false;
  isDeleted = false;
  /** In how many contexts it is in use. */
  users = 0;

  constructor(
    readonly gl: WebGL2RenderingContext,
    readonly name: number,
    readonly object: WebGLProgram,
  ) {}
}

const DELETE_STATUS = 0x8b80,
  LINK_STATUS = 0x8b82,
  VALIDATE_STATUS = 0x8b83,
  INFO_LOG_LENGTH = 0x8b84,
  ATTACHED_SHADERS = 0x8b85,
  ACTIVE_UNIFORMS = 0x8b86,
  ACTIVE_UNIFORM_MAX_LENGTH = 0x8b87,
  ACTIVE_ATTRIBUTES = 0x8b89,
  ACTIVE_ATTRIBUTE_MAX_LENGTH = 0x8b8a;

/** The program of a name; an error of the context if there is none. */
export function programOf(context: Context, name: number): Program | undefined {
  const object = context.group.shaders.get(name >>> 0);
  if (object instanceof Program) return object;
  context.error(object === undefined ? INVALID_VALUE : INVALID_OPERATION);
  return undefined;
}

/** The same for one that is linked. */
function linkedOf(context: Context, name: number): Program | undefined {
  const program = programOf(context, name);
  if (program === undefined || isUsable(program)) return program;
  context.error(INVALID_OPERATION);
  return undefined;
}

/** Whether a program is linked, so that it can be used. */
export function isUsable(program: Program): boolean {
  if (!program.isKnown) look(program);
  return program.isLinked;
}

/** Asks the browser about a link. */
function look(program: Program) {
  const { gl, object, locations, places } = program;
  program.isKnown = true;
  program.isLinked = gl.getProgramParameter(object, LINK_STATUS) === true;
  program.attributes = [];
  program.uniforms = [];
  program.usedAttributes = 0;
  locations.length = 0;
  places.clear();
  if (!program.isLinked) return;
  const attributes = gl.getProgramParameter(object, ACTIVE_ATTRIBUTES) ?? 0;
  for (let index = 0; index < attributes; index++) {
    const info = gl.getActiveAttrib(object, index);
    if (info === null) continue;
    const { name, type, size } = info;
    const location = gl.getAttribLocation(object, name);
    program.attributes.push({ name, type, size, location });
    // What OpenGL itself provides has no location.
    if (location < 0) continue;
    for (let column = 0; column < columns(type) * size; column++)
      program.usedAttributes |= 1 << (location + column);
  }
  const uniforms = gl.getProgramParameter(object, ACTIVE_UNIFORMS) ?? 0;
  for (let index = 0; index < uniforms; index++) {
    const info = gl.getActiveUniform(object, index);
    if (info === null) continue;
    const { name, type, size } = info;
    const active = { name, type, size, location: locations.length };
    program.uniforms.push(active);
    places.set(name.replace(/\[0\]$/, ""), active);
    for (let element = 0; element < size; element++) locations.push(undefined);
  }
}

/** How many locations an attribute takes: a matrix takes one for each column. */
function columns(type: number): number {
  return type >= 0x8b5a && type <= 0x8b5c ? type - 0x8b58 : 1;
}

/** The uniform that has a location, which may be that of an element. */
export function uniformAt(program: Program, location: number): Active | undefined {
  return program.uniforms.find((one) => location >= one.location && location < one.location + one.size);
}

/** The place of a uniform to WebGL, looked up when it is first needed. */
export function locate(program: Program, location: number): WebGLUniformLocation | null {
  const known = program.locations[location];
  if (known !== undefined) return known;
  const active = uniformAt(program, location);
  if (active === undefined) return null;
  const base = active.name.replace(/\[0\]$/, "");
  const element = location - active.location;
  const name = active.size > 1 || base !== active.name ? `${base}[${element}]` : base;
  const place = program.gl.getUniformLocation(program.object, name);
  program.locations[location] = place;
  return place;
}

/** The location that a program knows a uniform by; -1 if there is no such. */
function locationOf(program: Program, wanted: string): number {
  const whole = program.places.get(wanted);
  if (whole !== undefined) return whole.location;
  const [, base = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(wanted) ?? [];
  const active = program.places.get(base);
  const isArray = active?.name.endsWith("]");
  if (active === undefined || !isArray || Number(index) >= active.size) return -1;
  return active.location + Number(index);
}

/** A deleted program goes when no context uses it. */
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
    case DELETE_STATUS:
      return program.isDeleted ? 1 : 0;
    case LINK_STATUS:
      return program.isLinked ? 1 : 0;
    case VALIDATE_STATUS:
      return program.isValid ? 1 : 0;
    case INFO_LOG_LENGTH:
      return textLength(log(program));
    case ATTACHED_SHADERS:
      return program.shaders.length;
    case ACTIVE_UNIFORMS:
      return program.uniforms.length;
    case ACTIVE_UNIFORM_MAX_LENGTH:
      return longest(program.uniforms);
    case ACTIVE_ATTRIBUTES:
      return program.attributes.length;
    case ACTIVE_ATTRIBUTE_MAX_LENGTH:
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
  if (active === undefined || size < 0) return context.error(INVALID_VALUE);
  giveText(active.name, size, length, to);
  store(count, active.size);
  store(type, active.type);
}

export const programFunctions = {
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

  AttachShader(id: number, name: number, shaderName: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    const shader = program && shaderOf(context, shaderName);
    if (context === undefined || program === undefined || shader === undefined) return;
    // One of each type.
    if (program.shaders.some((one) => one.type === shader.type)) return context.error(INVALID_OPERATION);
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
    if (place < 0) return context.error(INVALID_OPERATION);
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
      return context.error(INVALID_VALUE);
    if (attribute.startsWith("gl_")) return context.error(INVALID_OPERATION);
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
    program.log = refused ? "ERROR: a shader is not compiled\n" : undefined;
    if (!refused) context.gl.linkProgram(program.object);
    // What uses it reads its uniforms at once.
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
    program.isValid = context.gl.getProgramParameter(program.object, VALIDATE_STATUS) === true;
    program.log = undefined;
  },

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
    if (most < 0) return context.error(INVALID_VALUE);
    const shaders = program.shaders.slice(0, most);
    if (count !== 0) store(count, shaders.length);
    shaders.forEach((shader, place) => void store(to + 4 * place, shader.name));
  },

  GetAttribLocation(id: number, name: number, attributeName: number): number {
    const wanted = text(attributeName);
    const context = enter(id);
    const program = context && linkedOf(context, name);
    return program?.attributes.find((one) => one.name === wanted)?.location ?? -1;
  },

  GetUniformLocation(id: number, name: number, uniformName: number): number {
    const wanted = text(uniformName);
    const context = enter(id);
    const program = context && linkedOf(context, name);
    return program === undefined || wanted === undefined ? -1 : locationOf(program, wanted);
  },

  GetProgramiv(id: number, name: number, what: number, to: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    const value = parameter(program, what);
    if (value === undefined) context.error(INVALID_ENUM);
    else store(to, value);
  },

  GetProgramInfoLog(id: number, name: number, size: number, length: number, to: number) {
    const context = enter(id);
    const program = context && programOf(context, name);
    if (context === undefined || program === undefined) return;
    if (size < 0) context.error(INVALID_VALUE);
    else giveText(log(program), size, length, to);
  },

  IsProgram(id: number, name: number): number {
    return enter(id)?.group.shaders.get(name >>> 0) instanceof Program ? 1 : 0;
  },
};
