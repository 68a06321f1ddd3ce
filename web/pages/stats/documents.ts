// The documents of the page: what `pinnacle stats --json` writes for each file. The Rust side is
// crates/inspect/src/stats/program.rs and bytecode.rs.

/** A count of things, and their bits. */
export interface Tally {
  count: number;
  bits: number;
}

export interface Operand extends Tally {
  name: string;
  smallest: number;
  largest: number;
  /** Number of different values; a lower bound unless it is exact. */
  distinct: number;
  distinct_is_exact: boolean;
  /** How many numbers need 0, 1, 2 and so on binary digits. */
  widths: number[];
  cheapest: string;
  cheapest_bits: number;
}

/** A record code in a kind of block. */
export interface RecordRow extends Tally {
  name: string;
  unabbreviated: Tally;
  /** Uses of abbreviations. `row` is the index of the abbreviation in the block. */
  abbreviated: (Tally & { row: number; unabbreviated_bits: number })[];
  index_bits: number;
  code_bits: number;
  length_bits: number;
  operand_bits: number;
  overlong_bits: number;
  operands: Operand[];
}

export interface Abbreviation {
  name: string;
  definition: string | null;
  definition_bits: number;
  uses: number;
  bits: number;
  saved_bits: number;
  net_gain_bits: number;
}

/** A kind of block of a `.pexe`. */
export interface PexeBlock {
  name: string;
  count: number;
  own_bits: number;
  bits_with_nested: number;
  start_bits: number;
  end_bits: number;
  alignment_bits: number;
  definition_bits: number;
  record_count: number;
  index_bits: number;
  records: RecordRow[];
  abbreviations: Abbreviation[];
}

/** A function body. */
export interface FunctionBody {
  body: number;
  function: number | null;
  name: string | null;
  /** The position of the body, in bits. */
  bit: number;
  bits: number;
  records: number;
}

/** The parts of a `.pexe`, in bits. */
export interface Parts {
  records: number;
  definitions: number;
  block_starts: number;
  block_ends: number;
  alignment: number;
  header: number;
  trailing: number;
  unread: number;
}

/** An error. In a bitstream it has a position in bits; in bytecode, a position in bytes and a path
 * of blocks. */
export interface FileError {
  code: string;
  message: string;
  position: string | null;
  byte: number | null;
  path: string[] | null;
}

/** The facts that a document has about every file. */
export interface FileFacts {
  file: string;
  /** In bytes. */
  size: number;
  errors: FileError[];
}

export interface PexeFile extends FileFacts {
  bits: number;
  parts: Parts;
  record_count: number;
  blocks: PexeBlock[];
  functions: { count: number; largest: FunctionBody[] };
}

/** A type of LLVM 1.x. */
export interface TypeRow {
  number: number;
  byte: number;
  size: number;
  text: string;
}

/** A constant: a slot of its type. */
export interface ConstantRow {
  byte: number;
  size: number;
  type: number;
  slot: number;
  text: string;
}

/** The constants of a type. Strings have no type here. */
export interface ConstantPlane {
  type: number | null;
  constants: ConstantRow[];
}

/** A name. It has no size. */
export interface SymbolRow {
  byte: number;
  slot: number;
  name: string;
}

/** The names of types, of basic blocks, or of values of a type. */
export interface SymbolPlane {
  of: string;
  type: number;
  symbols: SymbolRow[];
}

export interface GlobalRow {
  byte: number;
  type: number;
  slot: number;
  linkage: number;
  constant: boolean;
  initializer: number | null;
  name: string;
}

export interface Compaction {
  types: number[];
  planes: { type: number; slots: number[] }[];
}

/** The block of a function that has a body. */
export interface FunctionBlock {
  byte: number;
  size: number;
  linkage: number;
  types: TypeRow[];
  constants: ConstantPlane[];
  compaction: Compaction | null;
  basic_blocks: number;
  /** The instructions in each of the four formats. */
  encodings: number[];
  symbols: SymbolPlane[];
}

export interface FunctionRow {
  byte: number;
  type: number;
  slot: number;
  name: string;
  block: FunctionBlock | null;
}

/** A block of LLVM 1.x bytecode. */
export interface BytecodeBlock {
  depth: number;
  kind: string | null;
  id: number;
  byte: number;
  header_size: number;
  size: number;
  padding: number;
}

export interface BytecodeFile extends FileFacts {
  version: number | null;
  release: string | null;
  /** Bytes by purpose. */
  bytes: Record<string, number>;
  triple: string;
  libraries: string[];
  blocks: BytecodeBlock[];
  types: TypeRow[];
  globals: GlobalRow[];
  constants: ConstantPlane[];
  symbols: SymbolPlane[];
  functions: FunctionRow[];
}

/** A document. Either `bitstream` or `bytecode` is null. */
export interface StatsFile extends FileFacts {
  bitstream: Omit<PexeFile, keyof FileFacts> | null;
  bytecode: Omit<BytecodeFile, keyof FileFacts> | null;
}
