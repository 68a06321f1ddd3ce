// Checks every local link, picture and script of the built site, with the anchors.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const dist = new URL("../../target/site/dist/", import.meta.url).pathname;
const base = process.env.SITE_BASE ?? "/";

const pages = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".html") && !name.startsWith("play/"),
);
/** The ids of a page, by its path. @type {Map<string, Set<string>>} */
const ids = new Map();
const idsOf = (/** @type {string} */ path) => {
  let found = ids.get(path);
  if (found === undefined) {
    found = new Set([...readFileSync(path, "utf8").matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]));
    ids.set(path, found);
  }
  return found;
};

const faults = [];
let count = 0;
for (const page of pages) {
  const text = readFileSync(join(dist, page), "utf8");
  for (const [, raw] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    const link = raw.replaceAll("&amp;", "&");
    if (/^(?:[a-z]+:|\/\/)/.test(link)) continue;
    count += 1;
    const [path, anchor] = link.split("#");
    let target = join(dist, page);
    if (path !== "") {
      const from = path.startsWith("/") ? path.replace(base, "/") : `/${join(dirname(page), path)}`;
      target = join(dist, normalize(decodeURIComponent(from.split("?")[0])));
    }
    if (existsSync(target) && statSync(target).isDirectory()) target = join(target, "index.html");
    if (!existsSync(target) && existsSync(`${target}.html`)) target = `${target}.html`;
    if (!existsSync(target)) faults.push(`${page}: ${link} leads nowhere`);
    else if (anchor && target.endsWith(".html") && !idsOf(target).has(decodeURIComponent(anchor)))
      faults.push(`${page}: ${link} has no such heading`);
  }
}
if (count < 1000) faults.push(`only ${count} links are found`);
if (faults.length > 0) {
  console.error([...new Set(faults)].join("\n"));
  process.exit(1);
}
console.log(`${count} links of ${pages.length} pages lead somewhere`);
