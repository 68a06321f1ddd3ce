// The playground, from a file server that adds no headers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { extension, zip } from "./archive.ts";
import {
  type Browser,
  compile,
  dist,
  launch,
  noCompiler,
  open,
  type Page,
  type Server,
  serve,
} from "./support.ts";

const examples = new URL("../../examples/", import.meta.url).pathname;

describe("playground", () => {
  let browser: Browser;
  let server: Server;
  before(async () => {
    browser = await launch();
    // Below a folder, so that only relative URLs work.
    server = await serve({ folder: join(dist, "..") });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  const start = () => open(browser, server, "/dist/playground/index.html");

  /** Chooses files in the picker. */
  const choose = (page: Page, ...files: [name: string, content: Uint8Array | string][]) =>
    page.setInputFiles(
      "#files",
      files.map(([name, buffer]) => ({ name, mimeType: "", buffer: Buffer.from(buffer) })),
    );

  /** Returns the bytes of an example, assembled by the playground itself. */
  async function assembled(page: Page, name: string) {
    await choose(page, [name, readFileSync(join(examples, name))]);
    await page.locator("#panel-run").waitFor();
    const bytes = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const worker = new Worker("inspector.js");
          const asked: ((answer: { value: Iterable<number> }) => void)[] = [];
          worker.onmessage = ({ data }) => asked[data.number]?.(data);
          const ask = (name: string, ...args: unknown[]) =>
            new Promise<{ value: Iterable<number> }>((answer) => {
              worker.postMessage({ number: asked.push(answer) - 1, name, args });
            });
          fetch("examples/hello.pnasm")
            .then((response) => response.arrayBuffer())
            .then((text) => ask("open", "hello.pnasm", new Uint8Array(text)))
            .then(() => ask("program"))
            .then(({ value }) => resolve([...value]));
        }),
    );
    return Buffer.from(bytes);
  }

  test("an example runs and shows its output", async () => {
    const { page, said, close } = await start();
    await page.getByRole("button", { name: /Mandelbrot/ }).click();
    await page.locator("#state", { hasText: "ended with status 0" }).waitFor();
    assert.match((await page.locator("#console").textContent())!, /:@@;@o@@@@@@@@@@@@@:/);
    assert.deepEqual(
      said.filter((line) => line.startsWith("uncaught")),
      [],
    );
    await close();
  });

  test("standard input and arguments reach a program, and it can run again", async () => {
    const { page, close } = await start();
    await page.getByRole("button", { name: /Counting words/ }).click();
    await page.locator("#state", { hasText: "ended" }).waitFor();
    assert.match((await page.locator("#console").textContent())!, /2\s+10\s+40/);
    await page.getByText("Settings").click();
    await page.getByLabel("Standard input").fill("one\n");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#console", { hasText: /1\s+1\s+4/ }).waitFor();
    await close();
  });

  test("a program shows its listing, its functions and the map of its bits", async () => {
    const { page, close } = await start();
    await choose(page, ["hello.pexe", await assembled(page, "hello.pnasm")]);
    await page.locator("#name", { hasText: "hello.pexe" }).waitFor();
    assert.match((await page.locator("#about").textContent())!, /PNaCl bitcode, \d+ bytes/);
    await page.getByRole("tab", { name: "Listing" }).click();
    await page.locator("#listing .row", { hasText: "define external void @f0(i32);" }).waitFor();
    assert.match((await page.locator("#function").textContent())!, /2 functions@f0 "_start"@f1/);
    await page.getByLabel("Function").selectOption({ label: "@f1" });
    await page.locator("#listing .hot", { hasText: "function i32 @f1" }).waitFor();
    await page.getByLabel("Find").fill("valuesymtab");
    await page.keyboard.press("Enter");
    await page.locator("#listing .hot", { hasText: "valuesymtab" }).waitFor();
    await page.locator("#view").selectOption("Positions and records");
    await page.locator("#listing .row", { hasText: "Magic Number" }).waitFor();
    await page.getByRole("tab", { name: "Map" }).click();
    const map = page.frameLocator("#map");
    await map.getByText("Where the bits go").first().waitFor();
    assert.ok((await map.locator(".cell").count()) > 3);
    await close();
  });

  test("a damaged program shows the error code and the place, with links", async () => {
    const { page, close } = await start();
    const whole = await assembled(page, "hello.pnasm");
    await choose(page, ["damaged.pexe", whole.subarray(0, whole.length - 60)]);
    const error = page.locator("#errors li").first();
    await error.waitFor();
    assert.match((await error.textContent())!, /B\d{4} at \d+:\d/);
    await error.getByRole("button", { name: /Show byte/ }).click();
    await page.locator("#bytes .hot").waitFor();
    await page.getByRole("tab", { name: /Errors/ }).click();
    await error.getByRole("button", { name: "Show in the listing" }).click();
    await page.locator("#listing .hot", { hasText: "// error: B" }).waitFor();
    await close();
  });

  test("an error in a text links to its line", async () => {
    const { page, close } = await start();
    const text = readFileSync(join(examples, "hello.pnasm"), "utf8").replace("version 1;", "version one;");
    await choose(page, ["wrong.pnasm", text]);
    const error = page.locator("#errors li").first();
    await error.waitFor();
    assert.match((await error.textContent())!, /line \d+, column \d+: T01\d\d/);
    await error.getByRole("button", { name: "Show in the listing" }).click();
    await page.locator("#listing .hot", { hasText: "version one" }).waitFor();
    assert.equal(await page.getByRole("tab", { name: "Run" }).count(), 0);
    await close();
  });

  test("a file that is dropped is opened", async () => {
    const { page, close } = await start();
    await page.evaluate(async () => {
      const dataTransfer = new DataTransfer();
      const text = await (await fetch("examples/hello.pnasm")).text();
      dataTransfer.items.add(new File([text], "dropped.pnasm"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    });
    await page.locator("#name", { hasText: "dropped.pnasm" }).waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#console", { hasText: "Hello from" }).waitFor();
    await close();
  });

  test("a program that never ends is stopped", async () => {
    const { page, close } = await start();
    const text = readFileSync(join(examples, "hello.pnasm"), "utf8");
    const endless = text
      .replace("blocks 1;", "blocks 2;")
      .replace(
        "    call void %v6(i32 %c0);\n    unreachable;",
        "    br label %b1;\n  %b1:\n    br label %b1;",
      );
    assert.notEqual(endless, text);
    await choose(page, ["endless.pnasm", endless]);
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#console", { hasText: "Hello from" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#state", { hasText: "stopped" }).waitFor();
    await close();
  });

  test("an edited listing runs", async () => {
    const { page, close } = await start();
    await page.getByRole("button", { name: /Prints a greeting/ }).click();
    await page.locator("#console", { hasText: "Hello from a .pexe!" }).waitFor();
    await page.getByRole("tab", { name: "Listing" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>("#text")?.value.includes("Hello from"),
    );
    const text = await page.locator("#text").inputValue();
    await page.locator("#text").fill(text.replace("Hello from", "Other from"));
    await page.getByRole("button", { name: "Assemble and run" }).click();
    await page.locator("#console", { hasText: "Other from a .pexe!" }).waitFor();
    await close();
  });

  test("messages go both ways as JSON", { skip: noCompiler }, async () => {
    const { folder, remove } = compile("describe");
    const { page, close } = await start();
    await page.setInputFiles("#files", join(folder, "describe.pexe"));
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#post-button:enabled").waitFor();
    await page.getByLabel("Post to the program").fill('{"bytes":{"$bytes":"AAH/"},"half":0.5}');
    await page.getByRole("button", { name: "Post" }).click();
    const answer = page.locator("#messages li:not(.sent)");
    await answer.waitFor();
    assert.deepEqual(JSON.parse((await answer.textContent())!)[1], { bytes: { $bytes: "AAH/" }, half: 0.5 });
    await page.getByLabel("Post to the program").fill('{"$wrong":1}');
    await page.getByRole("button", { name: "Post" }).click();
    await page.locator("#post-error", { hasText: "has no meaning here" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#state", { hasText: "stopped" }).waitFor();
    await close();
    remove();
  });

  test("a program loads the files that were given with it", { skip: noCompiler }, async () => {
    const { folder, remove } = compile("load_text");
    const { page, close } = await start();
    const manifest = JSON.stringify({
      program: { portable: { "pnacl-translate": { url: "load_text.pexe" } } },
    });
    await choose(
      page,
      ["load_text.nmf", manifest],
      ["load_text.pexe", readFileSync(join(folder, "load_text.pexe"))],
      ["level 1.txt", "a level"],
    );
    await page.locator("#name", { hasText: "load_text.pexe" }).waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#post-button:enabled").waitFor();
    for (const [url, expected] of [
      ["level 1.txt", '"200 a level"'],
      ["nothing.txt", '"404 not here"'],
    ] as const) {
      await page.getByLabel("Post to the program").fill(JSON.stringify(url));
      await page.getByRole("button", { name: "Post" }).click();
      await page.locator("#messages li", { hasText: expected }).waitFor();
    }
    await close();
    remove();
  });

  test("the kind of any file is shown", async () => {
    const { page, close } = await start();
    await choose(page, ["old.ll", readFileSync(join(examples, "collatz-llvm1.ll"))]);
    await page.locator("#about", { hasText: "LLVM 1.x assembly text" }).waitFor();
    await page.getByRole("tab", { name: "Facts" }).click();
    await page.locator("#facts", { hasText: "%main" }).waitFor();
    await close();
  });

  test("an archive is unpacked, and the likeliest file in it is opened", async () => {
    const { page, close } = await start();
    const name = "hello.pnasm";
    const archive = zip(
      { name: "app/manifest.json", content: "{}" },
      { name: `app/${name}`, content: readFileSync(join(examples, name)) },
    );
    for (const [file, content] of [
      ["app.zip", archive],
      ["app.crx", extension(archive)],
    ] as const) {
      await choose(page, [file, content]);
      await page.locator("#name", { hasText: name }).waitFor();
      assert.deepEqual(await page.locator("#others option").allTextContents(), [name, "manifest.json"]);
      await page.getByRole("button", { name: "Open another" }).click();
    }
    await close();
  });

  test("an archive without a program is reported, and so is a damaged one", async () => {
    const { page, close } = await start();
    for (const [content, hint] of [
      [zip({ name: "picture.png", content: "" }), "none of the 1 files in it is a program"],
      ["PK\x03\x04", "the archive is damaged: it has no directory"],
    ] as const) {
      await choose(page, ["some.zip", content]);
      await page.locator("#hint", { hasText: hint }).waitFor();
      assert.equal(await page.getByRole("tab", { name: "Errors" }).count(), 0);
    }
    await close();
  });

  test("the output of a command-line program takes the whole width", async () => {
    const { page, close } = await start();
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("button", { name: /Mandelbrot/ }).click();
    await page.locator("#state", { hasText: "ended with status 0" }).waitFor();
    const box = await page.locator("#console").boundingBox();
    assert.ok(box!.width > 1250, `${box!.width} of 1400 pixels`);
    await close();
  });

  test("a picture is shown smaller on a phone; clicks and keys reach it", { skip: noCompiler }, async () => {
    const { folder, remove } = compile("input_echo");
    const { page, said, close } = await start();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setInputFiles("#files", join(folder, "input_echo.pexe"));
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#post-button:enabled").waitFor();
    await page.getByLabel("Post to the program").fill('"request 3"');
    await page.getByRole("button", { name: "Post" }).click();
    // Before that the program gets no clicks.
    await page.locator("#messages li", { hasText: "done request 0" }).waitFor();
    const stage = page.locator("#stage");
    const narrow = (await stage.boundingBox())!;
    assert.ok(narrow.x >= 0 && narrow.x + narrow.width <= 390, JSON.stringify(narrow));
    assert.ok(Math.abs(narrow.height / narrow.width - 480 / 640) < 0.01, JSON.stringify(narrow));
    // The program counts in its own pixels.
    await stage.click();
    await page.locator("#messages li", { hasText: /down.* at (319|320|321),(239|240|241) / }).waitFor();
    await page.keyboard.press("a");
    await page.locator("#messages li", { hasText: /keydown 65/ }).waitFor();
    const focused = () => document.activeElement?.getAttribute("role");
    assert.equal(await page.evaluate(focused), "application");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.waitForFunction(() => document.querySelector<HTMLElement>("#stage")?.offsetWidth === 642);
    assert.deepEqual(
      said.filter((line) => line.startsWith("uncaught")),
      [],
    );
    await close();
    remove();
  });

  test("a compressed text is unpacked", async () => {
    const { page, close } = await start();
    const { gzipSync } = await import("node:zlib");
    await choose(page, ["hello.pnasm.gz", gzipSync(readFileSync(join(examples, "hello.pnasm")))]);
    await page.locator("#about", { hasText: "PNaClAsm text" }).waitFor();
    await close();
  });

  test("nothing is sent anywhere", async () => {
    const { page, close } = await start();
    const hosts = new Set();
    let sent = 0;
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith("http")) hosts.add(host);
      if (request.method() !== "GET" || request.postData() !== null) sent++;
    });
    await choose(page, ["secret.pnasm", readFileSync(join(examples, "hello.pnasm"))]);
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#state", { hasText: "ended" }).waitFor();
    await page.getByRole("tab", { name: "Map" }).click();
    await page.frameLocator("#map").locator(".cell").first().waitFor();
    assert.deepEqual([...hosts], [new URL(server.url).host]);
    assert.equal(sent, 0);
    assert.deepEqual(
      server.requests.filter((path) => !path.startsWith("/dist/")),
      [],
    );
    await close();
  });

  test("threads run at the same time after a reload", async () => {
    const { page, close } = await start();
    const run = async () => {
      await page.getByRole("button", { name: /Four threads/ }).click();
      await page.locator("#console", { hasText: "4000" }).waitFor();
    };
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    await run();
    // The page is marked. The cache may exist a moment before that.
    await page.waitForFunction(async () => {
      for (const name of (await caches.keys()).filter((name) => name.includes("isolated")))
        if ((await (await caches.open(name)).keys()).length > 0) return true;
      return false;
    });
    await page.reload();
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await run();
    await page.getByRole("tab", { name: "Map" }).click();
    await page.frameLocator("#map").locator(".cell").first().waitFor();
    await close();
  });

  test("arrow keys move between tabs", async () => {
    const { page, close } = await start();
    await choose(page, ["hello.pnasm", readFileSync(join(examples, "hello.pnasm"))]);
    await page.getByRole("tab", { name: "Run" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: "Listing" }).getAttribute("aria-selected"), "true");
    await page.locator("#listing .row").first().waitFor();
    await close();
  });
});
