// Makes a page with the pictures of tests/pepper/gl for a visual check: on the left from a machine
// without a screen, on the right from Chromium. Prints the differences of their outputs.
// `npm run gl-pairs FILE.html`.

import { writeFileSync } from "node:fs";
import { compileAll, difference, headless, inBrowser, names, SIDE, TOLERANCE } from "../test/gl_pairs.ts";
import { ISOLATED, launch } from "../test/support.ts";

const [output = "gl-pairs.html"] = process.argv.slice(2);
const image = (picture) =>
  `<td><img width="${4 * SIDE}" src="data:image/png;base64,${picture.toString("base64")}">`;

const browser = await launch();
const programs = compileAll();
const rows = [];
try {
  for (const name of names) {
    const machine = await headless(programs, name);
    if (machine === undefined) throw new Error("this machine has no driver for OpenGL ES");
    const page = await inBrowser(browser, programs, name, ISOLATED);
    const { greatest, count } = await difference(browser, machine.picture, page.picture, TOLERANCE);
    const missing = machine.lines.filter((line) => !page.lines.includes(line));
    const others = page.lines.filter((line) => !machine.lines.includes(line));
    const pixels = `${count} pixels differ by more than ${TOLERANCE}, all by ${greatest} or less`;
    const said = `${machine.lines.length - missing.length} of ${machine.lines.length} checks agree; ${pixels}`;
    console.log(`${name}: ${said}`);
    for (const line of missing) console.log(`  only without a screen: ${line}`);
    for (const line of others) console.log(`  only in Chromium: ${line}`);
    rows.push(`<tr><th>${name}<p>${said}${image(machine.picture)}${image(page.picture)}`);
  }
} finally {
  programs.remove();
  await browser.close();
}
writeFileSync(
  output,
  `<!doctype html><meta charset="utf-8"><title>OpenGL ES: pairs of pictures</title>
<style>body { font: 14px sans-serif; } img { image-rendering: pixelated; } th { text-align: left; } p { font-weight: normal; }</style>
<table><tr><th>program<th>without a screen<th>in Chromium
${rows.join("\n")}
</table>
`,
);
