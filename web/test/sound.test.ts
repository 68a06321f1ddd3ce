// Sound: the page's speakers receive the samples that a program plays.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  type Headers,
  ISOLATED,
  inPage,
  launch,
  noCompiler,
  PATIENCE,
  type Page,
  type Programs,
  script,
  until,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let answers: [rate: number, frames: number, calls: number][];
declare let contexts: BaseAudioContext[];
declare let heard: [number[], number[]];
declare let loads: number;
declare let players: string[];

/** Records the sound of the speakers: `heard` has the samples of the left and right channels. */
function record() {
  const source = `registerProcessor("recorder", class extends AudioWorkletProcessor {
    process([[left, right]]) {
      if (left) this.port.postMessage([left, right ?? left]);
      return true;
    }
  })`;
  Object.assign(window, { heard: [[], []], contexts: [], players: [] });
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "audioWorklet")!;
  const { connect } = AudioNode.prototype;
  const recorders = new Map<BaseAudioContext, Promise<AudioWorkletNode>>();
  const recorderOf = async (context: BaseAudioContext) => {
    await get!.call(context).addModule(`data:text/javascript,${encodeURIComponent(source)}`);
    const recorder = new AudioWorkletNode(context, "recorder", { numberOfOutputs: 0 });
    recorder.port.onmessage = ({ data }) => {
      for (const side of [0, 1]) heard[side]!.push(...data[side]);
    };
    return recorder;
  };
  AudioNode.prototype.connect = function (this: AudioNode, ...ends: [never]) {
    const [to] = ends as [unknown];
    if (to instanceof GainNode) players.push(this.constructor.name);
    if (to instanceof AudioDestinationNode) {
      players.push(this.constructor.name);
      if (!contexts.includes(this.context)) contexts.push(this.context);
      if (!recorders.has(this.context)) recorders.set(this.context, recorderOf(this.context));
      void recorders.get(this.context)?.then((recorder) => connect.apply(this, [recorder as never]));
    }
    return connect.apply(this, ends);
  } as typeof connect;
}

/** Returns the longest section of the samples that is a pure sine wave, and its level. */
function longestWave(samples: number[], pitch: number, rate: number) {
  const factor = 2 * Math.cos((2 * Math.PI * pitch) / rate);
  // Each sample is rounded.
  const tolerance = 2.5 / 32768;
  let [best, start] = [{ length: 0, level: 0 }, 0];
  const end = (at: number) => {
    if (at - start > best.length) {
      const level = samples.slice(start, at).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      best = { length: at - start, level };
    }
    start = at;
  };
  for (let at = 2; at < samples.length; at++) {
    const isWave = Math.abs(samples[at]! - factor * samples[at - 1]! + samples[at - 2]!) < tolerance;
    const isSilent =
      Math.abs(samples[at]!) + Math.abs(samples[at - 1]!) + Math.abs(samples[at - 2]!) < tolerance;
    if (!isWave || isSilent) end(at);
  }
  end(samples.length);
  return best;
}

