// All functions of OpenGL by their names without `gl`. Their first argument is the context's ID.

import type { GlName } from "../../generated/gl.ts";
import type { HostCall } from "../answers.ts";
import { bufferFunctions } from "./buffers.ts";
import { drawFunctions } from "./draws.ts";
import { framebufferFunctions } from "./framebuffers.ts";
import { getFunctions } from "./gets.ts";
import { imageFunctions } from "./images.ts";
import { linkingFunctions } from "./linking.ts";
import { programGetFunctions } from "./program_gets.ts";
import { queryFunctions } from "./queries.ts";
import { renderbufferFunctions } from "./renderbuffers.ts";
import { shaderFunctions } from "./shaders.ts";
import { stateFunctions } from "./state.ts";
import { textureFunctions } from "./textures.ts";
import { uniformFunctions } from "./uniforms.ts";
import { vertexFunctions } from "./vertices.ts";

type GlFunction = (id: number, ...args: number[]) => number | undefined;

/** The names of the functions. `glString` implements `GetString`. */
type Served = Record<Exclude<GlName, "GetString">, unknown>;

const functions = new Map(
  Object.entries({
    ...bufferFunctions,
    ...drawFunctions,
    ...framebufferFunctions,
    ...getFunctions,
    ...imageFunctions,
    ...linkingFunctions,
    ...programGetFunctions,
    ...queryFunctions,
    ...renderbufferFunctions,
    ...shaderFunctions,
    ...stateFunctions,
    ...textureFunctions,
    ...uniformFunctions,
    ...vertexFunctions,
  } satisfies Served as unknown as Record<string, GlFunction>),
);

/** Functions that return addresses in the program's memory. The core implements them, because it
 * manages that memory. */
const OF_CORE = new Set([
  "GetString",
  "MapBufferSubDataCHROMIUM",
  "MapTexSubImage2DCHROMIUM",
  "UnmapBufferSubDataCHROMIUM",
  "UnmapTexSubImage2DCHROMIUM",
]);

/** Functions whose results the core records; see `has_result` in
 * `crates/page-record/src/graphics.rs`. */
const HAS_RESULT = /^(Get(?!UniformLocation$|AttribLocation$)|Is|Check|ReadPixels$)/;

let areResultsRecorded = false;

/** Determines whether programs that start from now on call functions with results through the
 * core. */
export function recordGlResults(on: boolean): void {
  areResultsRecorded = on;
}

/** Functions that draw; see `draws` in `crates/timeline/src/words.rs`. */
const DRAWS =
  /^(Clear|DrawArrays|DrawElements|DrawArraysInstancedANGLE|DrawElementsInstancedANGLE|BlitFramebufferEXT)$/;

let isDrawingWatched = false;

/** Determines whether programs that start from now on call functions that draw through the core. */
export function watchDrawing(on: boolean): void {
  isDrawingWatched = on;
}

export function glFunction(name: string): GlFunction | undefined {
  return functions.get(name);
}

/** Returns the OpenGL function for an import of a program's module, which calls it directly.
 * Undefined for other functions. */
export function glImport(interfaceName: string, name: string): HostCall | undefined {
  if (!interfaceName.startsWith("PPB_OpenGLES2") || OF_CORE.has(name)) return undefined;
  if (areResultsRecorded && HAS_RESULT.test(name)) return undefined;
  if (isDrawingWatched && DRAWS.test(name)) return undefined;
  return functions.get(name) as HostCall | undefined;
}
