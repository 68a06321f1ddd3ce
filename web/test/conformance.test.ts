// The programs of tests/pepper, which check each function of Pepper and print the results. In the
// browser their output must be the same as on a machine without a screen, byte for byte.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  comes,
  compile,
  compilerCommand,
  ISOLATED,
  inPage,
  launch,
  noCompiler,
  PATIENCE,
  type Page,
  type Programs,
  script,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let heard: unknown[];
declare function post(json: string): void;

const sources = new URL("../../tests/pepper/", import.meta.url).pathname;
const names = readdirSync(sources)
  .filter((name) => name.endsWith(".c"))
  .map((name) => basename(name, ".c"));

/** Reasons why a program cannot be compared, always or on a page that is not isolated. See
 * docs/pepper.md. */
const ELSEWHERE: Record<string, string> = {
  url_loader: "its site is one of the tests of Rust; network.test.mjs has one",
};
const ISOLATED_ONLY: Record<string, string> = {
  completion: "the page waits for an answer, which it can only if it is isolated",
};

/** A program's requests to its page. */
type Wishes = Record<"view" | "attribute" | "post" | "script", string[]>;

/** Reads a program's requests to its page from the comments at its beginning: values by key. */
function wishesOf(name: string) {
  const lines = readFileSync(join(sources, `${name}.c`), "utf8").matchAll(/^\/\/ (\w+): (.*)$/gm);
  const wishes: Wishes = { view: [], attribute: [], post: [], script: [] };
  for (const [, key, value] of lines) if (key! in wishes) wishes[key as keyof Wishes].push(value!);
  return wishes;
}

/** Returns the text of a program's element. */
function elementOf(name: string, { view, attribute }: Wishes) {
  const [width, height] = (view[0] ?? "640x480").split("x");
  const attributes = attribute.map((one) => one.replace(/=(.*)/, '="$1"')).join(" ");
  return `<embed type="application/x-pnacl" src="${name}.nmf" width="${width}" height="${height}" ${attributes}>`;
}

/** The script of a page in the notation of docs/headless.md. */
function pageScript() {
  window.heard = [];
  const element = document.querySelector("embed")!;
  element.addEventListener("message", (event) => heard.push(event.data));
  element.addEventListener("crash", () => {
    window.end = element.exitStatus;
  });
  element.addEventListener("error", () => {
    window.end = element.lastError;
  });
  const decoded = (json: string): unknown =>
    JSON.parse(json, (_, value) => {
      if (value?.$bytes !== undefined)
        return Uint8Array.from(atob(value.$bytes), (letter) => letter.charCodeAt(0)).buffer;
      return value;
    });
  Object.assign(window, {
    post: (json: string) => element.postMessage(json === '{"$undefined":true}' ? undefined : decoded(json)),
  });
}

/** A line of a script about a gamepad. */
interface GamepadLine {
  connected?: boolean;
  id?: string;
  axes?: number[];
  buttons?: number[];
}

/** Sets the state of the page's first gamepad from a line of a script. */
function setGamepad({ connected = true, id, axes, buttons }: GamepadLine) {
  const before = window.gamepad ?? {
    id: "Gamepad",
    axes: [0, 0, 0, 0],
    buttons: Array<{ value: number }>(17).fill({ value: 0 }),
  };
  window.gamepad = connected
    ? {
        connected,
        timestamp: performance.now(),
        id: id ?? before.id,
        axes: axes ?? before.axes,
        buttons: buttons?.map((value) => ({ value })) ?? before.buttons,
      }
    : undefined;
  const pads = () => [window.gamepad ?? null, null, null, null] as (Gamepad | null)[];
  navigator.getGamepads = pads;
}

/** The bit of a modifier key. */
const SHIFT = 8;

interface Place {
  x: number;
  y: number;
}

