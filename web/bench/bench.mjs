// Measures what a page costs: sizes, the time from navigation to `load`, the way of a message
// there and back, and argon2 beside the page's rest. Prints one line for each.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { corpus, dist, ISOLATED, launch, open, serve } from "../test/support.mjs";

const script = '<script src="/pinnacle/pinnacle.js"></script>';
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const say = (name, value, unit) => console.log(`${name}: ${value.toFixed(2)} ${unit}`);

for (const name of ["pinnacle.js", "pinnacle.wasm"]) {
  const bytes = readFileSync(join(dist, name));
  say(`${name}, brotli`, brotliCompressSync(bytes).length / 1024, "KiB");
}

const browser = await launch();

async function inPage(folder, source, act, headers = {}) {
  const body = `<!doctype html>${script}<body><script>var since = performance.now()</script>
    <embed id="m" width="64" height="64" src="${source}" type="application/x-pnacl">
    <script>var times = []; m.addEventListener("load", function () { times.push(performance.now()); });
      m.addEventListener("error", function () { times.push(NaN); });</script></body>`;
  const server = await serve({ folder: join(corpus, folder), pages: { "/page.html": body }, headers });
  const tab = await open(browser, server, "/page.html");
  await tab.page.waitForFunction(() => times.length > 0, undefined, { timeout: 60000 });
  const result = await act(tab.page);
  await tab.close();
  await server.close();
  return result;
}

const loadTime = (page) => page.evaluate(() => times[0]);
for (const [name, folder, source] of [
  ["counter", "counter", "counter.nmf"],
  ["webpenc", "webpenc", "webpenc.nmf"],
  ["nacl-io-demo", "nacl-io-demo", "pnacl/Release/nacl_io_demo.nmf"],
]) {
  const times = [];
  for (let round = 0; round < 5; round++) times.push(await inPage(folder, source, loadTime));
  say(`${name}, navigation to load`, median(times), "ms");
}

const trip = await inPage("counter", "counter.nmf", (page) =>
  page.evaluate(async () => {
    const once = () => new Promise((resolve) => m.addEventListener("message", resolve, { once: true }));
    const times = [];
    for (let round = 0; round < 2000; round++) {
      const start = performance.now();
      m.postMessage(1);
      await once();
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[1000];
  }),
);
say("message there and back", trip, "ms");

for (const [how, headers] of [
  ["isolated", ISOLATED],
  ["not isolated", {}],
]) {
  const time = await inPage(
    "argon2",
    "argon2.nmf",
    (page) =>
      page.evaluate(async () => {
        const once = () => new Promise((resolve) => m.addEventListener("message", resolve, { once: true }));
        const times = [];
        for (let round = 0; round < 7; round++) {
          const start = performance.now();
          m.postMessage({
            pass: "password",
            salt: "somesalt",
            time: 100,
            mem: 1024,
            hashLen: 32,
            parallelism: 1,
            type: 0,
          });
          await once();
          times.push(performance.now() - start);
        }
        return times.sort((a, b) => a - b)[3];
      }),
    headers,
  );
  say(`argon2d, 100 rounds over 1 MiB, ${how}`, time, "ms");
}
await browser.close();
