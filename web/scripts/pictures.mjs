// Makes the pictures of the documents. Screenshots from Chromium show an old page before and after
// the script, the playground, and pages of `pinnacle explore`, `diff` and `record show`. The command
// draws the graphs. Makes all pictures, or the named ones, such as `diff`. PINNACLE is the path of
// the command. The first three pictures need dist/ with the examples in C.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dist, launch, serve } from "../test/support.ts";

const pictures = new URL("../../docs/pictures/", import.meta.url).pathname;
const examples = join(dist, "playground/examples");

const PAGE = (script) => `<!doctype html><html><head><meta charset="utf-8"><title>Sketchpad</title>${script}
<style>
  body { margin: 0; font: 13px Arial, Helvetica, sans-serif; color: #333; background: #e9eef3; }
  #top { background: linear-gradient(#5b9bd5, #2f6ea8); color: #fff; padding: 12px 18px; border-bottom: 1px solid #245780;
    text-shadow: 0 1px 1px rgba(0, 0, 0, .4); font-size: 22px; font-weight: bold; }
  #top small { font-weight: normal; font-size: 12px; opacity: .85; margin-left: 8px; }
  #box { background: #fff; width: 372px; margin: 14px auto; padding: 14px 18px 12px; border: 1px solid #c5d0db;
    border-radius: 6px; box-shadow: 0 1px 4px rgba(0, 0, 0, .15); }
  embed { border: 1px solid #b5c1cd; display: block; margin: 8px 0; }
  .button { display: inline-block; background: linear-gradient(#fff, #dfe5eb); border: 1px solid #aab6c2; border-radius: 4px;
    padding: 4px 10px; margin-right: 4px; font-weight: bold; color: #456; }
  #foot { text-align: center; color: #7b8894; font-size: 11px; }
  b { color: #2f6ea8; }
</style></head><body>
<div id="top">Sketchpad <small>a Native Client demo</small></div>
<div id="box"><b>Draw with the mouse!</b> Any key wipes the sheet.
<embed id="sketch" type="application/x-pnacl" src="sketch.nmf" width="370" height="230">
<span class="button">Save</span><span class="button">Share</span> <span id="status">Loading&hellip;</span></div>
<div id="foot">&copy; 2013 &middot; Best viewed in Chrome 31</div>
<script>
  var sketch = document.getElementById("sketch"), strokes = 0;
  sketch.addEventListener("load", function () { document.getElementById("status").innerHTML = "Ready."; }, true);
  sketch.addEventListener("message", function () { document.getElementById("status").innerHTML = ++strokes + " strokes"; }, true);
</script></body></html>`;

/** The strokes of a house, a tree and the sun, in pixels of the canvas. */
const DRAWING = [
  [
    [70, 190],
    [70, 110],
    [170, 110],
    [170, 190],
    [70, 190],
  ],
  [
    [60, 112],
    [120, 62],
    [180, 112],
  ],
  [
    [105, 190],
    [105, 145],
    [132, 145],
    [132, 190],
  ],
  [
    [240, 190],
    [240, 130],
  ],
  arc(240, 105, 30, 0, 2),
  arc(310, 50, 20, 0, 2),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((ray) => {
    const [x, y] = [Math.cos((ray * Math.PI) / 4), Math.sin((ray * Math.PI) / 4)];
    return [
      [310 + 27 * x, 50 + 27 * y],
      [310 + 38 * x, 50 + 38 * y],
    ];
  }),
  [
    [20, 192],
    [120, 196],
    [230, 191],
    [350, 195],
  ],
];

