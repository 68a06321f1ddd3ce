// The view of LLVM 1.x bytecode: the purpose of its bytes.

import {
  BYTE_COLOURS,
  byteColour,
  file,
  functionName,
  kindColour,
  linkage,
  model,
  namedThing,
  place,
  prepare,
  short,
  sum,
  typeText,
} from "./bytecode.ts";
import { goTo, openMap, redraw } from "./bytecode_map.ts";
import type { BytecodeFile, FunctionBlock } from "./documents.ts";
import {
  average,
  type Column,
  code,
  count,
  element,
  grouped,
  map,
  type Part,
  shareBar,
  swatched,
  tableOf,
  text,
  type View,
} from "./page.ts";

// ---- Tables ----

const blue = () => kindColour("function");
const owners = (): { name: string; from: BytecodeFile | FunctionBlock }[] => [
  { name: "", from: file },
  ...file.functions.flatMap((row, number) =>
    row.block ? [{ name: functionName({ ...row, number }), from: row.block }] : [],
  ),
];
/** Returns all rows of a list, of the module and of the functions. */
const everywhere = <Row>(rows: (from: BytecodeFile | FunctionBlock) => Row[]) =>
  owners().flatMap(({ name, from }) => rows(from).map((row) => ({ owner: name, ...row })));
const owner = text("function", (row: { owner: string }) => row.owner);
const atByte = count("at byte", (row: { byte: number }) => row.byte);
const size = count("bytes", (row: { size: number }) => row.size);
const slot = text("type:slot", place);
const named = <Row>(title: string, value: (row: Row) => string): Column<Row> =>
  code(title, (row) => short(value(row)));

/** The counts of a kind of block. */
interface BlockKind {
  name: string;
  kind: string | null;
  count: number;
  size: number;
  headers: number;
  padding: number;
  largest: number;
}

function blockKinds(): BlockKind[] {
  const kinds = new Map<string, BlockKind>();
  for (const block of file.blocks) {
    const name = block.kind ?? `unknown, ${block.id}`;
    const row: BlockKind = kinds.get(name) ?? {
      name,
      kind: block.kind,
      count: 0,
      size: 0,
      headers: 0,
      padding: 0,
      largest: 0,
    };
    const whole = block.size + block.header_size;
    row.count += 1;
    row.size += whole;
    row.headers += block.header_size;
    row.padding += block.padding;
    row.largest = Math.max(row.largest, whole);
    kinds.set(name, row);
  }
  return [...kinds.values()];
}

/** Makes a link with a function's name, which shows the function in the map. */
function functionLink(row: { name: string; number: number; byte: number }): HTMLElement {
  const button = element("button", { type: "button", className: "link" }, functionName(row));
  button.onclick = () => {
    const block = model.blocks.find((other) => other.kind === "function" && other.byte === row.byte);
    if (block) goTo(block);
    map.scrollIntoView({ block: "center" });
  };
  return button;
}

