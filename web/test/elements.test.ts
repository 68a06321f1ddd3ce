// Elements: adding them, their properties, and removing them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { counter, counterPages, listen, noCorpus, until } from "./support.ts";

// Globals of the pages.
declare let after: unknown[];
declare let before: unknown[];
declare let box: HTMLElement;
declare let heard: HeardEvent[];
declare let kept: HTMLElement;
declare let listener: HTMLElement;
declare let other: HTMLElement;
declare let sums: Record<string, number>;

const { inBody } = counterPages();

describe("elements", { skip: noCorpus }, () => {
  test("the page sees the attributes that it wrote, and the same element", () =>
    inBody(`<div id="listener">${counter}</div>`, async (page) => {
      const before = await page.evaluate(() => document.body.outerHTML);
      await until(page, () => document.getElementById("m")!.readyState === 4);
      assert.equal(await page.evaluate(() => document.body.outerHTML), before);
      assert.ok(await page.evaluate(() => window.m === document.embeds[0] && listener.firstChild === m));
    }));

  test("methods exist immediately, and no posted message is lost", () =>
    inBody(
      `${listen}<script>
        var element = document.createElement("embed");
        element.id = "m";
        element.src = "counter.nmf";
        element.type = "application/x-pnacl";
        var before = [typeof element.postMessage, element.readyState, element.lastError];
        listen(element);
        document.body.appendChild(element);
        var after = [typeof element.postMessage, element.readyState, element.lastError, element.exitStatus];
        for (var value = 1; value <= 5; value++) element.postMessage(value);
        element.postMessage();
        element.postMessage(1, 2);
      </script>`,
      async (page) => {
        assert.deepEqual(await page.evaluate(() => before), ["undefined", undefined, undefined]);
        assert.deepEqual(await page.evaluate(() => after), ["function", 1, "", -1]);
        await until(page, () => heard.filter(([type]) => type === "message").length >= 5);
        const seen = await page.evaluate(() =>
          heard.filter(([type]) => type !== "progress").map((one) => [one[0], one[7]]),
        );
        assert.deepEqual(seen, [
          ["loadstart", undefined],
          ["load", undefined],
          ["loadend", undefined],
          ...[1, 3, 6, 10, 15].map((sum) => ["message", sum]),
        ]);
      },
    ));

  test("innerHTML, a late type and a clone each start a separate program", () =>
    inBody(
      `<div id="a"></div><div id="b"></div><script>
        var sums = {};
        function add(name, element) {
          element.addEventListener("message", function (event) { sums[name] = event.data; });
        }
        a.innerHTML = '${counter}';
        add("inner", a.firstChild);
        var late = document.createElement("embed");
        late.src = "counter.nmf";
        document.body.appendChild(late);
        late.type = "application/x-pnacl";
        add("late", late);
        var copy = a.firstChild.cloneNode(true);
        b.appendChild(copy);
        add("copy", copy);
        a.firstChild.postMessage(1);
        late.postMessage(10);
        copy.postMessage(100);
      </script>`,
      async (page) => {
        await until(page, () => Object.keys(sums).length === 3);
        assert.deepEqual(await page.evaluate(() => sums), { inner: 1, late: 10, copy: 100 });
      },
    ));

  test("a program ends when its element is removed, and restarts when it is added again", () =>
    inBody(`${counter}<div id="other"></div>`, async (page) => {
      await until(page, () => m.readyState === 4);
      const answer = () =>
        page.evaluate(
          () =>
            new Promise((resolve) => {
              const element = document.querySelector("embed")!;
              element.addEventListener("message", (event) => resolve(event.data), { once: true });
              element.postMessage(5);
            }),
        );
      assert.equal(await answer(), 5);
      assert.equal(await answer(), 10);
      assert.deepEqual(
        await page.evaluate(() => {
          window.kept = document.getElementById("m")!;
          kept.remove();
          return [typeof kept.postMessage, kept.readyState, kept.lastError];
        }),
        ["undefined", undefined, undefined],
      );
      await page.evaluate(() => document.body.append(kept));
      assert.equal(await answer(), 5);
      // Moved within one task.
      await page.evaluate(() => other.append(kept));
      await until(page, () => kept.readyState === 4);
      assert.equal(await answer(), 5);
    }));

  test("a program does not start without a box, and ends when it loses the box", () =>
    inBody(`<div id="box" style="display:none">${counter}</div>`, async (page) => {
      assert.equal(await page.evaluate(() => m.lastError), undefined);
      await page.evaluate(() => {
        box.style.display = "block";
      });
      await until(page, () => m.readyState === 4);
      await page.evaluate(() => {
        box.style.display = "none";
      });
      await until(page, () => m.readyState === undefined);
    }));

  test("mouse events reach the page, which does not see the canvas", () =>
    inBody(
      `<embed id="m" width="50" height="40" src="counter.nmf" type="application/x-pnacl">
      <script>var heard = []; m.addEventListener("mousedown", function (event) { heard.push(event.target === m); });</script>`,
      async (page) => {
        await until(page, () => m.readyState === 4);
        const { x, y } = await page.evaluate(() => m.getBoundingClientRect().toJSON());
        await page.mouse.click(x + 5, y + 5);
        assert.deepEqual(await page.evaluate(() => heard), [true]);
        assert.equal(await page.evaluate(() => document.querySelectorAll("canvas, style").length), 0);
      },
    ));
});
