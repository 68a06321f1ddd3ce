// Firefox for the tests, driven by WebDriver BiDi, with as much of the interface of Playwright as they
// use; so they need not know the browser.

import { existsSync } from "node:fs";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Whether the tests run in Firefox. */
export const isFirefox = process.env.BROWSER === "firefox";

/** Why the browser that is asked for cannot be had, or false. */
export const noFirefox = isFirefox && !existsSync(executablePath) && `${executablePath} is not there`;

/** Starts Firefox. */
export async function launchFirefox() {
  // Loaded here, since the tests of Chromium need none of it.
  const { default: puppeteer } = await import("puppeteer-core");
  const extraPrefsFirefox = {
    "media.autoplay.default": 0,
    // Quits in time.
    "toolkit.shutdown.fastShutdownStage": 3,
  };
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    extraPrefsFirefox,
  });
  return {
    close: () => browser.close(),
    newContext: async () => {
      const context = await browser.createBrowserContext();
      return { newPage: async () => new Tab(await context.newPage()), close: () => context.close() };
    },
  };
}

const LEVELS = { warn: "warning" };

class Tab {
  constructor(page) {
    this.page = page;
    this.mouse = page.mouse;
    this.keyboard = page.keyboard;
  }

  on(event, hear) {
    if (event === "pageerror") {
      // Policies that forbid pictures forbid the icon that the browser itself looks for.
      this.page.on(event, (error) => error.message.includes("/favicon.ico") || hear(error));
    } else if (event !== "console") this.page.on(event, hear);
    else {
      this.page.on(event, (message) => {
        const type = LEVELS[message.type()] ?? message.type();
        hear({ type: () => type, text: () => message.text() });
      });
    }
  }

  // There is no network in tests; other hosts are refused by that.
  async route() {}

  addInitScript(script) {
    return this.page.evaluateOnNewDocument(typeof script === "object" ? script.content : script);
  }

  evaluate(...call) {
    return this.page.evaluate(...call);
  }

  waitForFunction(condition, argument, { timeout = 30000 } = {}) {
    return this.page.waitForFunction(condition, { timeout, polling: 50 }, argument);
  }

  waitForTimeout(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  async screenshot(options) {
    return Buffer.from(await this.page.screenshot(options));
  }

  goto(url) {
    return this.page.goto(url);
  }

  reload() {
    return this.page.reload();
  }

  click(selector) {
    return this.page.click(selector);
  }

  workers() {
    return this.page.workers();
  }

  url() {
    return this.page.url();
  }
}
