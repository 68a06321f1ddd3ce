// A page with a program that reports its input (programs/input_echo.c), and functions for tests
// with it.

import assert from "node:assert/strict";
import {
  type Act,
  compile,
  inPage,
  launch,
  PATIENCE,
  type Page,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let said: string[];

/** The bits of PP_InputEvent_Class. */
export const MOUSE = 1,
  KEYBOARD = 2,
  WHEEL = 4,
  TOUCH = 8,
  IME = 16;

const ELEMENT = 'width="200" height="100"';

/** The text of a page with the element `m`. `said` has the messages of its program. */
export const echo = ({ style = "", attributes = ELEMENT, before = "", after = "" } = {}) => `<!doctype html>
  ${script}<style>body { margin: 0 } #m { vertical-align: top } ${style}</style><body>${before}<embed id="m" ${attributes}
  src="input_echo.nmf" type="application/x-pnacl">${after}<script>
    var said = [], heard = [];
    m.addEventListener("message", function (event) { said.push(event.data); });
  </script>`;

/** A browser and the compiled program. */
export async function prepare() {
  const browser = await launch();
  const programs = compile("input_echo");
  const close = async () => {
    await browser.close();
    programs.remove();
  };

  /** Opens a page with the program, sends it orders, and runs a test. */
  const withEcho = (text: string, orders: string[], act: Act, options: PageOptions = {}) =>
    inPage(
      browser,
      text,
      async (page, tab, server) => {
        await until(page, () => m.readyState === 4);
        await tell(page, ...orders);
        await act(page, tab, server);
      },
      { folder: programs.folder, pages: programs.manifests, ...options },
    );
  return { withEcho, close };
}

/** The result of `prepare`. */
export type Echo = Awaited<ReturnType<typeof prepare>>;

/** Waits for a message of the program that begins with a text. Returns the messages since the last
 * call up to that one, if they are of a kind. */
export async function sayings(page: Page, last: string, kind = /./): Promise<string[]> {
  const isSaid = (last: string) => {
    const index = said.findIndex((line) => line.startsWith(last));
    return index >= 0 && said.splice(0, index + 1);
  };
  try {
    const told = await page.waitForFunction(isSaid, last, { timeout: PATIENCE });
    return ((await told.jsonValue()) || []).filter((line) => kind.test(line));
  } catch (error) {
    const lines = await page.evaluate(() => said);
    (error as Error).message += `\nwaited for "${last}"; said: ${JSON.stringify(lines, undefined, 1)}`;
    throw error;
  }
}

/** Sends orders to the program. Returns its messages in the meantime. */
export async function tell(page: Page, ...orders: string[]) {
  const all: string[] = [];
  for (const order of orders) {
    await page.evaluate((order) => m.postMessage(order), order);
    all.push(...(await sayings(page, `done ${order.split(" ")[0]}`)));
  }
  return all;
}

/** A position in the page: x and y. */
export type Place = [x: number, y: number];

/** A box of the page. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Makes the program draw, and compares colours at positions in the page with the expected ones. If
 * SHOTS names a folder, the picture is written there. */
export async function check(name: string, page: Page, places: Place[], wanted: string[]) {
  await tell(page, "draw");
  const find = () =>
    page.screenshot().then((png) =>
      page.evaluate(
        async ({ png, places }) => {
          const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
          const bitmap = await createImageBitmap(blob);
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", {
            willReadFrequently: true,
          })!;
          context.drawImage(bitmap, 0, 0);
          const names: Record<string, string> = {
            "255,0,0": "red",
            "0,255,0": "green",
            "0,0,255": "blue",
            "255,255,0": "yellow",
            "255,255,255": "white",
            "0,0,0": "black",
          };
          return places.map(([x, y]) => {
            const [red, green, blue] = context.getImageData(x, y, 1, 1).data;
            return names[`${red},${green},${blue}`] ?? `${red},${green},${blue}`;
          });
        },
        {
          png: png.toString("base64"),
          places: places.map(([x, y]): Place => [Math.round(x), Math.round(y)]),
        },
      ),
    );
  let seen: string[] = [];
  // The next frame shows the canvas.
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    seen = await find();
    if (seen.join() === wanted.join()) break;
    await page.waitForTimeout(40);
  }
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  assert.deepEqual(seen, wanted);
}

/** Returns positions slightly inside the corners of a box. */
export const corners = ({ left, top, width, height }: Box): Place[] => [
  [left + 3, top + 3],
  [left + width - 4, top + 3],
  [left + 3, top + height - 4],
  [left + width - 4, top + height - 4],
];
/** The colours of the program's picture at these positions. */
export const FOUR = ["red", "green", "blue", "yellow"];
