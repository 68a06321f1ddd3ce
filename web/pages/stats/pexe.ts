// The view of `.pexe` files: the purpose of their bits, with a treemap.

import type { Operand, Parts, PexeBlock, PexeFile, RecordRow } from "./documents.ts";
import {
  average,
  bytes,
  type Cell,
  type Colours,
  type Column,
  code,
  count,
  dark,
  drawPath,
  element,
  type Facts,
  grouped,
  hideTip,
  inkOn,
  map,
  mixed,
  number,
  OTHER_COLOURS,
  type Part,
  percent,
  ratio,
  shareBar,
  signed,
  swatched,
  tableOf,
  text,
  themed,
  type View,
} from "./page.ts";

/** The current file. */
let file: PexeFile;

// Kinds of blocks keep their colour in every chart and table.
const KIND_COLOURS: Record<string, Colours> = {
  function: ["#2f6fc4", "#4a8ae0"],
  constants: ["#1b8f6b", "#2fae86"],
  globals: ["#d98e04", "#e0a32e"],
  types: ["#6a4fc0", "#8c74dd"],
  valuesymtab: ["#c2528b", "#d873a6"],
  module: ["#c8502f", "#e2714f"],
  abbreviations: ["#4d7c0f", "#7fae3a"],
};
const PART_COLOURS: Record<keyof Parts, Colours> = {
  records: ["#2f6fc4", "#4a8ae0"],
  definitions: ["#4d7c0f", "#7fae3a"],
  block_starts: ["#d98e04", "#e0a32e"],
  block_ends: ["#c8502f", "#e2714f"],
  alignment: ["#c2528b", "#d873a6"],
  header: ["#6a4fc0", "#8c74dd"],
  trailing: ["#6b7480", "#8b95a1"],
  unread: ["#a02c22", "#d9655a"],
};
const kindColour = (name: string) => themed(KIND_COLOURS[name] || OTHER_COLOURS);

// ---- The tree in the map ----

/** A part of the file with its parts. */
interface Item {
  name: string;
  bits: number;
  /** The kind of block that determines the colour. */
  kind: string;
  children: Item[];
  rows: Facts;
  parent: Item | null;
  /** The index among the parent's parts, sorted by size. */
  rank: number;
  plain?: boolean;
}

function node(name: string, bits: number, more: Partial<Item> = {}): Item {
  return { name, bits, kind: "", children: [], rows: [], parent: null, rank: 0, ...more };
}

function tree(): Item {
  const root = node(file.file.split(/[\\/]/).pop() ?? "", file.bits);
  for (const block of file.blocks) root.children.push(blockNode(block));
  const rest: [string, number][] = [
    ["header", file.parts.header],
    ["after the module", file.parts.trailing],
    ["after the error", file.parts.unread],
  ];
  for (const [name, bits] of rest) root.children.push(node(name, bits, { kind: "" }));
  prune(root, null);
  return root;
}

function blockNode(block: PexeBlock): Item {
  const colour = { kind: block.name };
  const result = node(block.name, block.own_bits, {
    ...colour,
    rows: [
      ["blocks", grouped(block.count)],
      ["records", grouped(block.record_count)],
      ["bits per record", average(block.own_bits, block.record_count)],
    ],
  });
  for (const record of block.records) result.children.push(recordNode(block, record, colour));
  const parts: [string, number][] = [
    ["definitions of abbreviations", block.definition_bits],
    ["starts of blocks", block.start_bits],
    ["ends of blocks", block.end_bits],
    ["alignment", block.alignment_bits],
  ];
  for (const [name, bits] of parts) result.children.push(node(name, bits, { ...colour, plain: true }));
  return result;
}

function recordNode(block: PexeBlock, record: RecordRow, colour: { kind: string }): Item {
  const result = node(record.name, record.bits, {
    ...colour,
    rows: [
      ["records", grouped(record.count)],
      ["bits per record", average(record.bits, record.count)],
      ["abbreviated", percent(record.count - record.unabbreviated.count, record.count)],
    ],
  });
  for (const used of record.abbreviated) {
    const abbreviation = block.abbreviations[used.row];
    if (abbreviation === undefined) continue;
    const definition = abbreviation.definition ? ` ${abbreviation.definition}` : "";
    result.children.push(
      node(abbreviation.name + definition, used.bits, {
        ...colour,
        rows: [
          ["records", grouped(used.count)],
          ["bits per record", average(used.bits, used.count)],
          ["without it", `${grouped(used.unabbreviated_bits)} bits`],
        ],
      }),
    );
  }
  result.children.push(
    node("unabbreviated", record.unabbreviated.bits, {
      ...colour,
      plain: true,
      rows: [
        ["records", grouped(record.unabbreviated.count)],
        ["bits per record", average(record.unabbreviated.bits, record.unabbreviated.count)],
      ],
    }),
  );
  return result;
}

