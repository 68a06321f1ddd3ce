// The map of LLVM 1.x bytecode, to scale. Each row of bars shows the blocks of one depth, with
// nested blocks below their parents. Details of the clicked block follow below the map.

import {
  ancestors,
  type Block,
  BYTE_COLOURS,
  blockName,
  byteColour,
  bytesOf,
  contents,
  file,
  functionName,
  KIND_COLOURS,
  kindColour,
  linkage,
  model,
  namedThing,
  PRIMITIVES,
  place,
  short,
  sum,
  typeText,
} from "./bytecode.ts";
import type { Compaction, FunctionBlock } from "./documents.ts";
import {
  byId,
  type Cell,
  drawPath,
  element,
  type Facts,
  grouped,
  hideTip,
  inkOn,
  map,
  OTHER_COLOURS,
  percent,
  strip,
} from "./page.ts";

/** A level of the map: the file, a block, or a range inside a block. */
interface Step {
  name: string;
  from: number;
  to: number;
  block: Block | null;
  range?: boolean;
}

/** A type, a constant or another entry in a block. It ends where the next one begins, or with its
 * block. */
interface Entry {
  kind: string;
  label: string;
  from: number;
  to: number;
  size: number | undefined;
}

// Heights of rows, the width below which a cell is too narrow, and the maximum width of merged
// cells.
const ROW = 34;
const RULER = 22;
const NARROW = 4;
const RUN = 40;
const MOST_MARKS = 200;
let steps: Step[] = [];
const shown = (): Step => steps.at(-1) ?? wholeFile();

/** Shows the whole file. */
export function openMap(): void {
  go([]);
}

function wholeFile(): Step {
  const name = file.file.split(/[\\/]/).pop() ?? "";
  return { name, from: 0, to: Math.max(file.size, 1), block: null };
}

const stepOf = (block: Block): Step => {
  const { from, to } = block;
  return { name: blockName(block), from, to: Math.max(to, from + 1), block };
};

/** Shows the last of a path of levels below the whole file. */
function go(path: Step[]): void {
  steps = [wholeFile(), ...path];
  drawMap();
  drawDetails();
}

/** Shows a block. The path to it has the blocks around it, and the ranges that were opened
 * before. */
export function goTo(block: Block): void {
  const ranges = steps.filter((step) => step.range && step.from <= block.from && step.to >= block.to);
  const path = [...ancestors(block).map(stepOf), ...ranges];
  go(path.sort((a, b) => b.to - b.from - (a.to - a.from)));
}

function drawMap(): void {
  hideTip();
  const { from, to, block } = shown();
  const entries = block !== null && block.depth > 0 ? placesIn(block) : [];
  const levels = model.levels.length;
  const rowCount = levels + (entries.length > 0 ? 1 : 0);
  const width = map.clientWidth;
  const scale = width / (to - from);
  map.style.height = `${RULER + Math.max(rowCount, 1) * ROW}px`;
  const cells = [...ruler(from, to, scale)];
  model.levels.forEach((level, index) => {
    drawRow(cells, level, blockCell, index, scale);
  });
  if (entries.length > 0) drawRow(cells, entries, entryCell, levels, scale);
  cells.push(...marks(from, to, scale));
  map.replaceChildren(...cells);
  drawPath(steps.map((step, index) => ({ name: step.name, go: () => go(steps.slice(1, index + 1)) })));
}

/** Draws the visible part of a row. Cells that are too narrow are merged with their neighbours, so
 * the width of the map bounds the number of cells for every file. */
