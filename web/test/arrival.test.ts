// The ways in which old pages add elements to the document. Each of them starts a program.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Act,
  counterPages,
  counter as embed,
  noCorpus,
  noWorkers,
  type Page,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let box: HTMLElement;
declare let events: string[];
declare let last: HTMLEmbedElement;
declare let sheet: HTMLStyleElement;
declare let sums: number[];

const pages = counterPages();

// A page that begins with the script, next to the program that counts. `sums` has the answers of
// its elements.
const inPage = (body: string, act: Act, options: PageOptions = {}) =>
  pages.inPage(
    `<!doctype html>${script}<script>
      var sums = [], events = [];
      document.addEventListener("message", function (event) { sums.push(event.data); }, true);
      ["load", "crash"].forEach(function (type) {
        document.addEventListener(type, function (event) {
          if (/embed|object/i.test(event.target.tagName)) events.push(type);
        }, true);
      });
    </script><body>${body}</body>`,
    act,
    options,
  );

const starts = (page: Page, count = 1) =>
  until(page, (count) => events.filter((type) => type === "load").length === count, count);

/** The actions of a page, and the number of programs that result. */
const ROADS: Record<string, [body: string, count: number]> = {
  "written in the page": [embed, 1],
  innerHTML: [`<div id="a"></div><script>a.innerHTML = '<p>' + '${embed}' + '</p>';</script>`, 1],
  insertAdjacentHTML: [`<div id="a"></div><script>a.insertAdjacentHTML("afterend", '${embed}');</script>`, 1],
  outerHTML: [`<div id="a"></div><script>a.outerHTML = '${embed}';</script>`, 1],
  "document.write while the page is read": [`<script>document.write('${embed}');</script><p>after</p>`, 1],
  "document.write of a script that writes it": [
    `<script>document.write('<script>document.write(\\'${embed}\\');<' + '/script>');</script>`,
    1,
  ],
  "a fragment, as jQuery makes it of text": [
    `<div id="a"></div><script>
      var box = document.createDocumentFragment().appendChild(document.createElement("div"));
      box.innerHTML = "X<div>" + '${embed}' + "</div>";
      var fragment = document.createDocumentFragment();
      while (box.firstChild) fragment.appendChild(box.firstChild);
      a.appendChild(fragment);
    </script>`,
    1,
  ],
  "a range": [
    `<div id="a"></div><script>
      var range = document.createRange();
      range.selectNode(a);
      a.appendChild(range.createContextualFragment('${embed}'));
    </script>`,
    1,
  ],
  "another document, imported": [
    `<script>
      var other = document.implementation.createHTMLDocument("");
      other.body.innerHTML = '${embed}';
      document.body.appendChild(document.importNode(other.body.firstChild, true));
      document.body.appendChild(document.adoptNode(other.body.firstChild));
    </script>`,
    2,
  ],
  "createElementNS, outside of the body": [
    `<script>
      var one = document.createElementNS("http://www.w3.org/1999/xhtml", "embed");
      one.setAttribute("src", "counter.nmf");
      one.setAttribute("type", "application/x-pnacl");
      document.documentElement.appendChild(one);
    </script>`,
    1,
  ],
  "a type in capitals": ['<EMBED SRC="counter.nmf" TYPE="Application/X-PNaCl">', 1],
  "an object with a type that has parameters": [
    '<object data="counter.nmf" type="application/x-pnacl; a=b"></object>',
    1,
  ],
  "an object that names its manifest by a parameter": [
    '<object type="application/x-pnacl"><param name="SRC" value="counter.nmf"></object>',
    1,
  ],
  "type and source that come when it stands there already": [
    `<script>
      var one = document.body.appendChild(document.createElement("embed"));
      one.setAttribute("width", 10);
      one.type = "application/x-pnacl";
      one.src = "counter.nmf";
    </script>`,
    1,
  ],
  "another source": [`${embed}<script>setTimeout(function () { m.src = "counter.nmf?2"; }, 0);</script>`, 1],
  "replaceChild and insertBefore": [
    `<p id="a"><b>x</b></p><script>
      var one = document.createElement("embed");
      one.src = "counter.nmf";
      one.type = "application/x-pnacl";
      a.replaceChild(one, a.firstChild);
      document.body.insertBefore(one.cloneNode(false), a);
    </script>`,
    2,
  ],
  "a foreign object that holds it": [
    `<object classid="clsid:00000000-0000-0000-0000-000000000000"><param name="a" value="b">${embed}</object>
     <object type="application/x-unknown-thing">${embed}</object>`,
    2,
  ],
};

