// A reporter of Node's test runner that records skipped tests for the summary of `.ci/run`. It
// appends a line with the name, a tab and the reason to the file in PINNACLE_SKIPPED. Node loads
// reporters before it can load TypeScript.

import { appendFileSync } from "node:fs";

const file = process.env.PINNACLE_SKIPPED;

/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} events */
// biome-ignore lint/correctness/useYield: it tells a file, and shows nothing
export default async function* skipped(events) {
  for await (const { type, data } of events) {
    if (file && type === "test:pass" && data.skip !== undefined) {
      const reason = data.skip === true ? "it is switched off" : data.skip;
      appendFileSync(file, `page::${data.name}\t${reason}\n`);
    }
  }
}
