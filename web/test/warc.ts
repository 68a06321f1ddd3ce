// Makes web archives for tests.

import { gzipSync } from "node:zlib";
import { zip } from "./archive.ts";

/** A response: its content, its type, and for statuses other than 200 the status line and
 * headers. */
export type Captured = { body?: string | Uint8Array; type?: string; head?: string };

/** Makes a WARC of responses by URL, all with the same time. Each record is compressed
 * separately. */
export function warc(answers: Record<string, Captured>, date = "2013-05-01T12:00:00Z"): Buffer {
  const records = Object.entries(answers).map(([url, { body = "", type, head = "200 OK" }], number) => {
    const fields = type === undefined ? "" : `\r\nContent-Type: ${type}`;
    const block = Buffer.concat([Buffer.from(`HTTP/1.1 ${head}${fields}\r\n\r\n`), Buffer.from(body)]);
    const start = [
      "WARC/1.0",
      "WARC-Type: response",
      `WARC-Record-ID: <urn:test:${number}>`,
      `WARC-Target-URI: ${url}`,
      `WARC-Date: ${date}`,
      "Content-Type: application/http; msgtype=response",
      `Content-Length: ${block.length}`,
    ].join("\r\n");
    return gzipSync(Buffer.concat([Buffer.from(`${start}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]));
  });
  return Buffer.concat(records);
}

/** Makes a WACZ with one WARC. */
export const wacz = (content: Buffer): Buffer =>
  zip(
    { name: "archive/data.warc.gz", content, method: 0 },
    { name: "datapackage.json", content: JSON.stringify({ profile: "data-package", wacz_version: "1.1.1" }) },
  );
