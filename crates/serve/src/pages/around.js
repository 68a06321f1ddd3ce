// The page around a program that has none: how far it is, its messages, the console.
"use strict";

{
  const MAX_LINES = 1000;
  const MAX_LENGTH = 10000;

  const text = (value) => {
    if (typeof value === "string") return value;
    const plain = (_, inner) => (inner instanceof ArrayBuffer ? `${inner.byteLength} bytes` : inner);
    try {
      return String(JSON.stringify(value, plain));
    } catch {
      return String(value); // it holds itself
    }
  };
  const show = (value) => {
    const whole = text(value);
    return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)}…` : whole;
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
    const input = document.getElementById("text");

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
      let value = input.value;
      try {
        value = JSON.parse(value);
      } catch {
        // Then it is a text.
      }
      program.postMessage(value);
      add("messages", "posted", show(value));
      input.value = "";
    });
  });
}
