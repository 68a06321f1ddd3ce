// Collects the sources of the site in target/site/source: its own pages, the documents of the
// repository, the programs of the gallery, the playground. The repository does not contain this
// folder.
//
// PINNACLE is the path of the command that builds the programs. `cargo xtask page` must have made
// web/dist before.

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, posix, relative } from "node:path";
import { recordsOf } from "./records.mjs";

const root = new URL("../../", import.meta.url).pathname;
const source = join(root, "target/site/source");

/** The grammars that colour code in languages without a grammar of the same name. */
const GRAMMARS = { hex: "txt", llvm: "txt", pnaclasm: "txt", records: "txt", "rust,no_run": "rust" };

/** Documents outside docs/ that have a page. */
const PROJECT = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "packages/python/README.md",
  "packages/npm-cli/README.md",
];

/** Programs of examples/pepper that run by themselves. */
const PROGRAMS = [
  {
    name: "life",
    title: "Game of life",
    text: "Conway's game on four threads of the program's own. Click to draw cells.",
    picture: "life.gif",
    height: 240,
  },
  {
    name: "sketch",
    title: "Sketch",
    text: "Draw with the mouse or a finger; keys change the colour.",
    picture: "sketch.png",
    height: 260,
  },
  {
    name: "tune",
    title: "A tune",
    text: "Eight notes, computed in the thread that plays them. Click the program to hear it.",
    picture: "tune.svg",
    height: 120,
  },
  {
    name: "hello",
    title: "Hello, page",
    text: "Answers every text that the page posts.",
    height: 120,
    post: "Ada",
  },
];

rmSync(source, { recursive: true, force: true });
mkdirSync(source, { recursive: true });
// The pages there find Vue as if they were in site/.
const packages = join(root, "target/site/node_modules");
rmSync(packages, { force: true });
symlinkSync(join(root, "site/node_modules"), packages);
for (const name of readdirSync(join(root, "site/pages"))) page(join("site/pages", name), name);

const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
for (const name of documents) page(join("docs", name), join("reference", name));
for (const name of PROJECT) page(name, join("project", name));
for (const entry of readdirSync(join(root, "docs"))) {
  if (entry.endsWith(".md")) continue;
  const isData = entry === "schemas";
  const target = isData ? join(source, "public/reference", entry) : join(source, "reference", entry);
  cpSync(join(root, "docs", entry), target, { recursive: true });
  // Pages of the site and of the project also use pictures.
  if (!isData)
    cpSync(join(root, "docs", entry), join(source, "public/reference", entry), { recursive: true });
}
writeFileSync(join(source, "documents.json"), JSON.stringify(documents.map((name) => basename(name, ".md"))));
cpSync(join(root, "site/icon.svg"), join(source, "public/icon.svg"));
errorIndex();
playground();
gallery();
records();

/**
 * Copies a document. Its links lead to pages of the site, or to copies of files that have no page.
 * @param {string} from
 * @param {string} to
 */
function page(from, to) {
  let isCode = false;
  const lines = readFileSync(join(root, from), "utf8").split("\n");
  const text = lines.map((line) => {
    if (line.startsWith("```")) {
      isCode = !isCode;
      return line.replace(/^```(.+)$/, (_, language) => `\`\`\`${GRAMMARS[language] ?? language}`);
    }
    if (isCode) return line;
    // The target of a link stands in the text, or on a line of its own.
    const target = /^(\[[^\]]+\]: )(\S+)$/.exec(line);
    if (target !== null) return target[1] + linked(from, target[2]);
    return line.replace(/\]\(([^)\s]+)\)/g, (_, link) => `](${linked(from, link)})`);
  });
  const target = join(source, to);
  mkdirSync(dirname(target), { recursive: true });
  // Braces and angle brackets in documents are not templates.
  writeFileSync(target, `${guarded(text.join("\n"))}\n`);
}

/**
 * Escapes text outside of code blocks that looks like a template of Vue.
 * @param {string} text
 */
function guarded(text) {
  return text.replaceAll("{{", "{\u2060{");
}

/**
 * Converts a link in a document to the site's link.
 * @param {string} from
 * @param {string} link
 */
function linked(from, link) {
  if (/^[a-z]+:/.test(link) || link.startsWith("#")) return link;
  const [path, anchor] = link.split("#");
  const target = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, "");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (target.startsWith("docs/schemas/")) return `/reference/${target.slice(5)}`;
  if (target.startsWith("docs/")) return `/reference/${target.slice(5)}${hash}`;
  if (target.startsWith("site/pages/")) return `/${target.slice(11)}${hash}`;
  if (PROJECT.includes(target)) return `/project/${target}${hash}`;
  const file = join(root, target);
  if (!existsSync(file)) throw new Error(`${from}: ${link} leads nowhere`);
  if (statSync(file).isDirectory()) return listed(target);
  return shown(target);
}

/**
 * Makes a page that shows a file of the repository, and returns its link.
 * @param {string} file
 */
