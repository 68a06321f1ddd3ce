// Firefox for the tests, driven by WebDriver BiDi. It has the part of Playwright's interface that
// the tests use, so the tests do not depend on the browser.

import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import type { Page as FirefoxPage, HTTPRequest, ScreenshotOptions } from "puppeteer-core";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** True if the tests run in Firefox. */
export const isFirefox = process.env.BROWSER === "firefox";

/** The reason why the requested browser is not available, or false. */
export const noFirefox = isFirefox && !existsSync(executablePath) && `${executablePath} is not there`;

/** Options of `launchFirefox`: more preferences, and the folder of an extension. */
type FirefoxOptions = { preferences?: Record<string, unknown>; extension?: string };

/** Starts Firefox. */
export async function launchFirefox({ preferences, extension }: FirefoxOptions = {}): Promise<Browser> {
  // Loaded here, because the tests in Chromium do not need it.
  const { default: puppeteer } = await import("puppeteer-core");
  const extraPrefsFirefox = {
    "media.autoplay.default": 0,
    // Quits in time.
    "toolkit.shutdown.fastShutdownStage": 3,
    ...preferences,
  };
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    extraPrefsFirefox,
  });
  if (extension !== undefined) await browser.installExtension(extension);
  const made = {
    close: () => browser.close(),
    newContext: async () => {
      const context = await browser.createBrowserContext();
      return { newPage: async () => new Tab(await context.newPage()), close: () => context.close() };
    },
  };
  // The part of Playwright's interface that the tests in FIREFOX of scripts/test.mjs use.
  return made as unknown as Browser;
}

const LEVELS: Record<string, string> = { warn: "warning" };

interface Message {
  type(): string;
  text(): string;
}

class Tab {
  readonly mouse: FirefoxPage["mouse"];
  readonly keyboard: FirefoxPage["keyboard"];

  constructor(private readonly page: FirefoxPage) {
    this.mouse = page.mouse;
    this.keyboard = page.keyboard;
  }

  on(event: "console", hear: (message: Message) => void): void;
  on(event: "pageerror", hear: (error: Error) => void): void;
  on(event: string, hear: ((message: Message) => void) | ((error: Error) => void)): void {
    if (event === "pageerror") {
      const hearError = hear as (error: Error) => void;
      // Policies that forbid pictures forbid the icon that the browser itself looks for.
      this.page.on("pageerror", (error) => {
        if (error instanceof Error && !error.message.includes("/favicon.ico")) hearError(error);
      });
    } else if (event === "console") {
      const hearMessage = hear as (message: Message) => void;
      this.page.on("console", (message) => {
        const type = LEVELS[message.type()] ?? message.type();
        hearMessage({ type: () => type, text: () => message.text() });
      });
    } else this.page.on(event as "request", hear as () => void);
  }

  // Tests have no network, so requests to other hosts fail.
  async route() {}

  addInitScript(script: string | { content: string } | (() => void)) {
    if (typeof script === "function") return this.page.evaluateOnNewDocument(script);
    return this.page.evaluateOnNewDocument(typeof script === "object" ? script.content : script);
  }

  evaluate(run: (argument: unknown) => unknown, argument?: unknown) {
    return this.page.evaluate(run, argument);
  }

  waitForFunction(condition: (argument: unknown) => unknown, argument?: unknown, { timeout = 30000 } = {}) {
    return this.page.waitForFunction(condition, { timeout, polling: 50 }, argument);
  }

  waitForTimeout(milliseconds: number) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  async screenshot(options: ScreenshotOptions) {
    return Buffer.from(await this.page.screenshot(options));
  }

  goto(url: string) {
    return this.page.goto(url);
  }

  close() {
    return this.page.close();
  }

  reload() {
    return this.page.reload();
  }

  click(selector: string) {
    // Playwright's selector of an element by its text.
    const text = /^text=(?:"(.*)"|(.*))$/.exec(selector);
    return this.page.click(text ? `::-p-text(${text[1] ?? text[2]})` : selector);
  }

  fill(selector: string, text: string) {
    return this.page.locator(selector).fill(text);
  }

  locator(selector: string) {
    return {
      allTextContents: () =>
        this.page.$$eval(selector, (elements) => elements.map((element) => element.textContent)),
    };
  }

  workers() {
    return this.page.workers();
  }

  url() {
    return this.page.url();
  }

  title() {
    return this.page.title();
  }

  /** Waits for an address that ends with the text after two asterisks. */
  waitForURL(pattern: string) {
    return this.page.waitForFunction((end) => location.href.endsWith(end), {}, pattern.replace(/^\*\*/, ""));
  }

  /** The context of the page. It has no other page. */
  context() {
    return {
      on: (event: "request" | "requestfailed", hear: (request: HTTPRequest) => void) =>
        this.page.on(event, hear),
    };
  }
}
