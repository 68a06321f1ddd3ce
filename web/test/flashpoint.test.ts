// The extension of the Flashpoint Launcher in examples/archives/flashpoint. This file has a stand-in
// for the launcher's API, and a server in place of Flashpoint's proxy, which serves the files of
// games under any host.

import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  dist,
  launch,
  noCompiler,
  type Page,
  type Programs,
  type Server,
  serve,
  until,
} from "./support.ts";

const SITE = "http://old.example";

/** The result of an application's command: a program with its arguments. */
type Open = (game: {
  title: string;
  activeDataId?: number;
  legacyLaunchCommand: string;
}) => Promise<string[]>;

type Extension = { activate(context: object): void; deactivate(): Promise<void> };

// Globals of the page.
declare let heard: unknown[];

const PAGE = `<!doctype html><html><head><title>The game</title></head><body><script>
  var heard = [];
  addEventListener("message", function (event) { heard.push(event.data); }, true);
  document.addEventListener("load", function (event) { if (event.target.postMessage) event.target.postMessage("text.txt"); }, true);
</script><embed id="m" src="load_text.nmf" width="8" height="8" type="application/x-pnacl"></body></html>`;

const source = new URL("../../examples/archives/flashpoint/", import.meta.url).pathname;

describe("the extension of the Flashpoint Launcher", { skip: noCompiler }, () => {
  let built: Programs;
  let games: Server;
  let folder: string;
  let extension: Extension;
  let browser: Browser;
  const commands: Record<string, Open> = {};
  const settings: Record<string, string> = { "com.pinnacle.browser": process.execPath };

  before(async () => {
    built = compile("load_text");
    const manifests = Object.entries(built.manifests).map(([name, body]) => [`/game${name}`, body]);
    const program = {
      body: readFileSync(join(built.folder, "load_text.pexe")),
      type: "application/octet-stream",
    };
    games = await serve({
      pages: {
        ...Object.fromEntries(manifests),
        "/game/": PAGE,
        "/game/load_text.pexe": program,
        "/game/text.txt": { body: "as captured", type: "text/plain" },
      },
    });
    folder = mkdtempSync(join(tmpdir(), "pinnacle-flashpoint-"));
    const installed = join(folder, "Data/Extensions/pinnacle");
    cpSync(source, installed, { recursive: true });
    mkdirSync(join(installed, "pinnacle"));
    for (const name of ["pinnacle.js", "pinnacle-worker.js", "pinnacle.wasm"])
      copyFileSync(join(dist, name), join(installed, "pinnacle", name));

    const api = {
      config: { flashpointPath: folder },
      getPreferences: () => ({ browserModeProxy: new URL(games.url).host }),
      getExtConfigValue: (key: string) => settings[key],
      registerDisposable: () => {},
      commands: {
        registerCommand: (name: string, callback: Open) => {
          commands[name] = callback;
          return {};
        },
      },
      gameData: {
        findOne: async (id: number) => (id === 7 ? { launchCommand: `${SITE}/of-data.nmf` } : null),
      },
      log: { info: () => {} },
    };
    // The launcher gives its API to extensions in this way.
    const loader = Module as unknown as { _load(name: string, ...others: unknown[]): unknown };
    const { _load: load } = loader;
    loader._load = (name, ...others) =>
      name === "flashpoint-launcher" ? api : load.call(loader, name, ...others);
    const { main } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    extension = createRequire(import.meta.url)(join(installed, main));
    loader._load = load;
    extension.activate({ subscriptions: {} });

    const [, ...flags] = await opened(`${SITE}/game/`);
    browser = await launch(flags.filter((flag) => !/^--(?:user-data-dir|no-first-run|disable)/.test(flag)));
  });
  after(async () => {
    await browser?.close();
    await extension?.deactivate();
    await games?.close();
    built?.remove();
    rmSync(folder, { recursive: true });
  });

  /** Runs the command of the application in the manifest, as the launcher does. */
  function opened(launchCommand: string): Promise<string[]> {
    const { contributes } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    const [application] = contributes.applications;
    assert.deepEqual(application.provides, [":pinnacle:"]);
    const command = commands[application.command];
    assert.ok(command !== undefined, `${application.command} is not registered`);
    return command({ title: "The game", legacyLaunchCommand: launchCommand });
  }

  /** Opens an address in the browser. The launcher passes it after the arguments. */
  async function visit(url: string, act: (page: Page) => Promise<void>) {
    const page = await (await browser.newContext()).newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    try {
      await page.goto(url);
      await act(page);
    } catch (error) {
      if (error instanceof Error) error.message += `\nconsole:\n${said.join("\n")}`;
      throw error;
    } finally {
      await page.close();
    }
  }

  test("the page of a game runs its program at its old address", () =>
    visit(`${SITE}/game/`, async (page) => {
      await until(page, () => heard.length > 0);
      assert.deepEqual(await page.evaluate(() => [heard, document.URL, crossOriginIsolated]), [
        ["200 as captured"],
        `${SITE}/game/`,
        true,
      ]);
    }));

  for (const name of ["load_text.nmf", "load_text.pexe"]) {
    test(`${name} gets a page of its own`, () =>
      visit(`${SITE}/game/${name}`, async (page) => {
        await until(page, () => document.querySelector("embed")?.readyState === 4);
        assert.equal(await page.evaluate(() => document.querySelector("embed")?.lastError), "");
      }));
  }

  test("only Flashpoint's proxy is contacted", () =>
    visit(`${SITE}/game/`, async (page) => {
      const answers = await page.evaluate(() =>
        Promise.all(
          ["http://other.example/", "https://other.example/"].map((url) =>
            fetch(url, { mode: "no-cors" }).then(
              () => "answered",
              () => "failed",
            ),
          ),
        ),
      );
      // The first one is Flashpoint's answer that it has no such file.
      assert.deepEqual(answers, ["answered", "failed"]);
    }));

  test("the launch command of a game's data comes first", async () => {
    const [browser] = await commands["pinnacle.open"]!({
      title: "The game",
      activeDataId: 7,
      legacyLaunchCommand: "game.swf",
    });
    assert.equal(browser, process.execPath);
  });

  test("what it cannot run is refused with the reason", async () => {
    await assert.rejects(opened("https://old.example/"), /must be an http: address, found https:/);
    await assert.rejects(opened("game.swf"), /must be an http: address, found game\.swf/);
    await assert.rejects(opened(`${SITE}/a.nexe`), /a\.nexe is machine code; Pinnacle runs \.pexe, /);
    const browser = settings["com.pinnacle.browser"] as string;
    settings["com.pinnacle.browser"] = "/no/browser";
    await assert.rejects(opened(`${SITE}/game/`), /no browser found; searched \/no\/browser/);
    settings["com.pinnacle.browser"] = browser;
  });
});
