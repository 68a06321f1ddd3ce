// Decodes a program for the page about the formats: each record with its bits, its fields, its
// assembly and its meaning. The result is compared with the listing.

/** Abbreviation IDs that LLVM's container defines. */
const END_BLOCK = 0;
const ENTER_BLOCK = 1;
const UNABBREVIATED = 3;

/** Bits of an abbreviation id outside all blocks. */
const OUTER_WIDTH = 2;

/** The codes in the listing for the records of blocks and of the file's header. */
const CODES = { enter: "65535", end: "65534", header: "65532" };

/** Blocks by id: name, and the heading of docs/pnaclasm.md about it. */
const BLOCKS = {
  8: ["module", "module"],
  11: ["constants", "functions"],
  12: ["function", "functions"],
  14: ["names for others", "names-for-others"],
  17: ["types", "types"],
  19: ["globals", "globals"],
};

/** Meanings of records by block and code. The names of values are in braces. */
const RECORDS = {
  "8:1": ["The version of LLVM's format. In 1, operands are relative: how many values back.", ["version"]],
  "8:8": [
    "A function. Those with a body come in the same order further below; the others are intrinsics.",
    ["type", "calling convention", "declared only", "linkage"],
  ],
  "17:1": ["The number of types that follow. Everything else names a type by its number.", ["count"]],
  "17:2": ["The type of a function that returns nothing.", []],
  "17:3": ["32 bits of floating point.", []],
  "17:4": ["64 bits of floating point.", []],
  "17:7": ["An integer. Pointers are integers of 32 bits too.", ["bits"]],
  "17:12": ["A vector of 128 bits.", ["lanes", "type of a lane"]],
  "17:21": ["A function type.", ["variable arguments", "result"]],
  "19:5": ["The number of global variables that follow.", ["count"]],
  "19:0": ["A global variable. Its contents follow.", ["alignment: logarithm plus 1", "constant"]],
  "19:1": ["A global variable whose contents are several records.", ["records"]],
  "19:2": ["Bytes that are zero.", ["bytes"]],
  "19:3": ["The bytes of a variable, one for each value.", []],
  "19:4": ["The address of a function or variable.", ["function or variable", "added to it"]],
  "14:1": ["A name that others know: the letters after the number of the function.", ["function"]],
  "11:1": ["The type of the constants that follow.", ["type"]],
  "11:3": ["A value that may be anything.", []],
  "11:4": ["An integer. The lowest bit is the sign, the others are the magnitude.", ["twice the value"]],
  "12:1": ["The number of basic blocks of the function.", ["blocks"]],
  "12:2": [
    "Two operands and what is done with them.",
    ["left, values back", "right, values back", "operation"],
  ],
  "12:3": ["A value as another type.", ["operand, values back", "type", "conversion"]],
  "12:10": ["The end of the function, with its result if it has one.", ["result, values back"]],
  "12:11": ["A jump: always, or by a condition.", ["block", "otherwise", "condition, values back"]],
  "12:12": ["A jump by the value of an integer.", ["type", "operand, values back", "default block", "cases"]],
  "12:15": ["A place that is never reached: the call before it does not return.", []],
  "12:16": ["The value that belongs to the block from which control came.", ["type"]],
  "12:19": ["Memory that lasts as long as the call.", ["bytes, values back", "alignment: logarithm plus 1"]],
  "12:20": ["A load from memory.", ["address, values back", "alignment: logarithm plus 1", "type"]],
  "12:24": [
    "A store to memory.",
    ["address, values back", "value, values back", "alignment: logarithm plus 1"],
  ],
  "12:28": ["A comparison.", ["left, values back", "right, values back", "comparison"]],
  "12:29": ["One of two values, by a condition.", ["if true", "if false", "condition"]],
  "12:34": ["A call of a function. Its arguments follow.", ["calling convention", "function, values back"]],
  "12:43": ["The type of a value that is used before its instruction comes.", ["value", "type"]],
  "12:44": [
    "A call of an address. The type of its result and its arguments follow.",
    ["calling convention", "address, values back", "type of the result"],
  ],
};

/** Bits of a file, from the lowest of each byte. */
class Bits {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads a number of bits as they lie in the file. @param {number} count */
  text(count) {
    let text = "";
    for (let index = 0; index < count; index++, this.at++)
      text += (this.bytes[this.at >> 3] >> (this.at & 7)) & 1;
    return text;
  }

  /** Reads a field of fixed width. @param {string} name @param {number} width */
  fixed(name, width) {
    const bits = this.text(width);
    return { name, value: numberOf(bits), bits };
  }

