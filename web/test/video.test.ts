// Video: a program decodes the pictures that were encoded. The same browser encodes and decodes the
// streams, from pictures whose upper and lower halves each have one colour.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Browser,
  compile,
  corpus,
  inPage,
  launch,
  manifest,
  noCompiler,
  noCorpus,
  onlyChromium,
  PATIENCE,
  type Page,
  type Programs,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let said: string[];

/** The browsers' names of the codecs, and the numbers of `PP_VideoProfile`. */
const CODINGS: Record<string, { codec: string; profile: number }> = {
  vp8: { codec: "vp8", profile: 11 },
  vp9: { codec: "vp09.00.10.08", profile: 12 },
  h264: { codec: "avc1.42001f", profile: 0 },
};
/** Numbers of `PP_HardwareAcceleration`. */
const HARDWARE = 0,
  ANY = 1,
  SOFTWARE = 2;

/** The colours of a picture: of the upper and the lower half. */
type Colours = [upper: string, lower: string];

const COLOURS: Colours[] = [
  ["#ff0000", "#0000ff"],
  ["#00ff00", "#ff00ff"],
  ["#0000ff", "#ffff00"],
  ["#ffffff", "#000000"],
];

const text = `<!doctype html>${script}<body><embed id="m" width="64" height="64" src="decode.nmf" type="application/x-pnacl">
<script>
  var said = [];
  m.addEventListener("message", function (event) { said.push(event.data); });
</script></body>`;

/** A stream to encode. */
interface Stream {
  codec: string;
  size: [width: number, height: number];
  colours: Colours[];
  /** The pictures that are key frames. */
  keys: number[];
}