const TABLES = [
  tableOf(
    () =>
      Object.entries(file.bytes)
        .map(([name, size]) => ({ name, size }))
        .filter((row) => row.size > 0),
    {
      name: "Bytes",
      about:
        "What the bytes are for; each byte of the file is counted once. Unread is what follows an " +
        "error in its block.",
      sort: 1,
      columns: [
        swatched(
          "bytes for",
          (row) => row.name,
          (row) => byteColour(row.name),
        ),
        size,
        shareBar(
          "share of the file",
          (row) => row.size,
          (row) => byteColour(row.name),
        ),
      ],
    },
  ),
  tableOf(
    () =>
      file.functions.flatMap((row, number) => {
        const own = row.block;
        if (!own) return [];
        const slots = sum(own.compaction?.planes.map((plane) => plane.slots.length) ?? []);
        return [{ ...own, name: row.name, number, types: own.compaction?.types.length ?? 0, slots }];
      }),
    {
      name: "Functions",
      about:
        "The blocks of functions, with those inside them. Formats 0 to 3 are how many instructions are " +
        "written in each; own types and slots are those that the compaction table numbers anew. Click a name " +
        "to see the function in the map.",
      sort: 2,
      columns: [
        text("function", (row) => functionName(row), functionLink),
        atByte,
        size,
        shareBar("share of the file", (row) => row.size, blue),
        text("linkage", linkage),
        count("blocks", (row) => row.basic_blocks),
        count("instructions", (row) => sum(row.encodings)),
        ...[0, 1, 2, 3].map((format) =>
          count<{ encodings: number[] }>(`format ${format}`, (row) => row.encodings[format] ?? 0),
        ),
        count("own types", (row) => row.types),
        count("own slots", (row) => row.slots),
      ],
    },
  ),
  tableOf(blockKinds, {
    name: "Blocks",
    about: "Kinds of blocks. Bytes are those of headers and contents, with the blocks inside.",
    sort: 2,
    columns: [
      swatched(
        "kind",
        (row) => row.name,
        (row) => kindColour(row.kind),
      ),
      count("blocks", (row) => row.count),
      size,
      shareBar(
        "share of the file",
        (row) => row.size,
        (row) => kindColour(row.kind),
      ),
      count("largest", (row) => row.largest),
      count("headers", (row) => row.headers),
      count("padding after them", (row) => row.padding),
    ],
  }),
  tableOf(() => everywhere((from) => from.types), {
    name: "Types",
    about:
      "Types of the module, and those of the constant pools of functions, which begin with the number " +
      "after the module's.",
    sort: 0,
    first: true,
    columns: [
      atByte,
      size,
      { title: "number", value: (row) => row.number, show: (row) => `#${row.number}` },
      named("type", (row) => row.text),
      owner,
    ],
  }),
  tableOf(() => file.globals, {
    name: "Globals",
    about: "Global variables. The initialiser is a slot among the constants of the type of the value.",
    sort: 0,
    first: true,
    columns: [
      atByte,
      named("name", (row) => row.name),
      slot,
      named("type", (row) => typeText(row.type)),
      text("linkage", linkage),
      text("is", (row) => (row.constant ? "constant" : "variable")),
      text("initialiser", (row) => (row.initializer == null ? "none" : `slot ${row.initializer}`)),
    ],
  }),
  tableOf(() => everywhere((from) => from.constants.flatMap((plane) => plane.constants)), {
    name: "Constants",
    about: "Constants of the module and of functions; those that they are made of are written as type:slot.",
    sort: 0,
    first: true,
    columns: [
      atByte,
      size,
      slot,
      named("type", (row) => typeText(row.type)),
      named("value", (row) => row.text),
      owner,
    ],
  }),
  tableOf(
    () =>
      everywhere((from) => from.symbols.flatMap((plane) => plane.symbols.map((row) => ({ plane, ...row })))),
    {
      name: "Names",
      about: "The symbol tables: what has which name.",
      sort: 0,
      first: true,
      columns: [atByte, text("of", namedThing), named("name", (row) => row.name), owner],
    },
  ),
];

// ---- The file as a whole ----

const parts = (): Part[] =>
  [...BYTE_COLOURS]
    .filter(([name]) => (file.bytes[name] ?? 0) > 0)
    .map(([name, colour]) => ({ name, colour, amount: file.bytes[name] ?? 0 }));

function figures(): [string, string][] {
  const own = file.functions.flatMap((row) => row.block ?? []);
  const instructions = sum(own.map((block) => sum(block.encodings)));
  const written = sum([0, 1, 2, 3].map((format) => file.bytes[`instructions, format ${format}`] ?? 0));
  return [
    [grouped(file.size), file.size === 1 ? "byte" : "bytes"],
    [file.release ?? "unknown", file.release ? `format ${file.version}` : "format"],
    [grouped(own.filter((block) => sum(block.encodings) > 0).length), "function bodies"],
    [grouped(instructions), "instructions"],
    [average(written, instructions), "bytes per instruction"],
    [grouped(file.types.length), "types"],
  ];
}

function problem(error: BytecodeFile["errors"][number]): string {
  const path = (error.path ?? []).join(" \u203a ");
  const where = [error.byte == null ? "" : `at byte ${grouped(error.byte)}`, path && `in ${path}`];
  return `${[error.code, ...where].filter(Boolean).join(" ")}: ${short(error.message)}`;
}

/** Makes the view of a file. */
export function bytecodeView(next: BytecodeFile): View {
  prepare(next);
  return {
    unit: "bytes",
    total: () => file.size,
    map: "Map of the file: widths are bytes",
    hint:
      "Widths are bytes, from the start of the file on the left to its end; below a block are those inside " +
      "it. Click a block to look closer and to see what is in it. Blocks that are too narrow to be seen are " +
      "drawn as one, hatched, with their number; click there to tell them apart. Red lines are where errors are.",
    figures,
    parts,
    problems: () => file.errors.map(problem),
    tables: TABLES,
    openMap,
    redrawMap: redraw,
  };
}