function arc(x, y, radius, from, to) {
  return Array.from({ length: 33 }, (_, step) => {
    const angle = Math.PI * (from + ((to - from) * step) / 32);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

async function draw(page, element) {
  const { x, y } = await page.locator(element).boundingBox();
  for (const [[left, top], ...rest] of DRAWING) {
    await page.mouse.move(x + left, y + top);
    await page.mouse.down();
    for (const [right, down] of rest) await page.mouse.move(x + right, y + down, { steps: 12 });
    await page.mouse.up();
  }
}

/** Returns a screenshot of a page at rest, as PNG. */
async function shot(page) {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return page.screenshot();
}

async function beforeAndAfter(browser) {
  const pages = {
    "/before.html": PAGE(""),
    "/after.html": PAGE('<script src="/pinnacle/pinnacle.js"></script>'),
    "/sketch.nmf": {
      type: "application/json",
      body: '{"program":{"portable":{"pnacl-translate":{"url":"sketch.pexe"}}}}',
    },
  };
  const server = await serve({ folder: examples, pages });
  const page = await browser.newPage({ viewport: { width: 440, height: 415 } });
  await page.goto(`${server.url}/before.html`);
  const before = await shot(page);
  await page.goto(`${server.url}/after.html`);
  await page.locator("#status", { hasText: "Ready" }).waitFor();
  await draw(page, "#sketch");
  await page.locator("#status", { hasText: `${DRAWING.length} strokes` }).waitFor();
  const after = await shot(page);
  const image = (bytes) => `<img src="data:image/png;base64,${bytes.toString("base64")}">`;
  await page.setViewportSize({ width: 922, height: 464 });
  await page.setContent(`<style>body { margin: 8px; background: #fff; display: flex; gap: 14px; font: 15px system-ui, sans-serif; color: #222 }
    figure { margin: 0 } img { border: 1px solid #999; display: block } figcaption { padding: 6px 2px }</style>
    <figure>${image(before)}<figcaption>before</figcaption></figure>
    <figure>${image(after)}<figcaption>after <code>&lt;script src="pinnacle.js"&gt;</code></figcaption></figure>`);
  writeFileSync(join(pictures, "before-and-after.png"), await page.screenshot());
  await page.close();
  await server.close();
}

async function playground(browser) {
  const server = await serve({ folder: dist });
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  await page.goto(`${server.url}/playground/index.html`);
  await page.getByRole("button", { name: /^Sketch/ }).click();
  await page.locator("#state.good").waitFor();
  await draw(page, "#stage > div");
  await page
    .locator("#messages li")
    .nth(DRAWING.length - 1)
    .waitFor();
  await page.mouse.move(0, 0);
  writeFileSync(join(pictures, "playground.png"), await shot(page));
  await page.close();
  await server.close();
}

/** A recorded run in the playground, with the calls that drew a pixel of a stroke. */
async function playgroundRecording(browser) {
  const server = await serve({ folder: dist });
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  await page.goto(`${server.url}/playground/index.html`);
  await page.getByRole("button", { name: /^Sketch/ }).click();
  await page.locator("#state.good").waitFor();
  await page.getByLabel("Record", { exact: true }).check();
  await page.getByRole("button", { name: "Run again" }).click();
  await page.locator("#state.good", { hasText: "recorded" }).waitFor();
  await draw(page, "#stage > div");
  await page
    .locator("#messages li")
    .nth(DRAWING.length - 1)
    .waitFor();
  await page.getByRole("button", { name: "Show the recording" }).click();
  const moments = page.frameLocator("#moments");
  await moments.locator("#moment", { hasText: "(1 of" }).waitFor();
  await moments.locator("#slider").focus();
  await page.keyboard.press("End");
  const [x, y] = DRAWING[0][1];
  await moments.locator("#picture").click({ position: { x: x + 1, y: y + 20 } });
  await moments.locator("#calls code").first().waitFor();
  writeFileSync(join(pictures, "playground-recording.png"), await shot(page));
  await page.close();
  await server.close();
}

/** Makes an empty folder in which the command runs. Status 1 is for programs that differ. */
function commandFolder() {
  const folder = mkdtempSync(join(tmpdir(), "pictures"));
  const pinnacle = (...words) => {
    const { status, stderr } = spawnSync(process.env.PINNACLE ?? "pinnacle", words, { cwd: folder });
    if (status !== 0 && status !== 1) throw new Error(`${words.join(" ")}: ${stderr}`);
  };
  return { folder, pinnacle };
}

/** Returns the text of a C example for the console. */
const consoleExample = (name) =>
  readFileSync(new URL(`../../examples/console/${name}`, import.meta.url).pathname, "utf8");

async function explore(browser) {
  const { folder, pinnacle } = commandFolder();
  writeFileSync(join(folder, "crash.c"), consoleExample("crash.c"));
  pinnacle("cc", "-O1", "-g", "crash.c", "-o", "crash.pexe");
  pinnacle("explore", "crash.pexe", "-o", "crash.html");
  const page = await browser.newPage({ viewport: { width: 1200, height: 620 } });
  await page.goto(`file://${join(folder, "crash.html")}`);
  await page.locator(".row", { hasText: "node->value = i" }).first().click();
  writeFileSync(join(pictures, "explore.png"), await shot(page));
  await page.close();
  rmSync(folder, { recursive: true });
}

/** Replacements in `wc.c` that make it count bytes beyond ASCII. */
const WIDE = [
  ["bytes = 0;", "bytes = 0, wide = 0;"],
  ["bytes++;", "bytes++, wide += c > 127;"],
  ['"%lu %lu %lu %s\\n", lines, words, bytes,', '"%lu %lu %lu %lu %s\\n", lines, words, bytes, wide,'],
];

async function diff(browser) {
  const { folder, pinnacle } = commandFolder();
  const source = consoleExample("wc.c");
  const wide = WIDE.reduce((text, [old, now]) => text.replace(old, now), source);
  for (const [name, text] of [
    ["wc", source],
    ["wc-wide", wide],
  ]) {
    writeFileSync(join(folder, `${name}.c`), text);
    pinnacle("cc", "-O1", `${name}.c`, "-o", `${name}.pexe`);
  }
  pinnacle("diff", "--html", "page.html", "wc.pexe", "wc-wide.pexe");
  const page = await browser.newPage({ viewport: { width: 1000, height: 560 } });
  await page.goto(`file://${join(folder, "page.html")}`);
  writeFileSync(join(pictures, "diff.png"), await shot(page));
  await page.close();
  rmSync(folder, { recursive: true });
}

/** The page of a recording, with the calls that drew a pixel. */
async function recordShow(browser) {
  const { folder, pinnacle } = commandFolder();
  const example = (name) => new URL(`../../examples/pepper/${name}`, import.meta.url).pathname;
  pinnacle("cc", "-O2", example("sketch.c"), "-lppapi", "-lm", "-o", "sketch.pexe");
  const script = ["--script", example("sketch.jsonl")];
  pinnacle("run", "--record", "sketch.rec", "--view", "320x240", ...script, "sketch.pexe");
  pinnacle("record", "show", "sketch.rec", "-o", "sketch.html");
  const page = await browser.newPage({ viewport: { width: 1000, height: 580 } });
  await page.goto(`file://${join(folder, "sketch.html")}`);
  await page.locator("#slider").fill("4");
  await page.locator("#moment", { hasText: "(5 of" }).waitFor();
  await page.locator("#picture").click({ position: { x: 142, y: 96 } });
  await page.locator("#calls code").first().waitFor();
  writeFileSync(join(pictures, "record-show.png"), await shot(page));
  await page.close();
  rmSync(folder, { recursive: true });
}

async function graphs() {
  const { folder, pinnacle } = commandFolder();
  writeFileSync(join(folder, "crash.c"), consoleExample("crash.c"));
  pinnacle("cc", "-O1", "crash.c", "-o", "crash.pexe");
  pinnacle("graph", "--around", "@f1", "crash.pexe", "-o", join(pictures, "calls.svg"));
  pinnacle("graph", "--blocks", "@f1", "crash.pexe", "-o", join(pictures, "blocks.svg"));
  rmSync(folder, { recursive: true });
}

const PICTURES = { beforeAndAfter, playground, playgroundRecording, explore, diff, recordShow, graphs };
const named = process.argv.slice(2);
const wanted = named.length > 0 ? named : Object.keys(PICTURES);
const needsExamples = ["beforeAndAfter", "playground", "playgroundRecording"].some((name) =>
  wanted.includes(name),
);
if (needsExamples && !existsSync(join(examples, "sketch.pexe")))
  throw new Error('build with PINNACLE_CC="pinnacle cc" first');
const browser = await launch();
for (const name of wanted) {
  if (!(name in PICTURES)) throw new Error(`no such picture: ${name}`);
  await PICTURES[name](browser);
}
await browser.close();
