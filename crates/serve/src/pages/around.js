// The page around a program that has none: how far it is, its messages, the console.
"use strict";

{
  const MAX_LINES = 1000;

  const show = (value) => {
    if (typeof value === "string") return value;
    try {
      return JSON.stringify(value, (_, inner) => (inner instanceof ArrayBuffer ? `${inner.byteLength} bytes` : inner));
    } catch {
      return String(value); // it holds itself
    }
  };

  const lines = [];
  const add = (list, kind, text) => {
    const element = document.getElementById(list);
    if (!element) {
      lines.push([list, kind, text]);
      return;
    }
    const line = document.createElement("li");
    line.className = kind;
    line.textContent = text;
    element.append(line);
    while (element.childElementCount > MAX_LINES) element.firstElementChild.remove();
    element.scrollTop = element.scrollHeight;
  };

  for (const kind of ["debug", "log", "info", "warn", "error"]) {
    const original = console[kind];
    console[kind] = (...values) => {
      original.apply(console, values);
      add("console", kind, values.map(show).join(" "));
    };
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const line of lines.splice(0)) add(...line);
    const program = document.getElementById("program");
    const status = document.getElementById("status");
    const text = document.getElementById("text");

    program.addEventListener("progress", ({ loaded, total }) => {
      status.textContent = total > 0 ? `loading: ${Math.floor((100 * loaded) / total)} %` : "loading";
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
    program.addEventListener("message", ({ data }) => add("messages", "came", show(data)));

    document.getElementById("post").addEventListener("submit", (event) => {
      event.preventDefault();
      let value = text.value;
      try {
        value = JSON.parse(value);
      } catch {
        // Then it is a text.
      }
      program.postMessage(value);
      add("messages", "posted", show(value));
      text.value = "";
    });
  });
}
