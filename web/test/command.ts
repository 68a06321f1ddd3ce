// Runs the command for tests, `pinnacle serve` above all. PINNACLE is the path of the command.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Server } from "./support.ts";

const command = process.env.PINNACLE;

/** The reason why the command cannot run, or false. */
export const noCommand = command === undefined && "PINNACLE names no command";

/** Runs the command to its end. Fails if the command does. */
export function pinnacle(...words: string[]) {
  assert.ok(command !== undefined);
  execFileSync(command, words);
}

/** Runs the command for a path, does something at the URL that it prints, and ends it with
 * Ctrl-C. */
export async function served(path: string, act: (server: Pick<Server, "url">, start: string) => unknown) {
  assert.ok(command !== undefined);
  const child = spawn(command, ["serve", path, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", (status, signal) => resolve({ status, signal })));
  try {
    const url = await new Promise<URL>((resolve, reject) => {
      createInterface(child.stdout).once("line", (line) => resolve(new URL(line)));
      child.on("error", reject);
      ended.then(() => reject(new Error("it ended before it served")));
    });
    await act({ url: url.origin }, url.pathname);
  } finally {
    child.kill("SIGINT");
  }
  assert.deepEqual(await ended, { status: 0, signal: null });
}
