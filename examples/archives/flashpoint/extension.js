// An extension of the Flashpoint Launcher. Games with the application path `:pinnacle:` open in the
// browser of this computer, through a proxy that adds Pinnacle to their pages. docs/archives.md has
// the commands.

"use strict";

const { existsSync, mkdirSync } = require("node:fs");
const path = require("node:path");
const flashpoint = require("flashpoint-launcher");
const { startProxy } = require("./proxy.js");

/** The usual places of a browser. */
const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Returns the path of the browser. */
function browserPath() {
  const chosen = String(flashpoint.getExtConfigValue("com.pinnacle.browser") ?? "");
  const found = (chosen === "" ? BROWSERS : [chosen]).find((file) => existsSync(file));
  if (found !== undefined) return found;
  const searched = chosen === "" ? BROWSERS.join(", ") : chosen;
  throw new Error(`no browser found; searched ${searched}: set its path in the Config page`);
}

/** @type {ReturnType<typeof startProxy> | undefined} */
let proxy;

/**
 * Returns the address in a launch command; undefined if there is none.
 * @param {string} text
 */
function addressOf(text) {
  try {
    return new URL(text.trim().replace(/^"(.*)"$/, "$1"));
  } catch {
    return undefined;
  }
}

/**
 * Returns the launch command of a game, which the launcher does not pass.
 * @param {flashpoint.Game} game
 */
async function launchCommandOf(game) {
  const id = game.activeDataId ?? -1;
  const data = id < 0 ? null : await flashpoint.gameData.findOne(id);
  return data?.launchCommand ?? game.legacyLaunchCommand;
}

/**
 * Returns the command that opens a game. The launcher appends the launch command, an address.
 * @param {flashpoint.Game} game
 */
async function open(game) {
  const launchCommand = await launchCommandOf(game);
  const address = addressOf(launchCommand);
  if (address?.protocol !== "http:")
    throw new Error(`the launch command must be an http: address, found ${launchCommand}`);
  if (address.pathname.toLowerCase().endsWith(".nexe"))
    throw new Error(`${address.href} is machine code; Pinnacle runs .pexe, .nmf and pages`);
  const browser = browserPath();
  const { browserModeProxy } = flashpoint.getPreferences();
  proxy ??= startProxy(browserModeProxy, path.join(__dirname, "pinnacle"));
  const { port } = await proxy;
  const profile = path.join(flashpoint.config.flashpointPath, "Data", "Pinnacle");
  mkdirSync(profile, { recursive: true });
  flashpoint.log.info(`Pinnacle opens ${game.title} through 127.0.0.1:${port}`);
  return [
    browser,
    `--user-data-dir=${profile}`,
    "--no-first-run",
    // The browser itself asks for less.
    "--disable-background-networking",
    "--disable-component-update",
    `--proxy-server=http://127.0.0.1:${port}`,
    // Addresses of this computer go through the proxy too.
    "--proxy-bypass-list=<-loopback>",
    // Lets programs share memory between threads, and keep files.
    `--unsafely-treat-insecure-origin-as-secure=${address.origin}`,
  ];
}

/** @param {flashpoint.ExtensionContext} context */
function activate(context) {
  const command = flashpoint.commands.registerCommand("pinnacle.open", open);
  flashpoint.registerDisposable(context.subscriptions, command);
}

async function deactivate() {
  (await proxy)?.close();
  proxy = undefined;
}

module.exports = { activate, deactivate };
