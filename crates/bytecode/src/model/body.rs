//! Function bodies: one array of instructions, in blocks.

use super::ids::{BlockId, ConstantId, InstId, List, TypeId};
use super::inst::{Inst, Lists};
use super::names::{Name, Names};
use pinnacle_base::graph::Edges;
use std::ops::Range;

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A constant, addresses of globals and functions included.
    Constant(ConstantId),
    /// A parameter of the function, counting from zero.
    Argument(u32),
    /// The result of an instruction.
    Inst(InstId),
}

/// A case of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The value that selects it. In a valid module it is a constant.
    pub value: Value,
    /// Target of the case.
    pub target: BlockId,
}

/// An operand of a phi: its value for one predecessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// The value.
    pub value: Value,
    /// The block that control comes from.
    pub block: BlockId,
}

/// The body of a function.
#[derive(Clone, Default, Debug)]
pub struct Body {
    insts: Vec<Inst>,
    types: Vec<TypeId>,
    /// The first instruction of each block.
    blocks: Vec<u32>,
    lists: Lists,
    /// The pool that holds the names in this body.
    pub names: Names,
    /// The name of each parameter. Parameters beyond its end have no name.
    pub argument_names: Vec<Name>,
    /// The name of each instruction's result. Instructions beyond its end have no name.
    pub inst_names: Vec<Name>,
    /// The name of each block. Blocks beyond its end have no name.
    pub block_names: Vec<Name>,
    /// Types that have a name only in this function.
    pub type_names: Vec<(Name, TypeId)>,
}

impl Body {
    /// A body without blocks.
    pub fn new() -> Body {
        Body::default()
    }

    /// Number of instructions.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// All instructions, block after block.
    pub fn insts(&self) -> &[Inst] {
        &self.insts
    }

