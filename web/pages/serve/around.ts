// The page around a program without a page: its progress, its messages, the console.

/** The element of the program, with the properties that Pinnacle's script adds. */
interface Program extends HTMLElement {
  readonly lastError: string;
  readonly exitStatus: number;
  postMessage(value: unknown): void;
}

type List = "messages" | "console";

const MAX_LINES = 1000;
const MAX_LENGTH = 10000;

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const plain = (_: string, inner: unknown) =>
    inner instanceof ArrayBuffer ? `${inner.byteLength} bytes` : inner;
  try {
    return String(JSON.stringify(value, plain));
  } catch {
    return String(value); // it holds itself
  }
}

function shown(value: unknown): string {
  const whole = textOf(value);
  return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)}…` : whole;
}

/** Lines that arrived before the page had its lists. */
const waiting: [list: List, kind: string, text: string][] = [];

function add(list: List, kind: string, text: string): void {
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

for (const kind of ["debug", "log", "info", "warn", "error"] as const) {
  const original = console[kind];
  console[kind] = (...values: unknown[]) => {
    original.apply(console, values);
    add("console", kind, values.map(shown).join(" "));
  };
}

/** Returns an element of the page, which the server writes. */
function byId<Type extends HTMLElement>(id: string): Type {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as Type;
}

document.addEventListener("DOMContentLoaded", () => {
  for (const line of waiting.splice(0)) add(...line);
  const program = byId<Program>("program");
  const status = byId("status");
  const input = byId<HTMLInputElement>("text");

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
  program.addEventListener("message", (event) => {
    if (event instanceof MessageEvent) add("messages", "came", shown(event.data));
  });

  byId("post").addEventListener("submit", (event) => {
    event.preventDefault();
    let value: unknown = input.value;
    try {
      value = JSON.parse(input.value);
    } catch {
      // Input that is not JSON is sent as text.
    }
    program.postMessage(value);
    add("messages", "posted", shown(value));
    input.value = "";
  });
});
