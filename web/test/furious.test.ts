// The matrix library: computes a kernel regression over a table. Its messages are protocol buffers
// in both directions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Browser, corpus, inPage, launch, noCorpus, script, until, WAYS } from "./support.ts";

// Globals of the pages.
declare let answers: ArrayBuffer[];

const POINTS = 1000;
const BANDWIDTH = 0.33;

// Fields of messages, by their numbers: each is a key and a value.
const key = (number: number, wire: number) => varint(8 * number + wire);
const whole = (number: number, value: number) => Buffer.concat([key(number, 0), varint(value)]);
const packed = (number: number, ...values: number[]) => bytes(number, Buffer.concat(values.map(varint)));
const bytes = (number: number, value: Buffer) => Buffer.concat([key(number, 2), varint(value.length), value]);

function varint(value: number) {
  const parts: number[] = [];
  for (; value > 127; value >>>= 7) parts.push((value & 127) | 128);
  return Buffer.from([...parts, value]);
}

function fixed(number: number, value: number) {
  const at = Buffer.alloc(4);
  at.writeInt32LE(value);
  return Buffer.concat([key(number, 5), at]);
}

function real(number: number, value: number) {
  const at = Buffer.alloc(8);
  at.writeDoubleLE(value);
  return Buffer.concat([key(number, 1), at]);
}

/** Requests of each type have their parts in a separate field. Types 8 and 9 have no parts. */
const request = (type: number, ...parts: Buffer[]) => {
  const place = type < 8 ? type + 3 : type + 1;
  return Buffer.concat([fixed(1, 100 + type), whole(2, type), bytes(place, Buffer.concat(parts))]);
};

// The arrays by their numbers.
const CHANGES = 1,
  GROWTH = 2,
  X = 3,
  ROWS = 4,
  COLUMNS = 5,
  KERNEL = 6,
  SUMS = 7,
  CURVE = 8;

const FLOAT64 = whole(3, 0);
const numbers = (id: number, values: number[]) =>
  request(
    1,
    fixed(1, id),
    packed(2, values.length),
    FLOAT64,
    bytes(4, Buffer.from(new Float64Array(values).buffer)),
  );
const line = (id: number, from: number, to: number) =>
  request(3, fixed(1, id), real(2, from), real(3, to), whole(4, POINTS), whole(5, 1), whole(6, 0));
const reshape = (from: number, to: number, ...shape: number[]) =>
  request(4, fixed(1, from), fixed(2, to), packed(3, ...shape));
const repeat = (from: number, to: number, axis: number, times: number) =>
  request(5, fixed(1, from), fixed(2, to), whole(3, axis), whole(4, times));
const fetch = (id: number) => request(7, fixed(1, id));
const SUBTRACT = 1,
  DIVIDE = 3;
const two = (what: number, first: number, second: number, to: number) =>
  request(10, whole(1, what), fixed(2, first), fixed(3, second), fixed(4, to));
const MULTIPLY_BY = 3,
  DIVIDE_BY = 4;
const constant = (what: number, from: number, value: number, to: number) =>
  request(11, whole(1, what), fixed(2, from), real(3, value), fixed(4, to));
const EXPONENTIAL = 2,
  SQUARE = 5;
const one = (what: number, from: number, to: number) =>
  request(12, whole(1, what), fixed(2, from), fixed(3, to));
const sumOfRows = (from: number, to: number) =>
  request(14, whole(1, 0), fixed(2, from), whole(3, 1), fixed(4, to));
const product = (first: number, second: number, to: number) =>
  request(15, fixed(1, first), fixed(2, second), fixed(3, to));

/** The requests that compute the curve: the mean growth, weighted by the distance of each
 * change. */
function regression(changes: number[], growth: number[]) {
  const count = changes.length;
  return [
    numbers(CHANGES, changes),
    numbers(GROWTH, growth),
    line(X, Math.min(...changes), Math.max(...changes)),
    reshape(CHANGES, CHANGES, 1, count),
    repeat(CHANGES, ROWS, 0, POINTS),
    reshape(X, X, POINTS, 1),
    repeat(X, COLUMNS, 1, count),
    two(SUBTRACT, ROWS, COLUMNS, KERNEL),
    constant(DIVIDE_BY, KERNEL, BANDWIDTH, KERNEL),
    one(SQUARE, KERNEL, KERNEL),
    constant(MULTIPLY_BY, KERNEL, -0.5, KERNEL),
    one(EXPONENTIAL, KERNEL, KERNEL),
    product(KERNEL, GROWTH, CURVE),
    sumOfRows(KERNEL, SUMS),
    two(DIVIDE, CURVE, SUMS, CURVE),
    fetch(CURVE),
  ];
}

/** The same curve, computed by the page. */
function expected(changes: number[], growth: number[]) {
  const least = Math.min(...changes);
  const step = (Math.max(...changes) - least) / (POINTS - 1);
  return Array.from({ length: POINTS }, (_, point) => {
    const weights = changes.map((change) =>
      Math.exp(-0.5 * ((change - least - point * step) / BANDWIDTH) ** 2),
    );
    const sum = weights.reduce((all, weight) => all + weight);
    return weights.reduce((all, weight, place) => all + weight * growth[place]!, 0) / sum;
  });
}

describe("furious", { skip: noCorpus }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const [how, headers] of WAYS) {
    test(`a kernel regression by sixteen requests, fetched as one array (${how})`, () =>
      inPage(
        browser,
        `<!doctype html>${script}<body><object id="m" width=0 height=0 data="furious.nmf" type="application/x-pnacl"></object><script>
          var answers = [];
          m.addEventListener("message", function (event) { answers.push(event.data); });
          m.addEventListener("crash", function () { answers.push("crash"); });
        </script></body>`,
        async (page) => {
          const table = readFileSync(join(corpus!, "furious/okun.csv"), "utf8").trim().split("\n").slice(1);
          const [changes = [], growth = []] = [1, 2].map((column) =>
            table.map((row) => 100 * Number.parseFloat(row.split(",")[column]!)),
          );
          await until(page, () => answers.length === 1);
          const requests = regression(changes, growth).map((one) => [...one]);
          await page.evaluate((requests) => {
            for (const one of requests) m.postMessage(new Uint8Array(one).buffer);
          }, requests);
          await until(page, () => answers.length === 2);
          const answer = Buffer.from(await page.evaluate(() => [...new Uint8Array(answers[1]!)]));
          // The request's number, the type FETCH, and an array of bytes as the only part.
          const head = Buffer.concat([
            fixed(1, 107),
            whole(2, 0),
            key(3, 2),
            varint(8 * POINTS + 3),
            key(1, 2),
          ]);
          assert.deepEqual(answer.subarray(0, head.length), head);
          const at = head.length + varint(8 * POINTS).length;
          assert.equal(answer.length, at + 8 * POINTS);
          const curve = Array.from({ length: POINTS }, (_, point) => answer.readDoubleLE(at + 8 * point));
          const known = [0, 250, 500, 750, 999].map((point) => curve[point]!.toFixed(6));
          assert.deepEqual(known, ["7.571322", "4.346711", "1.947024", "-0.948294", "-2.357689"]);
          const wanted = expected(changes, growth);
          for (const [point, y] of curve.entries())
            assert.ok(Math.abs(y - wanted[point]!) < 1e-9, `${point}: ${y}`);
        },
        { folder: "furious", headers },
      ));
  }
});