function drawRow<Item extends Block | Entry>(
  cells: HTMLElement[],
  items: Item[],
  cell: (item: Item, width: number) => Cell,
  row: number,
  scale: number,
): void {
  const { from, to } = shown();
  const x = (byte: number) => (Math.min(Math.max(byte, from), to) - from) * scale;
  let run: Item[] = [];
  const add = (box: HTMLElement, first: Item, last: Item) => {
    Object.assign(box.style, {
      left: `${x(first.from)}px`,
      top: `${RULER + row * ROW}px`,
      width: `${Math.max(x(last.to) - x(first.from) - 1, 1)}px`,
      height: `${ROW - 2}px`,
    });
    cells.push(box);
  };
  const addRun = () => {
    const first = run.at(0);
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    if (first === last) add(cell(last, 0), last, last);
    else add(runCell(run, first, last, x(last.to) - x(first.from)), first, last);
    run = [];
  };
  for (const item of items.slice(firstBehind(items, from))) {
    if (item.from >= to) break;
    const width = x(item.to) - x(item.from);
    const first = run.at(0);
    const last = run.at(-1);
    const ends = (before: Item, start: Item) =>
      width >= NARROW || x(item.from) - x(before.to) > NARROW || x(item.to) - x(start.from) > RUN;
    if (first && last && ends(last, first)) addRun();
    if (width >= NARROW) add(cell(item, width), item, item);
    else run.push(item);
  }
  addRun();
}

/** Returns the index of the first item that ends after a byte. */
function firstBehind(items: (Block | Entry)[], byte: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.to ?? Number.POSITIVE_INFINITY) > byte) high = middle;
    else low = middle + 1;
  }
  return low;
}

function filled(colour: string, label: string, width: number): Cell {
  const box: Cell = element("div", {
    className: "cell",
    style: { background: colour, color: inkOn(colour) },
  });
  if (width > 28) box.append(element("div", { className: "label" }, element("b", {}, label)));
  return box;
}

function blockCell(block: Block, width: number): Cell {
  const box = filled(kindColour(block.kind), blockName(block), width);
  box.tip = () => [blockName(block), blockFacts(block)];
  return entered(box, blockName(block), () => goTo(block));
}

function entered(box: Cell, label: string, enter: () => void): Cell {
  box.enter = enter;
  box.tabIndex = 0;
  box.setAttribute("role", "button");
  box.setAttribute("aria-label", label);
  return box;
}

function runCell(run: (Block | Entry)[], first: Block | Entry, last: Block | Entry, width: number): Cell {
  const isBlocks = "depth" in first;
  const name = `${grouped(run.length)} ${isBlocks ? "blocks" : "entries"}`;
  const kinds = new Map<string | null, number>();
  for (const { kind, from, to } of run) kinds.set(kind, (kinds.get(kind) ?? 0) + to - from);
  const ordered = [...kinds.keys()].sort((a, b) => (kinds.get(b) ?? 0) - (kinds.get(a) ?? 0));
  const box = filled((isBlocks ? kindColour : byteColour)(ordered[0] ?? ""), grouped(run.length), width);
  box.classList.add("run");
  const names = ordered.map((kind) => kind ?? "unknown").join(", ");
  box.tip = () => [
    name,
    [
      ["kind", names],
      ["at byte", grouped(first.from)],
      ["up to", grouped(last.to)],
    ],
  ];
  const range = {
    name,
    from: first.from,
    to: Math.max(last.to, first.from + 1),
    block: shown().block,
    range: true,
  };
  const covers = range.from === shown().from && range.to === shown().to;
  return covers ? box : entered(box, name, () => go([...steps.slice(1), range]));
}

function entryCell(entry: Entry, width: number): Cell {
  const box = filled(byteColour(entry.kind), entry.label, width);
  box.classList.add("leaf");
  box.tip = () => [
    entry.label,
    [
      ["kind", entry.kind],
      ["at byte", grouped(entry.from)],
      ["size", bytesOf(entry.to - entry.from)],
    ],
  ];
  return box;
}

