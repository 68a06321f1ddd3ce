// Makes web archives for tests.

import { gzipSync } from "node:zlib";
import { zip } from "./archive.ts";

/**
 * A response: its content, its type, for statuses other than 200 the status line and headers, and the
 * body that was posted for it.
 */
export type Captured = {
  body?: string | Uint8Array;
  type?: string;
  head?: string;
  posted?: { body: string; type: string };
};

/** A record, packed by itself. */
function record(fields: string[], head: string, body: string | Uint8Array): Buffer {
  const block = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
  const start = ["WARC/1.0", ...fields, `Content-Length: ${block.length}`].join("\r\n");
  return gzipSync(Buffer.concat([Buffer.from(`${start}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]));
}

/** Makes a WARC of responses by URL, all with the same time. Each record is compressed
 * separately. */
export function warc(answers: Record<string, Captured>, date = "2013-05-01T12:00:00Z"): Buffer {
  const records = Object.entries(answers).map(([url, captured], number) => {
    const { body = "", type, head = "200 OK", posted } = captured;
    const common = [`WARC-Target-URI: ${url}`, `WARC-Date: ${date}`];
    const fields = type === undefined ? "" : `\r\nContent-Type: ${type}`;
    const answer = record(
      [
        "WARC-Type: response",
        `WARC-Record-ID: <urn:test:${number}>`,
        ...common,
        "Content-Type: application/http; msgtype=response",
      ],
      `HTTP/1.1 ${head}${fields}`,
      body,
    );
    if (posted === undefined) return [answer];
    const request = record(
      ["WARC-Type: request", `WARC-Concurrent-To: <urn:test:${number}>`, ...common],
      `POST ${new URL(url).pathname} HTTP/1.1\r\nContent-Type: ${posted.type}`,
      posted.body,
    );
    return [answer, request];
  });
  return Buffer.concat(records.flat());
}

/** Makes a WACZ with one WARC. */
export const wacz = (content: Buffer): Buffer =>
  zip(
    { name: "archive/data.warc.gz", content, method: 0 },
    { name: "datapackage.json", content: JSON.stringify({ profile: "data-package", wacz_version: "1.1.1" }) },
  );
