//! Stores function bodies in memory.
//!
//! All parts are flat arrays: instructions are in one array, blocks are ranges of it, and operand
//! lists are in a shared pool. No memory is allocated for a single instruction.

use crate::ids::{BlockId, FuncId, InstId, ValueId};
use crate::inst::{Inst, Range};
use crate::types::Type;
use pinnacle_base::graph::Edges;
use std::fmt;

/// The body of a defined function.
///
/// A function is always well-formed. Its fields are private, and only
/// [`BodyDecoder`](crate::decode::BodyDecoder) creates functions, from a file or from an
/// [`UncheckedBody`](crate::decode::UncheckedBody). All engines rely on the following properties
/// without checking them. Operands refer to existing values, have the types that their instruction
/// requires, and are defined on every path to their use. Every block is non-empty, starts with its
/// phis, and ends with its only terminator. Every phi has one operand for each edge into its block.
/// The entry block has no predecessors.
#[derive(Clone, PartialEq, Debug)]
pub struct Function(Contents);

/// The parts of a [`Function`], before it is checked as a whole.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contents {
    pub(crate) id: FuncId,
    pub(crate) first_local: u32,
    pub(crate) function_count: u32,
    pub(crate) param_count: u32,
    pub(crate) constants: Box<[Constant]>,
    pub(crate) local_types: Box<[Type]>,
    pub(crate) insts: Box<[Inst]>,
    pub(crate) blocks: Box<[Block]>,
    pub(crate) pool: Box<[u32]>,
    pub(crate) position: u64,
    pub(crate) inst_positions: Box<[u32]>,
    pub(crate) overlong_numbers: u32,
}

/// A basic block. It contains the instructions from `first_inst` up to the first one of the next
/// block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first instruction.
    pub first_inst: u32,
    /// Number of instructions.
    pub len: u32,
    /// Absolute index of the first value that the block defines, or of the next value if it defines
    /// none.
    pub first_value: u32,
}

/// A constant of a function's constants block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: Type,
    /// The value.
    pub value: ConstantValue,
}

/// The value of a [`Constant`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantValue {
    /// An undefined value, which engines treat as zero.
    Undef,
    /// An integer, truncated to its type's width and zero-extended, or the IEEE bits of a
    /// floating-point number.
    Bits(u64),
}

impl Constant {
    /// Returns the bits of the constant; zero for `undef`.
    pub const fn bits(self) -> u64 {
        match self.value {
            ConstantValue::Undef => 0,
            ConstantValue::Bits(bits) => bits,
        }
    }
}

