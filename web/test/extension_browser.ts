// Chromium with the extension, for tests.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Worker } from "playwright-core";
import { dist, PATIENCE } from "./support.ts";

/** The part of the extension API that is used here. */
declare const chrome: { scripting: { getRegisteredContentScripts(): Promise<unknown[]> } };

const extension = join(dist, "extension/chromium");

/** A browser with the extension, and the extension's worker. */
export type ExtensionBrowser = { context: BrowserContext; background: Worker; close(): Promise<void> };

/** Starts the browser, and waits until pages get the scripts of the extension. `flags` are more
 * flags of the browser. */
export async function launchExtension(...flags: string[]): Promise<ExtensionBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "pinnacle-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      // Chromium 137 and later load extensions from the command line only with this flag.
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      ...flags,
    ],
  });
  context.setDefaultTimeout(PATIENCE);
  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const scripts = async () =>
    (await background.evaluate(() => chrome.scripting.getRegisteredContentScripts())).length;
  for (const end = Date.now() + PATIENCE; (await scripts()) < 2; )
    assert.ok(Date.now() < end, "the scripts of the extension are not registered");
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true });
  };
  return { context, background, close };
}
