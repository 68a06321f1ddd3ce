// The playground: opens a file that is dropped, chosen or taken from the examples, and shows it.

import { isolate } from "../../src/isolate/page.ts";
import { ofThisBuild, useFiles } from "../../src/page/location.ts";
import { Bytes } from "./bytes.ts";
import { Inspector } from "./client.ts";
import { byId, grouped, make } from "./dom.ts";
import { showErrors } from "./errors.ts";
import { type Example, fetchExample, offerExamples } from "./examples.ts";
import { chosen, dropped, type Given, inOrder, isLikely, isRecording, named, read } from "./files.ts";
import { Listing } from "./listing.ts";
import { Messages } from "./messages.ts";
import { Moments, type Recording } from "./moments.ts";
import type { Summary } from "./protocol.ts";
import { type Program, Runner, type RunOptions } from "./runner.ts";
import { type Tab, Tabs } from "./tabs.ts";
import { unzip } from "./zip.ts";

const besidePage = (name: string) => new URL(name, document.baseURI).href;
useFiles({ script: () => besidePage("worker.js"), core: () => ofThisBuild(besidePage("core.wasm")) });
// After a program with threads, the page is isolated from the next visit on, so that threads run at
// the same time.
isolate("next", new URL("../pinnacle-isolate.js", document.baseURI).href);

const inspector = new Inspector();
const tabs = new Tabs();
const listing = new Listing(inspector);
const bytes = new Bytes();
const failure = byId("failure", HTMLElement);
const others = byId("others", HTMLSelectElement);
const map = byId("map", HTMLIFrameElement);

/** The open file. The files that were given with it follow. */
let current: { name: string; summary: Summary } | undefined;
let given: Given[] = [];
let hasMap = false;
let opening = 0;

/** The tabs of the open file, without that for the moments of a recording. */
let fileTabs: Tab[] = [];

const runner = new Runner(new Messages(inspector), openProgram);
const moments = new Moments(runner.output);
runner.onRecording = showMoments;

async function openProgram(): Promise<Program> {
  const program = await inspector.ask("program");
  if (program === undefined || current === undefined) throw new Error("this file is not a program");
  return { name: current.name, bytes: program, pepper: current.summary.pepper, files: given };
}

/** Replays a recording of the open program, and shows its moments. */
function showMoments(program: Program, recording: Recording): void {
  const [first, ...others] = fileTabs;
  if (first === undefined) return;
  tabs.offer([first, { id: "moments", title: "Recording" }, ...others]);
  tabs.show("moments");
  moments.show(program, recording);
}

/** Opens the most likely program among some files, or a recording of the program that is open. */
async function openFiles(files: Given[]): Promise<void> {
  const recording = files.find(isRecording);
  const others = files.filter((file) => !isRecording(file));
  const [first] = inOrder(others);
  if (first !== undefined) {
    offerOthers(others);
    await openOne(first, {});
  }
  if (recording !== undefined) await openRecording(recording);
}

async function openRecording({ path, file }: Given): Promise<void> {
  failure.textContent = "";
  if (current === undefined) {
    failure.textContent = `${path} is the recording of a run: open it together with its program.`;
    return;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    showMoments(await openProgram(), { name: path.split("/").pop() ?? path, bytes });
  } catch (error) {
    failure.textContent = (error as Error).message;
  }
}

/** Offers the files that were given together. */
function offerOthers(files: Given[]): void {
  given = files;
  byId("others-label", HTMLElement).hidden = files.length < 2;
  others.replaceChildren(...inOrder(files).map(({ path }) => make("option", {}, path)));
}

/** The inspector's names for kinds of archives. */
const ARCHIVES = ["zip", "chrome-extension"];

