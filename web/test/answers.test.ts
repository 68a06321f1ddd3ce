// postMessageAndAwaitResponse: the page waits for the program's answer.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  compile,
  ISOLATED,
  inPage,
  launch,
  noCompiler,
  type Page,
  type Programs,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare function answer<Answer = string>(value: unknown): Answer;
declare let early: string;
declare let heard: unknown[];

const NO_HANDLER = /^The plugin has not registered a handler for synchronous messages\./;

const body = `<body><embed id="m" width="10" height="10" src="responder.nmf" type="application/x-pnacl">
<script>
  var heard = [];
  m.addEventListener("message", function (event) { heard.push(event.data); });
  m.addEventListener("crash", function () { heard.push("crash"); });
  function answer(value) {
    try {
      return m.postMessageAndAwaitResponse(value);
    } catch (error) {
      return error.message;
    }
  }
  var early = answer(1);
</script>`;

describe("answers", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("responder");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  const inIsolated = (act: Act) =>
    inPage(browser, `<!doctype html>${script}${body}`, act, {
      folder: built.folder,
      pages: built.manifests,
      headers: ISOLATED,
    });
  const registered = async (page: Page) => {
    await until(page, () => m.readyState === 4);
    await page.evaluate(() => m.postMessage("register"));
    await until(page, () => heard.includes("registered"));
  };

  test("an undefined message of a program is undefined in its event", () =>
    inIsolated(async (page) => {
      await until(page, () => m.readyState === 4);
      await page.evaluate(() => {
        m.postMessage(undefined);
        m.postMessage(null);
      });
      await until(page, () => heard.length === 2);
      assert.deepEqual(await page.evaluate(() => heard.map(String)), ["undefined", "null"]);
    }));

  test("values of any depth and length come back unchanged", () =>
    inIsolated(async (page) => {
      await registered(page);
      const answers = await page.evaluate(() => {
        const deep = { a: [1, { b: null, c: [true, "text"] }], d: {} };
        const bytes = answer<ArrayBuffer>(Uint8Array.of(1, 2, 3).buffer);
        const large = new Uint8Array(answer<ArrayBuffer>("large"));
        const isRight = large.every((byte, at) => byte === at % 251);
        return [
          answer(7),
          answer(deep),
          [...new Uint8Array(bytes)],
          large.length,
          isRight,
          typeof answer("nothing"),
        ];
      });
      const deep = { a: [1, { b: null, c: [true, "text"] }], d: {} };
      assert.deepEqual(answers, [7, deep, [1, 2, 3], 3000001, true, "undefined"]);
    }));

  test("a thousand answers take less than a second, and messages stay in order", () =>
    inIsolated(async (page) => {
      await registered(page);
      const answers = await page.evaluate(() => {
        const all = [];
        for (let count = 0; count < 1000; count++) all.push(answer(count));
        m.postMessage("hello");
        return [all.every((value, count) => value === count), answer("after"), heard.length];
      });
      // Messages are tasks, which run when the page no longer waits.
      assert.deepEqual(answers, [true, "after", 1]);
      await until(page, () => heard.includes("posted"));
    }));

  test("exceptions are Chrome's", () =>
    inIsolated(async (page) => {
      assert.equal(
        await page.evaluate(() => early),
        "Attempted to call a synchronous method on a plugin that was not yet loaded.",
      );
      await until(page, () => m.readyState === 4);
      assert.match(await page.evaluate(() => answer(1)), NO_HANDLER);
      const others = await page.evaluate(() => {
        const circle: { circle?: object } = {};
        circle.circle = circle;
        let none = "";
        try {
          m.postMessageAndAwaitResponse();
        } catch (error) {
          none = (error as Error).message;
        }
        return [none, answer(circle)];
      });
      assert.equal(others[0], "postMessageAndAwaitResponse requires one argument");
      assert.match(others[1]!, /^Failed to convert a PostMessage argument/);
    }));

  test("the wait ends if the program crashes", () =>
    inIsolated(async (page) => {
      await registered(page);
      assert.match(await page.evaluate(() => answer("crash")), NO_HANDLER);
      await until(page, () => heard.includes("crash"));
      assert.match(await page.evaluate(() => answer(1)), NO_HANDLER);
    }));

  test("the wait for a program that never answers ends after some time", () =>
    inIsolated(async (page) => {
      await registered(page);
      assert.equal(
        await page.evaluate(() => answer("never")),
        "The program has not answered within 10 seconds.",
      );
    }));

  test("a page that is not isolated gets an error that names the missing isolation", () =>
    inPage(
      browser,
      `<!doctype html>${script}${body}`,
      async (page) => {
        await registered(page);
        assert.match(await page.evaluate(() => answer(1)), /only if it is isolated/);
      },
      { folder: built.folder, pages: built.manifests },
    ));
});
