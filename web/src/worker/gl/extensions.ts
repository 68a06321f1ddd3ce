// The extensions that programs see: those that Chrome always had, and those of the browser that are
// supported here.

import { ALWAYS, BY_BROWSER } from "../../generated/gl.ts";

export class Extensions {
  readonly names: string[];
  readonly compressedFormats: number[];
  readonly hasAnisotropy: boolean;
  readonly hasHalfFloats: boolean;

  constructor(gl: WebGL2RenderingContext) {
    const found = BY_BROWSER.filter(([, browser]) => gl.getExtension(browser) !== null);
    this.names = [...ALWAYS, ...found.map(([name]) => name)].sort();
    this.hasAnisotropy = this.names.includes("GL_EXT_texture_filter_anisotropic");
    this.hasHalfFloats = this.names.includes("GL_EXT_color_buffer_half_float");
    this.compressedFormats = found.flatMap(([, , formats]) => formats).sort((one, other) => one - other);
  }

  /** Returns true if the browser supports a format of compressed images. */
  hasCompressed(format: number): boolean {
    return this.compressedFormats.includes(format);
  }
}
