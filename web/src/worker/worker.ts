// The worker of a program. It starts the program, and forwards messages from the page. Workers of
// further threads also start with this file.

import { CodeKind, CommandLine, hostFunctions, Machine, Places } from "../../generated/pinnacle_web.js";
import { serveFiles } from "../files/serve.ts";
import { give } from "../shared/answer.ts";
import { atHand, useFilesAtHand } from "../shared/at_hand.ts";
import type { Input, SoundDevice, Start, ToWorker } from "../shared/protocol.ts";
import { useReplayPrefix } from "../shared/replay.ts";
import { buildHash } from "../shared/version.ts";
import type { ProgramExports } from "./answers.ts";
import { Backlog } from "./backlog.ts";
import { Control } from "./control.ts";
import { reportOf } from "./crash_report.ts";
import { outside, programBytes } from "./environment.ts";
import { Fetches } from "./fetches.ts";
import { ProgramFiles } from "./files.ts";
import { onLoss } from "./gl/device.ts";
import { recordGlResults, watchDrawing } from "./gl/functions.ts";
import { useMemory } from "./gl/memory.ts";
import { MainThread } from "./main_thread.ts";
import { programMemory } from "./memory.ts";
import { findProgram, isOfPolicy, loadCore, loadProgram, type Program } from "./program.ts";
import { Refusal } from "./refusal.ts";
import { isOnTape, replaying, sendMoments } from "./replay.ts";
import { checkState, continueFrom, saveState, stateOf } from "./saved_states.ts";
import { keepContextPixels, takeCanvas } from "./screen.ts";
import { IS_OVER, serveAsThread } from "./side_thread.ts";
import { Sockets } from "./sockets.ts";
import { mayPlay } from "./sounds.ts";
import { Pieces } from "./streams.ts";
import { Turns } from "./turns.ts";
import { Decoders } from "./video/decoders.ts";
import { Tracks } from "./video/tracks.ts";

const NO_WASM =
  "The page's content security policy forbids WebAssembly: script-src lacks 'wasm-unsafe-eval'.";

/** Number of workers that are created in advance for a program that will start threads. */
const FIRST_SPARES = 4;

let tellDevice: (device: SoundDevice) => void = () => {};
const soundDevice = new Promise<SoundDevice>((resolve) => {
  tellDevice = resolve;
});

/** Messages that arrived before the program could process them. */
const early: ToWorker[] = [];
let main: MainThread | Turns | undefined;

/** Handles messages of the page. */
export function startWorker(): void {
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === "start") void start(data);
    else if (data.kind === "files") serveFiles(data.site);
    else if (data.kind === "spare") void serveAsThread(data);
    else if (data.kind === "soundDevice") tellDevice(data);
    else if (data.kind === "taken") outside.backlog?.took(data.weight);
    else if (main === undefined) early.push(data);
    else {
      deliver(main.machine, data);
      main.wake();
    }
  };
  outside.post({ kind: "ready", build: buildHash });
}

async function start(wanted: Start): Promise<void> {
  if (wanted.build !== buildHash) return;
  outside.documentUrl = wanted.documentUrl;
  outside.baseUrl = wanted.baseUrl;
  useReplayPrefix(wanted.replay, wanted.documentUrl, wanted.rewrites ?? false);
  useFilesAtHand(wanted.files ?? []);
  outside.backlog = new Backlog(wanted.taken);
  try {
    const core = loadCore(wanted.core);
    const state = stateOf(wanted);
    for (const one of [core, state]) one.catch(() => {});
    const { source, documentUrl } = wanted;
    const found = source.kind === "manifest" ? await findProgram(source, documentUrl, core) : source;
    const program = await loadProgram(found.url, found.content, core, isOnTape(wanted));
    await run(program, found.content, wanted, await state);
  } catch (error) {
    outside.post({ kind: "error", text: reasonOf(error) });
  }
}

