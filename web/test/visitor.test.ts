// The curtain and the menu over an element: a sign that the program loads, a sentence if it has
// failed, a button for programs that wait. They are in closed shadow roots, which the browser opens
// for these tests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  corpusFolder,
  inPage,
  launch,
  noCorpus,
  type Page,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let roots: ShadowRoot[];
declare let heard: unknown[];
declare const m: HTMLEmbedElement & {
  lastError: string;
  readyState: number;
  postMessage(value: unknown): void;
};

const embed = (attributes: string) =>
  `<body style="margin:0"><embed id="m" type="application/x-pnacl" ${attributes}>`;
const size = 'width="320" height="200"';
const listen = `<script>
  var heard = [];
  document.addEventListener("message", function (event) { heard.push(event.data); }, true);
</script>`;

/** Records the shadow roots of the page, and opens them. */
const open = () => {
  const { attachShadow } = Element.prototype;
  roots = [];
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, { ...init, mode: "open" });
    roots.push(root);
    return root;
  };
};

/** Returns the visible texts by class. */
const shown = (page: Page) =>
  page.evaluate(() =>
    roots
      .filter(({ host }) => host.isConnected)
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(".card, .start, .menu")])
      .map((one) => [one.className, one.innerText.trim()]),
  );

/** Clicks the button with a text, at its position in the window. */
async function click(page: Page, text: string) {
  const place = await page.evaluate((text) => {
    const buttons = roots.flatMap((root) => [...root.querySelectorAll("button")]);
    const button = buttons.find((one) => one.isConnected && one.textContent === text)!;
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  }, text);
  await page.mouse.click(...place);
}

