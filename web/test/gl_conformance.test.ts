// The programs of tests/pepper/gl, which check OpenGL ES and draw a picture each. Their output and
// pictures in the browser must be the same as on a machine without a screen.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { compileAll, difference, headless, inBrowser, names, TOLERANCE } from "./gl_pairs.ts";
import { type Browser, launch, noCompiler, onlyChromium, type Programs, WAYS } from "./support.ts";

const skip = noCompiler || onlyChromium("draws without OffscreenCanvas in workers on machines without a GPU");

/** Number of pixels, of 4096, that may differ by more, because edges may be between pixels. */
const EDGES = 20;

describe("OpenGL ES as on a machine without a screen", { skip }, () => {
  let browser: Browser;
  let programs: Programs;
  const expected = new Map();
  before(async () => {
    browser = await launch();
    programs = compileAll();
    for (const name of names) expected.set(name, await headless(programs, name));
  });
  after(async () => {
    await browser.close();
    programs.remove();
  });

  for (const [how, headers] of WAYS)
    for (const name of names)
      test(`${name} (${how})`, async (context) => {
        const wanted = expected.get(name);
        if (wanted === undefined) {
          context.skip("this machine has no driver for OpenGL ES");
          return;
        }
        const seen = await inBrowser(browser, programs, name, headers);
        assert.deepEqual(seen!.lines, wanted.lines);
        const { count, greatest } = await difference(browser, wanted.picture, seen!.picture, TOLERANCE);
        assert.ok(count <= EDGES, `${count} pixels of the picture differ, by up to ${greatest}`);
      });
});
