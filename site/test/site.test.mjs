// The built site in Chromium, in a desktop window and on a phone: no errors, search finds a topic,
// a program of the gallery draws, the playground opens. SCREENSHOTS names a folder for screenshots.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";

const dist = new URL("../../target/site/dist/", import.meta.url).pathname;

/** axe-core from the packages of web/, which CI installs before this test. */
const axe = createRequire(new URL("../../web/package.json", import.meta.url)).resolve("axe-core/axe.min.js");

const TYPES = {
  ".css": "text/css",
  ".gif": "image/gif",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** The pages that visitors see first. */
const PAGES = [
  "/",
  "/archivists.html",
  "/site-owners.html",
  "/engineers.html",
  "/researchers.html",
  "/embedders.html",
  "/formats.html",
  "/error-index.html",
  "/gallery.html",
  "/reference/installing.html",
  "/reference/json.html",
  "/reference/pepper.html",
  "/reference/performance.html",
];

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
  let file = join(dist, normalize(path));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain" });
  response.end(readFileSync(file));
});

for (const [name, width, height] of [
  ["desk", 1280, 800],
  ["phone", 390, 844],
]) {
  describe(`the site on a ${name}`, () => {
    let browser;
    let page;
    let url;
    /** Lines of the console, errors of scripts, and failed loads. */
    let errors = [];

    before(async () => {
      await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
      url = `http://127.0.0.1:${server.address().port}`;
      const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
      browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      page = await browser.newPage({ viewport: { width, height } });
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("response", (response) => {
        if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
      });
    });

    after(async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    });

    /** Saves a screenshot of the page if SCREENSHOTS is set. */
    async function keep(title) {
      const folder = process.env.SCREENSHOTS;
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}-${title}.png`) });
    }

    const open = async (path) => {
      errors = [];
      await page.goto(url + path, { waitUntil: "load" });
    };

    test("pages have a heading, no errors, and fit the width", async () => {
      for (const path of PAGES) {
        await open(path);
        await page.locator("h1").first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
        assert.deepEqual(errors, [], path);
        await keep(path === "/" ? "home" : path.replace(/^\/|\.html$/g, "").replace("/", "-"));
      }
    });

    test("pages pass the rules of axe-core", async () => {
      const broken = [];
      for (const path of [...PAGES, "/playground.html"]) {
        await open(path);
        await page.locator("h1, iframe.playground").first().waitFor();
        await page.addScriptTag({ path: axe });
        const found = await page.evaluate(async () => {
          const { violations } = await window.axe.run({ resultTypes: ["violations"] });
          const lines = (nodes) =>
            nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary}`);
          return violations.map(({ id, help, nodes }) => [`${id}: ${help}`, ...lines(nodes)].join("\n"));
        });
        broken.push(...found.map((line) => `${path} ${line}`));
      }
      assert.deepEqual(broken, []);
    });

    test("the entries of the start page lead to a page for each kind of reader", async () => {
      await open("/");
      for (const title of ["archivists", "site owners", "engineers", "researchers", "embedders"]) {
        await page.locator(".VPFeature", { hasText: `For ${title}` }).click();
        await page.getByRole("heading", { level: 1, name: `For ${title}` }).waitFor();
        await page.goBack();
        await page.locator(".VPHero").waitFor();
      }
      assert.deepEqual(errors, []);
    });

    test("search finds a topic without a service", async () => {
      await open("/");
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.locator(".VPNavBarSearch button").click();
      await page.locator(".VPLocalSearchBox input").fill("virtual time");
      const first = page.locator(".VPLocalSearchBox .result").first();
      await first.waitFor();
      await keep("search");
      await first.click();
      await page.waitForURL(/\/reference\//);
      assert.ok(
        asked.every((request) => request.startsWith(url)),
        asked.join("\n"),
      );
      assert.deepEqual(errors, []);
    });

    test("each error code has a row with an anchor", async () => {
      await open("/error-index.html#P0301");
      const row = page.locator("#P0301");
      await row.scrollIntoViewIfNeeded();
      assert.ok(await row.isVisible());
    });

    test("a record on the page about the formats shows its bits", async () => {
      await open("/formats.html");
      await page.getByRole("option", { name: "%v3 = mul i64 %p0, %v2;" }).click();
      const bits = page.locator(".records .bits");
      await bits.getByRole("cell", { name: "operation", exact: true }).waitFor();
      assert.equal(
        await bits.locator("tr", { hasText: "left, values back" }).locator("td").nth(1).innerText(),
        "5",
      );
      await page.locator(".records").scrollIntoViewIfNeeded();
      await keep("records");
      await page.keyboard.press("ArrowDown");
      await bits.getByText("The end of the function").waitFor();
      await bits.getByRole("link").click();
      await page.waitForURL(/pnaclasm\.html#instructions/);
      assert.deepEqual(errors, []);
    });

    test("a program of the gallery draws", async () => {
      await open("/gallery.html");
      await page.getByRole("button", { name: "Run Game of life" }).click();
      const frame = page.locator("#life iframe");
      await frame.waitFor();
      const program = page.frameLocator("#life iframe").locator("embed");
      await program.waitFor();
      await program.evaluate(
        (element) =>
          new Promise((resolve, reject) => {
            const look = () => {
              if (element.lastError) reject(new Error(element.lastError));
              else if (element.readyState === 4) resolve(undefined);
              else setTimeout(look, 50);
            };
            look();
          }),
      );
      // The picture changes, and has more colours than the page around it.
      let colours = 0;
      let first;
      for (let round = 0; round < 100 && colours < 2; round++) {
        const picture = await frame.screenshot();
        first ??= picture;
        colours = first.equals(picture) ? 0 : await count(picture);
        await page.waitForTimeout(50);
      }
      assert.ok(colours >= 2, "the program draws nothing");
      await frame.scrollIntoViewIfNeeded();
      await keep("gallery-runs");
      assert.deepEqual(errors, []);
    });

    /** Counts the colours of a picture. */
    const count = (picture) =>
      page.evaluate(
        async (data) => {
          const image = await createImageBitmap(await (await fetch(data)).blob());
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context.drawImage(image, 0, 0);
          const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
          return new Set(pixels).size;
        },
        `data:image/png;base64,${picture.toString("base64")}`,
      );

    test("the playground opens and runs an example", async () => {
      await open("/playground.html");
      const playground = page.frameLocator("iframe.playground");
      await playground.getByText("Mandelbrot set").first().click();
      await playground.getByText(":@@;@o@@@@@@").first().waitFor();
      await keep("playground");
      assert.deepEqual(errors, []);
    });
  });
}
