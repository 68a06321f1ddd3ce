// The site: navigation, search and the theme. Its pages are made by scripts/prepare.mjs.

import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

const source = new URL("../../target/site/source/", import.meta.url);

/**
 * Makes a navigation entry for a document of docs/, with its first heading.
 * @param {string} name
 */
function document(name) {
  const text = readFileSync(new URL(`reference/${name}.md`, source), "utf8");
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? name;
  return { text: heading.replaceAll("`", ""), link: `/reference/${name}` };
}

/**
 * @param {string} text
 * @param {string[]} names
 */
const group = (text, names) => ({ text, items: names.map(document) });

const reference = [
  group("Start", ["installing", "tasks", "command-line", "json"]),
  group("Run programs", ["headless", "runtime", "opengl", "cache", "native", "hardening"]),
  group("Old pages", ["serve", "page", "bundle", "archives", "playground", "pepper"]),
  group("Write programs", ["toolchain", "ports", "debugging", "legalization", "exceptions"]),
  group("Look into files", ["scan", "scale", "stats", "compression", "upgrade"]),
  group("Embed", ["embedding", "c-api", "wasm-abi"]),
  group("About the project", [
    "performance",
    "measurements",
    "performance-history",
    "compatibility",
    "conformance",
    "decisions",
    "releases",
    "dependencies",
    "fuzzing",
    "web-internals",
  ]),
];

const formats = [
  { text: "The formats", items: [{ text: "Overview", link: "/formats" }] },
  group("Portable Native Client", ["pnaclasm", "semantics", "errors"]),
  group("LLVM bitcode and IR", ["bitcode", "llvm-ir", "bitcode-errors", "legalization-errors"]),
  group("Errors explained", ["cures", "error-examples", "fault-examples"]),
  group("LLVM 1.x", ["llvm-history", "llvm-bytecode", "llvm-assembly", "bytecode-errors"]),
];

const listed = new Set(
  [...reference, ...formats].flatMap(({ items }) => items.map(({ link }) => link.split("/").at(-1))),
);
const all = JSON.parse(readFileSync(new URL("documents.json", source), "utf8"));
const forgotten = all.filter((/** @type {string} */ name) => !listed.has(name));
if (forgotten.length > 0) throw new Error(`not in the sidebar of the site: ${forgotten.join(", ")}`);

const isFormat = (/** @type {string} */ link) =>
  formats.some(({ items }) => items.some((item) => item.link === link));
const sidebar = Object.fromEntries(
  all.map((/** @type {string} */ name) => {
    const link = `/reference/${name}`;
    return [link, isFormat(link) ? formats : reference];
  }),
);

/** The path of the site on its server; it begins and ends with a slash. */
const base = process.env.SITE_BASE ?? "/";

/**
 * Returns the anchor of a heading in GitHub's form, like tests/links.rs.
 * @param {string} heading
 */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

export default defineConfig({
  srcDir: "../target/site/source",
  outDir: "../target/site/dist",
  cacheDir: "../target/site/cache",
  base,
  head: [["link", { rel: "icon", href: `${base}icon.svg` }]],
  title: "Pinnacle",
  description:
    "Runs programs of Portable Native Client (.pexe) in browsers of today and on the command line.",
  cleanUrls: false,
  lastUpdated: false,
  // Files for download, which VitePress does not know. scripts/links.mjs checks all links.
  ignoreDeadLinks: [/\/play\//, /\/schemas\//],
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark" }, anchor: { slugify } },
  themeConfig: {
    outline: { level: [2, 3] },
    search: { provider: "local" },
    nav: [
      { text: "Guide", link: "/reference/installing", activeMatch: "^/reference/(?!performance|pepper)" },
      { text: "Formats", link: "/formats" },
      { text: "Errors", link: "/error-index" },
      { text: "Gallery", link: "/gallery" },
      { text: "Playground", link: "/playground" },
      { text: "Compatibility", link: "/reference/pepper" },
      { text: "Performance", link: "/reference/performance" },
    ],
    sidebar: { ...sidebar, "/formats": formats, "/error-index": formats, "/": reference },
  },
});