/** Unpacks an archive. Returns its files if a program may be among them, or else the reason. */
async function unpack(archive: Blob): Promise<Given[] | string> {
  try {
    const files = await unzip(archive);
    if (files.some(isLikely)) return files;
    return `none of the ${files.length} files in it is a program or its manifest`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Opens a file, and runs it if requested. */
async function openOne({ path, file }: Given, runOptions: RunOptions, runs = false): Promise<void> {
  const number = ++opening;
  failure.textContent = "";
  document.body.ariaBusy = "true";
  try {
    let content = await read(file);
    let summary = await inspector.ask("open", path, content);
    if (number !== opening) return;
    // Files in an archive are recognised by their names, so nested archives are not unpacked.
    if (ARCHIVES.includes(summary.kind) && !isLikely({ path, file })) {
      const files = await unpack(new Blob([content]));
      if (number !== opening) return;
      if (typeof files !== "string") return await openFiles(files);
      // An archive is not a program, so the error about that is omitted.
      summary = { ...summary, hint: files, errors: [] };
    }
    const program = summary.programs.map((url) => named(given, path, url)).find((found) => found);
    if (program !== undefined) {
      path = program.path;
      content = await read(program.file);
      summary = await inspector.ask("open", path, content);
      others.value = path;
      if (number !== opening) return;
    }
    show(path, content, summary, runOptions);
    if (runs && summary.runs) void runner.start();
  } catch (error) {
    if (number === opening) failure.textContent = (error as Error).message;
  } finally {
    if (number === opening) document.body.ariaBusy = null;
  }
}

function show(name: string, content: Uint8Array, summary: Summary, runOptions: RunOptions): void {
  current = { name, summary };
  moments.clear();
  hasMap = false;
  map.srcdoc = "";
  showFile(true);
  byId("name", HTMLElement).textContent = name;
  byId("about", HTMLElement).textContent = `${summary.description}, ${grouped(content.length)} bytes`;
  const hint = byId("hint", HTMLElement);
  const isAlone = summary.kind === "manifest" && summary.programs.length > 0;
  hint.textContent = [summary.hint, isAlone && "open both together to run it"].filter(Boolean).join("; ");
  hint.hidden = hint.textContent === "";
  runner.prepare(summary.pepper, runOptions);
  listing.prepare(name, summary);
  bytes.show(content);
  showFacts(summary);
  showErrors(summary, {
    toListing: (finding) => {
      tabs.show("listing");
      const place = finding.position ? `${finding.code} at ${finding.position}` : finding.code;
      void listing.goTo(place, finding.line);
    },
    toByte: (offset) => {
      tabs.show("bytes");
      bytes.goTo(offset);
    },
  });
  const { runs, errors, views, statistics, facts } = summary;
  const all: (Tab | false)[] = [
    runs && errors.length === 0 && { id: "run", title: "Run" },
    errors.length > 0 && { id: "errors", title: "Errors", count: errors.length },
    runs && errors.length > 0 && { id: "run", title: "Run" },
    views.length > 0 && { id: "listing", title: "Listing" },
    statistics && { id: "map", title: "Map" },
    facts.length > 0 && { id: "facts", title: "Facts" },
    { id: "bytes", title: "Bytes" },
  ];
  fileTabs = all.filter((tab) => tab !== false);
  tabs.offer(fileTabs);
  byId("name", HTMLElement).focus({ preventScroll: true });
}

/** Shows the open file, or the start page. */
function showFile(isOpen: boolean): void {
  byId("start", HTMLElement).hidden = isOpen;
  byId("opened", HTMLElement).hidden = !isOpen;
  document.body.classList.toggle("has-file", isOpen);
  document.title = isOpen && current ? `${current.name} – Pinnacle playground` : "Pinnacle playground";
}

function showFacts({ facts }: Summary): void {
  const list = facts.flatMap(([title, text]) => [make("dt", {}, title), make("dd", {}, text)]);
  byId("facts", HTMLElement).replaceChildren(...list);
}

async function showMap(): Promise<void> {
  if (hasMap) return;
  hasMap = true;
  map.srcdoc = (await inspector.ask("statistics")) ?? "";
}

async function openExample(example: Example): Promise<void> {
  given = [];
  byId("others-label", HTMLElement).hidden = true;
  try {
    const file = await fetchExample(example);
    await openOne({ path: example.file, file }, example, true);
  } catch (error) {
    failure.textContent = (error as Error).message;
  }
}

tabs.onShow = (id) => {
  if (id === "listing") void listing.open();
  if (id === "map") void showMap();
};

listing.onRun = (text) => {
  const name = current?.name.replace(/( \(edited\))?$/, " (edited)") ?? "edited";
  void openOne({ path: name, file: new Blob([text]) }, {}, true);
};

others.addEventListener("change", () => {
  const file = given.find(({ path }) => path === others.value);
  if (file !== undefined) void openOne(file, {});
});

byId("close", HTMLButtonElement).addEventListener("click", () => {
  runner.stop("");
  moments.clear();
  current = undefined;
  showFile(false);
  byId("choose-files", HTMLButtonElement).focus();
});

for (const [button, input] of [
  ["choose-files", "files"],
  ["choose-folder", "folder"],
] as const) {
  const picker = byId(input, HTMLInputElement);
  byId(button, HTMLButtonElement).addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    if (picker.files) void openFiles(chosen(picker.files));
    picker.value = "";
  });
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) document.body.classList.remove("over");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer) {
    dropped(event.dataTransfer).then(openFiles, (error: Error) => {
      failure.textContent = error.message;
    });
  }
});

offerExamples((example) => void openExample(example)).catch(() => {
  // Browsers only start workers from a server.
  if (location.protocol === "file:")
    failure.textContent = "This page must be loaded from a server, such as `pinnacle serve`.";
});
