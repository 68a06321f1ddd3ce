// The pages of ../shared in web archives, replayed by every replayer that is there: our own, wabac.js
// and pywb. Each page that works bare works in each of them, and no request leaves this machine.
// PYWB is the folder of a virtual environment with pywb.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type CapturedPage, capturedPages } from "./captured_pages.ts";
import { noCommand, pinnacle, served } from "./command.ts";
import { pixelsOf } from "./pixels.ts";
import { noPywb, openInPywb, type Pywb, startPywb } from "./pywb.ts";
import {
  type Browser,
  corpusFolder,
  inPage,
  launch,
  noCorpus,
  onlyChromium,
  open,
  PATIENCE,
  type Page,
  script,
  until,
} from "./support.ts";
import { setTrap, type Trap } from "./trap.ts";
import { type Frame, replayWithWabac } from "./wabac.ts";

// Globals of the pages.
declare function worked(): boolean;

const skip = noCorpus || noCommand || onlyChromium("is not tested with archives of real programs");

let browser: Browser;
let trap: Trap;
let folder: string;
const configs = ["pywb/config.yaml", "pywb/client-side.yaml"];
const running = new Map<string, Pywb>();
before(async () => {
  if (skip) return;
  trap = await setTrap();
  browser = await launch([`--proxy-server=${trap.proxy}`]);
  folder = mkdtempSync(join(tmpdir(), "pinnacle-archived-"));
  if (noPywb) return;
  const archives = capturedPages.map(archiveOf);
  for (const config of configs) {
    running.set(config, await startPywb(mkdtempSync(join(folder, "pywb-")), config, archives));
  }
});
after(async () => {
  if (skip) return;
  for (const pywb of running.values()) await pywb.close();
  await browser.close();
  await trap.close();
  rmSync(folder, { recursive: true });
});

/** Waits until a page has worked and its program has drawn. `tab` contains the page, maybe in a
 * frame. */
async function works({ colours = 0 }: CapturedPage, frame: Frame, tab: Page) {
  try {
    await until(frame, () => typeof worked === "function" && worked());
  } catch (cause) {
    const events = await frame.evaluate(() => JSON.stringify(Reflect.get(globalThis, "heard")));
    throw new Error(`the page does not work; its events: ${events}`, { cause });
  }
  const element = await frame.$("embed, object");
  for (const end = Date.now() + PATIENCE; colours > 0; ) {
    const clip = (await element!.boundingBox())!;
    const { rgb } = pixelsOf(await tab.screenshot({ clip }));
    const found = new Set<number>();
    for (let at = 0; at < rgb.length; at += 3) found.add(rgb.readUIntBE(at, 3));
    if (found.size >= colours) break;
    assert.ok(Date.now() < end, `${found.size} colours`);
  }
  assert.deepEqual(trap.caught.splice(0), [], "requests that left this machine");
}

const host = ({ folder }: CapturedPage) => `http://${folder}.example`;

/** The time of the captures, to the second. */
const moment = new Date().toISOString().replace(/\D/g, "").slice(0, 14);

/** Makes the archive of a page with `pinnacle bundle`. Returns its path. */
function archiveOf(page: CapturedPage): string {
  const site = mkdtempSync(join(folder, "site-"));
  cpSync(corpusFolder(page.folder), site, { recursive: true });
  mkdirSync(dirname(join(site, page.path)), { recursive: true });
  writeFileSync(join(site, page.path), page.html);
  const path = `${site}.wacz`;
  pinnacle(
    "bundle",
    "--wacz",
    join(site, page.path),
    "--folder",
    site,
    "--url",
    `${host(page)}/`,
    "-o",
    path,
  );
  return path;
}

for (const page of capturedPages) {
  describe(`${page.name} in web archives`, { skip }, () => {
    test("bare", () =>
      inPage(
        browser,
        "",
        async (tab, _, server) => {
          await tab.goto(`${server.url}/${page.path}`);
          await works(page, tab, tab);
        },
        {
          folder: page.folder,
          pages: { [`/${page.path}`]: page.html.replace("<head>", `<head>${script}`) },
          isTimed: true,
        },
      ));
    test("pinnacle serve", () => {
      const path = archiveOf(page);
      return served(path, async (server) => {
        const tab = await open(browser, server, `/${moment}/${host(page)}/${page.path}`, { isTimed: true });
        try {
          await works(page, tab.page, tab.page);
        } finally {
          await tab.close();
        }
      });
    });
    test("wabac.js", () => {
      const path = archiveOf(page);
      return replayWithWabac(
        browser,
        { name: "old.wacz", content: readFileSync(path) },
        { moment, url: `${host(page)}/${page.path}` },
        (frame, tab) => works(page, frame, tab),
      );
    });
    for (const config of configs)
      test(`pywb with ${config}`, { skip: noPywb }, async () => {
        const url = `${running.get(config)!.url}/old/${moment}/${host(page)}/${page.path}`;
        await openInPywb(browser, url, async (frame, tab) => {
          await works(page, frame, tab);
          const isClientSide = await tab.evaluate(() => navigator.serviceWorker.controller !== null);
          assert.equal(isClientSide, config === "pywb/client-side.yaml");
        });
      });
  });
}