/// The kind of a value, with its index among the values of this kind.
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
    /// The result of an instruction, `%v0`. Only instructions with results are counted.
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
    /// Returns the number of the function.
    #[inline]
    pub fn id(&self) -> FuncId {
        self.0.id
    }

    /// Returns the absolute index of the first parameter, which follows those of the module's
    /// functions and globals.
    #[inline]
    pub fn first_local(&self) -> u32 {
        self.0.first_local
    }

    /// Returns the number of function addresses in the module. The absolute indices of globals
    /// follow those of functions.
    #[inline]
    pub fn function_count(&self) -> u32 {
        self.0.function_count
    }

    /// Returns the number of parameters.
    #[inline]
    pub fn param_count(&self) -> u32 {
        self.0.param_count
    }

    /// Returns the constants of the constants blocks, in order.
    #[inline]
    pub fn constants(&self) -> &[Constant] {
        &self.0.constants
    }

    /// Returns the types of the parameters, the constants and the results of instructions.
    #[inline]
    pub fn local_types(&self) -> &[Type] {
        &self.0.local_types
    }

    /// Returns the instructions of all blocks, in file order.
    #[inline]
    pub fn insts(&self) -> &[Inst] {
        &self.0.insts
    }

    /// Returns the blocks, in file order.
    #[inline]
    pub fn blocks(&self) -> &[Block] {
        &self.0.blocks
    }

    /// Returns the operand lists of all instructions.
    #[inline]
    pub fn pool(&self) -> &[u32] {
        &self.0.pool
    }

    /// Returns the start of the function block in the file, in bits.
    #[inline]
    pub fn position(&self) -> u64 {
        self.0.position
    }

    /// Returns the position of each instruction's record in bits, relative to
    /// [`Function::position`].
    #[inline]
    pub fn inst_positions(&self) -> &[u32] {
        &self.0.inst_positions
    }

    /// Returns the number of overlong numbers in the function block.
    #[inline]
    pub fn overlong_numbers(&self) -> u32 {
        self.0.overlong_numbers
    }

    /// Creates a function from parts that a decoder has checked.
    pub(crate) fn checked(contents: Contents) -> Function {
        let function = Function(contents);
        debug_assert_eq!(function.insts().len(), function.inst_positions().len());
        debug_assert!(
            function.first_inst_value() - function.first_local()
                <= function.local_types().len() as u32
        );
        debug_assert!(function.block_ids().all(|block| function.is_block(block)));
        debug_assert!(
            function
                .insts()
                .iter()
                .all(|inst| function.has_operands(inst))
        );
        function
    }

    /// Returns true if the values that an instruction uses exist.
    fn has_operands(&self, inst: &Inst) -> bool {
        let end = self.first_local() as usize + self.local_types().len();
        let mut exist = true;
        self.for_each_operand(inst, |value| exist &= value.index() < end);
        exist
    }

    /// Returns true if a block's instructions exist, end with its only terminator, and only branch
    /// to existing blocks.
    fn is_block(&self, id: BlockId) -> bool {
        let block = self.blocks()[id.index()];
        let insts = &self.insts()[block.first_inst as usize..][..block.len as usize];
        let mut targets_exist = true;
        self.for_each_successor(id, |target| {
            targets_exist &= target.index() < self.blocks().len() && target != BlockId(0);
        });
        let terminators = insts.iter().filter(|inst| inst.is_terminator()).count();
        targets_exist && terminators == 1 && insts.last().is_some_and(Inst::is_terminator)
    }

    /// Returns the function with its constants in another order. The constant N gets the number
    /// `numbers[N]`.
    #[cfg(feature = "tools")]
    pub(crate) fn reorder_constants(&self, numbers: &[u32]) -> Function {
        debug_assert!(is_permutation(numbers, self.constants().len()));
        let Contents {
            param_count,
            first_local,
            mut constants,
            mut local_types,
            mut insts,
            mut pool,
            ..
        } = self.0.clone();
        for (&constant, &new) in self.constants().iter().zip(numbers) {
            constants[new as usize] = constant;
            local_types[(param_count + new) as usize] = constant.ty;
        }
        let first = first_local + param_count;
        for inst in &mut insts {
            inst.map_operands(&mut pool, |value| {
                let constant = value.0.wrapping_sub(first) as usize;
                numbers
                    .get(constant)
                    .map_or(value, |&new| ValueId(first + new))
            });
        }
        Function(Contents {
            constants,
            local_types,
            insts,
            pool,
            ..self.0.clone()
        })
    }

    /// Returns true if both functions are equal except for their positions in files.
    pub fn is_same_code(&self, other: &Function) -> bool {
        let nowhere = |function: &Function| Contents {
            position: 0,
            inst_positions: Box::default(),
            overlong_numbers: 0,
            ..function.0.clone()
        };
        nowhere(self) == nowhere(other)
    }

    /// Returns the kind of a value. It displays as the value's name in the manual.
    pub fn value_name(&self, value: ValueId) -> ValueKind {
        if value.0 < self.0.function_count {
            return ValueKind::Function(value.0);
        }
        if value.0 < self.0.first_local {
            return ValueKind::Global(value.0 - self.0.function_count);
        }
        let local = value.0 - self.0.first_local;
        let constants = self.0.constants.len() as u32;
        if local < self.0.param_count {
            ValueKind::Param(local)
        } else if local < self.0.param_count + constants {
            ValueKind::Constant(local - self.0.param_count)
        } else {
            ValueKind::Inst(local - self.0.param_count - constants)
        }
    }

    /// Returns the type of a value. Function and global addresses are `i32`.
    #[inline]
    pub fn value_type(&self, value: ValueId) -> Type {
        match value.0.checked_sub(self.0.first_local) {
            Some(local) => self.0.local_types[local as usize],
            None => Type::I32,
        }
    }

    /// Returns the absolute index of the first result of an instruction.
    #[inline]
    pub fn first_inst_value(&self) -> u32 {
        self.0.first_local + self.0.param_count + self.0.constants.len() as u32
    }

    /// Returns the constant if the value is one, otherwise `None`.
    #[inline]
    pub fn constant(&self, value: ValueId) -> Option<Constant> {
        let index = value
            .0
            .checked_sub(self.0.first_local + self.0.param_count)?;
        self.0.constants.get(index as usize).copied()
    }

    /// Returns the words of an operand list.
    #[inline]
    pub fn operands(&self, range: Range) -> &[u32] {
        range.of(self.pool())
    }

    /// Returns the values of an operand list.
    pub fn values(&self, range: Range) -> impl ExactSizeIterator<Item = ValueId> + Clone {
        self.operands(range).iter().map(|&word| ValueId(word))
    }

    /// Returns the address and the arguments of an indirect call.
    #[inline]
    pub fn callee_and_args(&self, operands: Range) -> (ValueId, &[u32]) {
        let words = self.operands(operands);
        (ValueId(words[0]), &words[1..])
    }

    /// Returns the operands of a phi: for each edge into its block, the value and the block that
    /// the edge comes from.
    pub fn phi_incoming(
        &self,
        incoming: Range,
    ) -> impl ExactSizeIterator<Item = (ValueId, BlockId)> + Clone {
        self.operands(incoming)
            .chunks_exact(2)
            .map(|pair| (ValueId(pair[0]), BlockId(pair[1])))
    }

    /// Returns the default block and the cases of a switch. A case has a selector, truncated to its
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

    /// Returns the instructions of a block, each with the value that it defines.
    pub fn block_insts(
        &self,
        block: BlockId,
    ) -> impl Iterator<Item = (InstId, Option<ValueId>, &Inst)> {
        let block = self.0.blocks[block.index()];
        let range = block.first_inst as usize..(block.first_inst + block.len) as usize;
        let mut next = block.first_value;
        self.0.insts[range]
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

    /// Returns the numbers of all blocks.
    pub fn block_ids(&self) -> impl ExactSizeIterator<Item = BlockId> + use<> {
        (0..self.0.blocks.len() as u32).map(BlockId)
    }

    /// Returns the block that contains an instruction.
    pub fn block_of(&self, inst: InstId) -> BlockId {
        let after = self
            .blocks()
            .partition_point(|block| block.first_inst <= inst.0);
        BlockId(after as u32 - 1)
    }

    /// Calls a function for each value that an instruction of this function uses; see
    /// [`Inst::for_each_operand`].
    #[inline]
    pub fn for_each_operand(&self, inst: &Inst, visit: impl FnMut(ValueId)) {
        inst.for_each_operand(self.pool(), visit);
    }

    /// Calls a function for each successor of a block, once for each edge.
    #[inline]
    pub fn for_each_successor(&self, block: BlockId, visit: impl FnMut(BlockId)) {
        let block = self.blocks()[block.index()];
        let last = &self.insts()[(block.first_inst + block.len - 1) as usize];
        last.for_each_successor(self.pool(), visit);
    }

    /// Collects the edges between blocks, in the order of [`Inst::for_each_successor`].
    pub fn collect_edges(&self, edges: &mut Edges) {
        edges.begin();
        for block in self.block_ids() {
            self.for_each_successor(block, |target| edges.add(target.0));
            edges.end_node();
        }
    }

    /// Returns the position of an instruction's record in the file, in bits.
    pub fn inst_position(&self, inst: InstId) -> u64 {
        self.0.position + u64::from(self.0.inst_positions[inst.index()])
    }
}

/// Returns true if the numbers are a permutation of those below `count`.
#[cfg(feature = "tools")]
fn is_permutation(numbers: &[u32], count: usize) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..count as u32)
}
