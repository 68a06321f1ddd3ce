// Measures a page, and plain WebAssembly or JavaScript that does the same work in the same browser.
// Prints a line for each figure, and reports missing tools. `PINNACLE_CC="pinnacle cc"` is the
// compiler of programs. Arguments select parts.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { corpus, dist, ISOLATED, launch, manifest, open, serve, WAYS } from "../test/support.ts";
import { plainGl } from "./gl.mjs";
import { plainArgon2, plainProgram } from "./plain.mjs";

const script = '<script src="/pinnacle/pinnacle.js"></script>';

const say = (name, value, unit, goal) =>
  console.log(`${name}: ${value.toFixed(2)} ${unit}${goal === undefined ? "" : ` (at most ${goal})`}`);
const compare = (name, [ours, plain], goal) =>
  say(`${name}: ${ours.toFixed(1)} ms, plain ${plain.toFixed(1)} ms, ratio`, ours / plain, "", goal);

/** Runs a part of the measurements, whose tools may be missing. */
async function part(name, act) {
  const wanted = process.argv.slice(2);
  if (wanted.length > 0 && !wanted.includes(name)) return;
  try {
    await act();
  } catch (error) {
    console.log(`${name}: not measured: ${error.message.split("\n")[0]}`);
  }
}

for (const [name, goal] of [
  ["pinnacle.js", 30],
  ["pinnacle.wasm", 450],
]) {
  const bytes = readFileSync(join(dist, name));
  say(`${name}, brotli`, brotliCompressSync(bytes).length / 1024, "KiB", goal);
}

const browser = await launch();

/** The common script of the pages, which records when the program runs. */
const NOTES = `<script>
  var times = [];
  function once(target) {
    return new Promise(function (resolve) { target.addEventListener("message", resolve, { once: true }); });
  }
  /** Returns the shortest times of two functions that run alternately. */
  async function inTurns(ours, plain, rounds) {
    var best = [Infinity, Infinity];
    for (var round = 0; round < rounds; round++) {
      for (var which of [0, 1]) {
        var start = performance.now();
        await [ours, plain][which]();
        best[which] = Math.min(best[which], performance.now() - start);
      }
    }
    return best;
  }
  /** Starts a worker that calls a function for each message and posts the result. */
  function plainWorker(source) {
    return new Worker(URL.createObjectURL(new Blob([source])));
  }
</script>`;

/** Opens a page with a program and waits until it runs. For each further round, the page is left
 * and visited again. The server allows browsers to cache files. */
async function inPage({ folder, source, headers = {}, pages = {}, rounds = 1 }, act) {
  const body = `<!doctype html>${script}<body>${NOTES}
    <embed id="m" width="64" height="64" src="${source}" type="application/x-pnacl">
    <script>m.addEventListener("load", function () { times.push(performance.now()); });
      m.addEventListener("error", function () { times.push(NaN); });</script></body>`;
  const server = await serve({ folder, pages: { ...pages, "/page.html": body }, headers, validates: true });
  const results = [];
  const tab = await open(browser, server, "/page.html", { isTimed: true });
  for (let round = 0; round < rounds; round++) {
    if (round > 0) {
      await tab.page.goto("about:blank");
      await tab.page.goto(`${server.url}/page.html`);
    }
    await tab.page.waitForFunction(() => times.length > 0, undefined, { timeout: 60000 });
    results.push(await act(tab.page));
  }
  await tab.close();
  await server.close();
  return results;
}

