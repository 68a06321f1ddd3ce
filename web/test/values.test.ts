// The meaning of values for a program, and for the page when they come back. The program describes
// the values that it receives: test/programs/describe.c.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Act,
  type Browser,
  compile,
  inPage,
  launch,
  noCompiler,
  type PageOptions,
  type Programs,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare function ask<Back = unknown>(value: unknown): Promise<[seen: string, back: Back]>;

const NOT_SENT =
  "error: Failed to convert a PostMessage argument from a JavaScript value to a PP_Var. It may have cycles or be of an unsupported type.";

describe("values", { skip: noCompiler }, () => {
  let browser: Browser;
  let built: Programs;
  before(async () => {
    browser = await launch();
    built = compile("describe");
  });
  after(async () => {
    await browser.close();
    built.remove();
  });

  // Runs a test in a page. `ask(value)` returns the program's description of a value, and the value
  // that comes back.
  const asking = (
    act: Act,
    { change = (text: string) => text, ...options }: PageOptions & { change?: (text: string) => string } = {},
  ) =>
    inPage(
      browser,
      change(`<!doctype html>${script}<body><embed id="m" width=0 height=0 type="application/x-pnacl" src="describe.nmf"><script>
        var answers = [];
        m.addEventListener("message", function (event) { answers.shift()(event.data); });
        function ask(value) {
          return new Promise(function (resolve) { answers.push(resolve); m.postMessage(value); });
        }
      </script></body>`),
      act,
      { folder: built.folder, pages: built.manifests, ...options },
    );

  // Expressions of a page, and the program's descriptions.
  const SEEN = {
    undefined: "undefined",
    null: "null",
    "[true, new Boolean(false)]": "#0[true,false]",
    "[1, 1.0, 0, -1, 2147483647, -2147483648]": "#0[int 1,int 1,int 0,int -1,int 2147483647,int -2147483648]",
    "[2147483648, -2147483649, 0.5, -0]": "#0[double 2147483648,double -2147483649,double 0.5,double -0]",
    "[NaN, Infinity, -Infinity]": "#0[double nan,double inf,double -inf]",
    "new Number(5)": "double 5",
    '["", "text", new String("object")]': "#0['','text','object']",
    '"\\u0000\\uFEFFå\\u{1F600}"': "'\u0000\uFEFFå\u{1F600}'",
    "'a\\uD800b'": "'a\uFFFDb'",
    "Symbol.iterator": "undefined",
    "10n": "undefined",
    "[]": "#0[]",
    "[1, , 3, , ,]": "#0[int 1,undefined,int 3]",
    "[undefined]": "#0[undefined]",
    "{}": "#0{}",
    "{ b: 1, a: { c: [2] }, 3: 4 }": "#0{'3':int 4,'a':#1{'c':#2[int 2]},'b':int 1}",
    '{ "": 1, __proto__: null, "constructor": 2 }': "#0{'':int 1,'constructor':int 2}",
    "JSON.parse('{\"__proto__\": 1}')": "#0{'__proto__':int 1}",
    "Object.create({ inherited: 1 }, { hidden: { value: 2 } })": "#0{}",
    "function () {}": "#0{}",
    "Object.assign(function () {}, { own: 1 })": "#0{'own':int 1}",
    "[new Date(0), /x/, new Map([[1, 2]]), new Error('x')]": "#0[#1{},#2{},#3{},#4{}]",
    "new Uint8Array([7, 8])": "#0{'0':int 7,'1':int 8}",
    "new DataView(new ArrayBuffer(4))": "#0{}",
    "new ArrayBuffer(5)": "#0<5 bytes>",
    "[new SharedArrayBuffer(5), new Blob(['x'])]": "#0[#1{},#2{}]",
    "(function () { var buffer = new ArrayBuffer(3); structuredClone(0, { transfer: [buffer] }); return buffer; })()":
      "#0<0 bytes>",
    "(function () { var shared = { a: 1 }; return [shared, shared, [shared]]; })()":
      "#0[#1{'a':int 1},#1,#2[#1]]",
    "(function () { var buffer = new ArrayBuffer(1); return { a: buffer, b: buffer }; })()":
      "#0{'a':#1<1 bytes>,'b':#1}",
    "{ get a() { return 1; }, set b(value) {} }": "#0{'a':int 1,'b':undefined}",
    "new Proxy({ a: 1 }, {})": "#0{'a':int 1}",
    "new Proxy([1, 2], {})": "#0[int 1,int 2]",
    "(function () { var list = [1]; list.other = 2; list[-1] = 3; return list; })()": "#0[int 1]",
    "(function () { var list = [1, 2]; list.length = 4294967295; return list; })()": "#0[int 1,int 2]",
    "(function () { var list = []; list.length = 4294967295; return list; })()": "#0[]",
    "(function () { var list = [{ get a() { list.length = 0; return 1; } }, 2]; return list; })()":
      "#0[#1{'a':int 1},int 2]",
    // From another frame, which has its own classes.
    "(function () { var other = document.body.appendChild(document.createElement('iframe')).contentWindow; return other.eval(\"[new ArrayBuffer(2), [1], {a: 1}, new String('s'), new Number(1), new Boolean(true)]\"); })()":
      "#0[#1<2 bytes>,#2[int 1],#3{'a':int 1},'s',double 1,true]",
    // It only claims to be one.
    "{ [Symbol.toStringTag]: 'ArrayBuffer', a: 1 }": "#0{'a':int 1}",
    "{ [Symbol.toStringTag]: 'String', a: 1 }": "#0{'a':int 1}",
  };

  test("each value of a page has the meaning that it had in Chrome", () =>
    asking(
      async (page) => {
        for (const [expression, expected] of Object.entries(SEEN)) {
          const [seen] = await page.evaluate<[string, unknown]>(`ask((${expression}))`);
          assert.equal(seen, expected, expression);
        }
      },
      {
        headers: {
          "Cross-Origin-Opener-Policy": "same-origin",
          "Cross-Origin-Embedder-Policy": "require-corp",
        },
      },
    ));

  // Chrome's earlier rule, by the script tag or the element. The element takes precedence.
  for (const [what, change, seen] of [
    [
      "by the script tag",
      (text: string) => text.replace("<script ", '<script data-numbers="double" '),
      "double",
    ],
    ["by the element", (text: string) => text.replace("<embed ", '<embed data-numbers="double" '), "double"],
    [
      "but for an element that says otherwise",
      (text: string) =>
        text
          .replace("<script ", '<script data-numbers="double" ')
          .replace("<embed ", '<embed data-numbers="int32" '),
      "int",
    ],
  ] as const) {
    test(`all numbers are doubles if the page says so, ${what}`, () =>
      asking(
        async (page) => {
          const expected = `#0[${seen} 1,#1{'a':${seen} -7},double 0.5,double 5,true]`;
          const [found, back] = await page.evaluate<[string, unknown]>(
            "ask([1, { a: -7 }, 0.5, new Number(5), true])",
          );
          assert.equal(found, expected);
          assert.deepEqual(back, [1, { a: -7 }, 0.5, 5, true]);
        },
        { change },
      ));
  }

  test("an unknown rule for numbers is ignored with a warning", () =>
    asking(
      async (page, { said }) => {
        assert.deepEqual(await page.evaluate("ask(1)"), ["int 1", 1]);
        assert.match(said.join(), /data-numbers must be "int32" or "double", found "float"/);
      },
      { change: (text: string) => text.replace("<embed ", '<embed data-numbers="float" ') },
    ));

  // Values that cannot be sent: the program does not receive them, and the page continues.
  const UNSENDABLE = {
    "an object that holds itself":
      "(function () { var cycle = { a: [] }; cycle.a.push(cycle); return cycle; })()",
    "a getter that throws": "{ get a() { throw new Error('no'); } }",
    "a proxy that throws": "new Proxy({}, { ownKeys: function () { throw 1; } })",
    "a proxy that was revoked":
      "(function () { var made = Proxy.revocable({}, {}); made.revoke(); return made.proxy; })()",
    "an array with one entry after billions of holes":
      "(function () { var list = []; list[4294967290] = 1; return list; })()",
    "a list of twenty million numbers": "new Array(20000000).fill(0)",
  };

  for (const [name, expression] of Object.entries(UNSENDABLE)) {
    test(`${name} is not sent, with a message in the console`, () =>
      asking(async (page, { said }) => {
        await until(page, () => m.readyState === 4);
        assert.equal(await page.evaluate(`m.postMessage((${expression}))`), undefined);
        assert.deepEqual(await page.evaluate(() => ask(1)), ["int 1", 1]);
        assert.deepEqual(said, [NOT_SENT]);
      }));
  }

  test("buffers are copied both ways", () =>
    asking(async (page) => {
      const found = await page.evaluate(async () => {
        const sent = new Uint8Array([1, 2, 3]);
        const answer = ask<ArrayBuffer>(sent.buffer);
        sent[0] = 9;
        const [seen, back] = await answer;
        return [seen, [...sent], [...new Uint8Array(back)], back === sent.buffer];
      });
      assert.deepEqual(found, ["#0<3 bytes>", [9, 2, 3], [1, 2, 3], false]);
    }));

  test("returned values are plain: own properties, numbers, and one object if it was one", () =>
    asking(async (page) => {
      const found = await page.evaluate(async () => {
        const shared = { z: 1, a: -0 };
        const [, back] = await ask<{ list: { a: number; z: number }[] }>({
          list: [shared, shared, undefined, null],
          ["__proto__"]: 7,
        });
        return {
          keys: Object.keys(back),
          prototype: Object.getPrototypeOf(back) === Object.prototype,
          own: Object.getOwnPropertyDescriptor(back, "__proto__"),
          same: back.list[0] === back.list[1],
          inner: Object.keys(back.list[0]!),
          zero: Object.is(back.list[0]!.a, -0),
          hole: [back.list.length, back.list[2], 2 in back.list, back.list[3]],
        };
      });
      assert.deepEqual(found, {
        keys: ["__proto__", "list"],
        prototype: true,
        own: { value: 7, writable: true, enumerable: true, configurable: true },
        same: true,
        // A program's dictionaries are sorted.
        inner: ["a", "z"],
        zero: true,
        hole: [4, undefined, true, null],
      });
    }));

  test("a list in a list, a hundred thousand times, arrives and comes back", () =>
    asking(async (page) => {
      const depth = await page.evaluate(async () => {
        type Nested = { a: Nested; 0?: undefined } | ({ a?: undefined } & Nested[]) | undefined;
        let nested: unknown = [];
        for (let level = 1; level < 100000; level++) nested = level % 2 ? { a: nested } : [nested];
        const [, back] = await ask<Nested>(nested);
        let depth = 1;
        for (let inner = back?.a ?? back?.[0]; inner; inner = inner.a ?? inner[0]) depth++;
        return depth;
      });
      assert.equal(depth, 100000);
    }));

  test("a million numbers arrive and come back", () =>
    asking(async (page) => {
      const found = await page.evaluate(async () => {
        const [, back] = await ask<{ inner: [ArrayBuffer, number[]] }>({
          inner: [
            Float64Array.from({ length: 1000 }, Math.random).buffer,
            Array.from({ length: 1000000 }, (_, at) => at / 2),
          ],
        });
        return [back.inner[0].byteLength, back.inner[1].length, back.inner[1][999999]];
      });
      assert.deepEqual(found, [8000, 1000000, 499999.5]);
    }));

  // A second implementation of the meaning of plain values: what a program receives and returns.
  function meaning(value: unknown): string {
    if (typeof value === "number" && Object.is(Number(value) | 0, value)) return `int ${value}`;
    if (typeof value === "number") return "double";
    if (typeof value === "string") return `'${value.toWellFormed()}'`;
    if (Array.isArray(value)) {
      const end = value.findLastIndex((_, at) => at in value) + 1;
      return `[${Array.from({ length: end }, (_, at) => meaning(value[at]))}]`;
    }
    if (typeof value !== "object" || value === null) return `${value}`;
    const bytes = (key: string) => Buffer.from(key.toWellFormed());
    const keys = Object.keys(value).sort((a, b) => Buffer.compare(bytes(a), bytes(b)));
    return `{${keys.map((key) => `'${key.toWellFormed()}':${meaning(Reflect.get(value, key))}`)}}`;
  }

  // The same numbers for the same seed. They do not have to be good random numbers.
  function randomFrom(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % below;
    };
  }

  function anyValue(random: (below: number) => number, depth: number): unknown {
    const texts = ["", "å", "\uD800", "\u{10FFFF}", "\uFEFF", "a,b", "'", "\u0000", "length"];
    const numbers = [0, -0, 1, -1, 0.1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, 5e-324];
    const kind = random(depth === 0 ? 5 : 8);
    const many = <T>(make: () => T) => Array.from({ length: random(6) }, make);
    if (kind === 0) return numbers[random(numbers.length)];
    if (kind === 1) return random(2 ** 20) - 2 ** 19;
    if (kind === 2) return texts[random(texts.length)];
    if (kind === 3) return [true, false, null, undefined][random(4)];
    if (kind === 4) return random(1000) / 7;
    if (kind < 7) return many(() => anyValue(random, depth - 1));
    return Object.fromEntries(
      many((): [string, unknown] => [
        `${texts[random(texts.length)]}${random(9)}`,
        anyValue(random, depth - 1),
      ]),
    );
  }

  test("generated values match the second implementation", () =>
    asking(async (page) => {
      const random = randomFrom(20);
      for (let round = 0; round < 20; round++) {
        const values = Array.from({ length: 20 }, () => anyValue(random, 4));
        const answers = await page.evaluate(
          (values) => Promise.all(values.map((value) => ask(value))),
          values,
        );
        answers.forEach(([seen, back], at) => {
          const plain = seen.replaceAll(/#\d+/g, "").replaceAll(/double -?[\d.e+-]+/g, "double");
          assert.equal(plain, meaning(values[at]));
          assert.equal(meaning(back), meaning(values[at]));
        });
      }
    }));
});
