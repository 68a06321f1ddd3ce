// The worker of one program: starts it, and hands it what comes from the page.

import { hostFunctions, Machine, Places } from "../../generated/pinnacle_web.js";
import type { Start, ToWorker } from "../shared/protocol.ts";
import { Engine } from "./engine.ts";
import { Refusal } from "./manifest.ts";
import { outside } from "./outside.ts";
import { findProgram, loadCore, loadProgram, type Program } from "./program.ts";

/** What has come before the program could take it. */
const early: ToWorker[] = [];
let engine: Engine | undefined;

/** Takes what the page sends. */
export function startWorker(): void {
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === "start") void start(data);
    else if (engine === undefined) early.push(data);
    else {
      deliver(engine.machine, data);
      engine.wake();
    }
  };
  outside.post({ kind: "ready" });
}

async function start(wanted: Start): Promise<void> {
  outside.documentUrl = wanted.documentUrl;
  try {
    const core = loadCore(wanted.core);
    core.catch(() => {});
    const url = await findProgram(wanted.source, wanted.documentUrl, wanted.type);
    const program = await loadProgram(url, core);
    run(program, wanted);
  } catch (error) {
    const text = error instanceof Refusal ? error.message : `${error}`;
    outside.post({ kind: "error", text });
  }
}

function run(program: Program, wanted: Start): void {
  const ALL_PAGES = 65536;
  const memory = new WebAssembly.Memory({
    initial: program.pages,
    maximum: ALL_PAGES,
    shared: program.isShared,
  });
  outside.memory = memory;
  const made = new Engine(program.core);
  const types = hostFunctions().split("\n");
  const instance = new WebAssembly.Instance(program.module, made.imports(program.module, types, memory));
  // biome-ignore lint/suspicious/noExplicitAny: what a module exports has no types
  const exports = instance.exports as any;
  exports.__initialize_memory();
  const places = new Places(
    exports.__constants_start.value,
    exports.__constants_end.value,
    exports.__stack_start.value,
    exports.__stack_end.value,
    exports.__data_end.value,
    exports.__first_host_function.value,
  );
  const machine = new Machine(places, wanted.attributes, Float64Array.from(wanted.view));
  machine.setScreenSize(...wanted.screen);
  outside.loaded = () => outside.post({ kind: "load", url: program.url, total: program.size });
  outside.requestFrame = () => {
    requestAnimationFrame(() => {
      machine.frame();
      made.wake();
    });
  };
  made.onEnd = ({ status, text }) => outside.post({ kind: "end", status, text });
  engine = made;
  for (const message of early.splice(0)) deliver(machine, message);
  made.start(exports, machine);
}

function deliver(machine: Machine, message: ToWorker): void {
  switch (message.kind) {
    case "message":
      machine.message(message.bytes);
      break;
    case "view":
      machine.view(Float64Array.from(message.view));
      break;
    case "focus":
      machine.focus(message.has);
      break;
  }
}
