// Programs: linked shaders, with their attributes and uniforms. The functions of OpenGL that change
// programs are in linking.ts, and the queries are in program_gets.ts.

import { GL, matrixColumns } from "../../generated/gl.ts";
import type { Context, Locations } from "./context.ts";
import type { Shader } from "./shaders.ts";

/** An attribute or a uniform of a program. */
export type Active = { name: string; type: number; size: number; location: number };

/** A program of OpenGL. */
export class Program {
  readonly shaders: Shader[] = [];
  attributes: Active[] = [];
  uniforms: Active[] = [];
  /** The vertex attributes that it reads, one bit each. */
  usedAttributes = 0;
  /** WebGL's locations of the uniforms, by the program's locations. An entry is `undefined` until
   * it is first needed. */
  readonly locations: Locations = [];
  /** The uniforms by their names without indices. */
  readonly places = new Map<string, Active>();
  isLinked = false;
  /** True if the result of the last link was queried from the browser. */
  isKnown = true;
  wasLinked = false;
  /** The types and sources of the shaders with which it was linked last. */
  sources: { type: number; source: string }[] = [];
  log: string | undefined;
  isValid = false;
  isDeleted = false;
  /** Number of contexts that use it. */
  users = 0;

  constructor(
    readonly gl: WebGL2RenderingContext,
    readonly name: number,
    readonly object: WebGLProgram,
  ) {}
}

/** Returns the program with a name. Sets an error of the context if there is none. */
export function programOf(context: Context, name: number): Program | undefined {
  const object = context.group.shaders.get(name >>> 0);
  if (object instanceof Program) return object;
  context.error(object === undefined ? GL.INVALID_VALUE : GL.INVALID_OPERATION);
  return undefined;
}

/** Returns the program with a name. Sets an error of the context if there is none, or if it is not
 * linked. */
export function linkedOf(context: Context, name: number): Program | undefined {
  const program = programOf(context, name);
  if (program === undefined || isUsable(program)) return program;
  context.error(GL.INVALID_OPERATION);
  return undefined;
}

/** Returns true if a program is linked and can be used. */
export function isUsable(program: Program): boolean {
  if (!program.isKnown) look(program);
  return program.isLinked;
}

/** Queries the result of a link from the browser. */
export function look(program: Program) {
  const { gl, object, locations, places } = program;
  program.isKnown = true;
  program.isLinked = gl.getProgramParameter(object, GL.LINK_STATUS) === true;
  program.attributes = [];
  program.uniforms = [];
  program.usedAttributes = 0;
  locations.length = 0;
  places.clear();
  if (!program.isLinked) return;
  const attributes = gl.getProgramParameter(object, GL.ACTIVE_ATTRIBUTES) ?? 0;
  for (let index = 0; index < attributes; index++) {
    const info = gl.getActiveAttrib(object, index);
    if (info === null) continue;
    const { name, type, size } = info;
    const location = gl.getAttribLocation(object, name);
    program.attributes.push({ name, type, size, location });
    // Built-in attributes have no location.
    if (location < 0) continue;
    const columns = matrixColumns(type) || 1;
    for (let column = 0; column < columns * size; column++)
      program.usedAttributes |= 1 << (location + column);
  }
  const uniforms = gl.getProgramParameter(object, GL.ACTIVE_UNIFORMS) ?? 0;
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

/** Maximum location of a uniform. Browsers have fewer uniforms. */
const MOST_LOCATIONS = 1 << 16;

/** Assigns locations from a saved state to the uniforms of a program by their names; -1 means that
 * a uniform has no location. A uniform that the browser lacks can be set without an effect. Returns
 * false if no program can have these locations. */
export function continueWith(program: Program, places: Map<string, number>): boolean {
  const known = [...places.values()].filter((place) => place >= 0);
  if (known.some((place) => place > MOST_LOCATIONS)) return false;
  const { locations, uniforms } = program;
  // The locations of other uniforms follow those of the saved state.
  let next = Math.max(0, ...known) + locations.length + 1;
  locations.length = 0;
  for (const place of known) locations[place] = null;
  for (const uniform of uniforms) {
    const place = places.get(uniform.name) ?? -1;
    uniform.location = place >= 0 ? place : next;
    if (place < 0) next += uniform.size;
    for (let element = 0; element < uniform.size; element++)
      locations[uniform.location + element] = undefined;
  }
  return true;
}

/** Returns the uniform at a location, which may be the location of an element. */
export function uniformAt(program: Program, location: number): Active | undefined {
  return program.uniforms.find((one) => location >= one.location && location < one.location + one.size);
}

/** Returns WebGL's location of a uniform, and looks it up when it is first needed. */
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
