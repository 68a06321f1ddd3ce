// What `glGetString` tells.

import type { Context } from "./context.ts";

const VENDOR = 0x1f00,
  RENDERER = 0x1f01,
  VERSION = 0x1f02,
  EXTENSIONS = 0x1f03,
  SHADING_LANGUAGE_VERSION = 0x8b8c;

/** A string of a context; none for what is not known. */
export function stringOf({ gl, group }: Context, name: number): string | undefined {
  switch (name) {
    case VENDOR:
    case RENDERER:
      return String(gl.getParameter(name) ?? "");
    case VERSION:
      return "OpenGL ES 2.0 Chromium";
    case SHADING_LANGUAGE_VERSION:
      return "OpenGL ES GLSL ES 1.0 Chromium";
    case EXTENSIONS:
      return group.extensions.names.join(" ");
    default:
      return undefined;
  }
}
