// Tracks of media streams: a page posts a stream of a canvas, and its program reads the frames.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  inPage,
  launch,
  noCompiler,
  onlyChromium,
  type Page,
  type Programs,
  script,
  type Tab,
  until,
} from "./support.ts";

// Globals of the pages.
declare let colour: string;
declare let said: string[];
declare let track: MediaStreamTrack;

/** Numbers of `PP_VideoFrame_Format`. */
const I420 = 2,
  BGRA = 3;

const text = `<!doctype html>${script}<body><canvas id="c" width="64" height="48"></canvas>
<embed id="m" width="64" height="64" src="watch.nmf" type="application/x-pnacl">
<script>
  var said = [];
  m.addEventListener("message", function (event) { said.push(event.data); });
  var colour = "#ff0000";
  var context = c.getContext("2d");
  // A canvas produces a new frame only when it is redrawn.
  setInterval(function () {
    context.fillStyle = colour;
    context.fillRect(0, 0, 64, 48);
  }, 20);
  context.fillRect(0, 0, 64, 48);
  var track = c.captureStream().getVideoTracks()[0];
</script></body>`;

describe("tracks", { skip: noCompiler || onlyChromium("gives pages no frames of tracks") }, () => {
  let browser: Browser;
  let program: Programs;
  before(async () => {
    browser = await launch();
    program = compile("watch");
  });
  after(async () => {
    await browser.close();
    program.remove();
  });

  interface Tools {
    page: Page;
    tab: Tab;
    order: (...orders: string[]) => Promise<void>;
    answer: (start: string) => Promise<string>;
  }

  // A page whose program has its track. `order` posts texts, and `answer` waits for the program's
  // messages.
  const watching = (post: () => void, act: (tools: Tools) => unknown) =>
    inPage(
      browser,
      text,
      async (page, tab) => {
        const order = (...orders: string[]) =>
          page.evaluate((orders) => {
            for (const one of orders) m.postMessage(one);
          }, orders);
        // Each message is returned once.
        const answer = async (start: string) => {
          await until(page, (start) => said.some((line) => line.startsWith(start)), start);
          return page.evaluate((start) => {
            const at = said.findIndex((line) => line.startsWith(start));
            return said.splice(at, 1)[0]!;
          }, start);
        };
        await answer("ready");
        await page.evaluate(post);
        await act({ page, order, answer, tab });
      },
      { folder: program.folder, pages: program.manifests },
    );

  const postTrack = () => m.postMessage(track);
  const postInside = () => m.postMessage({ track, both: [track] });

  for (const [where, post] of [
    ["alone", postTrack],
    ["in a dictionary", postInside],
  ] as const) {
    test(`a track that is posted ${where} is a resource with its name in the page`, () =>
      watching(post, async ({ page, answer }) => {
        const id = await page.evaluate(() => track.id);
        assert.equal(await answer("track"), `track 1 name ${id}`);
      }));
  }

  test("frames show the canvas, in I420 by default", () =>
    watching(postTrack, async ({ page, order, answer }) => {
      await order("get");
      const frame = await answer("frame");
      assert.match(frame, new RegExp(`^frame 64x48 format ${I420} length ${(64 * 48 * 3) / 2} `));
      await page.evaluate(() => {
        colour = "#0000ff";
      });
      await order("recycle");
      assert.equal(await answer("recycle"), "recycle: 0");
      // Some frames may be older.
      for (let tries = 0; tries < 50; tries++) {
        await order("get");
        const line = await answer("frame");
        const last = Number(/last (\d+)/.exec(line)?.[1]);
        await order("recycle");
        await answer("recycle");
        if (Math.abs(last - 110) < 8) return;
      }
      assert.fail("the canvas is never blue");
    }));

  test("frames have the size and the format that the program requests", () =>
    watching(postTrack, async ({ order, answer }) => {
      await order(`configure 32 16 ${BGRA}`);
      assert.equal(await answer("configure"), "configure: 0");
      for (let tries = 0; tries < 50; tries++) {
        await order("get");
        const line = await answer("frame");
        assert.match(line, new RegExp(`^frame 32x16 format ${BGRA} length ${32 * 16 * 4} `));
        const first = /first (\S+)/.exec(line)![1]!.split(",").map(Number);
        await order("recycle");
        await answer("recycle");
        const isRed = first[0]! < 40 && first[1]! < 40 && first[2]! > 215 && first[3] === 255;
        if (isRed) return;
      }
      assert.fail("the canvas is never red");
    }));

  test("a size that is not a multiple of four is refused", () =>
    watching(postTrack, async ({ order, answer }) => {
      await order(`configure 30 16 ${BGRA}`);
      assert.equal(await answer("configure"), "configure: -4");
    }));

  test("a program can hold four frames at a time", () =>
    watching(postTrack, async ({ order, answer }) => {
      for (let count = 0; count < 4; count++) {
        await order("get");
        await answer("frame");
      }
      await order("get", "recycle");
      assert.equal(await answer("recycle"), "recycle: 0");
      await answer("frame");
    }));

  test("a waiting program is notified that the track has ended", () =>
    watching(postTrack, async ({ page, order, answer }) => {
      await order("get");
      await answer("frame");
      await page.evaluate(() => track.stop());
      // Some frames may arrive late.
      for (let tries = 0; tries < 20; tries++) {
        await order("recycle", "get", "ended");
        if ((await answer("ended")) === "ended 1") return;
        await page.waitForTimeout(50);
      }
      assert.fail("it never ends");
    }));

  test("a program can close a track, which continues in the page", () =>
    watching(postTrack, async ({ page, order, answer }) => {
      await order("close");
      assert.equal(await answer("ended"), "ended 1");
      await order("get");
      assert.equal(await answer("get"), "get: -2");
      assert.equal(await page.evaluate(() => track.readyState), "live");
    }));

  test("tracks with sound cannot be sent", () =>
    watching(postTrack, async ({ page, tab }) => {
      await page.evaluate(() => {
        const sound = new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0];
        m.postMessage(sound);
      });
      assert.ok(tab.said.some((line: string) => line.includes("Failed to convert a PostMessage argument")));
    }));
});