/** Carries out a line of the script. `pointer` is the position of the mouse in the element. */
async function perform(page: Page, line: string, box: Place, pointer: Place) {
  const { after: text, ...act } = JSON.parse(line);
  if (text !== undefined) {
    const isOver = (said: string[]) => heard.includes(said) || window.end !== undefined;
    await page.waitForFunction(isOver, text, { timeout: PATIENCE });
  }
  const [what = ""] = Object.keys(act);
  const value = act[what];
  if (what === "post") await page.evaluate((json) => post(json), JSON.stringify(value));
  else if (what === "ask")
    await page.evaluate(
      (asked) => document.querySelector("embed")!.postMessageAndAwaitResponse(asked),
      value,
    );
  else if (what === "key") await page.keyboard.press(value);
  else if (what === "gamepad") await page.evaluate(setGamepad, value);
  else if (what === "wheel") await page.mouse.wheel(40 * value.x, -40 * value.y);
  else if (what === "mouse") {
    const { button = "left", modifiers = [] } = value;
    Object.assign(pointer, value.x === undefined ? {} : { x: value.x, y: value.y });
    // The driver's own functions would also press the keys.
    const driver = await page.context().newCDPSession(page);
    const send = (type: "mousePressed" | "mouseReleased") =>
      driver.send("Input.dispatchMouseEvent", {
        type,
        x: box.x + pointer.x,
        y: box.y + pointer.y,
        button,
        clickCount: 1,
        modifiers: modifiers.includes("shift") ? SHIFT : 0,
      });
    if (value.x !== undefined) await page.mouse.move(box.x + pointer.x, box.y + pointer.y);
    if (value.action === "down" || value.action === "click") await send("mousePressed");
    if (value.action === "up" || value.action === "click") await send("mouseReleased");
  } else if (what === "resize")
    await page.evaluate((size) => Object.assign(document.querySelector("embed")!, size), value);
  else if (what === "hide" || what === "show")
    await page.evaluate((isHidden) => {
      Object.defineProperty(document, "visibilityState", {
        value: isHidden ? "hidden" : "visible",
        configurable: true,
      });
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, what === "hide");
  else throw new Error(`what is ${what}?`);
}

describe("conformance", { skip: noCompiler }, () => {
  let browser: Browser;
  let programs: Programs;
  before(async () => {
    browser = await launch();
    programs = compile(...names);
  });
  after(async () => {
    await browser.close();
    programs.remove();
  });

  /** Returns the output of a program on a machine without a screen. */
  function headless(name: string, wishes: Wishes) {
    const page = join(programs.folder, `${name}.html`);
    writeFileSync(page, elementOf(name, wishes));
    writeFileSync(join(programs.folder, `${name}.nmf`), programs.manifests[`/${name}.nmf`]!);
    const lines = join(programs.folder, `${name}.script`);
    writeFileSync(lines, wishes.script.map((line) => `${line}\n`).join(""));
    const posts = wishes.post.flatMap((json: string) => ["--post", json]);
    const options = ["run", page, "--script", lines, ...posts, "--timeout", "60s"];
    return execFileSync(compilerCommand()[0], options, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  for (const [how, headers] of WAYS) {
    for (const name of names) {
      const skip = ELSEWHERE[name] ?? (headers === ISOLATED ? undefined : ISOLATED_ONLY[name]);
      test(`${name} (${how})`, { skip }, async () => {
        const wishes = wishesOf(name);
        const expected = headless(name, wishes)
          .split("\n")
          .filter((line) => line !== "");
        const text = `<!doctype html>${script}<body style="margin:0">${elementOf(name, wishes)}<script>(${pageScript})()</script>`;
        await inPage(
          browser,
          text,
          async (page, { said }) => {
            const pointer = { x: 0, y: 0 };
            const box = await page.locator("embed").boundingBox();
            assert.ok(box !== null);
            await page.evaluate(
              (posts) =>
                posts.forEach((json) => {
                  post(json);
                }),
              wishes.post,
            );
            for (const line of wishes.script) await perform(page, line, box, pointer);
            await page.waitForFunction(() => window.end !== undefined, undefined, { timeout: PATIENCE });
            assert.equal(await page.evaluate(() => window.end), 0);
            const printed = () =>
              said.filter((line) => /^debug: (ok|FAILED) /.test(line)).map((line) => line.slice(7));
            // The driver may receive the last lines later.
            await comes(() => printed().length >= expected.length);
            assert.deepEqual(printed(), expected);
          },
          { folder: programs.folder, pages: programs.manifests, headers },
        );
      });
    }
  }
});
