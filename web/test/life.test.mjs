// The end of programs: by removal, crash, exit, trap; and that nothing stays.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { compile, counterPages, listen, noCompiler, noCorpus, noWorkers, until } from "./support.mjs";

const { inBody } = counterPages();

describe("the end", { skip: noCorpus }, () => {
  test("a hundred programs come and go", () =>
    inBody("", async (page) => {
      await page.evaluate(async () => {
        for (let round = 0; round < 100; round++) {
          const element = document.createElement("embed");
          element.type = "application/x-pnacl";
          element.src = "counter.nmf";
          const answer = new Promise((resolve, reject) => {
            element.addEventListener("message", ({ data }) => resolve(data));
            element.addEventListener("error", () => reject(new Error(element.lastError)));
          });
          document.body.append(element);
          element.postMessage(round);
          if ((await answer) !== round) throw new Error(`round ${round}`);
          element.remove();
        }
      });
      await noWorkers(page);
    }));
});

describe("the end of its own", { skip: noCompiler }, () => {
  let built;
  before(() => {
    built = compile("hostile");
  });
  after(() => built.remove());

  const ending = (act) =>
    inBody(
      `${listen}<embed id="m" width="0" height="0" src="hostile.nmf" type="application/x-pnacl"><script>listen(m);</script>`,
      async (page, tab) => {
        await until(page, () => m.readyState === 4);
        await act(page, tab);
      },
      { folder: built.folder, pages: built.manifests },
    );

  for (const [name, message, status] of [
    ["exit with 0", "exit 0", 0],
    ["exit with 3", "exit 3", 3],
    ["a fault", "abort", -1],
  ]) {
    test(`${name} is a crash with the status ${status}, once`, () =>
      ending(async (page, { said }) => {
        await page.evaluate((message) => m.postMessage(message), message);
        await until(page, () => heard.some(([type]) => type === "crash"));
        await page.evaluate(() => m.postMessage("ping"));
        const found = await page.evaluate(() => [
          heard.filter(([type]) => type === "crash" || type === "message" || type === "error").length,
          m.readyState,
          m.lastError,
          m.exitStatus,
          typeof m.postMessage,
        ]);
        assert.deepEqual(found, [1, 4, "NaCl module crashed", status, "function"]);
        assert.ok(said.includes("log: NativeClient: NaCl module crashed"));
        await noWorkers(page);
      }));
  }

  test("an element that has crashed runs again when it is put in again", () =>
    ending(async (page) => {
      await page.evaluate(() => m.postMessage("exit 1"));
      await until(page, () => m.exitStatus === 1);
      await page.evaluate(() => {
        const element = document.body.appendChild(document.getElementById("m"));
        element.postMessage("ping");
      });
      await until(page, () => heard.at(-1)[7] === "pong");
      assert.deepEqual(await page.evaluate(() => [m.exitStatus, m.lastError]), [-1, ""]);
    }));
});