/** Returns the processor time of the longest task of a page's thread while a function runs. */
async function longestTask(act) {
  await browser.startTracing(undefined, { categories: ["toplevel", "devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  // The browser has its own pages. Ours is the one that reads text from a server.
  const isOfPage = ({ name, args }) => name === "ParseHTML" && args.beginData?.url.endsWith("/page.html");
  const threads = new Set(traceEvents.filter(isOfPage).map(threadOf));
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith("::RunTask") && threads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error("the browser traces no task");
  return Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const programs = corpus ?? "";

await part("starts", async () => {
  for (const [name, folder, source, goals] of [
    ["KC85-3", "oryol", "pnacl/KC85-3.nmf", [1500, 400]],
    ["counter", "counter", "counter.nmf", []],
  ]) {
    const cold = [];
    const warm = [];
    for (let visit = 0; visit < 5; visit++) {
      const look = async (page) => {
        // The translation is stored with a delay.
        await page.waitForFunction(
          async () => (await (await caches.open("pinnacle-translated")).keys()).length > 0,
        );
        return page.evaluate(() => times[0]);
      };
      const [first, ...more] = await inPage({ folder: join(programs, folder), source, rounds: 3 }, look);
      cold.push(first);
      warm.push(...more);
    }
    say(`${name}, navigation to load, cold`, median(cold), "ms", goals[0]);
    say(`${name}, navigation to load, warm`, median(warm), "ms", goals[1]);
    const task = await longestTask(() => inPage({ folder: join(programs, folder), source }, () => {}));
    say(`${name}, longest task of the page meanwhile`, task, "ms of a processor", 20);
  }
});

await part("messages", async () => {
  const [[ours, plain]] = await inPage({ folder: join(programs, "counter"), source: "counter.nmf" }, (page) =>
    page.evaluate(async () => {
      const worker = plainWorker("onmessage = function (event) { postMessage(event.data); }");
      const times = [[], []];
      for (let round = 0; round < 2000; round++) {
        for (const [which, target] of [m, worker].entries()) {
          const start = performance.now();
          target.postMessage(1);
          await once(target);
          times[which].push(performance.now() - start);
        }
      }
      return times.map((list) => list.sort((a, b) => a - b)[1000]);
    }),
  );
  say("message there and back", ours, "ms", 0.3);
  say("the same with a plain worker", plain, "ms");
});

await part("argon2", async () => {
  const wasm = plainArgon2().toString("base64");
  for (const [how, headers] of WAYS) {
    const [best] = await inPage({ folder: join(programs, "argon2"), source: "argon2.nmf", headers }, (page) =>
      page.evaluate(async (wasm) => {
        const worker = plainWorker(`
            const module = new WebAssembly.Module(Uint8Array.from(atob("${wasm}"), (c) => c.charCodeAt(0)));
            const imports = {};
            for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
            const { memory, malloc, argon2_hash } = new WebAssembly.Instance(module, imports).exports;
            const put = (text) => {
              const at = malloc(64);
              new Uint8Array(memory.buffer).set(new TextEncoder().encode(text), at);
              return at;
            };
            const [password, salt, hash] = ["password", "somesalt", ""].map(put);
            onmessage = () => {
              argon2_hash(100, 1024, 1, password, 8, salt, 8, hash, 32, 0, 0, 0, 0x13);
              postMessage(0);
            };`);
        const settings = {
          pass: "password",
          salt: "somesalt",
          time: 100,
          mem: 1024,
          hashLen: 32,
          parallelism: 1,
          type: 0,
        };
        const ask = (target, message) => () => {
          target.postMessage(message);
          return once(target);
        };
        return inTurns(ask(m, settings), ask(worker, 0), 15);
      }, wasm),
    );
    compare(`argon2d, 100 rounds over 1 MiB, ${how}`, best, 1.3);
  }
});

await part("computing", async () => {
  const hash = (page) =>
    page.evaluate(async () => {
      m.postMessage({
        pass: "password",
        salt: "somesalt",
        time: 100,
        mem: 1024,
        hashLen: 32,
        parallelism: 1,
        type: 0,
      });
      await once(m);
    });
  const where = { folder: join(programs, "argon2"), source: "argon2.nmf", headers: ISOLATED };
  const task = await longestTask(() => inPage(where, hash));
  say("longest task of the page while a program computes", task, "ms of a processor", 20);
});

await part("drawing", async () => {
  const compiler = process.env.PINNACLE_CC?.split(" ");
  if (compiler === undefined) throw new Error("PINNACLE_CC names no compiler");
  const folder = mkdtempSync(join(tmpdir(), "pinnacle-bench-"));
  const shared = new URL("../../tests/pepper", import.meta.url).pathname;
  const source = new URL("gl_page.c", import.meta.url).pathname;
  const output = join(folder, "gl.pexe");
  const [command, ...options] = compiler;
  execFileSync(command, [...options, "-O2", "-I", shared, source, "-lppapi", "-o", output]);
  const pages = { "/gl.nmf": manifest("gl.pexe") };
  const [times] = await inPage({ folder, source: "gl.nmf", headers: ISOLATED, pages }, (page) =>
    page.evaluate(async (plain) => {
      const worker = plainWorker(plain);
      const ask = async (target, what) => {
        target.postMessage(what);
        return (await once(target)).data;
      };
      const all = {};
      const note = (key, time) => {
        all[key] ??= [];
        all[key].push(time);
      };
      for (let round = 0; round < 15; round++) {
        for (const what of [0, 1, 2, 3, -1, -2, -3]) note(what, await ask(m, what));
        for (const what of [0, 1, -1]) note(`plain ${what}`, await ask(worker, what));
      }
      return all;
    }, plainGl),
  );
  const of = (what) => median(times[what]);
  const pairs = "10,000 uniforms and draws";
  compare(`${pairs}, until all is drawn`, [of(0), of("plain 0")], 1.5);
  compare(`${pairs}, the calls alone`, [of(-1), of("plain -1")]);
  compare(`${pairs} of another thread, until all is drawn`, [of(3), of("plain 0")]);
  compare("1,000 draws of 1,000 vertices in memory, beside buffers", [of(2), of(1)], 2);
  compare("the same, the calls alone", [of(-3), of(-2)]);
  rmSync(folder, { recursive: true });
});

await part("computations", async () => {
  const compiler = process.env.PINNACLE_CC?.split(" ");
  if (compiler === undefined) throw new Error("PINNACLE_CC names no compiler");
  const wasm = plainProgram("compute.c").toString("base64");
  const folder = mkdtempSync(join(tmpdir(), "pinnacle-bench-"));
  const shared = new URL("../../tests/pepper", import.meta.url).pathname;
  const source = new URL("compute_page.c", import.meta.url).pathname;
  const output = join(folder, "compute.pexe");
  const [command, ...options] = compiler;
  execFileSync(command, [...options, "-O2", "-I", shared, source, "-lppapi", "-o", output]);
  const pages = { "/compute.nmf": manifest("compute.pexe") };
  const [times] = await inPage({ folder, source: "compute.nmf", headers: ISOLATED, pages }, (page) =>
    page.evaluate(async (wasm) => {
      const worker = plainWorker(`
        const module = new WebAssembly.Module(Uint8Array.from(atob("${wasm}"), (c) => c.charCodeAt(0)));
        const { run } = new WebAssembly.Instance(module, {}).exports;
        onmessage = ({ data }) => postMessage(run(data));`);
      const results = [];
      const ask = (target, what, which) => async () => {
        target.postMessage(what);
        results[which] = (await once(target)).data;
      };
      const times = [];
      for (const what of [0, 1, 2]) {
        times.push(await inTurns(ask(m, what, 0), ask(worker, what, 1), 40));
        if (results[0] !== results[1]) throw new Error(`${results} differ`);
      }
      return times;
    }, wasm),
  );
  const names = ["multiplying matrices", "a sieve of primes", "sorting by calls through addresses"];
  for (const [index, name] of names.entries()) compare(name, times[index]);
  rmSync(folder, { recursive: true });
});

await browser.close();
