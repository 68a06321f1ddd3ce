// LLVM 1.x bytecode: colours and names of the parts of a file, and the blocks with their contents.
// `bytecode_map.ts` draws them, and `bytecode_tables.ts` lists them and has the view.

import type { BytecodeBlock, BytecodeFile, FunctionRow } from "./documents.ts";
import { type Colours, grouped, OTHER_COLOURS, themed } from "./page.ts";

export const KIND_COLOURS = new Map<string | null, Colours>(
  Object.entries<Colours>({
    module: ["#c8502f", "#e2714f"],
    types: ["#6a4fc0", "#8c74dd"],
    "module info": ["#d98e04", "#e0a32e"],
    constants: ["#1b8f6b", "#2fae86"],
    function: ["#2f6fc4", "#4a8ae0"],
    "compaction table": ["#4d7c0f", "#7fae3a"],
    instructions: ["#5b93d8", "#79a9ea"],
    "basic block": ["#5b93d8", "#79a9ea"],
    symbols: ["#c2528b", "#d873a6"],
  }),
);
// In the order of the bar of the file.
export const BYTE_COLOURS = new Map<string, Colours>(
  Object.entries<Colours>({
    "instructions, format 0": ["#1e4f91", "#2f66b5"],
    "instructions, format 1": ["#2f6fc4", "#4a8ae0"],
    "instructions, format 2": ["#5b93d8", "#79a9ea"],
    "instructions, format 3": ["#8fb8ea", "#a9c8f2"],
    constants: ["#1b8f6b", "#2fae86"],
    strings: ["#63b89c", "#7fd0b4"],
    types: ["#6a4fc0", "#8c74dd"],
    "global variables": ["#d98e04", "#e0a32e"],
    functions: ["#b0740a", "#c08a2b"],
    "libraries and triple": ["#8f6a2a", "#a8843f"],
    "compaction tables": ["#4d7c0f", "#7fae3a"],
    "symbol tables": ["#c2528b", "#d873a6"],
    names: ["#dc8db6", "#eaa6c8"],
    "block headers": ["#c8502f", "#e2714f"],
    padding: ["#b3a79b", "#7d746b"],
    magic: ["#6b7480", "#8b95a1"],
    format: ["#6b7480", "#8b95a1"],
    unknown: ["#475059", "#aab2bb"],
    unread: ["#a02c22", "#d9655a"],
  }),
);
export const PRIMITIVES = [
  "void",
  "bool",
  "ubyte",
  "sbyte",
  "ushort",
  "short",
  "uint",
  "int",
  "ulong",
  "long",
  "float",
  "double",
  "label",
];
const LINKAGES = ["external", "weak", "appending", "internal", "linkonce"];
export const kindColour = (kind: string | null) => themed(KIND_COLOURS.get(kind) ?? OTHER_COLOURS);
export const byteColour = (kind: string) => themed(BYTE_COLOURS.get(kind) ?? OTHER_COLOURS);
export const linkage = (row: { linkage: number }) => LINKAGES[row.linkage] ?? `unknown (${row.linkage})`;
export const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
export const bytesOf = (size: number) => `${grouped(size)} ${size === 1 ? "byte" : "bytes"}`;
export const place = (row: { type: number; slot: number }) => `${row.type}:${row.slot}`;

const MOST_CHARACTERS = 300;
export const short = (name: string) =>
  name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}\u2026` : name;

/** Describes a plane: its type, or the kind of things that it names. */
export const namedThing = ({ plane, slot }: { plane: { of: string; type: number }; slot: number }) => {
  if (plane.of === "types") return `type #${slot}`;
  return plane.of === "blocks" ? `block ${slot}` : `${plane.type}:${slot}`;
};

// ---- The file, prepared once: blocks with their ends, parents and functions ----

/** A function with its number in the file. */
export type NumberedFunction = FunctionRow & { number: number };

/** A block with its end, its parent and its function. */
export interface Block extends BytecodeBlock {
  from: number;
  to: number;
  parent: Block | null;
  of: NumberedFunction | null;
}

interface Model {
  blocks: Block[];
  /** The blocks of each depth. */
  levels: Block[][];
  types: Map<number, string>;
  firstType: number | undefined;
}

/** The current file. */
export let file: BytecodeFile;
export let model: Model;

/** Sets the current file. */
export function prepare(next: BytecodeFile): void {
  file = next;
  const functions = new Map<number, NumberedFunction>();
  file.functions.forEach((row, number) => {
    if (row.block) functions.set(row.block.byte, { ...row, number });
  });
  const around: Block[] = [];
  const levels: Block[][] = [];
  const blocks = file.blocks.map((row) => {
    const parent = around[row.depth - 1] ?? null;
    const block: Block = {
      ...row,
      from: Math.min(row.byte, file.size),
      to: Math.min(row.byte + row.header_size + row.size, file.size),
      parent,
      of: row.kind === "function" ? (functions.get(row.byte) ?? null) : (parent?.of ?? null),
    };
    around.length = row.depth;
    around[row.depth] = block;
    levels[row.depth] ??= [];
    levels[row.depth]?.push(block);
    return block;
  });
  const types = new Map(file.types.map((row) => [row.number, row.text]));
  model = { blocks, levels, types, firstType: file.types[0]?.number };
}

export const functionName = (row: { name: string; number: number }) =>
  row.name ? `%${short(row.name)}` : `function ${row.number}`;
export const blockName = (block: Block) =>
  block.kind === "function" && block.of ? functionName(block.of) : (block.kind ?? `unknown, ${block.id}`);

/** Returns the blocks around a block from the outermost one, followed by the block itself. */
export function ancestors(block: Block): Block[] {
  const path: Block[] = [];
  for (let at: Block | null = block; at; at = at.parent) path.unshift(at);
  return path;
}

export function typeText(number: number): string {
  const primitive = PRIMITIVES[number];
  if (primitive !== undefined) return primitive;
  const text = model.types.get(number);
  return text === undefined ? `#${number}` : `#${number} = ${short(text)}`;
}

/** Returns everything in a block that has a position, as lists of rows. */
export function contents(block: Block) {
  const inside = (row: { byte: number }) => row.byte >= block.from && row.byte < block.to;
  const own = block.of?.block;
  const from = own ?? file;
  return {
    types: from.types.filter(inside),
    globals: own ? [] : file.globals.filter(inside),
    functions: own
      ? []
      : file.functions.map((row, number): NumberedFunction => ({ ...row, number })).filter(inside),
    constants: from.constants
      .flatMap((plane) => plane.constants.map((row) => ({ plane, ...row })))
      .filter(inside),
    symbols: from.symbols.flatMap((plane) => plane.symbols.map((row) => ({ plane, ...row }))).filter(inside),
  };
}