/** Returns the reason why a program was not started, for the page. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return isOfPolicy(error) ? `${NO_WASM} (${(error as Error).message})` : `${error}`;
}

async function run(
  program: Program,
  content: Blob | undefined,
  wanted: Start,
  state: Uint8Array | undefined,
): Promise<void> {
  const { module, pages, isShared, core } = program;
  const memory = programMemory(pages, isShared);
  outside.memory = memory;
  outside.programUrl = program.url;
  useMemory(memory);
  const control = isShared ? Control.create() : undefined;
  const types = hostFunctions().split("\n");
  const { url, size, takesTurns, loadsModules } = program;
  const file = { url, content: content ?? atHand(url), size, isShared, takesTurns, loadsModules };
  const need = (first: number, count: number): void => {
    if (control === undefined) return;
    const spare = { module, memory, control: control.buffer, types, core: wanted.core, file };
    outside.post({ kind: "spares", spare, first, count });
  };
  if (program.takesTurns) outside.post({ kind: "threads" });
  recordGlResults(isOnTape(wanted));
  watchDrawing(wanted.replayed !== undefined);
  keepContextPixels(wanted.replayed !== undefined);
  const recorder = wanted.replayed ? replaying(wanted.replayed.bytes, program.sum) : program.recorder;
  const thread = program.takesTurns
    ? new Turns(core, memory, module, types, isOnTape(wanted))
    : new MainThread(core, memory, control, need);
  const instance = new WebAssembly.Instance(module, thread.imports(module, types));
  const exports = instance.exports as unknown as ProgramExports;
  exports.__initialize_memory();
  if (wanted.replayed === undefined && mayPlay(programBytes())) {
    outside.post({ kind: "plays" });
    outside.soundDevice = await soundDevice;
  }
  if (wanted.command) outside.streams = new Pieces(outside.post);
  const machine = new Machine(
    placesOf(exports),
    new CodeKind(isShared, program.takesTurns, program.loadsModules),
    wanted.attributes,
    Float64Array.from(wanted.view),
    wanted.command && new CommandLine(wanted.command.arguments, wanted.command.input),
    wanted.numbers,
    recorder,
  );
  machine.setScreenSize(...wanted.screen);
  machine.setProgramSum(program.sum);
  if (state !== undefined) continueFrom(machine, state);
  const wake = () => thread.wake();
  outside.loaded = () => outside.post({ kind: "load", url: program.url, total: program.size });
  outside.requestFrame = () => {
    requestAnimationFrame(() => {
      machine.frame();
      wake();
    });
  };
  onLoss((id) => {
    machine.contextLost(id);
    wake();
  });
  outside.fetches = new Fetches(machine, wake, outside.post, wanted.documentUrl);
  outside.sockets = new Sockets(machine, wake);
  outside.decoders = new Decoders(machine, wake);
  outside.tracks = new Tracks(machine, wake);
  outside.files = new ProgramFiles(machine, wake, (port) => outside.post({ kind: "files", port }, [port]));
  thread.onEnd = (end) => {
    giveUp();
    outside.streams.flush();
    const { status, text } = end;
    if (wanted.record) sendRecording(machine, status, text);
    if (wanted.replayed) sendMoments(machine, wanted.replayed.name, status, text);
    if (status >= 0) outside.post({ kind: "end", status, text });
    else {
      void reportOf(end, file).then((text) => {
        outside.post({ kind: "end", status, text });
      });
    }
  };
  if (thread instanceof MainThread) thread.prepareThreads(FIRST_SPARES);
  main = thread;
  for (const message of early.splice(0)) deliver(machine, message);
  thread.start(exports, machine);
}

/** Sends the recording so far to the page. `status` is undefined while the program runs. */
function sendRecording(machine: Machine, status: number | undefined, text: string): void {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  try {
    bytes = machine.recording(status, text) as Uint8Array<ArrayBuffer> | undefined;
  } catch (error) {
    // The Rust part does not respond after a fault of its own.
    console.warn(`Pinnacle: there is no recording: ${error}`);
  }
  outside.post({ kind: "recording", bytes }, bytes ? [bytes.buffer] : []);
}

/** Ends all waits of the page for answers, without answers. */
function giveUp(): void {
  for (const answer of outside.answers.splice(0)) give(answer, undefined);
}

function placesOf(exports: ProgramExports): Places {
  const place = (name: string): number => (exports[name] as WebAssembly.Global).value;
  return new Places(
    place("__constants_start"),
    place("__constants_end"),
    place("__stack_start"),
    place("__stack_end"),
    place("__data_end"),
    place("__first_host_function"),
  );
}

function deliver(machine: Machine, message: ToWorker): void {
  switch (message.kind) {
    case "message":
      machine.message(message.bytes);
      break;
    case "track":
      outside.tracks?.add(message.number, message.stream);
      break;
    case "ask":
      outside.answers.push(message.answer);
      machine.blockingMessage(message.bytes);
      break;
    case "view":
      machine.view(Float64Array.from(message.view));
      break;
    case "focus":
      machine.focus(message.has);
      break;
    case "canvas":
      takeCanvas(message.canvas);
      break;
    case "input":
      // Converts the time to that of this worker's clock.
      input(machine, message.time - performance.timeOrigin, message.modifiers, message.input);
      break;
    case "gesture":
      machine.setGesture(message.has);
      break;
    case "mouseLock":
      machine.mouseLock(message.has);
      break;
    case "mouseLockLost":
      machine.mouseLockLost();
      break;
    case "fullscreenRefused":
      machine.fullscreenRefused();
      break;
    case "takeRecording":
      sendRecording(machine, undefined, "saved while the program ran");
      break;
    case "saveState":
      saveState(machine, message.number);
      break;
    case "checkState":
      checkState(machine, message.number, message.bytes);
      break;
    case "gamepad":
      machine.gamepad(message.index, message.id, message.time, message.axes, message.numbers);
      break;
    case "fileNews":
      outside.files?.news(message.news);
      break;
    case "port":
      message.port.onmessage = ({ data }) => {
        if (data === IS_OVER) giveUp();
        else main?.heard();
      };
      break;
  }
}

function input(machine: Machine, time: number, modifiers: number, input: Input): void {
  switch (input.what) {
    case "mouse":
      machine.mouse(time, modifiers, input.action, input.button, Int32Array.from(input.numbers));
      break;
    case "wheel":
      machine.wheel(time, modifiers, Float32Array.from(input.numbers), input.byPage);
      break;
    case "key":
      machine.key(time, modifiers, input.isDown, input.keyCode, input.code);
      break;
    case "character":
      machine.character(time, modifiers, input.text);
      break;
    case "touch":
      machine.touch(time, modifiers, input.action, Float64Array.from(input.numbers));
      break;
    case "composition":
      machine.composition(time, input.action, input.text, Uint32Array.from(input.selection));
      break;
  }
}
