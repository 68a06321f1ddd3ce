// A proxy in front of Flashpoint's own one, which serves the files of games. It adds Pinnacle's
// script to pages, and shows a page for programs and manifests. It contacts nothing else.

"use strict";

const { existsSync, readFileSync } = require("node:fs");
const http = require("node:http");
const path = require("node:path");

/** The folder of Pinnacle's files on each site. */
const OWN = "/.pinnacle/";

/** Pinnacle's files by name, with their types. */
const FILES = new Map([
  ["pinnacle.js", "text/javascript"],
  ["pinnacle-worker.js", "text/javascript"],
  ["pinnacle.wasm", "application/wasm"],
]);

/** Pages above this size are passed on unchanged. */
const MAX_PAGE = 16 << 20;

/** Isolates pages, so that threads of programs share memory. */
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
};

const PLAIN = { "content-type": "text/plain" };

const SCRIPT = `<script src="${OWN}pinnacle.js"></script>`;

/** Returns a page with Pinnacle's script at its start. The bytes of the page are kept.
 * @param {Buffer} page */
function withScript(page) {
  // Each byte is one character.
  const text = page.toString("latin1");
  const place = /<head[^>]*>/i.exec(text) ?? /^\s*<!doctype[^>]*>/i.exec(text);
  const at = place === null ? 0 : place.index + place[0].length;
  return Buffer.from(text.slice(0, at) + SCRIPT + text.slice(at), "latin1");
}

/** Returns the address of a proxy's request; undefined if it is none that this proxy passes on.
 * @param {string} target */
function addressOf(target) {
  try {
    const url = new URL(target);
    return url.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the page of a program, which fills the window.
 * @param {string} manifest */
const playerPage = (manifest) => `<!doctype html>
<meta charset="utf-8"><title>Pinnacle</title>${SCRIPT}
<style>html, body { margin: 0; height: 100%; background: black; } embed { display: block; }</style>
<embed type="application/x-pnacl" src="${escaped(manifest)}" width="100%" height="100%">
`;

/** Returns true if the browser shows the answer as a page. Programs do not ask for pages.
 * @param {http.IncomingMessage} request */
const isVisit = (request) => /text\/html/.test(request.headers.accept ?? "");

/**
 * Responds with the player's page, a manifest or a file of Pinnacle. Returns false if the request
 * is for Flashpoint.
 * @param {URL} url
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 * @param {string} folder
 */
function respond(url, request, response, folder) {
  /** @param {string | Buffer} body @param {string} type */
  const send = (body, type, status = 200) =>
    response.writeHead(status, { "content-type": type, ...ISOLATION }).end(body);
  const kind = /\.(nmf|pexe)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  if (kind !== undefined && isVisit(request)) {
    const made = `${OWN}manifest?program=${encodeURIComponent(url.href)}`;
    const manifest = kind === "nmf" ? url.href : made;
    send(playerPage(manifest), "text/html");
    return true;
  }
  if (!url.pathname.startsWith(OWN)) return false;
  const name = url.pathname.slice(OWN.length);
  const type = FILES.get(name);
  if (name === "manifest") {
    const translated = { url: url.searchParams.get("program") ?? "" };
    const program = { portable: { "pnacl-translate": translated } };
    send(JSON.stringify({ program }), "application/json");
  } else if (type !== undefined && existsSync(path.join(folder, name))) {
    send(readFileSync(path.join(folder, name)), type);
  } else {
    send(`${url.pathname} is not in the extension's folder pinnacle.\n`, "text/plain", 404);
  }
  return true;
}

/**
 * Passes a response on. Adds the script to pages that are visited.
 * @param {http.IncomingMessage} request
 * @param {http.IncomingMessage} found
 * @param {http.ServerResponse} response
 */
function passOn(request, found, response) {
  /** @param {http.OutgoingHttpHeaders} headers */
  const start = (headers) =>
    response.writeHead(found.statusCode ?? 502, found.statusMessage ?? "", headers);
  /** @type {http.OutgoingHttpHeaders} */
  const headers = { ...found.headers, ...ISOLATION };
  const { "content-type": type = "", "content-encoding": packing } = found.headers;
  const isPage = isVisit(request) && /^text\/html/i.test(type) && packing === undefined;
  if (!isPage || Number(found.headers["content-length"] ?? 0) > MAX_PAGE) {
    start(headers);
    found.pipe(response);
    return;
  }
  delete headers["content-length"];
  delete headers["transfer-encoding"];
  /** @type {Buffer[]} */
  const parts = [];
  let size = 0;
  found.on("data", (/** @type {Buffer} */ part) => {
    parts.push(part);
    size += part.length;
    if (size <= MAX_PAGE) return;
    // The rest is passed on as it arrives.
    found.removeAllListeners("data").removeAllListeners("end");
    start(headers);
    response.write(Buffer.concat(parts));
    found.pipe(response);
  });
  found.on("end", () => {
    start(headers).end(withScript(Buffer.concat(parts)));
  });
  found.on("error", () => response.destroy());
}

/**
 * Starts the proxy on a free port of this computer. `upstream` is the host and port of Flashpoint's
 * proxy, and `folder` has Pinnacle's files.
 * @param {string} upstream
 * @param {string} folder
 * @returns {Promise<{ port: number, close: () => void }>}
 */
function startProxy(upstream, folder) {
  const { hostname, port } = new URL(`http://${upstream.replace(/^http:\/\//, "")}`);
  const server = http.createServer((request, response) => {
    const target = request.url ?? "";
    const url = addressOf(target);
    if (url === undefined) {
      response.writeHead(400, PLAIN).end("This is a proxy for http: addresses.\n");
      return;
    }
    if (respond(url, request, response, folder)) return;
    const headers = { ...request.headers };
    // A page must arrive unpacked.
    delete headers["accept-encoding"];
    const { method } = request;
    const asked = http.request({ hostname, port, path: target, method, headers }, (found) =>
      passOn(request, found, response),
    );
    asked.on("error", ({ message }) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, PLAIN).end(`Flashpoint's proxy at ${upstream}: ${message}\n`);
    });
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return;
      resolve({ port: address.port, close: () => server.close() });
    });
  });
}

module.exports = { startProxy };