/** Removes parts without bits, sorts by bits, and sets the parents. */
function prune(item: Item, parent: Item | null): void {
  item.parent = parent;
  item.children = item.children.filter((child) => child.bits > 0).sort((a, b) => b.bits - a.bits);
  for (const child of item.children) prune(child, item);
}

const ancestors = (item: Item | null): Item[] => (item ? [...ancestors(item.parent), item] : []);

// ---- The map: a squarified treemap ----

/** A part and its rectangle in the map. */
interface Place {
  item: Item;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Places items in a rectangle. Their areas are proportional to their bits, and their sides as
 * equal as possible: a row is filled as long as its worst ratio of sides improves. */
function squarify(items: Item[], left: number, top: number, wide: number, high: number): Place[] {
  let [x, y, width, height] = [left, top, wide, high];
  const total = items.reduce((sum, item) => sum + item.bits, 0);
  const scale = total ? (width * height) / total : 0;
  const places: Place[] = [];
  let start = 0;
  while (start < items.length && width > 0 && height > 0) {
    const side = Math.min(width, height);
    let [end, sum, worst] = [start, 0, Number.POSITIVE_INFINITY];
    const first = (items[start]?.bits ?? 0) * scale;
    for (const { bits } of items.slice(start)) {
      const area = bits * scale;
      const next = sum + area;
      const ratio = Math.max((side * side * first) / (next * next), (next * next) / (side * side * area));
      if (ratio > worst) break;
      [sum, worst] = [next, ratio];
      end += 1;
    }
    const depth = sum / side;
    let at = 0;
    for (const item of items.slice(start, end)) {
      const length = (item.bits * scale) / depth;
      places.push(
        width >= height
          ? { item, x, y: y + at, width: depth, height: length }
          : { item, x: x + at, y, width: length, height: depth },
      );
      at += length;
    }
    if (width >= height) [x, width] = [x + depth, width - depth];
    else [y, height] = [y + depth, height - depth];
    start = end;
  }
  return places;
}

const GAP = 2;
const STRIP = 19;
let shown: Item;

function drawMap(item: Item): void {
  shown = item;
  map.replaceChildren();
  hideTip();
  const children = item.children.length ? item.children : [item];
  drawLevel(map, children, [0, 0, map.clientWidth, map.clientHeight], 0, item);
  drawPath(ancestors(item).map((step) => ({ name: step.name, go: () => drawMap(step) })));
}

function drawLevel(
  parent: HTMLElement,
  items: Item[],
  [x, y, width, height]: [x: number, y: number, width: number, height: number],
  level: number,
  root: Item,
): void {
  for (const [index, item] of items.entries()) item.rank = index;
  for (const place of squarify(items, x, y, width, height)) {
    const [w, h] = [place.width - GAP, place.height - GAP];
    if (w < 1 || h < 1) continue;
    parent.append(cell(place, w, h, level, root));
  }
}

function fill(item: Item): string {
  const base = kindColour(item.kind);
  const towards = dark.matches ? "#0d0f12" : "#ffffff";
  const depth = ancestors(item).length - 2;
  const step = Math.min(item.rank || 0, 6) * 0.055;
  const shade = depth === 0 ? 0 : depth === 1 ? 0.16 + step : 0.3 + step;
  return mixed(base, towards, Math.min(shade + (item.plain ? 0.22 : 0), 0.74));
}

function cell(place: Place, width: number, height: number, level: number, root: Item): Cell {
  const { item } = place;
  const colour = fill(item);
  const open = item.children.length > 0 && item !== root;
  const box: Cell = element("div", {
    className: open ? "cell" : "cell leaf",
    style: {
      left: `${place.x}px`,
      top: `${place.y}px`,
      width: `${width}px`,
      height: `${height}px`,
      background: colour,
      color: inkOn(colour),
    },
  });
  box.tip = () => tipOf(item);
  box.enter = () => {
    const next = item === shown ? undefined : closer(item);
    if (next?.children.length) drawMap(next);
  };
  if (width > 34 && height > 15) {
    const label = element("div", { className: "label" }, element("b", {}, item.name));
    if (width > 120) label.append(element("span", {}, percent(item.bits, file.bits)));
    box.append(label);
  }
  if (open && level === 0) {
    // Only the label is a button: its name has all of its text, and the box contains other cells.
    const button = box.querySelector<HTMLElement>(".label") ?? box;
    button.tabIndex = 0;
    button.setAttribute("role", "button");
    if (button === box) {
      button.setAttribute("aria-label", `${item.name}, ${percent(item.bits, file.bits)} of the file`);
    }
  }
  const nested = open && level < 2 && width > 46 && height > STRIP + 18;
  if (nested) {
    drawLevel(box, item.children, [GAP, STRIP, width - GAP, height - STRIP], level + 1, root);
  }
  return box;
}

/** Returns the child of the current level that contains an item, to zoom in step by step. */
function closer(item: Item): Item | undefined {
  const path = ancestors(item);
  return path[path.indexOf(shown) + 1];
}

function tipOf(item: Item): [string, Facts] {
  const path = ancestors(item).slice(1);
  const rows: Facts = [
    ["size", `${grouped(item.bits)} bits`],
    ["", bytes(item.bits)],
    ["of the file", percent(item.bits, file.bits)],
  ];
  if (item.parent?.parent) rows.push([`of ${item.parent.name}`, percent(item.bits, item.parent.bits)]);
  return [path.map((step) => step.name).join(" \u203a ") || item.name, [...rows, ...item.rows]];
}

// ---- Tables ----

const gain = <Row>(title: string, value: (row: Row) => number): Column<Row> => ({
  title,
  value,
  show: (row) => element("span", { className: value(row) < 0 ? "bad" : "good" }, signed(value(row))),
});
/** A row about a kind of block, with its name. */
interface Coloured {
  block?: string;
  name: string | null;
}

const colourOf = (row: Coloured) => kindColour(row.block ?? row.name ?? "");
const kind = <Row extends Coloured>(title: string, value: (row: Row) => string): Column<Row> =>
  swatched(title, value, colourOf);
const share = <Row extends Coloured>(title: string, value: (row: Row) => number): Column<Row> =>
  shareBar(title, value, colourOf);

function bins(row: Operand): HTMLElement {
  const most = Math.max(...row.widths);
  const bars = row.widths.map((found, width) =>
    element("i", {
      title: `${grouped(found)} need ${width} bit${width === 1 ? "" : "s"}`,
      style: { height: found ? `${Math.max((found / most) * 22, 1)}px` : "0" },
    }),
  );
  const className = row.widths.length > 24 ? "bins narrow" : "bins";
  return element("span", { className }, ...bars);
}

const flat = <Row>(rows: (block: PexeBlock) => Row[]) =>
  file.blocks.flatMap((block) => rows(block).map((row) => ({ block: block.name, ...row })));
const operands = (block: PexeBlock) =>
  block.records.flatMap((record) => record.operands.map((operand) => ({ record: record.name, ...operand })));

const TABLES = [
  tableOf(() => flat((block) => block.records), {
    name: "Records",
    about:
      "Record codes of each kind of block. Index, code and length are the bits other than operands: " +
      "the abbreviation index, the record code, the number of operands or of the elements of an array.",
    sort: 3,
    columns: [
      kind("block", (row) => row.block),
      text("record", (row) => row.name),
      count("count", (row) => row.count),
      count("bits", (row) => row.bits),
      share("share of the file", (row) => row.bits),
      ratio(
        "bits each",
        (row) => row.bits,
        (row) => row.count,
      ),
      ratio(
        "index",
        (row) => row.index_bits,
        (row) => row.count,
      ),
      ratio(
        "code",
        (row) => row.code_bits,
        (row) => row.count,
      ),
      ratio(
        "length",
        (row) => row.length_bits,
        (row) => row.count,
      ),
      ratio(
        "operands",
        (row) => row.operand_bits,
        (row) => row.count,
      ),
      {
        title: "abbreviated",
        value: (row) => 1 - row.unabbreviated.count / row.count,
        show: (row) => percent(row.count - row.unabbreviated.count, row.count),
      },
    ],
  }),
  tableOf(() => flat((block) => block.abbreviations), {
    name: "Abbreviations",
    about:
      "Saved: the bits that the records written with it would take more without it. Net: saved, less " +
      "what its definition costs. Names with @ are defined in the abbreviations block, those with % in " +
      "the blocks themselves.",
    sort: 8,
    columns: [
      kind("block", (row) => row.block),
      text("name", (row) => row.name),
      code("definition", (row) => row.definition),
      count("uses", (row) => row.uses),
      count("bits", (row) => row.bits),
      ratio(
        "bits each",
        (row) => row.bits,
        (row) => row.uses,
      ),
      gain("saved", (row) => row.saved_bits),
      count("definitions cost", (row) => row.definition_bits),
      gain("net", (row) => row.net_gain_bits),
    ],
  }),
  tableOf(() => flat(operands), {
    name: "Operands",
    about:
      "Cheapest: the one encoding in which all these numbers together would take the fewest bits. A " +
      "negative figure means that the file does better, with several abbreviations. The bars show how many " +
      "numbers need 0, 1, 2 and so on binary digits.",
    sort: 4,
    columns: [
      kind("block", (row) => row.block),
      text("record", (row) => row.record),
      text("operand", (row) => row.name),
      count("count", (row) => row.count),
      count("bits", (row) => row.bits),
      ratio(
        "average",
        (row) => row.bits,
        (row) => row.count,
      ),
      { title: "smallest", value: (row) => row.smallest, show: (row) => number(row.smallest) },
      { title: "largest", value: (row) => row.largest, show: (row) => number(row.largest) },
      {
        title: "values",
        value: (row) => row.distinct,
        show: (row) => (row.distinct_is_exact ? "" : "> ") + grouped(row.distinct),
      },
      { ...code("cheapest", (row) => row.cheapest), wrap: false },
      gain("saves", (row) => row.bits - row.cheapest_bits),
      { ...text("digits", (row) => row.widths.length, bins) },
    ],
  }),
  tableOf(() => file.blocks, {
    name: "Blocks",
    about:
      "Kinds of blocks. Bits are those of the blocks without the blocks inside them, unless it says nested.",
    sort: 2,
    columns: [
      kind("kind", (row) => row.name),
      count("blocks", (row) => row.count),
      count("bits", (row) => row.own_bits),
      share("share of the file", (row) => row.own_bits),
      count("with nested", (row) => row.bits_with_nested),
      ratio(
        "bits each",
        (row) => row.own_bits,
        (row) => row.count,
      ),
      count("records", (row) => row.record_count),
      ratio(
        "bits per record",
        (row) => row.own_bits,
        (row) => row.record_count,
      ),
      count("index bits", (row) => row.index_bits),
      count("definitions", (row) => row.definition_bits),
      count("alignment", (row) => row.alignment_bits),
    ],
  }),
  tableOf(() => file.functions.largest.map((row) => ({ block: "function", ...row })), {
    name: "Functions",
    about: "The largest function bodies, with the blocks inside them.",
    sort: 2,
    columns: [
      text(
        "function",
        (row) => row.function ?? row.body,
        (row) => (row.function == null ? `body ${row.body}` : `@f${row.function}`),
      ),
      code("name", (row) => row.name),
      count("bits", (row) => row.bits),
      share("share of the file", (row) => row.bits),
      count("records", (row) => row.records),
      ratio(
        "bits per record",
        (row) => row.bits,
        (row) => row.records,
      ),
      { title: "at byte", value: (row) => row.bit, show: (row) => grouped(row.bit / 8) },
    ],
  }),
];

// ---- The file as a whole ----

const PART_NAMES: Record<keyof Parts, string> = {
  records: "records",
  definitions: "definitions of abbreviations",
  block_starts: "starts of blocks",
  block_ends: "ends of blocks",
  alignment: "alignment",
  header: "header",
  trailing: "after the module",
  unread: "after the error",
};

const parts = (): Part[] =>
  (Object.keys(PART_NAMES) as (keyof Parts)[])
    .filter((part) => file.parts[part] > 0)
    .map((part) => ({
      name: PART_NAMES[part],
      colour: PART_COLOURS[part],
      amount: file.parts[part],
    }));

function figures(): [string, string][] {
  const unabbreviated = file.blocks
    .flatMap((block) => block.records)
    .reduce((sum, record) => sum + record.unabbreviated.count, 0);
  const gains = file.blocks
    .flatMap((block) => block.abbreviations)
    .reduce((sum, row) => sum + row.net_gain_bits, 0);
  const overlong = file.blocks
    .flatMap((block) => block.records)
    .reduce((sum, record) => sum + record.overlong_bits, 0);
  const found: [string, string][] = [
    [grouped(file.size), file.size === 1 ? "byte" : "bytes"],
    [grouped(file.record_count), "records"],
    [average(file.parts.records, file.record_count), "bits per record"],
    [percent(file.record_count - unabbreviated, file.record_count), "of records abbreviated"],
    [percent(gains, file.bits + gains), "saved by abbreviations"],
    [grouped(file.functions.count), "function bodies"],
  ];
  if (overlong > 0) found.push([grouped(overlong), "bits of numbers longer than needed"]);
  return found;
}

/** Makes the view of a file. */
export function pexeView(next: PexeFile): View {
  file = next;
  return {
    unit: "bits",
    total: () => file.bits,
    map: "Map of the file: areas are bits",
    hint:
      "Areas are bits: kinds of blocks, the codes of their records, the abbreviations that these are " +
      "written with. Click to look closer, use the path above the map to go back.",
    figures,
    parts,
    problems: () => file.errors.map((error) => `${error.code} at ${error.position}: ${error.message}`),
    tables: TABLES,
    openMap: () => drawMap(tree()),
    redrawMap: () => drawMap(shown),
  };
}