/** Writes a screenshot if SHOTS names a folder. */
async function shot(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/visitor-${name}.png` });
}

describe("the curtain", () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const visit = (body: string, act: Act, options: PageOptions = {}) =>
    inPage(browser, `<!doctype html>${script}${listen}${body}`, act, { init: open, ...options });

  /** A page whose program never arrives. */
  const endless = { site: { "/game.nmf": () => {} } satisfies Record<string, RequestListener> };

  const hasFailed = (page: Page) => until(page, () => m.readyState === 4);

  test("a loading program has a sign", () =>
    visit(
      embed(`src="game.nmf" ${size}`),
      async (page) => {
        await until(page, () => roots.some((root) => root.querySelector(".loading")));
        assert.deepEqual(await shown(page), [["card loading unknown", "Loading"]]);
        await shot(page, "loading");
      },
      endless,
    ));

  test("the sign shows the progress, and disappears when the program runs", { skip: noCorpus }, () => {
    const program = readFileSync(join(corpusFolder("counter"), "counter.pexe"));
    let release = () => {};
    const slow: RequestListener = (_, response) => {
      response.writeHead(200, { "Content-Length": program.length });
      const half = program.length >> 1;
      response.write(program.subarray(0, half));
      release = () => response.end(program.subarray(half));
    };
    return visit(
      embed(`src="counter.nmf" ${size}`),
      async (page) => {
        await until(page, () =>
          roots.some((root) => /^Loading: [1-9]\d/.test(root.querySelector(".text")?.textContent ?? "")),
        );
        await shot(page, "progress");
        const [value] = await page.evaluate(() =>
          roots.flatMap((root) => root.querySelector("[role=progressbar]")?.ariaValueNow ?? []),
        );
        assert.ok(Number(value) > 10 && Number(value) < 60, `${value} %`);
        release();
        await until(page, () => m.readyState === 4);
        assert.deepEqual(await shown(page), []);
      },
      { folder: "counter", site: { "/counter.pexe": slow } },
    );
  });

  test("a failed program has one sentence, and details on request", () =>
    visit(embed(`src="none.nmf" ${size}`), async (page) => {
      await hasFailed(page);
      const sentence = "This program could not be started.";
      assert.deepEqual(await shown(page), [["card", `${sentence}\n\nDetails`]]);
      await shot(page, "failed");
      await click(page, "Details");
      const [[, text]] = (await shown(page)) as [[string, string]];
      assert.match(text, /program: none\.nmf/);
      assert.match(text, /error: NaCl module load failed: could not load manifest url\./);
      await shot(page, "details");
    }));

  test("nothing is shown if the page has its own picture, or turns the curtain off", async () => {
    const bodies = [
      embed(`src="none.nmf" ${size} data-visitor="off"`),
      embed(`src="none.nmf" width="60" height="20"`),
      embed(`src="none.nmf" ${size} style="background-image: linear-gradient(red, blue)"`),
      `${embed(`src="none.nmf" ${size}`)}<div style="position:absolute;inset:0">Please wait</div>`,
    ];
    for (const body of bodies) {
      await visit(body, async (page) => {
        await hasFailed(page);
        assert.deepEqual(await shown(page), [], body);
      });
    }
    const tag = script.replace("<script", '<script data-visitor="off"');
    await inPage(
      browser,
      `<!doctype html>${tag}${embed(`src="none.nmf" ${size}`)}`,
      async (page) => {
        await hasFailed(page);
        assert.deepEqual(await shown(page), []);
      },
      { init: open },
    );
  });

  test("the curtain is removed with the element", () =>
    visit(embed(`src="none.nmf" ${size}`), async (page) => {
      await hasFailed(page);
      await page.evaluate(() => m.remove());
      assert.equal(
        await page.evaluate(() => roots.some((root) => root.querySelector(".card")?.isConnected)),
        false,
      );
    }));

  test("a program that waits for a click starts with it, and gets its messages", { skip: noCorpus }, () =>
    visit(
      embed(`src="counter.nmf" ${size} data-start="click"`),
      async (page, _, server) => {
        assert.deepEqual(await shown(page), [["start", "▶ Start"]]);
        await page.evaluate(() => {
          m.postMessage(3);
          m.postMessage(4);
        });
        assert.equal(server.requests.includes("/counter.nmf"), false);
        await shot(page, "start");
        await page.mouse.click(160, 100);
        await until(page, () => heard.length === 2);
        assert.deepEqual(await page.evaluate(() => heard), [3, 7]);
        assert.deepEqual(await shown(page), []);
      },
      { folder: "counter" },
    ),
  );

  describe("the menu", { skip: noCorpus }, () => {
    const counter = embed(`src="counter.nmf" ${size}`);
    const running = (page: Page) => until(page, () => m.readyState === 4);
    // It is removed in a separate event.
    const closed = (page: Page) =>
      until(page, () => !roots.some((root) => root.querySelector(".menu")?.isConnected));
    const isOpen = async (page: Page) => (await shown(page)).some(([kind]) => kind === "menu");

    test("opens on a right click and can be used with keys", () =>
      visit(
        counter,
        async (page) => {
          await running(page);
          await page.mouse.click(100, 50, { button: "right" });
          const [[, text]] = (await shown(page)) as [[string, string]];
          assert.match(
            text,
            /^Full screen\s+Mute\s+Volume\s+Copy details\s+Save state\s+Load state\s+Pinnacle [0-9.]+$/,
          );
          await shot(page, "menu");
          const focused = () =>
            page.evaluate(() => roots.flatMap((root) => root.activeElement?.textContent ?? [])[0]);
          assert.equal(await focused(), "Full screen");
          await page.keyboard.press("ArrowDown");
          assert.equal(await focused(), "Mute");
          await page.keyboard.press("Enter");
          await closed(page);
          await page.mouse.click(100, 50, { button: "right" });
          assert.match((await shown(page))[0]![1]!, /Unmute/);
          await page.keyboard.press("Escape");
          await closed(page);
        },
        { folder: "counter" },
      ));

    test("does not open if the page has its own menu", () =>
      visit(
        `${counter}<script>m.addEventListener("contextmenu", function (event) { event.preventDefault(); });</script>`,
        async (page) => {
          await running(page);
          await page.mouse.click(100, 50, { button: "right" });
          assert.equal(await isOpen(page), false);
        },
        { folder: "counter" },
      ));
  });
});
