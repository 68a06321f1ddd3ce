// LLVM 1.x bytecode: colours and names of what is in a file, and the file's blocks
// with what stands in them. `bytecode_map.js` draws them, `bytecode_tables.js` lists
// them and has the view.

const oldFile = (() => {
  const KIND_COLOURS = new Map(Object.entries({
    module: ["#c8502f", "#e2714f"],
    types: ["#6a4fc0", "#8c74dd"],
    "module info": ["#d98e04", "#e0a32e"],
    constants: ["#1b8f6b", "#2fae86"],
    function: ["#2f6fc4", "#4a8ae0"],
    "compaction table": ["#4d7c0f", "#7fae3a"],
    instructions: ["#5b93d8", "#79a9ea"],
    "basic block": ["#5b93d8", "#79a9ea"],
    symbols: ["#c2528b", "#d873a6"],
  }));
  // In the order in which the bar of the file shows them.
  const BYTE_COLOURS = new Map(Object.entries({
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
  }));
  const PRIMITIVES = ["void", "bool", "ubyte", "sbyte", "ushort", "short", "uint", "int", "ulong", "long",
    "float", "double", "label"];
  const LINKAGES = ["external", "weak", "appending", "internal", "linkonce"];
  const kindColour = (kind) => themed(KIND_COLOURS.get(kind) ?? OTHER_COLOURS);
  const byteColour = (kind) => themed(BYTE_COLOURS.get(kind) ?? OTHER_COLOURS);
  const linkage = (row) => LINKAGES[row.linkage] ?? `unknown (${row.linkage})`;
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  const bytesOf = (size) => `${grouped(size)} ${size === 1 ? "byte" : "bytes"}`;
  const place = (row) => `${row.type}:${row.slot}`;

  const MOST_CHARACTERS = 300;
  const short = (name) => (name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}\u2026` : name);

  const namedThing = ({ plane, slot }) => {
    if (plane.of === "types") return `type #${slot}`;
    return plane.of === "blocks" ? `block ${slot}` : `${plane.type}:${slot}`;
  };

  // ---- The file, prepared once: blocks with ends, parents and functions ----

  let model = null;

  function prepare() {
    const functions = new Map();
    file.functions.forEach((row, number) => {
      if (row.block) functions.set(row.block.byte, { ...row, number });
    });
    const [around, levels] = [[], []];
    const blocks = file.blocks.map((row) => {
      const block = {
        ...row,
        from: Math.min(row.byte, file.size),
        to: Math.min(row.byte + row.header_size + row.size, file.size),
        parent: around[row.depth - 1] ?? null,
      };
      around.length = row.depth;
      around[row.depth] = block;
      block.of = row.kind === "function" ? functions.get(row.byte) ?? null : block.parent?.of ?? null;
      (levels[row.depth] ??= []).push(block);
      return block;
    });
    const types = new Map(file.types.map((row) => [row.number, row.text]));
    model = { blocks, levels, types, firstType: file.types[0]?.number };
  }

  const functionName = (row) => (row.name ? `%${short(row.name)}` : `function ${row.number}`);
  const blockName = (block) =>
    (block.kind === "function" && block.of ? functionName(block.of) : block.kind ?? `unknown, ${block.id}`);
  const ancestors = (block) => {
    const path = [];
    for (let at = block; at; at = at.parent) path.unshift(at);
    return path;
  };
  function typeText(number) {
    if (number < PRIMITIVES.length) return PRIMITIVES[number];
    const text = model.types.get(number);
    return text === undefined ? `#${number}` : `#${number} = ${short(text)}`;
  }

  /** Everything that has a place in a block, as lists of rows. */
  function contents(block) {
    const inside = (row) => row.byte >= block.from && row.byte < block.to;
    const own = block.of?.block;
    const from = own ?? file;
    const flat = (planes, name) => planes.flatMap((plane) => plane[name].map((row) => ({ plane, ...row })));
    return {
      types: from.types.filter(inside),
      globals: own ? [] : file.globals.filter(inside),
      functions: own ? [] : file.functions.map((row, number) => ({ ...row, number })).filter(inside),
      constants: flat(from.constants, "constants").filter(inside),
      symbols: flat(from.symbols, "symbols").filter(inside),
    };
  }

  return {
    KIND_COLOURS,
    BYTE_COLOURS,
    PRIMITIVES,
    kindColour,
    byteColour,
    linkage,
    sum,
    bytesOf,
    place,
    short,
    namedThing,
    prepare,
    model: () => model,
    functionName,
    blockName,
    ancestors,
    typeText,
    contents,
  };
})();