  /** Reads a field of variable width: groups whose highest bit is set if another one follows. */
  variable(/** @type {string} */ name, /** @type {number} */ width) {
    const groups = [];
    let value = 0n;
    do {
      const group = this.text(width);
      value |= BigInt(numberOf(group.slice(0, -1))) << BigInt(groups.length * (width - 1));
      groups.push(group);
    } while (groups.at(-1).endsWith("1"));
    return { name, value: Number(value), bits: groups.join(" ") };
  }

  /** Skips to the next 32-bit word. */
  align() {
    const count = (32 - (this.at % 32)) % 32;
    return count === 0 ? [] : [{ name: "up to the next 32 bits", value: 0, bits: this.text(count) }];
  }
}

const numberOf = (/** @type {string} */ bits) =>
  [...bits].reduce((sum, bit, index) => sum + (bit === "1" ? 2 ** index : 0), 0);

/** The rows of a listing with a position: place in bits, record, assembly. @param {string} listing */
function rowsOf(listing) {
  const rows = [];
  /** Labels, which stand before the instruction that follows. @type {string[]} */
  let labels = [];
  for (const line of listing.split("\n")) {
    const columns = /^([^|]{10})\|([^|]*)\|(.*)$/.exec(line);
    if (columns === null) continue;
    const [, place, record, assembly] = columns;
    const position = /(\d+):(\d)/.exec(place);
    if (position !== null) {
      const start = 8 * Number(position[1]) + Number(position[2]);
      rows.push({ start, record, assembly: [...labels, assembly] });
      labels = [];
    } else if (/^\s*%b\d+:/.test(assembly)) {
      labels.push(assembly);
    } else if (rows.length > 0) {
      const last = rows.at(-1);
      last.record += record;
      if (assembly.trim() !== "") last.assembly.push(assembly);
    }
  }
  return rows;
}

/**
 * Returns the records of a program in order. Throws if the listing and the bits disagree.
 * @param {Uint8Array} bytes of a program without abbreviations
 * @param {string} listing of it, by `dis --listing`
 */
export function recordsOf(bytes, listing) {
  /** Ids and widths of the blocks that are open. @type {{ id: number, width: number }[]} */
  const open = [];
  const rows = rowsOf(listing);
  return rows.map(({ start, record, assembly }, index) => {
    const end = rows[index + 1]?.start ?? 8 * bytes.length;
    const written = record.replace(/^.*?</, "").replace(/[\s>]/g, "").split(",");
    const [code, ...values] = written;
    const block = open.at(-1);
    const bits = new Bits(bytes, start);
    const common = { start, end, depth: open.length, assembly: assembly.join("\n") };
    if (code === CODES.header)
      return {
        ...common,
        meaning: "Four letters, then the version of the format.",
        link: "module",
        fields: [],
      };

    const abbreviation = bits.fixed("abbreviation", block?.width ?? OUTER_WIDTH);
    const fields = [abbreviation];
    let about;
    let link;
    if (code === CODES.enter) {
      expect(abbreviation.value === ENTER_BLOCK, start);
      const [id, width] = [bits.variable("block", 8), bits.variable("bits of an abbreviation id", 4)];
      fields.push(id, width, ...bits.align(), bits.fixed("words of 32 bits in the block", 32));
      expect(String(id.value) === values[0] && String(width.value) === values[1], start);
      open.push({ id: id.value, width: width.value });
      const [name, heading] = BLOCKS[id.value] ?? [`block ${id.value}`, "blocks"];
      about = `A block begins: ${name}. Its length lets a reader pass over it.`;
      link = heading;
    } else if (code === CODES.end) {
      expect(abbreviation.value === END_BLOCK, start);
      fields.push(...bits.align());
      open.pop();
      common.depth = open.length;
      about = "A block ends.";
      link = "blocks";
    } else {
      expect(abbreviation.value === UNABBREVIATED && block !== undefined, start);
      const [meaning, names] = RECORDS[`${block.id}:${code}`] ?? [];
      if (meaning === undefined) throw new Error(`record ${code} of block ${block.id} has no meaning here`);
      const number = bits.variable("code", 6);
      const length = bits.variable("number of values", 6);
      fields.push(number, length);
      for (let each = 0; each < length.value; each++) fields.push(bits.variable(names[each] ?? "value", 6));
      const found = [number, ...fields.slice(3)].map(({ value }) => String(value));
      expect(found.join() === written.join(), start);
      about = meaning;
      link = BLOCKS[block.id][1];
      if (block.id === 12) link = "instructions";
    }
    expect(bits.at === end, start);
    return { ...common, meaning: about, link, fields };
  });
}

/** @param {boolean} holds @param {number} start */
function expect(holds, start) {
  if (!holds) throw new Error(`the listing and the bits disagree at ${start >> 3}:${start & 7}`);
}