function shown(file) {
  // The generator takes a name that ends in .html for one of its own pages.
  const name = file.replace(/\.html$/, "-html");
  const target = join(source, "files", `${name}.md`);
  if (!existsSync(target)) {
    const grammars = {
      ...{ c: "c", cpp: "cpp", h: "c", hpp: "cpp", html: "html" },
      ...{ mjs: "js", rs: "rust", sh: "sh", yaml: "yaml" },
    };
    const grammar = grammars[extname(file).slice(1)] ?? "txt";
    const text = readFileSync(join(root, file), "utf8");
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `# ${file}\n\n~~~~${grammar}\n${text}\n~~~~\n`);
  }
  return `/files/${name}.md`;
}

/**
 * Makes a page that lists a folder of the repository, and returns its link.
 * @param {string} folder
 */
function listed(folder) {
  const target = join(source, "folders", `${folder}.md`);
  if (!existsSync(target)) {
    const names = execFileSync("git", ["ls-files", folder], { cwd: root, encoding: "utf8" });
    const rows = names.trim().split("\n");
    const list = rows.map((row) => `* [${relative(folder, row)}](${shown(row)})`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `# ${folder}\n\n${list.join("\n")}\n`);
  }
  return `/folders/${folder}.md`;
}

/** Puts the rows of all documents of errors into one page, each with an anchor. */
function errorIndex() {
  const rows = [];
  for (const name of ["errors", "bitcode-errors", "bytecode-errors", "legalization-errors"]) {
    let section = "";
    for (const line of readFileSync(join(source, "reference", `${name}.md`), "utf8").split("\n")) {
      if (line.startsWith("## ")) section = line.slice(3);
      const row = /^\| `([A-Z]\d{4})` \| (.+) \|$/.exec(line);
      if (row !== null) rows.push({ code: row[1], meaning: row[2], section, name });
    }
  }
  if (rows.length < 150) throw new Error(`only ${rows.length} codes of errors are found`);
  rows.sort((a, b) => (a.code < b.code ? -1 : 1));
  const text = rows.map(
    ({ code, meaning, section, name }) =>
      `| <span id="${code}">\`${code}\`</span> | ${meaning} | [${section || name}](/reference/${name}.md) |`,
  );
  const table = `| code | meaning | part |\n|---|---|---|\n${text.join("\n")}\n`;
  const index = join(source, "error-index.md");
  writeFileSync(
    index,
    readFileSync(index, "utf8").replace("<!-- rows -->", () => table),
  );
}

/** Copies the page's script and the playground, which are in one folder. */
function playground() {
  const dist = join(root, "web/dist");
  if (!existsSync(join(dist, "playground/index.html")))
    throw new Error("web/dist has no playground; `cargo xtask page` builds it");
  cpSync(dist, join(source, "public/play"), {
    recursive: true,
    filter: (path) =>
      !path.endsWith(".map") && !path.endsWith(".md") && !path.startsWith(join(dist, "extension")),
  });
}

/** Compiles the programs of the gallery, and makes a page around each. */
function gallery() {
  const folder = join(source, "public/gallery");
  mkdirSync(folder, { recursive: true });
  const command = process.env.PINNACLE ?? "pinnacle";
  const programs = PROGRAMS.map(({ name, title, text, picture, height, post }) => {
    const options = ["-lppapi", "-lpthread", "-lm", "-o", join(folder, `${name}.pexe`)];
    execFileSync(command, ["cc", "-O2", join(root, `examples/pepper/${name}.c`), ...options]);
    execFileSync(command, ["sdk", "nmf", "-o", `${name}.nmf`, `${name}.pexe`], { cwd: folder });
    if (picture !== undefined) cpSync(join(root, "docs/pictures", picture), join(folder, picture));
    writeFileSync(join(folder, `${name}.html`), around(name, title, height, post));
    shown(`examples/pepper/${name}.c`);
    return { name, title, text, picture, height };
  });
  writeFileSync(join(source, "programs.json"), JSON.stringify(programs));
}

/** Decodes the program on the page about the formats. */
function records() {
  const name = "examples/factorial.pnasm";
  const program = join(source, "factorial.pexe");
  const command = process.env.PINNACLE ?? "pinnacle";
  execFileSync(command, ["as", join(root, name), "-o", program]);
  const listing = execFileSync(command, ["dis", "--listing", program], { encoding: "utf8" });
  const bytes = readFileSync(program);
  const parts = { source: shown(name), bytes: [...bytes], records: recordsOf(bytes, listing) };
  writeFileSync(join(source, "records.json"), JSON.stringify(parts));
}

/**
 * Makes a page with a program in the style of 2013.
 * @param {string} name
 * @param {string} title
 * @param {number} height
 * @param {string | undefined} post
 */
function around(name, title, height, post) {
  const talk =
    post === undefined
      ? ""
      : `<form><input value="${post}" aria-label="Message"> <button>Post</button></form><p id="answer"></p>
<script>
  const program = document.querySelector("embed");
  program.addEventListener("message", ({ data }) => { document.querySelector("#answer").textContent = data; });
  document.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    program.postMessage(document.querySelector("input").value);
  });
</script>
`;
  const programHeight = post === undefined ? Math.min(height, 240) : 1;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>html, body { margin: 0; } form, p { margin: 12px; font: 16px sans-serif; }</style>
<script src="../play/pinnacle.js"></script>
<embed type="application/x-pnacl" src="${name}.nmf" width="320" height="${programHeight}">
${talk}`;
}
