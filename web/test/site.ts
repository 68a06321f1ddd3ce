// A server for loads. It has the responses of the site in tests/pepper/fetch.rs, and some that only
// exist on a network.
//
// | path | response |
// |---|---|
// | `/text` | `hello, world` |
// | `/empty` | nothing |
// | `/large` | 200,000 bytes, each the low byte of its place |
// | `/echo` | method, headers that begin with `X-`, and body of the request |
// | `/redirect` | leads to `/text` |
// | `/broken` | `half`, then it breaks off |
// | `/sized` | 1,000 letters, with their number |
// | `/packed` | the same, packed |
// | `/slow` | `first`, and `second` once `/go` is asked |
// | `/part` | what of `0123456789` the header Range says |
// | `/cookie` | sets a cookie, and says which ones came |
// | `/nothing` | 404, `nothing here` |

import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** Headers of a server that lets all origins read. */
export const OPEN = { "Access-Control-Allow-Origin": "*" };

const SIZED = "x".repeat(1000);

const large = Uint8Array.from({ length: 200000 }, (_, place) => place & 255);

// The request's own headers, as they were written.
const ownHeaders = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders
    .flatMap((name: string, at) =>
      at % 2 === 0 && /^x-/i.test(name) ? `${name}: ${rawHeaders[at + 1]}\n` : [],
    )
    .join("");

/** Returns responses by path, for the option `site` of `serve`. All responses have `headers`. */
export function site(headers: OutgoingHttpHeaders = {}): Record<string, RequestListener> {
  const slow: ServerResponse[] = [];
  const start = (response: ServerResponse, status: number, more: OutgoingHttpHeaders = {}) =>
    response.writeHead(status, { "content-type": "text/plain", ...headers, ...more });
  const plain =
    (content: string | Uint8Array): RequestListener =>
    (_, response) => {
      // Without a length, which would be an additional header.
      start(response, 200);
      response.write(content);
      response.end();
    };
  return {
    "/text": plain("hello, world"),
    "/empty": plain(""),
    "/large": plain(large),
    "/echo": async (request, response) => {
      let body = "";
      for await (const piece of request.setEncoding("utf8")) body += piece;
      plain(`${request.method}\n${ownHeaders(request)}\n${body}`)(request, response);
    },
    "/redirect": (_, response) => {
      start(response, 302, { location: "/text" });
      response.end();
    },
    "/broken": (_, response) => {
      start(response, 200);
      response.write("half");
      setTimeout(() => response.socket?.destroy(), 50);
    },
    "/sized": (_, response) => {
      start(response, 200, { "content-length": SIZED.length });
      response.end(SIZED);
    },
    "/packed": (_, response) => {
      const packed = gzipSync(SIZED);
      start(response, 200, { "content-length": packed.length, "content-encoding": "gzip" });
      response.end(packed);
    },
    "/slow": (_, response) => {
      start(response, 200);
      response.write("first");
      slow.push(response);
    },
    "/go": (request, response) => {
      for (const one of slow.splice(0)) one.end("second");
      plain("")(request, response);
    },
    "/part": ({ headers: { range } }, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "bytes=0-9") ?? [];
      start(response, 206, { "content-range": `bytes ${from}-${to}/10` });
      response.end("0123456789".slice(Number(from), Number(to) + 1));
    },
    "/cookie": ({ headers: { cookie } }, response) => {
      start(response, 200, { "set-cookie": "taste=sweet; Path=/" });
      response.end(`cookies: ${cookie ?? "none"}`);
    },
    "/nothing": (_, response) => {
      start(response, 404);
      response.end("nothing here");
    },
  };
}