/** Returns the level of a pitch in samples. */
function levelOf(samples: number[], pitch: number, rate: number) {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, at) => {
    const angle = (2 * Math.PI * pitch * at) / rate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/** Waits until a condition is true. */
async function eventually<T>(
  what: string,
  probe: () => T | Promise<T>,
  holds: (found: T) => boolean,
): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await probe();
    if (holds(found)) return found;
    if (Date.now() > end) assert.fail(`${what}: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("sound", { skip: noCompiler }, () => {
  let browser: Browser;
  let programs: Programs;
  before(async () => {
    browser = await launch();
    programs = compile("wave");
  });
  after(async () => {
    await browser.close();
    programs.remove();
  });

  /** The samples of the left and right channels. */
  type Samples = () => Promise<[number[], number[]]>;

  /** A test's access to the program: posting messages, the recorded sound, the program's state. */
  interface Tools {
    page: Page;
    post: (said: string) => Promise<void>;
    samples: Samples;
    forget: () => Promise<void>;
    state: () => Promise<[rate: number, frames: number, calls: number]>;
  }

  // Opens a page with the program, which has started.
  function playing(
    attributes: string,
    headers: Headers,
    act: (tools: Tools) => unknown,
    { init = [record], using = browser }: { init?: (() => void)[]; using?: Browser } = {},
  ) {
    const text = `<!doctype html>${script}<body><script>
        var answers = [], loads = 0;
        document.addEventListener("load", function (event) { loads++; }, true);
        document.addEventListener("message", function (event) { answers.push(event.data); }, true);
      </script><embed id="wave" type="application/x-pnacl" src="wave.nmf" width="64" height="64" ${attributes}>`;
    const options = {
      folder: programs.folder,
      pages: programs.manifests,
      headers,
      init: init.map((run) => `(${run})()`).join(";"),
    };
    const post = (page: Page) => (said: string) =>
      page.evaluate((words) => document.getElementById("wave")!.postMessage(words), said);
    return inPage(
      using,
      text,
      async (page) => {
        await until(page, () => loads > 0);
        await act({
          page,
          post: post(page),
          samples: () => page.evaluate(() => heard),
          forget: () =>
            page.evaluate(() => {
              heard = [[], []];
            }),
          state: async () => {
            await page.evaluate(() => {
              answers.length = 0;
            });
            await post(page)("state");
            await until(page, () => answers.length > 0);
            return page.evaluate(() => answers[0]!);
          },
        });
      },
      options,
    );
  }

  /** Waits until half a second of the wave was heard without a gap. */
  const heardWave = (samples: Samples, side: 0 | 1, pitch: number, rate: number) =>
    eventually(
      `${pitch} Hz`,
      async () => longestWave((await samples())[side], pitch, rate),
      ({ length }) => length > rate / 2,
    );

  /** Waits until nothing was heard for a while. */
  const heardSilence = (samples: Samples, forget: () => Promise<void>) =>
    eventually(
      "silence",
      async () => {
        await forget();
        await new Promise((resolve) => setTimeout(resolve, 200));
        return (await samples())[0].filter((sample) => sample !== 0).length;
      },
      (count: number) => count === 0,
    );

  test("the visitor can mute and unmute a program", () =>
    playing("", {}, async ({ page, post, samples, forget }) => {
      /** The second entry of the menu. */
      const mute = async () => {
        await page.mouse.click(30, 30, { button: "right" });
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      };
      await post("start");
      await heardWave(samples, 0, 441, 48000);
      await mute();
      await heardSilence(samples, forget);
      await mute();
      await heardWave(samples, 0, 441, 48000);
    }));

  for (const [how, headers] of WAYS) {
    for (const [rate, frames, more] of [
      [44100, 512, ""],
      [48000, 4096, 'first="1"'],
    ] as const) {
      test(`${frames} frames at ${rate} Hz come through without a gap (${how})`, () =>
        playing(`rate="${rate}" frames="${frames}" ${more}`, headers, async ({ page, post, samples }) => {
          await post("start");
          const left = await heardWave(samples, 0, 441, rate);
          const right = await heardWave(samples, 1, 882, rate);
          assert.deepEqual(await page.evaluate(() => players), ["GainNode", "AudioWorkletNode"]);
          for (const { level } of [left, right])
            assert.ok(Math.abs(level - 8000 / 32768) < 0.001, `${level}`);
        }));
    }

    test(`a stopped sound is silent, and can start again (${how})`, () =>
      playing("", headers, async ({ post, samples, state, forget }) => {
        await post("start");
        await heardWave(samples, 0, 441, 48000);
        await post("stop");
        const [, , calls] = await state();
        await heardSilence(samples, forget);
        assert.equal((await state())[2], calls);
        await post("start");
        await heardWave(samples, 0, 441, 48000);
      }));

    test(`sound continues while the page is hidden, as in Chrome (${how})`, () =>
      playing("", headers, async ({ post, samples, forget, page }) => {
        await post("start");
        await heardWave(samples, 0, 441, 48000);
        await page.evaluate(() => {
          Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        });
        await forget();
        await heardWave(samples, 0, 441, 48000);
      }));

    test(`two sounds play at the same time (${how})`, () =>
      playing("", headers, async ({ post, samples }) => {
        await post("start");
        await post("more");
        await eventually(
          "both pitches",
          async () => {
            const last = (await samples())[0].slice(-24000);
            return [441, 882, 600].map((pitch) => levelOf(last, pitch, 48000));
          },
          ([low, high, between]) => low! > 0.2 && high! > 0.2 && between! < 0.05,
        );
      }));

    test(`the device sets the pace of the callbacks (${how})`, () =>
      playing('frames="1024"', headers, async ({ page, post, samples, state }) => {
        await post("start");
        await heardWave(samples, 0, 441, 48000);
        /** The sound that the program has filled, and that the device has played, in seconds. */
        const now = async () => {
          const [, , calls] = await state();
          return [(calls! * 1024) / 48000, await page.evaluate(() => contexts[0]!.currentTime)] as const;
        };
        // A busy machine may be late once, and the device then plays silence.
        const paceOfTwoSeconds = async () => {
          const [filled, played] = await now();
          const [filledThen, playedThen] = await eventually(
            "two seconds",
            now,
            ([, later]) => later > played + 2,
          );
          return [filledThen - filled, playedThen - played] as const;
        };
        await eventually("the pace", paceOfTwoSeconds, ([filled, played]) => Math.abs(filled - played) < 0.3);
      }));

    test(`the page plays buffers if there are no worklets (${how})`, () =>
      playing(
        "",
        headers,
        async ({ post, samples }) => {
          await post("start");
          await heardWave(samples, 0, 441, 48000);
        },
        {
          init: [
            record,
            () => Object.defineProperty(BaseAudioContext.prototype, "audioWorklet", { value: undefined }),
          ],
        },
      ));
  }

  for (const [what, end] of [
    ["that ends", ({ post }: Tools) => post("end")],
    [
      "whose element is gone",
      ({ page }: Tools) => page.evaluate(() => document.querySelector("embed")!.remove()),
    ],
  ] as const) {
    test(`a program ${what} is silent`, () =>
      playing("", ISOLATED, async (tools) => {
        const { post, samples, forget } = tools;
        await post("start");
        await heardWave(samples, 0, 441, 48000);
        await end(tools);
        await heardSilence(samples, forget);
      }));
  }

  test("a program gets the rate of the device", () =>
    playing("", ISOLATED, async ({ page, state }) => {
      const [rate, frames] = await state();
      const device = await page.evaluate(() => {
        const { sampleRate, baseLatency } = new AudioContext();
        return { sampleRate, frames: Math.round(baseLatency * sampleRate) };
      });
      const isKnown = device.sampleRate === 44100 || device.sampleRate === 48000;
      if (isKnown) assert.equal(rate, device.sampleRate);
      assert.ok(rate === 44100 || rate === 48000);
      if (isKnown) assert.equal(frames, device.frames);
    }));

  test("callbacks follow the clock until a click, after which the sound is heard", async () => {
    // Code that the driver evaluates counts as an action of the user, so the page reports by
    // itself.
    const text = `<!doctype html>${script}<body>
      <embed id="wave" type="application/x-pnacl" src="wave.nmf" frames="1024" width="64" height="64"><script>
        var wave = document.getElementById("wave"), first, start;
        wave.addEventListener("load", function () {
          wave.postMessage("start");
          wave.postMessage("state");
        });
        wave.addEventListener("message", function (event) {
          if (start === undefined) {
            [first, start] = [event.data[2], performance.now()];
            setTimeout(function () { wave.postMessage("state"); }, 1500);
          } else {
            var expected = (performance.now() - start) * 48 / 1024;
            console.info([(event.data[2] - first) / expected, contexts[0].state, heard[0].length].join());
          }
        });
      </script>`;
    const strict = await launch(["--autoplay-policy=document-user-activation-required"]);
    const options = { folder: programs.folder, pages: programs.manifests, headers: ISOLATED };
    try {
      await inPage(
        strict,
        text,
        async (page, { said }) => {
          const line = await eventually(
            "a line",
            () => said.find((one) => one.startsWith("info: ")),
            (found) => found !== undefined,
          );
          const [ratio, state, length] = line!.slice("info: ".length).split(",");
          assert.deepEqual([state, length], ["suspended", "0"]);
          assert.ok(Math.abs(Number(ratio) - 1) < 0.25, `${ratio} of the calls`);
          await page.mouse.click(300, 300);
          await heardWave(() => page.evaluate(() => heard), 0, 441, 48000);
        },
        { ...options, init: `(${record})()` },
      );
    } finally {
      await strict.close();
    }
  });
});
