// Pages in the style of Chrome 31 and later: how they make their element, how they listen, and the
// properties that they set on it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Act,
  counterPages,
  counter as embed,
  noCorpus,
  type PageOptions,
  script,
  until,
} from "./support.ts";

// Globals of the pages.
declare let counter: HTMLElement & { told?: number };
declare let loads: number;
declare let log: HTMLElement;
declare let nacl_module: HTMLElement;
declare let statusField: HTMLElement;
declare let status_field: HTMLElement;
declare let sums: unknown[];
declare let heard: [string, ...unknown[]][];
declare function send(): void;

const pages = counterPages();

// A whole page next to the program that counts. The script tag replaces {script}.
const inPage = (text: string, act: Act, options?: PageOptions) =>
  pages.inPage(text.replace("{script}", script), act, options);

describe("old pages", { skip: noCorpus }, () => {
  test("a common script of the first lessons: one element in the text, a status field", () =>
    inPage(
      `<!doctype html><html><head>{script}<title>x</title><script>
        counterModule = null;
        statusText = "NO-STATUS";
        function moduleDidLoad() {
          counterModule = document.getElementById("counter");
          updateStatus("SUCCESS");
          counterModule.postMessage(41);
        }
        function handleMessage(message_event) { counter.told = message_event.data; updateStatus("TOLD"); }
        function pageDidLoad() {
          if (counterModule == null) updateStatus("LOADING...");
          else updateStatus();
        }
        function updateStatus(opt_message) {
          if (opt_message) statusText = opt_message;
          var statusField = document.getElementById("status_field");
          if (statusField) statusField.innerHTML = statusText;
        }
      </script></head><body onload="pageDidLoad()"><div id="listener"><script type="text/javascript">
        var listener = document.getElementById("listener");
        listener.addEventListener("load", moduleDidLoad, true);
        listener.addEventListener("message", handleMessage, true);
      </script>
      <embed name="nacl_module" id="counter" width=0 height=0 src="counter.nmf" type="application/x-pnacl" />
      </div><div id="status_field">NO-STATUS</div></body></html>`,
      async (page) => {
        await until(page, () => status_field.innerHTML === "TOLD");
        assert.equal(await page.evaluate(() => "counter" in document || counter.told), 41);
        assert.ok(
          await page.evaluate(
            () => Object.is(Reflect.get(document, "nacl_module"), counter) && nacl_module === counter,
          ),
        );
      },
    ));

  test("a common script of later lessons: made of the body's attributes", () =>
    inPage(
      `<!doctype html>{script}<body data-name="counter" data-tools="newlib glibc pnacl" data-configs="Debug Release" data-path="." data-width="120" data-height="90" data-attrs="a=1 b=2">
      <h2>Status: <code id="statusField">NO-STATUS</code></h2><div id="listener"></div><pre id="log"></pre><script>
      var common = (function () {
        function mime(tool) { return tool === "pnacl" ? "application/x-pnacl" : "application/x-nacl"; }
        function supports(tool) { navigator.plugins.refresh && navigator.plugins.refresh(); return navigator.mimeTypes[mime(tool)] !== undefined; }
        function status(text) { document.getElementById("statusField").textContent = text; }
        function create(name, tool, path, width, height, attributes) {
          var module = document.createElement("embed");
          module.setAttribute("name", "nacl_module");
          module.setAttribute("id", "nacl_module");
          module.setAttribute("width", width);
          module.setAttribute("height", height);
          module.setAttribute("path", path);
          module.setAttribute("src", path + "/" + name + ".nmf");
          for (var key in attributes) module.setAttribute(key, attributes[key]);
          module.setAttribute("type", mime(tool));
          document.getElementById("listener").appendChild(module);
          var offset = module.offsetTop;
        }
        function attach() {
          var listener = document.getElementById("listener");
          listener.addEventListener("load", function () {
            common.naclModule = document.getElementById("nacl_module");
            status("RUNNING");
            window.moduleDidLoad();
          }, true);
          listener.addEventListener("message", function (event) { window.handleMessage(event); }, true);
          listener.addEventListener("error", function () { status("ERROR [" + common.naclModule.lastError + "]"); }, true);
          listener.addEventListener("crash", function () {
            status(common.naclModule.exitStatus == -1 ? "CRASHED" : "EXITED [" + common.naclModule.exitStatus + "]");
          }, true);
        }
        return { naclModule: null, supports: supports, create: create, attach: attach, status: status,
          hide: function () { common.naclModule.style.height = "0"; } };
      })();
      document.addEventListener("DOMContentLoaded", function () {
        var data = document.body.dataset, tool = data.tools.split(" ")[2], attributes = {};
        if (!common.supports(tool)) { common.status("Browser does not support NaCl (" + tool + ")"); return; }
        data.attrs.split(" ").forEach(function (pair) { attributes[pair.split("=")[0]] = pair.split("=")[1]; });
        common.attach();
        common.create(data.name, tool, data.path, data.width, data.height, attributes);
      });
      function moduleDidLoad() { common.hide(); common.naclModule.postMessage(3); }
      function handleMessage(event) { document.getElementById("log").textContent += event.data + ";"; common.naclModule.postMessage(4); }
      </script></body>`,
      async (page) => {
        await until(page, () => log.textContent.startsWith("3;7;11;"));
        assert.equal(await page.evaluate(() => statusField.textContent), "RUNNING");
        assert.equal(await page.evaluate(() => nacl_module.offsetHeight), 0);
      },
    ));

  test("handlers by attribute and by property, with the window's event and its path", () =>
    inPage(
      `<!doctype html>{script}<body><div id="box">
        <embed id="m" src="counter.nmf" type="application/x-pnacl" onload="heard.push(['onload', this.id, event.type, event.target === this])">
        <embed id="n" src="missing.nmf" type="application/x-pnacl">
      </div><script>
        var heard = [], listener = document.getElementById("box");
        n.onerror = function () { heard.push(["onerror", this.id, window.event.type, n.lastError]); };
        m.onmessage = function () { heard.push("onmessage is none"); };
        window.onmessage = function () { heard.push("never at the window"); };
        document.body.addEventListener("message", function () { heard.push("never further up"); });
        listener.addEventListener("message", function () {
          heard.push(["capture", window.event.data, window.event.path[0] === m, event.srcElement.id, window.event.path.length > 4]);
        }, true);
        m.addEventListener("load", function handler() { m.postMessage(1); });
        m.addEventListener("message", { handleEvent: function (event) { heard.push(["object", event.data, event.origin, event.source, event.ports.length, event.cancelable, event instanceof MessageEvent]); } });
      </script></body>`,
      async (page) => {
        await until(page, () => heard.length >= 4);
        const seen = await page.evaluate(() => heard);
        const sorted = seen.sort(([a], [b]) => (a < b ? -1 : 1));
        assert.deepEqual(sorted, [
          ["capture", 1, true, "m", true],
          ["object", 1, "", null, 0, false, true],
          ["onerror", "n", "error", "NaCl module load failed: could not load manifest url."],
          ["onload", "m", "load", true],
        ]);
      },
    ));

  test("expandos, functions kept on the element, its method called in any way", () =>
    inPage(
      `<!doctype html>{script}<body>${embed}<script>
        m.config = { a: 1 };
        m.command = function (value) { this.postMessage(value); };
        var sums = [], send = m.postMessage;
        m.addEventListener("message", function (event) { sums.push(event.data); });
        m.command(1);
        send(2);
        m.postMessage.call(null, 3);
        m.postMessage.apply(m, [4]);
        setTimeout(m.postMessage, 0, 5);
        m["postMessage"](6, "*");
        m.readyState = 7; m.lastError = "mine"; m.exitStatus = 8;
      </script></body>`,
      async (page) => {
        await until(page, () => sums.length === 5);
        assert.deepEqual(await page.evaluate(() => sums), [1, 3, 6, 10, 15]);
        assert.deepEqual(
          await page.evaluate(() => [
            (m as unknown as { config: { a: number } }).config.a,
            m.readyState,
            m.lastError,
            m.exitStatus,
            m.postMessage === send,
          ]),
          [1, 4, "", -1, true],
        );
        assert.deepEqual(
          await page.evaluate(() => {
            const names = [];
            for (const name in m) if (/^(postM|readyS|lastEr|exitS)/.test(name)) names.push(name);
            return names.sort();
          }),
          ["exitStatus", "lastError", "postMessage", "postMessageAndAwaitResponse", "readyState"],
        );
      },
    ));

  test("several programs with the same id and name", () =>
    inPage(
      `<!doctype html>{script}<body><div id="listener">${embed}${embed}${embed.replace('id="m"', 'name="m"')}</div><script>
        var sums = {}, loads = 0, all = document.embeds;
        listener.addEventListener("load", function (event) {
          event.target.postMessage(Array.prototype.indexOf.call(all, event.target) + 1);
          loads++;
        }, true);
        listener.addEventListener("message", function (event) {
          sums[Array.prototype.indexOf.call(all, event.target)] = event.data;
        }, true);
      </script></body>`,
      async (page) => {
        await until(page, () => loads === 3 && Object.keys(sums).length === 3);
        assert.deepEqual(await page.evaluate(() => sums), { 0: 1, 1: 2, 2: 3 });
      },
    ));
});
