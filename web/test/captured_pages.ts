// Pages for web archives: they do with the real programs of ../shared what the pages of those
// programs did. A page has a function `worked`, which returns true as soon as it has seen everything
// that it waits for.

/** A page and the folder of its program. */
export interface CapturedPage {
  name: string;
  /** The folder of the corpus, which is the root of the site. */
  folder: string;
  /** The path of the page in the folder. */
  path: string;
  html: string;
  /** The minimum number of colours in the picture of the page, if its program draws. */
  colours?: number;
}

/** The common start of the pages. */
const START = `<script>
  var heard = [];
  function note(event) { heard.push(event.type === "message" ? event.data : event.type + " " + (event.target.lastError || "")); }
  function listen(target, capture) {
    ["load", "message", "error", "crash"].forEach(function (type) { target.addEventListener(type, note, capture); });
  }
  function hasLoaded() { return heard.indexOf("load ") >= 0; }
</script>`;

const page = (body: string) => `<!doctype html><html><head><title>old</title>${START}</head>${body}</html>`;

/** The element in the page's HTML, in an element that listens. */
const inListener = (source: string, more = "") =>
  `<div id="listener"><script>listen(document.getElementById("listener"), true);</script>
  <embed id="m" name="nacl_module" width="0" height="0" src="${source}" type="application/x-pnacl" ${more}></div>`;

/** Sends orders one after another. Each waits for the response to the previous one. */
const ORDERS = `function inTurn(module, orders, done) {
  var answers = [];
  module.addEventListener("message", function (event) {
    answers.push(event.data);
    if (answers.length < orders.length) module.postMessage(orders[answers.length]);
    else done(answers);
  });
  module.postMessage(orders[0]);
}`;

const lessons: CapturedPage[] = [
  {
    name: "hello-tutorial",
    folder: "hello-tutorial",
    path: "index.html",
    html: page(`<body>${inListener("hello_tutorial.nmf")}<script>
      listener.addEventListener("load", function () { document.getElementById("m").postMessage("hello"); }, true);
      function worked() { return heard.join() === "load ,Hello from NaCl!"; }
    </script></body>`),
  },
  {
    name: "counter",
    folder: "counter",
    path: "index.html",
    html: page(`<body onload="pageDidLoad()">
      <div id="listener"><embed name="nacl_module" id="m" width=0 height=0 src="counter.nmf" type="application/x-pnacl" /></div>
      <script>
        function pageDidLoad() {
          var module = document.getElementById("m");
          document.getElementById("listener").addEventListener("load", function () {
            [1, 1, 41].forEach(function (number) { module.postMessage(number); });
          }, true);
          listen(document.getElementById("listener"), true);
        }
        function worked() { return heard.join() === "load ,1,2,43"; }
      </script></body>`),
  },
  {
    name: "monte-carlo",
    folder: "monte-carlo",
    path: "index.html",
    html: page(`<body>${inListener("monte_carlo.nmf")}<script>
      listener.addEventListener("load", function () {
        document.getElementById("m").postMessage({ cmd: "sim", nPts: 1000, model: "Circle" });
      }, true);
      function ofType(type) { return heard.filter(function (one) { return one.Type === type; }); }
      function worked() {
        var parts = ofType("partial"), last = parts[9];
        return ofType("completed").length === 1 && last.Samples === 1000 &&
          Math.abs(last.Mean - Math.PI / 4) < 5 * last.StdError;
      }
    </script></body>`),
  },
  {
    name: "argon2",
    folder: "argon2",
    path: "docs/index.html",
    html: page(`<body><div id="pnaclListener"></div><script>
      if (!navigator.mimeTypes["application/x-pnacl"]) throw new Error("no type");
      listen(document.getElementById("pnaclListener"), true);
      var module = document.createElement("embed");
      module.setAttribute("id", "argon2");
      module.setAttribute("width", "0");
      module.setAttribute("height", "0");
      module.setAttribute("src", "../argon2.nmf");
      module.setAttribute("type", "application/x-pnacl");
      document.getElementById("pnaclListener").appendChild(module);
      module.offsetTop;
      module.postMessage({ pass: "password", salt: "somesalt", time: 1, mem: 1024, hashLen: 32, parallelism: 1, type: 0 });
      function worked() {
        return heard.some(function (one) {
          return one.hash === "2e2e5e05fe57ac2cf472ecd045ef687e562a980fd50339b389c870e1962bbc45";
        });
      }
    </script></body>`),
  },
  {
    name: "furious",
    folder: "furious",
    path: "slides/index.html",
    html: page(`<body><script>
      var object = document.createElement("object");
      object.width = 0;
      object.height = 0;
      object.data = "../furious.nmf";
      object.type = "application/x-pnacl";
      listen(object, false);
      document.body.appendChild(object);
      var table;
      var request = new XMLHttpRequest();
      request.open("GET", "../okun.csv");
      request.onload = function () { table = request.responseText; };
      request.send();
      function worked() {
        return table && heard.some(function (one) {
          return one instanceof ArrayBuffer && Array.from(new Uint8Array(one)).slice(0, 7).join() === "13,0,0,0,0,16,2";
        });
      }
    </script></body>`),
  },
  {
    name: "webpenc",
    folder: "webpenc",
    path: "index.html",
    html: page(`<body>${inListener("webpenc.nmf")}<img id="picture"><script>
      listener.addEventListener("load", function () {
        var pixels = new Uint8Array(8294400);
        for (var y = 10; y < 110; y++) for (var x = 10; x < 110; x++) {
          pixels[4 * (1920 * y + x)] = 255;
          pixels[4 * (1920 * y + x) + 3] = 255;
        }
        document.getElementById("m").postMessage({ rgba: pixels.buffer, id: 1, width: 1920, height: 1080, quality: "lossless" });
      }, true);
      listener.addEventListener("message", function (event) {
        document.getElementById("picture").src = URL.createObjectURL(new Blob([event.data.data], { type: "image/webp" }));
      }, true);
      function worked() { return document.getElementById("picture").naturalWidth === 1920; }
    </script></body>`),
  },
  {
    name: "core-estimator",
    folder: "core-estimator",
    path: "demo/index.html",
    html: page(`<body><script>
      var html = "http://www.w3.org/1999/xhtml";
      var listener = document.createElementNS(html, "div");
      var module = document.createElementNS(html, "embed");
      module.setAttribute("path", "../nacl_module/pnacl/Release");
      module.setAttribute("src", location.protocol + "//" + location.host + "/nacl_module/pnacl/Release/cores.nmf");
      module.setAttribute("type", "application/x-pnacl");
      listen(listener, true);
      listener.addEventListener("load", function () { module.postMessage(0); }, true);
      listener.appendChild(module);
      document.documentElement.appendChild(listener);
      function worked() { return heard.indexOf(navigator.hardwareConcurrency) > 0; }
    </script></body>`),
  },
];

