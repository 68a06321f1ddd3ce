// The strings of `glGetString`.

import { GL } from "../../generated/gl.ts";
import type { Context } from "./context.ts";

/** Returns a string of a context; undefined for an unknown name. */
export function stringOf({ gl, group }: Context, name: number): string | undefined {
  switch (name) {
    case GL.VENDOR:
    case GL.RENDERER:
      return String(gl.getParameter(name) ?? "");
    case GL.VERSION:
      return "OpenGL ES 2.0 Chromium";
    case GL.SHADING_LANGUAGE_VERSION:
      return "OpenGL ES GLSL ES 1.0 Chromium";
    case GL.EXTENSIONS:
      return group.extensions.names.join(" ");
    default:
      return undefined;
  }
}
