// Runs the programs of tests/pepper/gl on a machine without a screen and in the browser. Returns
// the output and the picture of both.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import {
  type Browser,
  compile,
  compilerCommand,
  type Headers,
  inPage,
  type Programs,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let heard: unknown[];

const run = promisify(execFile);

/** Width and height of every picture. */
export const SIDE = 64;

/** Maximum difference of colours, of 255, because drivers round differently. */
export const TOLERANCE = 4;

/** The names of the programs. */
export const names = readdirSync(new URL("../../tests/pepper/gl/", import.meta.url).pathname)
  .filter((name) => name.endsWith(".c"))
  .map((name) => basename(name, ".c"));

/** Compiles all programs. */
export const compileAll = () => compile(...names.map((name) => `gl/${name}`));

const isCheck = (line: string) => /^(ok|FAILED) /.test(line);

/** The checks that a program prints, and its picture as PNG. */
export interface Result {
  lines: string[];
  picture: Buffer;
}

/** Returns the output of a program on a machine without a screen, and its picture as PNG; undefined
 * without OpenGL. */
export async function headless({ folder }: Programs, name: string): Promise<Result | undefined> {
  const picture = join(folder, `${name}.png`);
  const lines = join(folder, `${name}.script`);
  const steps = [{ after: "picture", screenshot: picture }, { post: "done" }];
  writeFileSync(lines, steps.map((step) => `${JSON.stringify(step)}\n`).join(""));
  const view = ["--view", `${SIDE}x${SIDE}`];
  const options = ["run", join(folder, `${name}.pexe`), ...view, "--script", lines, "--timeout", "60s"];
  const [command] = compilerCommand();
  const { stdout, stderr }: { stdout: string; stderr: string } = await run(command, options).catch(
    (error) => error,
  );
  if (stderr.includes("no OpenGL ES: ")) return undefined;
  return { lines: stdout.split("\n").filter(isCheck), picture: readFileSync(picture) };
}

/** Collects the messages of a page's program. */
function pageScript() {
  window.heard = [];
  const element = document.querySelector("embed")!;
  element.addEventListener("message", (event) => heard.push(event.data));
  element.addEventListener("crash", () => heard.push(element.exitStatus === 0 ? "over" : "crash"));
  element.addEventListener("error", () => heard.push(element.lastError));
}

/** Returns the output and the picture of a program in a browser. */
export async function inBrowser(
  browser: Browser,
  { folder, manifests }: Programs,
  name: string,
  headers: Headers,
): Promise<Result> {
  const element = `<embed type="application/x-pnacl" src="${name}.nmf" width="${SIDE}" height="${SIDE}">`;
  const text = `<!doctype html>${script}<body style="margin:0;background:#fff">${element}<script>(${pageScript})()</script>`;
  let result: Result = { lines: [], picture: Buffer.of() };
  await inPage(
    browser,
    text,
    async (page, { said }) => {
      const hears = (what: string) =>
        until(page, (what) => heard.includes(what) || heard.includes("crash"), what);
      await hears("picture");
      // The display shows the picture with a delay.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      });
      const picture = await page.screenshot({ clip: { x: 0, y: 0, width: SIDE, height: SIDE } });
      await page.evaluate(() => document.querySelector("embed")!.postMessage("done"));
      await hears("over");
      const printed = () => said.filter((line) => line.startsWith("debug: ")).map((line) => line.slice(7));
      // The driver may receive the last lines later.
      for (let round = 0, count = -1; round < 20 && printed().length > count; round++) {
        count = printed().length;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      result = { lines: printed().filter(isCheck), picture };
    },
    { folder, pages: manifests, headers },
  );
  return result;
}

/** Compares two pictures in a page. Returns the greatest difference of a colour, from 0 to 255, and
 * the number of pixels that differ by more than the tolerance. */
export async function difference(browser: Browser, first: Buffer, second: Buffer, tolerance: number) {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ([firstPicture, secondPicture, tolerance]) => {
        const [first = [], second = []] = await Promise.all(
          [firstPicture, secondPicture].map(async (picture) => {
            const image = await createImageBitmap(
              await (await fetch(`data:image/png;base64,${picture}`)).blob(),
            );
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, image.width, image.height).data;
          }),
        );
        if (first.length !== second.length) return { greatest: 255, count: first.length / 4 };
        let greatest = 0;
        let count = 0;
        for (let at = 0; at < first.length; at += 4) {
          const parts = [0, 1, 2].map((part) => Math.abs(first[at + part]! - second[at + part]!));
          const most = Math.max(...parts);
          greatest = Math.max(greatest, most);
          if (most > tolerance) count++;
        }
        return { greatest, count };
      },
      [first.toString("base64"), second.toString("base64"), tolerance] as const,
    );
  } finally {
    await page.close();
  }
}