/** In the page: returns the units of a stream; undefined if the browser cannot encode it. */
async function encode({ codec, size: [width, height], colours, keys }: Stream) {
  const config: VideoEncoderConfig = { codec, width, height, bitrate: 1e6, latencyMode: "realtime" };
  if (codec.startsWith("avc1")) config.avc = { format: "annexb" };
  if (!(await VideoEncoder.isConfigSupported(config)).supported) return undefined;
  const units: number[][] = [];
  const output = (chunk: EncodedVideoChunk) => {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    units.push(Array.from(bytes));
  };
  const failures: Error[] = [];
  const encoder = new VideoEncoder({ output, error: (error) => failures.push(error) });
  encoder.configure(config);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  for (const [at, [upper, lower]] of colours.entries()) {
    context.fillStyle = upper;
    context.fillRect(0, 0, width, height / 2);
    context.fillStyle = lower;
    context.fillRect(0, height / 2, width, height / 2);
    const frame = new VideoFrame(canvas, { timestamp: at * 40000 });
    encoder.encode(frame, { keyFrame: keys.includes(at) });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  if (failures.length > 0) throw failures[0];
  return units;
}

/** In the page: posts a number of orders and units: valid, damaged and random ones, the same each
 * time. */
async function post({ units, profile, count }: { units: number[][]; profile: number; count: number }) {
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const orders = [
    () => "get",
    () => "flush",
    () => "reset",
    () => `recycle ${random(20)}`,
    () => `delete ${random(20)}`,
    () => `init ${random(14)} ${random(4)} ${random(120)}`,
    () => Uint8Array.from({ length: random(300) }, () => random(256)).buffer,
    () => new Uint8Array(units[random(units.length)]!).buffer,
    () => {
      const damaged = new Uint8Array(units[random(units.length)]!);
      for (let times = random(6); times > 0; times--) damaged[random(damaged.length)] = random(256);
      return damaged.buffer.slice(0, random(damaged.length));
    },
  ];
  for (let at = 0; at < count; at++) {
    if (at % 30 === 0) {
      m.postMessage("close");
      m.postMessage(`init ${profile} 1 0`);
    }
    m.postMessage(orders[random(orders.length)]!());
    if (at % 3 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Splits a unit of H.264 into its parts, each with its start code. */
function parts(unit: number[]) {
  const starts: number[] = [];
  for (let at = 2; at < unit.length; at++) {
    if (unit[at] !== 1 || unit[at - 1] !== 0 || unit[at - 2] !== 0) continue;
    starts.push(unit[at - 3] === 0 ? at - 3 : at - 2);
  }
  return starts.map((start, index) => unit.slice(start, starts[index + 1] ?? unit.length));
}

/** Classifies the colours of a picture: 0, 1 or 2 for dark, middle and bright. */
function coloursOf(line: string) {
  const found = /colours (\S+) (\S+)/.exec(line);
  const rough = (colour: string) => {
    const channels = colour
      .split(",")
      .map((channel) => (+channel < 80 ? "00" : +channel > 175 ? "ff" : "??"));
    return `#${channels.join("")}`;
  };
  return found!.slice(1).map(rough);
}

describe("video", { skip: noCompiler || onlyChromium("has other encoders") }, () => {
  let browser: Browser;
  let program: Programs;
  before(async () => {
    browser = await launch();
    program = compile("decode");
  });
  after(async () => {
    await browser.close();
    program.remove();
  });

  interface Tools {
    page: Page;
    order: (...orders: (string | number[])[]) => Promise<void>;
    answer: (start: string) => Promise<string>;
  }

  // A page with a decoder. `order` posts texts and units, and `answer` waits for the program's
  // messages.
  const withDecoder = (act: (tools: Tools) => unknown) =>
    inPage(
      browser,
      text,
      async (page) => {
        const order = (...orders: (string | number[])[]) =>
          page.evaluate((orders) => {
            for (const one of orders) {
              m.postMessage(typeof one === "string" ? one : new Uint8Array(one).buffer);
            }
          }, orders);
        // Each message is returned once.
        const answer = async (start: string) => {
          await until(page, (start) => said.some((line) => line.startsWith(start)), start);
          return page.evaluate((start) => {
            const at = said.findIndex((line) => line.startsWith(start));
            return said.splice(at, 1)[0]!;
          }, start);
        };
        assert.equal(await answer("context"), "context 1");
        await act({ page, order, answer });
      },
      { folder: program.folder, pages: program.manifests },
    );

  const stream = async (page: Page, name: string, options: Partial<Stream> = {}) => {
    const settings: Stream = {
      size: [64, 48],
      colours: COLOURS,
      keys: [0],
      codec: CODINGS[name]!.codec,
      ...options,
    };
    return page.evaluate(encode, settings);
  };

  for (const [name, { profile }] of Object.entries(CODINGS)) {
    test(`pictures of ${name} come in order, with their sizes and colours`, (context) =>
      withDecoder(async ({ page, order, answer }) => {
        const units = await stream(page, name);
        if (units === undefined) return context.skip(`the browser does not encode ${name}`);
        await order(`init ${profile} ${ANY} 0`);
        assert.equal(await answer("init"), "init: 0");
        await order(...units);
        for (const [unit, colours] of COLOURS.entries()) {
          await order("get");
          const line = await answer("picture");
          assert.match(line, new RegExp(`^picture of ${unit}: 64x48 visible 0,0 64x48 texture \\d+ `));
          assert.match(line, / error 0$/);
          assert.deepEqual(coloursOf(line), colours);
        }
        await order("get", "flush");
        assert.equal(await answer("get"), "get: -3");
        assert.equal(await answer("flush"), "flush: 0");
      }));
  }

  test("parts of an H.264 picture can arrive separately", (context) =>
    withDecoder(async ({ page, order, answer }) => {
      const units = await stream(page, "h264");
      if (units === undefined) return context.skip("the browser does not encode H.264");
      await order(`init 3 ${SOFTWARE} 0`);
      assert.equal(await answer("init"), "init: 0");
      const pieces = units.flatMap(parts);
      assert.ok(pieces.length > units.length);
      await order(...pieces.slice(0, -1));
      for (const colours of COLOURS.slice(0, 3)) {
        await order("get");
        assert.deepEqual(coloursOf(await answer("picture")), colours);
      }
      await order("get", pieces.at(-1)!);
      assert.deepEqual(coloursOf(await answer("picture")), COLOURS[3]);
    }));

  test("missing hardware is not supported, and software can be requested then", () =>
    withDecoder(async ({ order, answer }) => {
      await order(`init 11 ${HARDWARE} 0`);
      assert.equal(await answer("init"), "init: -12");
      await order(`init 11 ${SOFTWARE} 0`);
      assert.equal(await answer("init"), "init: 0");
    }));

  test("a page without decoders reports that", () =>
    withDecoder(async ({ page, order, answer }) => {
      // Workers of insecure pages lack them.
      for (const worker of page.workers())
        await worker.evaluate(() => Reflect.deleteProperty(self, "VideoDecoder"));
      await order(`init 11 ${ANY} 0`);
      assert.equal(await answer("init"), "init: -12");
    }));

  test("frames wait until pictures are returned", () =>
    withDecoder(async ({ page, order, answer }) => {
      const colours = Array.from({ length: 12 }, (_, at) => COLOURS[at % 4]!);
      const units = await stream(page, "vp8", { colours });
      await order(`init 11 ${ANY} 0`, "get");
      assert.equal(await answer("init"), "init: 0");
      for (const unit of units!) await order(unit);
      const textures = [];
      for (let unit = 0; unit < 8; unit++) {
        if (unit > 0) await order("get");
        textures.push(Number(/texture (\d+)/.exec(await answer("picture"))?.[1]));
      }
      assert.equal(new Set(textures).size, 8, `${textures}`);
      await order("get", `recycle ${textures[2]}`);
      const ninth = await answer("picture");
      assert.match(ninth, new RegExp(`^picture of 8: .* texture ${textures[2]} `));
      assert.deepEqual(coloursOf(ninth), COLOURS[0]);
    }));

  test("a stream that changes its size continues in other textures", () =>
    withDecoder(async ({ page, order, answer }) => {
      const small = await stream(page, "vp8");
      const large = await stream(page, "vp8", { size: [96, 80] });
      await order(`init 11 ${ANY} 0`, "get");
      assert.equal(await answer("init"), "init: 0");
      await order(small![0]!, large![0]!);
      assert.match(await answer("picture"), /: 64x48 /);
      await order("get");
      const line = await answer("picture");
      assert.match(line, /: 96x80 visible 0,0 96x80 /);
      assert.deepEqual(coloursOf(line), COLOURS[0]);
    }));

  test("after a reset the stream restarts with a key frame", () =>
    withDecoder(async ({ page, order, answer }) => {
      const units = await stream(page, "vp8", { keys: [0, 2] });
      await order(`init 11 ${ANY} 0`);
      assert.equal(await answer("init"), "init: 0");
      await order("get", units![0]!);
      assert.deepEqual(coloursOf(await answer("picture")), COLOURS[0]);
      await order("get", "reset");
      assert.equal(await answer("get"), "get: -3");
      assert.equal(await answer("reset"), "reset: 0");
      await order("get", ...units!.slice(1));
      const line = await answer("picture");
      assert.match(line, /^picture of 2:/, "the unit before depends on what was forgotten");
      assert.deepEqual(coloursOf(line), COLOURS[2]);
    }));

  test("invalid data is malformed, or ignored until a stream begins", () =>
    withDecoder(async ({ page, order, answer }) => {
      const noise = Array.from({ length: 2000 }, (_, at) => (at * 89) & 254);
      await order(`init 11 ${ANY} 0`);
      assert.equal(await answer("init"), "init: 0");
      await order([], "get", noise);
      assert.match(await answer("get"), /^get: -1[45]$/);
      await order("flush");
      assert.match(await answer("flush"), /^flush: -1[45] at once$/);
      await order("close", `init 11 ${ANY} 0`);
      assert.equal(await answer("init"), "init: 0");
      const units = await stream(page, "vp8");
      await order("get", units![1]!, units![0]!);
      assert.deepEqual(coloursOf(await answer("picture")), COLOURS[0]);
    }));

  for (const [name, { profile }] of Object.entries(CODINGS)) {
    test(`after random orders and units of ${name}, a new decoder works`, (context) =>
      withDecoder(async ({ page, order, answer }) => {
        const units = await stream(page, name);
        if (units === undefined) return context.skip(`the browser does not encode ${name}`);
        await page.evaluate(post, { units, profile, count: 600 });
        await page.evaluate(() => {
          said.length = 0;
        });
        await order("close");
        await answer("closed");
        await order(`init ${profile} ${ANY} 0`);
        await until(page, () => said.includes("init: 0"));
        await order("get", ...units);
        assert.deepEqual(coloursOf(await answer("picture")), COLOURS[0]);
        assert.equal(await page.evaluate(() => m.exitStatus), -1, "the program runs");
      }));
  }

  test("a texture that the program deletes is replaced by another", () =>
    withDecoder(async ({ page, order, answer }) => {
      const units = await stream(page, "vp8");
      await order(`init 11 ${ANY} 0`, "get");
      assert.equal(await answer("init"), "init: 0");
      await order(units![0]!);
      const texture = Number(/texture (\d+)/.exec(await answer("picture"))?.[1]);
      await order(`delete ${texture}`, `recycle ${texture}`, "get", units![1]!);
      const line = await answer("picture");
      assert.ok(!line.includes(`texture ${texture} `), line);
      assert.deepEqual(coloursOf(line), COLOURS[1]);
    }));
});

/** Classifies the colour at a position in a picture of the page, like `coloursOf`. */
async function colourAt(page: Page, x: number, y: number) {
  const picture = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async (picture) => {
    const blob = await (await fetch(`data:image/png;base64,${picture}`)).blob();
    const canvas = new OffscreenCanvas(1, 1).getContext("2d")!;
    canvas.drawImage(await createImageBitmap(blob), 0, 0);
    const [...channels] = canvas.getImageData(0, 0, 1, 1).data.slice(0, 3);
    return `#${channels.map((channel) => (+channel < 80 ? "00" : +channel > 175 ? "ff" : "??")).join("")}`;
  }, picture.toString("base64"));
}

describe("a player of H.264", { skip: noCorpus || onlyChromium("has other encoders") }, () => {
  const SIZE: Stream["size"] = [160, 120];
  const player = `<!doctype html>${script}<body style="margin:0">
    <embed id="m" hwaccel="1" width="160" height="120" src="player.nmf" type="application/x-pnacl">
    <script>
      var said = [];
      m.addEventListener("message", function (event) { said.push(event.data); });
    </script></body>`;

  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  test("it shows each frame from its page, and after a reset the frames of another stream", (context) => {
    const body = readFileSync(join(corpus!, "../ppapi/pnacl_player.pexe"));
    const pages = { "/player.nmf": manifest("player.pexe"), "/player.pexe": { body } };
    return inPage(
      browser,
      player,
      async (page) => {
        // It receives the time of each frame in milliseconds, and then the frame.
        const play = async (colours: Colours) => {
          const pictures = Array<Colours>(10).fill(colours);
          const { codec } = CODINGS.h264!;
          const settings: Stream = { codec, size: SIZE, colours: pictures, keys: [0] };
          const units = await page.evaluate(encode, settings);
          await page.evaluate((units) => {
            said.length = 0;
            for (const [at, unit] of (units ?? []).entries()) {
              m.postMessage(`f ${at * 20}`);
              m.postMessage(new Uint8Array(unit).buffer);
            }
          }, units);
          return units !== undefined;
        };
        const shows = async ([upper, lower]: Colours) => {
          await until(page, () => said.filter((line) => line.startsWith("rf")).length === 10);
          const times = await page.evaluate(() => said.map((line) => Number(/"t":(\d+)/.exec(line)?.[1])));
          assert.deepEqual(
            times.filter((time) => !Number.isNaN(time)),
            [0, 20, 40, 60, 80, 100, 120, 140, 160, 180],
          );
          // The display shows pictures with a delay.
          for (const end = Date.now() + PATIENCE; Date.now() < end; )
            if ((await colourAt(page, 80, 30)) === upper) break;
          assert.deepEqual([await colourAt(page, 80, 30), await colourAt(page, 80, 90)], [upper, lower]);
        };
        await until(page, () => said.some((line) => line.includes("initialized")));
        if (!(await play(COLOURS[0]!))) return context.skip("the browser does not encode H.264");
        await shows(COLOURS[0]!);
        await page.evaluate(() => m.postMessage("reset"));
        await play(COLOURS[1]!);
        await shows(COLOURS[1]!);
      },
      { pages },
    );
  });
});
