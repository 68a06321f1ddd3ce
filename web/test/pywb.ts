// Replays archives with pywb. PYWB is the folder of a virtual environment that has it.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Browser, comes, dist, open, type Page } from "./support.ts";
import type { Frame } from "./wabac.ts";

const environment = process.env.PYWB;

/** The reason why pywb cannot run, or false. */
export const noPywb = environment === undefined && "PYWB names no folder with pywb";

const examples = new URL("../../examples/archives/", import.meta.url).pathname;

/** A running pywb. */
export interface Pywb {
  url: string;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts pywb with archives and a configuration of examples/archives, in an empty folder. The
 * collection is `old`. */
export async function startPywb(folder: string, config: string, archives: string[]): Promise<Pywb> {
  assert.ok(environment !== undefined);
  const command = (name: string) => join(environment, "bin", name);
  mkdirSync(join(folder, "static/pinnacle"), { recursive: true });
  for (const name of ["pinnacle.js", "pinnacle-worker.js", "pinnacle.wasm"])
    copyFileSync(join(dist, name), join(folder, "static/pinnacle", name));
  copyFileSync(join(examples, config), join(folder, "config.yaml"));
  const options = { cwd: folder, stdio: "pipe" as const };
  execFileSync(command("wb-manager"), ["init", "old"], options);
  execFileSync(command("wb-manager"), ["add", "--unpack-wacz", "old", ...archives], options);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command("wayback"), ["-b", "127.0.0.1", "-p", `${port}`], {
    ...options,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  let answers = false;
  const ask = () =>
    fetch(`${url}/old/`).then(
      () => (answers = true),
      () => setTimeout(ask, 100),
    );
  ask();
  assert.ok(await comes(() => answers), "pywb answers");
  return {
    url,
    close: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Opens a capture, and does something with the frame that has its page. */
export async function openInPywb(
  browser: Browser,
  url: string,
  act: (frame: Frame, page: Page) => Promise<void>,
): Promise<void> {
  const { origin, pathname } = new URL(url);
  const { page, said, close } = await open(browser, { url: origin }, pathname, { isTimed: true });
  try {
    const frame = await (await page.waitForSelector("#replay_iframe"))!.contentFrame();
    await act(frame!, page);
  } catch (error) {
    if (error instanceof Error) error.message += `\nconsole:\n${said.join("\n")}`;
    throw error;
  } finally {
    await close();
  }
}
