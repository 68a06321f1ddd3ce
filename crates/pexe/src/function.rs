//! A function body in memory.
//!
//! Flat arrays throughout: instructions in one, blocks as ranges of it,
//! operand lists in a shared pool. Nothing is boxed per instruction.

use crate::ids::{BlockId, FuncId, InstId, ValueId};
use crate::inst::{Inst, Range};
use crate::types::Type;
use pinnacle_base::graph::Edges;
use std::fmt;

/// The body of a defined function.
///
/// Invariants, established by decoding and relied upon by every engine:
/// operands refer to values that exist, have the types that their
/// instruction needs, and are defined on every path to their use; every block
/// is non-empty, ends with its only terminator and starts with its phis; every
/// phi has one operand for each edge into its block; the entry block has no
/// predecessors.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The function address that this is the body of.
    pub id: FuncId,
    /// Absolute index of the first parameter: the module's functions and
    /// globals come before it.
    pub first_local: u32,
    /// The number of function addresses in the module, to tell a function's
    /// index from a global's.
    pub function_count: u32,
    /// Number of parameters.
    pub param_count: u32,
    /// The constants of the constants blocks, in order.
    pub constants: Box<[Constant]>,
    /// Types of the parameters, the constants and the instruction values.
    pub local_types: Box<[Type]>,
    /// The instructions of all blocks, in file order.
    pub insts: Box<[Inst]>,
    /// The blocks, in file order.
    pub blocks: Box<[Block]>,
    /// Operand lists of instructions.
    pub pool: Box<[u32]>,
    /// Where the function block starts in the file, in bits.
    pub position: u64,
    /// Bit position of each instruction's record, counted from `position`.
    pub inst_positions: Box<[u32]>,
    /// Numbers of the function block that are packed longer than needed.
    pub overlong_numbers: u32,
}

/// A basic block: the instructions from `first_inst` up to those of the next
/// block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first instruction.
    pub first_inst: u32,
    /// How many instructions it has.
    pub len: u32,
    /// Absolute index of the first value that it defines, or would define.
    pub first_value: u32,
}

/// A constant of a function's constants block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub value: ConstantValue,
}

/// The value of a [`Constant`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantValue {
    /// Any value; engines read it as zero.
    Undef,
    /// An integer, cut to its type's width and zero-extended, or the IEEE
    /// bits of a floating point number.
    Bits(u64),
}

impl Constant {
    /// The bits of the constant, zero for `undef`.
    pub const fn bits(self) -> u64 {
        match self.value {
            ConstantValue::Undef => 0,
            ConstantValue::Bits(bits) => bits,
        }
    }
}

/// What an absolute index names inside a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// The address of a function, `@f0`.
    Function(u32),
    /// The address of a global, `@g0`.
    Global(u32),
    /// A parameter, `%p0`.
    Param(u32),
    /// A constant, `%c0`.
    Constant(u32),
    /// The value of an instruction, `%v0`, by its place among those that
    /// have one.
    Inst(u32),
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueKind::Function(index) => write!(f, "@f{index}"),
            ValueKind::Global(index) => write!(f, "@g{index}"),
            ValueKind::Param(index) => write!(f, "%p{index}"),
            ValueKind::Constant(index) => write!(f, "%c{index}"),
            ValueKind::Inst(index) => write!(f, "%v{index}"),
        }
    }
}

impl Function {
    /// What a value is. Displays as the manual's name for it.
    pub fn value_name(&self, value: ValueId) -> ValueKind {
        if value.0 < self.function_count {
            return ValueKind::Function(value.0);
        }
        if value.0 < self.first_local {
            return ValueKind::Global(value.0 - self.function_count);
        }
        let local = value.0 - self.first_local;
        let constants = self.constants.len() as u32;
        if local < self.param_count {
            ValueKind::Param(local)
        } else if local < self.param_count + constants {
            ValueKind::Constant(local - self.param_count)
        } else {
            ValueKind::Inst(local - self.param_count - constants)
        }
    }

