// Files of different builds, which a site may mix when it is updated while caches keep old files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  corpus,
  dist,
  launch,
  noCorpus,
  open,
  PATIENCE,
  type Served,
  serve,
} from "./support.ts";

describe("versions", { skip: noCorpus }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const wasm = readFileSync(join(dist, "pinnacle.wasm"));
  const script = readFileSync(join(dist, "pinnacle-worker.js"), "utf8");
  const core = wasm.subarray(-16).toString();
  // The other hash is the version of the whole build.
  const [build = ""] = script.match(/"([0-9a-f]{16})"/g)!.filter((text) => text !== `"${core}"`);

  // The outcome for a program if the page loads a file of another build.
  const refusal = async (pages: Record<string, Served>): Promise<string> => {
    const body = `<!doctype html><script type="module">
      import { load, useFiles } from "/pinnacle/pinnacle.mjs";
      useFiles({ worker: "/files/pinnacle-worker.js" });
      window.outcome = await load("counter.pexe").then(() => "it runs", (error) => error.message);
    </script><body>`;
    const all = {
      "/": body,
      "/files/pinnacle-worker.js": { type: "text/javascript", body: script },
      "/files/pinnacle.wasm": { type: "application/wasm", body: wasm },
      ...pages,
    };
    const server = await serve({ folder: join(corpus!, "counter"), pages: all });
    const tab = await open(browser, server);
    await tab.page.waitForFunction(() => window.outcome !== undefined, undefined, { timeout: PATIENCE });
    const outcome = await tab.page.evaluate(() => window.outcome);
    await tab.close();
    await server.close();
    assert.ok(outcome !== undefined);
    return outcome;
  };

  test("files of the same build work together", async () => {
    assert.equal(await refusal({}), "it runs");
  });

  test("an older pinnacle.wasm is named", async () => {
    const old = Buffer.concat([wasm.subarray(0, -16), Buffer.from("0123456789abcdef")]);
    const pages = { "/files/pinnacle.wasm": { type: "application/wasm", body: old } };
    assert.match(
      await refusal(pages),
      /files\/pinnacle\.wasm\?.* is from another version than pinnacle-worker\.js/,
    );
  });

  test("a worker of an older pinnacle-worker.js is named", async () => {
    const body = script.replace(build, '"0123456789abcdef"');
    const pages = { "/files/pinnacle-worker.js": { type: "text/javascript", body } };
    assert.match(await refusal(pages), /files\/pinnacle-worker\.js is from another version of Pinnacle/);
  });
});