const pictures: CapturedPage[] = [
  {
    name: "path-tracer",
    folder: "path-tracer",
    path: "index.html",
    colours: 100,
    html: page(`<body data-name="path-tracer" data-tools="pnacl" data-path="pnacl/Release" data-width="512" data-height="384">
      <div id="listener"></div><script>
      document.addEventListener("DOMContentLoaded", function () {
        var data = document.body.dataset, module = document.createElement("embed");
        listen(document.getElementById("listener"), true);
        var attributes = {
          name: "nacl_module", id: "nacl_module", width: data.width, height: data.height, path: data.path,
          src: data.path + "/" + data.name + ".nmf", type: "application/x-" + data.tools,
        };
        for (var name in attributes) module.setAttribute(name, attributes[name]);
        document.getElementById("listener").appendChild(module);
      });
      function worked() { return heard.indexOf(1) > 0 && hasLoaded(); }
    </script></body>`),
  },
  ...["KC85-3", "BulletPhysicsBasic", "TurboBadgerDemo", "Paclone"].map((name) => ({
    name: `oryol ${name}`,
    folder: "oryol",
    path: `pnacl/${name}.html`,
    colours: name === "TurboBadgerDemo" ? 500 : 100,
    html: page(`<body style="margin:0">
      <embed id="m" width="256" height="256" src="${name}.nmf" type="application/x-pnacl"><script>
      var m = document.getElementById("m");
      listen(m, false);
      m.addEventListener("message", function (event) {
        var said = JSON.parse(event.data);
        if (said.msg === "resize") { m.width = said.w; m.height = said.h; }
      });
      function worked() { return hasLoaded() && ${name === "Paclone" ? "true" : "m.width > 256"}; }
    </script></body>`),
  })),
  ...[20, 21, 25].map((number) => ({
    name: `zillalib-samples ${number}`,
    folder: "zillalib-samples",
    path: `samples/${number}.html`,
    colours: 20,
    html: page(`<body style="margin:0"><script>
      if (navigator.userAgent.indexOf("Chrome/") < 0) throw new Error("no Chrome");
      var m = document.createElement("embed");
      var url = location.href.replace(/[^\\/]*$/, "") + "ZillaLibSample-${number}.pexe";
      m.width = 854; m.height = 480; m.type = "application/x-pnacl";
      m.src = "data:;," + encodeURIComponent(JSON.stringify({ program: { portable: { "pnacl-translate": { url: url } } } }));
      listen(m, false);
      m.addEventListener("message", function (event) {
        if (event.data === "RDY") m.postMessage("PKG" + url);
        if (event.data === "PKD") m.postMessage("INI");
        if (/^WIN/.test(event.data)) { m.postMessage("RUN"); m.focus(); }
      });
      document.body.appendChild(m);
      if (m.readyState === undefined) throw new Error("no readyState");
      function worked() { return heard.some(function (text) { return /^WIN/.test(text); }); }
    </script></body>`),
  })),
];

/** The nacl_io demo: files, of the program and of the site. */
const demo = (path: string, source: string, site: string): CapturedPage => ({
  name: `nacl-io-demo ${path}`,
  folder: "nacl-io-demo",
  path,
  html: page(`<body><div id="listener"></div><script>
    ${ORDERS}
    var answers;
    navigator.webkitPersistentStorage.requestQuota(5 * 1024 * 1024, function () {
      var module = document.createElement("embed");
      module.id = "nacl_module";
      module.type = "application/x-pnacl";
      module.src = "${source}";
      listen(module, false);
      module.addEventListener("load", function () {
        inTurn(module, [
          { cmd: "fopen", args: ["/persistent/a.txt", "w"] },
          { cmd: "fwrite", args: [0, "hello"] },
          { cmd: "fclose", args: [0] },
          { cmd: "stat", args: ["/persistent/a.txt"] },
          { cmd: "fopen", args: ["/http/${site}", "r"] },
          { cmd: "fread", args: [0, 15] },
          { cmd: "nope", args: [] }
        ], function (all) { answers = all; });
      });
      document.getElementById("listener").appendChild(module);
    });
    function worked() {
      return answers && answers[3].args[1] === 5 && answers[5].args[1] === "<!doctype html>" &&
        answers[6] === 'Error: Unknown function "nope"';
    }
  </script></body>`),
});

export const capturedPages: CapturedPage[] = [
  ...lessons,
  demo("index.html", "pnacl/Release/nacl_io_demo.nmf", "index.html"),
  demo("pnacl/Release/index.html", "nacl_io_demo.nmf", "index.html"),
  ...pictures,
];