    /// The type of a value. Function and global addresses are `i32`.
    #[inline]
    pub fn value_type(&self, value: ValueId) -> Type {
        match value.0.checked_sub(self.first_local) {
            Some(local) => self.local_types[local as usize],
            None => Type::I32,
        }
    }

    /// Absolute index of the first instruction value.
    #[inline]
    pub fn first_inst_value(&self) -> u32 {
        self.first_local + self.param_count + self.constants.len() as u32
    }

    /// The constant that a value is, if it is one.
    #[inline]
    pub fn constant(&self, value: ValueId) -> Option<Constant> {
        let index = value.0.checked_sub(self.first_local + self.param_count)?;
        self.constants.get(index as usize).copied()
    }

    /// The words of an operand list.
    #[inline]
    pub fn operands(&self, range: Range) -> &[u32] {
        range.of(&self.pool)
    }

    /// The values of an operand list.
    pub fn values(&self, range: Range) -> impl ExactSizeIterator<Item = ValueId> + Clone {
        self.operands(range).iter().map(|&word| ValueId(word))
    }

    /// The operands of a phi: a value for each edge into its block.
    pub fn phi_incoming(
        &self,
        incoming: Range,
    ) -> impl ExactSizeIterator<Item = (ValueId, BlockId)> + Clone {
        self.operands(incoming)
            .chunks_exact(2)
            .map(|pair| (ValueId(pair[0]), BlockId(pair[1])))
    }

    /// The default block of a switch, and its cases: a selector cut to its
    /// type's width, and a block.
    pub fn switch_cases(
        &self,
        cases: Range,
    ) -> (
        BlockId,
        impl ExactSizeIterator<Item = (u64, BlockId)> + Clone,
    ) {
        let words = self.operands(cases);
        let cases = words[1..].chunks_exact(3).map(|case| {
            (
                u64::from(case[0]) | u64::from(case[1]) << 32,
                BlockId(case[2]),
            )
        });
        (BlockId(words[0]), cases)
    }

    /// The instructions of a block, each with the value that it defines.
    pub fn block_insts(
        &self,
        block: BlockId,
    ) -> impl Iterator<Item = (InstId, Option<ValueId>, &Inst)> {
        let block = self.blocks[block.index()];
        let range = block.first_inst as usize..(block.first_inst + block.len) as usize;
        let mut next = block.first_value;
        self.insts[range]
            .iter()
            .enumerate()
            .map(move |(index, inst)| {
                let result = inst.has_result().then(|| {
                    next += 1;
                    ValueId(next - 1)
                });
                (InstId(block.first_inst + index as u32), result, inst)
            })
    }

    /// The blocks by their identifiers.
    pub fn block_ids(&self) -> impl ExactSizeIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The block that an instruction belongs to.
    pub fn block_of(&self, inst: InstId) -> BlockId {
        let after = self
            .blocks
            .partition_point(|block| block.first_inst <= inst.0);
        BlockId(after as u32 - 1)
    }

    /// Calls a function for each value that an instruction of this function uses: see
    /// [`Inst::for_each_operand`].
    #[inline]
    pub fn for_each_operand(&self, inst: &Inst, visit: impl FnMut(ValueId)) {
        inst.for_each_operand(&self.pool, visit);
    }

    /// Calls a function for each block that control may go to from the end of
    /// a block, once for each edge.
    #[inline]
    pub fn for_each_successor(&self, block: BlockId, visit: impl FnMut(BlockId)) {
        let block = self.blocks[block.index()];
        let last = &self.insts[(block.first_inst + block.len - 1) as usize];
        last.for_each_successor(&self.pool, visit);
    }

    /// Collects the edges between blocks, in the order of [`Inst::for_each_successor`].
    pub fn collect_edges(&self, edges: &mut Edges) {
        edges.begin();
        for block in self.block_ids() {
            self.for_each_successor(block, |target| edges.add(target.0));
            edges.end_node();
        }
    }

    /// Where an instruction's record stands in the file, in bits.
    pub fn inst_position(&self, inst: InstId) -> u64 {
        self.position + u64::from(self.inst_positions[inst.index()])
    }
}