/** Returns the types, constants and other entries in a block, with their ends. */
function placesIn(block: Block): Entry[] {
  const { types, globals, functions, constants, symbols } = contents(block);
  // The end is set below.
  const entry = (kind: string, label: string, row: { byte: number; size?: number }): Entry => ({
    kind,
    label: short(label),
    from: row.byte,
    to: row.byte,
    size: row.size,
  });
  const entries = [
    types.map((row) => entry("types", `#${row.number} = ${row.text}`, row)),
    globals.map((row) => entry("global variables", row.name ? `%${row.name}` : place(row), row)),
    functions.map((row) => entry("functions", functionName(row), row)),
    constants.map((row) => entry(row.plane.type === null ? "strings" : "constants", row.text, row)),
    symbols.map((row) => entry("names", row.name, row)),
  ]
    .flat()
    .sort((a, b) => a.from - b.from);
  // An entry without a size ends where the next one begins, or with its block.
  const isInside = ({ depth, to }: Block) => depth >= block.depth && to > block.from && to <= block.to;
  const ends = model.blocks
    .filter(isInside)
    .map((inner) => inner.to)
    .sort((a, b) => a - b);
  let end = 0;
  entries.forEach((row, index) => {
    while ((ends[end] ?? Number.POSITIVE_INFINITY) <= row.from) end += 1;
    const next = Math.min(ends[end] ?? block.to, entries[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    row.to = row.size === undefined ? next : row.from + row.size;
  });
  return entries;
}

/** Makes the ruler above the rows, with offsets at round numbers. */
function ruler(from: number, to: number, scale: number): HTMLElement[] {
  const least = Math.max(((to - from) * 90) / Math.max(map.clientWidth, 1), 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= least) ?? least;
  const ticks: HTMLElement[] = [];
  for (let byte = Math.ceil(from / step) * step; byte < to && (to - byte) * scale > 50; byte += step) {
    ticks.push(
      element("div", { className: "tick", style: { left: `${(byte - from) * scale}px` } }, grouped(byte)),
    );
  }
  return ticks;
}

/** Makes lines at the positions of errors. */
function marks(from: number, to: number, scale: number): HTMLElement[] {
  const places = new Set<number>();
  for (const { byte } of file.errors) {
    if (byte != null && byte >= from && byte <= to) places.add(Math.round((byte - from) * scale));
    if (places.size === MOST_MARKS) break;
  }
  return [...places].map((left) =>
    element("div", { className: "mark", title: "an error", style: { left: `${left}px` } }),
  );
}

// ---- Details of the clicked block ----

const MOST_LISTED = 300;

function blockFacts(block: Block): Facts {
  const facts: Facts = [
    ["kind", block.kind ?? `unknown (${block.id})`],
    ["at byte", grouped(block.byte)],
    ["header", bytesOf(block.header_size)],
    ["content", bytesOf(block.size)],
    ["padding after it", bytesOf(block.padding)],
    ["of the file", percent(block.to - block.from, file.size)],
  ];
  if (block.kind === "function" && block.of?.block) {
    const { block: own } = block.of;
    facts.push(
      ["type and slot", place(block.of)],
      ["linkage", linkage(own)],
      ["basic blocks", grouped(own.basic_blocks)],
      ["instructions", grouped(sum(own.encodings))],
    );
  }
  return facts;
}

function moduleFacts(): Facts {
  const facts: Facts = [["format", file.release ? `${file.version} (${file.release})` : "not a known one"]];
  if (file.triple) facts.push(["target", short(file.triple)]);
  if (file.libraries.length)
    facts.push(["libraries", short(file.libraries.slice(0, MOST_LISTED).join(", "))]);
  return facts;
}

function drawDetails(): void {
  const { block } = shown();
  const inside = block !== null && block.depth > 0 ? block : null;
  const facts = inside ? blockFacts(inside) : moduleFacts();
  const parts: HTMLElement[] = [
    element(
      "dl",
      {},
      ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    ),
  ];
  if (inside) {
    parts.unshift(element("h3", {}, blockName(inside)));
    const own = inside.of?.block;
    if (own && ["function", "instructions", "basic block"].includes(inside.kind ?? ""))
      parts.push(...encodings(own));
    if (own?.compaction && ["function", "compaction table"].includes(inside.kind ?? "")) {
      parts.push(...compaction(own.compaction));
    }
    parts.push(...lists(inside));
  }
  byId("details").replaceChildren(legend(), ...parts);
}

/** Makes the legend of the blocks' colours. */
function legend(): HTMLElement {
  const found = new Set(file.blocks.map((block) => block.kind));
  const kinds = [...KIND_COLOURS.keys()].filter((kind) => found.has(kind));
  const entry = (kind: string | null) =>
    element("li", {}, element("i", { style: { background: kindColour(kind) } }), kind ?? "unknown");
  return element("ul", { className: "legend" }, ...kinds.map(entry));
}

function encodings(own: FunctionBlock): HTMLElement[] {
  const total = sum(own.encodings);
  if (!total) return [];
  const formats = own.encodings.map((amount, format) => {
    const name = `instructions, format ${format}`;
    return { name: `format ${format}`, colour: BYTE_COLOURS.get(name) ?? OTHER_COLOURS, amount };
  });
  const title = element("h4", {}, "How the function's instructions are written");
  return [
    title,
    ...strip(
      formats.filter(({ amount }) => amount > 0),
      total,
      "instructions",
    ),
  ];
}

function compaction({ types, planes }: Compaction): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const first = model.firstType ?? PRIMITIVES.length;
  if (types.length) {
    const row = (number: number, index: number) => [`#${first + index}`, typeText(number)];
    parts.push(...folded("Compaction table: types", ["here", "in the module"], types, row));
  }
  if (planes.length) {
    const row = ({ type, slots }: Compaction["planes"][number]) => {
      const listed = slots.slice(0, MOST_LISTED).join(", ");
      const rest = slots.length - MOST_LISTED;
      const known = types.length && type >= first ? types[type - first] : type;
      const name = known === undefined ? "unknown" : typeText(known);
      return [
        `#${type}`,
        name,
        grouped(slots.length),
        rest > 0 ? `${listed} and ${grouped(rest)} more` : listed,
      ];
    };
    const columns = ["here", "type", "slots", "in the module, from the first"];
    parts.push(...folded("Compaction table: slots", columns, planes, row));
  }
  return parts.length ? parts : [element("p", { className: "hint" }, "The compaction table is empty.")];
}

function lists(block: Block): HTMLElement[] {
  const { types, globals, functions, constants, symbols } = contents(block);
  const at = (row: { byte: number }) => grouped(row.byte);
  return [
    folded("Types", ["at byte", "bytes", "number", "type"], types, (row) => [
      at(row),
      grouped(row.size),
      `#${row.number}`,
      short(row.text),
    ]),
    folded("Global variables", ["at byte", "type:slot", "linkage", "name"], globals, (row) => [
      at(row),
      place(row),
      linkage(row),
      short(row.name),
    ]),
    folded("Functions", ["at byte", "type:slot", "name"], functions, (row) => [
      at(row),
      place(row),
      functionName(row),
    ]),
    folded("Constants", ["at byte", "bytes", "type:slot", "value"], constants, (row) => [
      at(row),
      grouped(row.size),
      place(row),
      short(row.text),
    ]),
    folded("Names", ["at byte", "of", "name"], symbols, (row) => [at(row), namedThing(row), short(row.name)]),
  ].flat();
}

/** Makes a folded list, which is filled when it is unfolded; nothing for an empty list. */
function folded<Row>(
  title: string,
  columns: string[],
  rows: Row[],
  cells: (row: Row, index: number) => string[],
): HTMLElement[] {
  if (!rows.length) return [];
  const box = element("details", {}, element("summary", {}, `${title} (${grouped(rows.length)})`));
  box.ontoggle = () => {
    if (!box.open || box.childElementCount > 1) return;
    const head = element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)));
    const body = rows
      .slice(0, MOST_LISTED)
      .map((row, index) => element("tr", {}, ...cells(row, index).map((cell) => element("td", {}, cell))));
    box.append(element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
    if (rows.length > MOST_LISTED) {
      box.append(
        element(
          "p",
          { className: "hint" },
          `The first ${MOST_LISTED} are shown; the tables below have all of the file.`,
        ),
      );
    }
  };
  return [box];
}

/** Redraws everything. */
export function redraw(): void {
  drawMap();
  drawDetails();
}
