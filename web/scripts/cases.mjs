// Runs cases of a suite in a browser, for `cargo xtask conformance`: opens the URL in each line of
// standard input in a new tab, and prints what its page reports. A page reports as Chromium's tests
// do, by `domAutomationController.send(text)`; the text `...` only means that it is still at work.
// Each answer is a line: `result TEXT`, or `failure TEXT` with the last line of the page's console.
// The argument is the longest time of a case in seconds.

import { createInterface } from "node:readline";
import { launch } from "../test/support.ts";

const limit = Number(process.argv[2]) * 1000;

/** Cases that use a camera and a microphone get those that the browser simulates. */
const FLAGS = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** The report of a page that is still at work. */
const AT_WORK = "...";

/** A place without elements. A click there while a case is at work counts as a gesture of the user,
 * which browsers ask for before an element fills the screen. */
const FREE = [400, 400];

// The tabs share a context, and so the cache of translations.
let browser = await launch(FLAGS);
let context = await browser.newContext();

/** Adds the function of Chromium's tests to a page that a case opens. */
function addController() {
  window.domAutomationController = { send: (text) => window.reportToDriver(String(text)) };
}

/**
 * Removes the files that a case has stored, so that the next one starts with none.
 * @param {import("playwright-core").Page} page
 * @param {string} origin
 */
async function removeFiles(page, origin) {
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "file_systems" });
}

/**
 * Opens a case and waits for its result.
 * @param {string} url
 */
async function answerOf(url) {
  if (!browser.isConnected()) {
    browser = await launch(FLAGS);
    context = await browser.newContext();
  }
  const page = await context.newPage();
  let said = "";
  page.on("console", (message) => {
    said = message.text();
  });
  page.on("pageerror", (error) => {
    said = error.message;
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<string>} */
  const reported = new Promise((resolve) => {
    page.exposeFunction("reportToDriver", (text) => {
      if (text !== AT_WORK) resolve(`result ${text}`);
      else page.mouse.click(...FREE).catch(() => {});
    });
    page.on("crash", () => resolve("failure the page crashed"));
    timer = setTimeout(() => resolve(`failure took too long: ${said}`), limit);
  });
  try {
    await page.addInitScript(addController);
    await page.goto(url);
    const answer = await reported;
    if (!answer.startsWith("failure took")) return answer;
    // What the case has logged in its page so far says where it stopped.
    const logged = await page.evaluate(() => document.body.innerText);
    return `${answer} ${logged}`;
  } catch (error) {
    return `failure ${error}`;
  } finally {
    clearTimeout(timer);
    await removeFiles(page, new URL(url).origin).catch(() => {});
    await page.close().catch(() => {});
  }
}

for await (const url of createInterface({ input: process.stdin })) {
  const answer = await answerOf(url);
  process.stdout.write(`${answer.replaceAll(/\s+/g, " ")}\n`);
}
await browser.close();
process.exit();
