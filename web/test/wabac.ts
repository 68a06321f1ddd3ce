// Replays archives with wabac.js, the service worker that ReplayWeb.page consists of, as a site that
// embeds ReplayWeb.page does. Pinnacle's files lie next to the service worker.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, dist, open, type Page, type Served, serve } from "./support.ts";

const engine = join(dirname(createRequire(import.meta.url).resolve("@webrecorder/wabac")), "sw.js");

/** A frame with a captured page. */
export type Frame = Pick<Page, "evaluate" | "waitForFunction" | "$">;

/** A page that replays a captured page of an archive in a frame. */
const HOST = `<!doctype html><title>host</title><body><iframe id="frame" width="1100" height="800"></iframe>
  <script>
    async function show(archive, moment, url) {
      const workers = navigator.serviceWorker;
      const registration = await workers.register("/replay/sw.js", { scope: "/replay/" });
      const worker = registration.installing || registration.waiting || registration.active;
      while (worker.state !== "activated") await new Promise((done) => setTimeout(done, 20));
      const added = new Promise((done, fail) => {
        workers.onmessage = ({ data }) => {
          if (data.msg_type === "collAdded") done();
          if (data.msg_type === "collProgress" && data.error) fail(new Error(data.error));
        };
        workers.startMessages();
      });
      worker.postMessage({
        msg_type: "addColl", name: "old", file: { sourceUrl: archive },
        extraConfig: { injectScripts: ["../pinnacle/pinnacle.js"] },
      });
      await added;
      document.getElementById("frame").src = "/replay/w/old/" + moment + "mp_/" + url;
    }
  </script>`;

/** Responds with a file, or with the part of it that is requested: the index of a WACZ is at its
 * end. */
const sendParts = (content: Buffer) => (request: IncomingMessage, response: ServerResponse) => {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const type = { "content-type": "application/octet-stream", "accept-ranges": "bytes" };
  if (from === undefined || to === undefined) {
    response.writeHead(200, { ...type, "content-length": content.length }).end(content);
    return;
  }
  const start = from === "" ? Math.max(content.length - Number(to), 0) : Number(from);
  const part = content.subarray(start, from === "" || to === "" ? content.length : Number(to) + 1);
  const range = `bytes ${start}-${start + part.length - 1}/${content.length}`;
  response.writeHead(206, { ...type, "content-range": range, "content-length": part.length }).end(part);
};

/** Replays the capture of a page, and does something with its frame. `name` is the file name of the
 * archive. */
export async function replayWithWabac(
  browser: Browser,
  archive: { name: string; content: Buffer },
  capture: { moment: string; url: string },
  act: (frame: Frame, page: Page) => Promise<void>,
): Promise<void> {
  const pages: Record<string, Served> = {
    "/": HOST,
    "/replay/sw.js": { body: readFileSync(engine), type: "text/javascript" },
    "/replay/static/pinnacle/pinnacle.wasm": {
      body: readFileSync(join(dist, "pinnacle.wasm")),
      type: "application/wasm",
    },
  };
  for (const name of ["pinnacle.js", "pinnacle-worker.js"])
    pages[`/replay/static/pinnacle/${name}`] = {
      body: readFileSync(join(dist, name)),
      type: "text/javascript",
    };
  const path = `/${archive.name}`;
  const server = await serve({ pages, site: { [path]: sendParts(archive.content) } });
  // Requests are not intercepted, because the driver would get between the service worker and the page.
  const { page, said, close } = await open(browser, server, "/", { isTimed: true });
  try {
    await page.evaluate(
      ([path, moment, url]) => Reflect.get(window, "show")(path, moment, url),
      [path, capture.moment, capture.url],
    );
    const frame = await (await page.$("iframe"))!.contentFrame();
    await act(frame!, page);
  } catch (error) {
    if (error instanceof Error)
      error.message += `\nconsole:\n${said.join("\n")}\nrequests:\n${server.requests.join("\n")}`;
    throw error;
  } finally {
    await close();
    await server.close();
  }
}