/** Elements that are not programs. */
const NONE = {
  "no type": '<embed src="counter.nmf">',
  "another type": '<embed src="counter.nmf" type="application/x-shockwave-flash">',
  "no source": '<embed type="application/x-pnacl">',
  "inside an object that is one": `<object id="o" data="missing.nmf" type="application/x-pnacl"><object>${embed}</object></object>`,
  "inside a video": `<video>${embed}</video>`,
  "in a template": `<template>${embed}</template>`,
  "in a noscript": `<noscript>${embed}</noscript>`,
  "no box": `<div style="display:none">${embed}</div>`,
  "not in the document": `<script>document.createElement("div").innerHTML = '${embed}';</script>`,
};

describe("an element is a program, by way of", { skip: noCorpus }, () => {
  for (const [name, [body, count]] of Object.entries(ROADS)) {
    test(name, () => inPage(body, (page) => starts(page, count)));
  }

  test("document.write in a page that is already loaded", () =>
    inPage(embed, async (page, { said }) => {
      await starts(page);
      await page.evaluate((text) => {
        document.open();
        document.write(
          `<title>new</title><p>${text.replace("embed", "embed class=second")}</p><object type="application/x-pnacl" data="counter.nmf"></object>`,
        );
        document.close();
      }, embed);
      await until(
        page,
        () =>
          document.querySelector<HTMLElement>(".second")!.readyState === 4 &&
          document.querySelector("object")!.readyState === 4,
      );
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.querySelector("embed")!).filter),
        "opacity(0)",
      );
      assert.deepEqual(said, []);
    }));

  test("a style that gives it a box later and then removes the box", () =>
    inPage(
      `<style id="sheet">.off embed { display: none }</style><div id="box" class="off">${embed}</div>`,
      async (page) => {
        assert.equal(await page.evaluate(() => typeof m.postMessage), "undefined");
        await page.evaluate(() => box.removeAttribute("class"));
        await starts(page);
        await page.evaluate(() => {
          box.className = "off";
        });
        // The test checks only that the worker ends.
        await noWorkers(page);
        await page.evaluate(() => sheet.remove());
        await starts(page, 2);
      },
    ));

  for (const [name, body] of Object.entries(NONE)) {
    test(`but not with: ${name}`, () =>
      inPage(`${body}<embed id="last" src="counter.nmf" type="application/x-pnacl">`, async (page) => {
        await until(page, () => last.readyState === 4);
        assert.deepEqual(await page.evaluate(() => events), ["load"]);
        const none = await page.evaluate(() => {
          const first = document.querySelector("embed");
          return first === last || typeof first!.postMessage === "undefined";
        });
        assert.ok(none);
      }));
  }

  test("an object shows only its program", () =>
    inPage(
      `<object data="counter.nmf" type="application/x-pnacl" width="100" height="80" style="background:white">
        Your browser cannot show this. <b id="b">Get another.</b></object>`,
      async (page) => {
        await starts(page);
        const { x, y, width, height } = await page.evaluate(() =>
          document.querySelector("object")!.getBoundingClientRect().toJSON(),
        );
        assert.deepEqual([width, height], [100, 80]);
        const shot = await page.screenshot({ clip: { x, y, width, height } });
        const colours = await page.evaluate(async (bytes) => {
          const bitmap = await createImageBitmap(
            await (await fetch(`data:image/png;base64,${bytes}`)).blob(),
          );
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
          context.drawImage(bitmap, 0, 0);
          return [
            ...new Set(new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)),
          ];
        }, shot.toString("base64"));
        assert.deepEqual(colours, [0xffffffff]);
      },
    ));
});
