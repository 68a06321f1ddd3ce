"use strict";
(() => {
  // serve/around.ts
  var MAX_LINES = 1e3;
  var MAX_LENGTH = 1e4;
  function textOf(value) {
    if (typeof value === "string") return value;
    const plain = (_, inner) => inner instanceof ArrayBuffer ? `${inner.byteLength} bytes` : inner;
    try {
      return String(JSON.stringify(value, plain));
    } catch {
      return String(value);
    }
  }
  function shown(value) {
    const whole = textOf(value);
    return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)}…` : whole;
  }
  var waiting = [];
  function add(list, kind, text) {
    const element = document.getElementById(list);
    if (element === null) {
      waiting.push([list, kind, text]);
      return;
    }
    const line = document.createElement("li");
    line.className = kind;
    line.textContent = text;
    element.append(line);
    while (element.childElementCount > MAX_LINES) element.firstElementChild?.remove();
    element.scrollTop = element.scrollHeight;
  }
  for (const kind of ["debug", "log", "info", "warn", "error"]) {
    const original = console[kind];
    console[kind] = (...values) => {
      original.apply(console, values);
      add("console", kind, values.map(shown).join(" "));
    };
  }
  function byId(id) {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`the page has no element ${id}`);
    return found;
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const line of waiting.splice(0)) add(...line);
    const program = byId("program");
    const status = byId("status");
    const input = byId("text");
    program.addEventListener("progress", ({ loaded, total }) => {
      status.textContent = total > 0 ? `loading: ${Math.floor(100 * loaded / total)} %` : "loading";
    });
    program.addEventListener("load", () => {
      status.textContent = "running";
    });
    program.addEventListener("error", () => {
      status.textContent = `error: ${program.lastError}`;
    });
    program.addEventListener("crash", () => {
      status.textContent = program.exitStatus === -1 ? "crashed" : `ended with status ${program.exitStatus}`;
    });
    program.addEventListener("message", (event) => {
      if (event instanceof MessageEvent) add("messages", "came", shown(event.data));
    });
    byId("post").addEventListener("submit", (event) => {
      event.preventDefault();
      let value = input.value;
      try {
        value = JSON.parse(input.value);
      } catch {
      }
      program.postMessage(value);
      add("messages", "posted", shown(value));
      input.value = "";
    });
  });
})();