    /// One instruction.
    #[inline]
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.index()]
    }

    /// The type of an instruction's result, void for those without.
    #[inline]
    pub fn result_type(&self, id: InstId) -> TypeId {
        self.types[id.index()]
    }

    /// The types of all results.
    pub fn result_types(&self) -> &[TypeId] {
        &self.types
    }

    /// Number of blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The blocks in order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The instructions of a block, as indices.
    #[inline]
    pub fn block_range(&self, block: BlockId) -> Range<usize> {
        let start = self.blocks[block.index()] as usize;
        let end = match self.blocks.get(block.index() + 1) {
            Some(&next) => next as usize,
            None => self.insts.len(),
        };
        start..end
    }

    /// The instructions of a block.
    pub fn block_insts(&self, block: BlockId) -> impl ExactSizeIterator<Item = InstId> + use<> {
        let range = self.block_range(block);
        (range.start as u32..range.end as u32).map(InstId)
    }

    /// The last instruction of a block, none if the block is empty.
    #[inline]
    pub fn last_inst(&self, block: BlockId) -> Option<InstId> {
        let range = self.block_range(block);
        (!range.is_empty()).then(|| InstId(range.end as u32 - 1))
    }

    /// The elements of a list of operands: arguments or indices.
    #[inline]
    pub fn values(&self, list: List<Value>) -> &[Value] {
        &self.lists.values[list.range()]
    }

    /// The cases of a switch.
    #[inline]
    pub fn cases(&self, list: List<Case>) -> &[Case] {
        &self.lists.cases[list.range()]
    }

    /// The operands of a phi.
    #[inline]
    pub fn incoming(&self, list: List<Incoming>) -> &[Incoming] {
        &self.lists.incoming[list.range()]
    }

    /// The name of a parameter, empty if it has none.
    pub fn argument_name(&self, argument: u32) -> &[u8] {
        self.name_in(&self.argument_names, argument)
    }

    /// The name of an instruction's result, empty if it has none.
    pub fn inst_name(&self, id: InstId) -> &[u8] {
        self.name_in(&self.inst_names, id.0)
    }

    /// The name of a block, empty if it has none.
    pub fn block_name(&self, id: BlockId) -> &[u8] {
        self.name_in(&self.block_names, id.0)
    }

    fn name_in(&self, names: &[Name], index: u32) -> &[u8] {
        names
            .get(index as usize)
            .map_or(&[], |&name| self.names.get(name))
    }

    /// Begins a block after the last one.
    pub fn start_block(&mut self) -> BlockId {
        self.blocks.push(self.insts.len() as u32);
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Adds an instruction to the last block; `result` is void for instructions
    /// without a result.
    pub fn push(&mut self, inst: Inst, result: TypeId) -> InstId {
        self.insts.push(inst);
        self.types.push(result);
        InstId(self.insts.len() as u32 - 1)
    }

    /// Replaces an instruction after its operands have become known.
    pub fn replace(&mut self, id: InstId, inst: Inst) {
        self.insts[id.index()] = inst;
    }

    /// Stores a list of operands for an instruction of this body.
    pub fn add_values(&mut self, values: &[Value]) -> List<Value> {
        List::push(&mut self.lists.values, values)
    }

    /// Stores a list of cases for a switch of this body.
    pub fn add_cases(&mut self, cases: &[Case]) -> List<Case> {
        List::push(&mut self.lists.cases, cases)
    }

    /// Stores a list of entries for a phi of this body.
    pub fn add_incoming(&mut self, incoming: &[Incoming]) -> List<Incoming> {
        List::push(&mut self.lists.incoming, incoming)
    }

    /// Names a parameter. An empty name removes the current one.
    pub fn name_argument(&mut self, argument: u32, name: &[u8]) {
        let name = self.names.add(name);
        set_name(&mut self.argument_names, argument, name);
    }

    /// Names the result of an instruction. An empty name removes the current one.
    pub fn name_inst(&mut self, id: InstId, name: &[u8]) {
        let name = self.names.add(name);
        set_name(&mut self.inst_names, id.0, name);
    }

    /// Names a block. An empty name removes the current one.
    pub fn name_block(&mut self, id: BlockId, name: &[u8]) {
        let name = self.names.add(name);
        set_name(&mut self.block_names, id.0, name);
    }

    /// Replaces operands and blocks that were placeholders while the body was read.
    pub(crate) fn translate(
        &mut self,
        value: impl Fn(Value) -> Value,
        block: impl Fn(BlockId) -> BlockId,
    ) {
        for inst in (0..self.insts.len() as u32).map(InstId) {
            self.map_operands(inst, &value);
            self.map_successors(inst, &block);
        }
        for incoming in &mut self.lists.incoming {
            incoming.block = block(incoming.block);
        }
    }

    /// Makes room for instructions and blocks.
    pub fn reserve(&mut self, insts: usize, blocks: usize) {
        self.insts.reserve(insts);
        self.types.reserve(insts);
        self.blocks.reserve(blocks);
    }

    /// Makes room for names of instructions and blocks, with this number of bytes in all.
    pub fn reserve_names(&mut self, bytes: usize) {
        self.names.reserve(bytes);
        self.inst_names.reserve(self.insts.len());
        self.block_names.reserve(self.blocks.len());
    }

    /// Calls `visit` with every operand of an instruction that is a value, in the order of
    /// assembly. This includes the operands of phis and switches, but not blocks and types.
    pub fn for_each_operand(&self, inst: &Inst, mut visit: impl FnMut(Value)) {
        inst.values(&self.lists, &mut visit);
    }

    /// Replaces the operands of an instruction: each value becomes the result of `map`, in the
    /// order of [`Body::for_each_operand`].
    pub fn map_operands(&mut self, id: InstId, mut map: impl FnMut(Value) -> Value) {
        self.insts[id.index()].map_values(&mut self.lists, &mut map);
    }

    /// Calls `visit` with every successor of a terminator, in the order of its operands, once for
    /// each occurrence. A conditional branch has the target for true first, a switch its default,
    /// and an invoke its normal target.
    pub fn for_each_successor(&self, inst: &Inst, mut visit: impl FnMut(BlockId)) {
        inst.blocks(&self.lists, &mut visit);
    }

    /// Replaces the successors of a terminator, in the order of [`Body::for_each_successor`].
    pub fn map_successors(&mut self, id: InstId, mut map: impl FnMut(BlockId) -> BlockId) {
        self.insts[id.index()].map_blocks(&mut self.lists, &mut map);
    }

    /// Collects the edges between blocks: those of the last instruction of each.
    /// Targets that do not exist are left out.
    pub(crate) fn collect_edges(&self, edges: &mut Edges) {
        let count = self.block_count();
        edges.begin();
        for block in self.blocks() {
            if let Some(last) = self.last_inst(block) {
                self.for_each_successor(self.inst(last), |target| {
                    if target.index() < count {
                        edges.add(target.0);
                    }
                });
            }
            edges.end_node();
        }
    }
}

fn set_name(names: &mut Vec<Name>, index: u32, name: Name) {
    let index = index as usize;
    if names.len() <= index {
        names.resize(index + 1, Name::EMPTY);
    }
    names[index] = name;
}
