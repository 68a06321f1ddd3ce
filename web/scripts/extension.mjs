// Builds the browser extension into dist/extension/, a folder for each browser.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { grey, icon } from "./icons.mjs";

const folder = (path) => new URL(`../${path}`, import.meta.url).pathname;

const SIZES = [16, 32, 48, 128];
const SCRIPTS = ["page", "link", "background", "popup", "options"];

/** The files that pages may load. */
const accessible = { resources: ["pinnacle-worker.js", "pinnacle.wasm"], matches: ["<all_urls>"] };

/** The differences between the browsers. In Chromium an extension has a fixed address, with which
 * pages could detect it, unless it requests a dynamic one. */
const BROWSERS = {
  chromium: {
    background: { service_worker: "background.js" },
    minimum_chrome_version: "130",
    web_accessible_resources: [{ ...accessible, use_dynamic_url: true }],
  },
  firefox: {
    web_accessible_resources: [accessible],
    background: { scripts: ["background.js"] },
    browser_specific_settings: { gecko: { id: "pinnacle@pinnacle.invalid", strict_min_version: "128.0" } },
  },
};

function manifest(version, own) {
  const icons = Object.fromEntries(SIZES.map((size) => [size, `icon-${size}.png`]));
  return {
    manifest_version: 3,
    name: "Pinnacle",
    version,
    description: "Old pages with PNaCl programs work again",
    icons,
    action: { default_popup: "popup.html", default_title: "PNaCl programs", default_icon: icons },
    options_ui: { page: "options.html", open_in_tab: true },
    permissions: ["scripting"],
    host_permissions: ["<all_urls>"],
    ...own,
  };
}

/** Builds the extension, with the bundler options of `pinnacle.js`. */
export async function buildExtension(options, version) {
  for (const [browser, own] of Object.entries(BROWSERS)) {
    const to = (name) => folder(`dist/extension/${browser}/${name}`);
    rmSync(to(""), { recursive: true, force: true });
    mkdirSync(to(""), { recursive: true });
    await build({
      ...options,
      entryPoints: SCRIPTS.map((name) => folder(`extension/${name}.ts`)),
      outdir: to(""),
      format: "iife",
      sourcemap: false,
    });
    for (const name of ["pinnacle-worker.js", "pinnacle.wasm"])
      copyFileSync(folder(`dist/${name}`), to(name));
    for (const name of ["popup.html", "options.html"]) copyFileSync(folder(`extension/${name}`), to(name));
    copyFileSync(folder("../LICENSE"), to("LICENSE"));
    for (const size of SIZES) {
      writeFileSync(to(`icon-${size}.png`), icon(size));
      writeFileSync(to(`icon-off-${size}.png`), icon(size, grey));
    }
    writeFileSync(to("manifest.json"), `${JSON.stringify(manifest(version, own), null, 2)}\n`);
  }
}
