// The inspector's worker: runs the Rust part of the playground, which answers requests about the
// open file. One file is open at a time.

import {
  initSync,
  messageFromJson,
  messageToJson,
  File as Opened,
} from "../../generated/pinnacle_playground.js";
import type { Answer, Question, Questions } from "./protocol.ts";

let opened: Opened | undefined;

function file(): Opened {
  if (opened === undefined) throw new Error("no file is open");
  return opened;
}

const owned = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;

const answers: Questions = {
  open(name, bytes) {
    opened?.free();
    opened = undefined;
    opened = new Opened(name, bytes);
    return JSON.parse(opened.summary());
  },
  program() {
    const bytes = file().program();
    return bytes && owned(bytes);
  },
  statistics: () => file().statistics(),
  show: (view) => JSON.parse(file().show(view)),
  lines: (first, count) => file().lines(first, count),
  text: () => file().text(),
  find: (words, from, backwards) => file().find(words, from, backwards),
  fromJson: (text) => owned(messageFromJson(text)),
  toJson: (bytes) => messageToJson(bytes),
};

const ready = fetch(new URL("playground.wasm", self.location.href))
  .then((response) => {
    if (!response.ok) throw new Error("playground.wasm is missing: put it next to playground.js.");
    return response.arrayBuffer();
  })
  .then((bytes) => WebAssembly.compile(bytes))
  .then((module) => initSync({ module }));

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const answer: Answer = { number: data.number };
  try {
    await ready;
    const ask = answers[data.name] as (...args: unknown[]) => unknown;
    answer.value = ask(...data.args);
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  self.postMessage(answer);
};
