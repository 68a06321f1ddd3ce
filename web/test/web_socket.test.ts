// WebSockets of programs, with an echo server. The program is test/programs/web_socket.c, which
// posts the events line by line.

import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
// The server's side of the protocol, which Node does not have. It comes with the driver of Firefox.
import { WebSocketServer } from "ws";
import {
  type Browser,
  comes,
  compile,
  inPage,
  launch,
  noCompiler,
  type Page,
  type PageOptions,
  type Programs,
  script,
  until,
  WAYS,
} from "./support.ts";

// Globals of the pages.
declare let lines: string[];

const FAILED = -2,
  ABORTED = -3,
  BADARGUMENT = -4,
  NOACCESS = -7;

/** States of a socket. */
const OPEN = 1,
  CLOSED = 3;

describe("a WebSocket", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  let server: WebSocketServer;
  let url: string;
  before(async () => {
    browser = await launch();
    built = compile("web_socket");
    server = new WebSocketServer({
      host: "127.0.0.1",
      port: 0,
      handleProtocols: (offered) => (offered.has("second") ? "second" : false),
    });
    server.on("connection", (socket) => {
      socket.on("message", (data, isBinary) => {
        const text = isBinary ? "" : `${data}`;
        if (text === "bye") socket.close(4001, "so long");
        else if (text === "cut") socket.terminate();
        else socket.send(data, { binary: isBinary });
      });
    });
    await new Promise((resolve) => server.once("listening", resolve));
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await browser.close();
    built.remove();
    for (const socket of server.clients) socket.terminate();
    server.close();
  });

  /** Posts a line, and returns the program's messages up to the one that begins with a text. */
  type Say = (line: string, upTo: string) => Promise<string>;

  /** Passes `act` a function that posts a line, and returns the program's messages up to the one
   * that begins with a text. */
  const talking = (act: (say: Say, page: Page) => unknown, options: PageOptions = {}) =>
    inPage(
      browser,
      `<!doctype html>${script}<body><embed id="m" src="web_socket.nmf" type="application/x-pnacl"><script>
        var lines = [];
        m.addEventListener("message", function (event) { lines.push(event.data); });
      </script></body>`,
      async (page) => {
        await until(page, () => m.readyState === 4);
        const say: Say = async (line, upTo) => {
          await page.evaluate((line) => {
            lines = [];
            m.postMessage(line);
          }, line);
          await until(page, (upTo) => lines.some((one) => one.startsWith(upTo)), upTo);
          return page.evaluate((upTo) => lines.find((one) => one.startsWith(upTo))!, upTo);
        };
        await act(say, page);
      },
      { folder: built.folder, pages: built.manifests, ...options },
    );

  for (const [how, headers] of WAYS) {
    test(`sends texts and bytes, and gets them back (${how})`, () =>
      talking(
        async (say) => {
          assert.equal(await say(`connect ${url}`, "connect"), "connect 0");
          assert.equal(
            await say("state", "state"),
            `state ${OPEN} code 0 clean 0 reason '' protocol '' unsent 0`,
          );
          assert.equal(await say("send häll✓", "text"), `text ${Buffer.byteLength("häll✓")} häll✓`);
          assert.match(await say("bytes 300000", "bytes"), /^bytes 300000 \d+$/);
          assert.match(await say("bytes 0", "bytes"), /^bytes 0 0$/);
        },
        { headers },
      ));
  }

  test("is closed by the program, with a code and a reason", () =>
    talking(async (say) => {
      await say(`connect ${url}`, "connect");
      assert.equal(await say("close 4000 that was it", "close"), "close 0");
      assert.equal(
        await say("state", "state"),
        `state ${CLOSED} code 4000 clean 1 reason 'that was it' protocol '' unsent 0`,
      );
      assert.equal(await say("send more", "send"), `send ${FAILED}`);
    }));

  test("refuses codes that programs must not use", () =>
    talking(async (say) => {
      await say(`connect ${url}`, "connect");
      assert.equal(await say("close 1006 no", "close"), `close ${NOACCESS}`);
      assert.equal(await say(`close 4000 ${"x".repeat(200)}`, "close"), `close ${BADARGUMENT}`);
      assert.match(await say("state", "state"), /^state 1 /);
    }));

  test("is closed by the server, or disconnected", () =>
    talking(async (say) => {
      await say(`connect ${url}`, "connect");
      assert.equal(await say("send bye", "receive"), `receive ${FAILED}`);
      assert.equal(
        await say("state", "state"),
        `state ${CLOSED} code 4001 clean 1 reason 'so long' protocol '' unsent 0`,
      );
      await say(`connect ${url}`, "connect");
      assert.equal(await say("send cut", "receive"), `receive ${FAILED}`);
      assert.equal(
        await say("state", "state"),
        `state ${CLOSED} code 1006 clean 0 reason '' protocol '' unsent 0`,
      );
    }));

  test("uses the protocol that the server accepts, or is not opened", () =>
    talking(async (say) => {
      assert.equal(await say(`connect ${url} second`, "connect"), "connect 0");
      assert.match(await say("state", "state"), /protocol 'second'/);
      await say("close", "close");
      assert.equal(await say(`connect ${url} third`, "connect"), `connect ${FAILED}`);
    }));

  test("is not opened if nobody answers, or with an invalid address", () =>
    talking(async (say, page) => {
      // The server there is not a WebSocket server.
      const { origin } = new URL(page.url());
      assert.equal(await say(`connect ${origin.replace("http", "ws")}/`, "connect"), `connect ${FAILED}`);
      for (const address of [origin, `${url}#part`, "ws://127.0.0.1:1/", "nothing"])
        assert.equal(await say(`connect ${address}`, "connect"), `connect ${BADARGUMENT}`);
    }));

  test("ends with its resource, and with its element", () =>
    talking(async (say, page) => {
      const left = async () => {
        await comes(() => server.clients.size === 0);
        return server.clients.size;
      };
      assert.equal(await left(), 0);
      await say(`connect ${url}`, "connect");
      assert.equal(server.clients.size, 1);
      assert.equal(await say("drop", "receive"), `receive ${ABORTED}`);
      assert.equal(await left(), 0);
      await say(`connect ${url}`, "connect");
      await page.evaluate(() => m.remove());
      assert.equal(await left(), 0);
    }));
});
