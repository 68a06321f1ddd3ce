//! Function bodies: one array of instructions, in blocks.

use super::Convention;
use super::ids::{BlockId, ConstantId, InstId, List, TypeId};
use super::names::{Name, Names};
use super::ops::{BinaryOp, ShiftOp, VectorOp};
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
    /// The value that selects it; a constant in all that is legal.
    pub value: Value,
    /// Target of the case.
    pub target: BlockId,
}

/// An operand of a phi: what it is when control comes from a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// The value.
    pub value: Value,
    /// The block that control comes from.
    pub block: BlockId,
}

/// An instruction. Its result type stands beside it, in
/// [`Body::result_type`].
#[derive(Clone, Copy, Debug)]
pub enum Inst {
    /// Return, with a value unless the function returns void.
    Ret {
        /// The value to return.
        value: Option<Value>,
    },
    /// Branch.
    Br {
        /// Target of the branch.
        target: BlockId,
    },
    /// Branch one way or the other.
    CondBr {
        /// The condition, a `bool`.
        condition: Value,
        /// Target if the condition is true.
        if_true: BlockId,
        /// Target if the condition is false.
        if_false: BlockId,
    },
    /// Branch by an integer.
    Switch {
        /// The integer.
        value: Value,
        /// Target if no case matches.
        default: BlockId,
        /// The cases.
        cases: List<Case>,
    },
    /// Call that may unwind.
    Invoke {
        /// The function to call.
        callee: Value,
        /// The arguments.
        arguments: List<Value>,
        /// Target when the function returns.
        normal: BlockId,
        /// Target when the function unwinds.
        unwind: BlockId,
        /// The way in which arguments are passed.
        convention: Convention,
    },
    /// Return to the unwind block of the closest invoke among the callers.
    Unwind,
    /// A place that control never comes to.
    Unreachable,
    /// Arithmetic, logic or a comparison.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The first operand.
        lhs: Value,
        /// The second operand, of the same type.
        rhs: Value,
    },
    /// A shift.
    Shift {
        /// The operation.
        op: ShiftOp,
        /// The value to shift.
        value: Value,
        /// By how many bits, a `ubyte`.
        amount: Value,
    },
    /// Memory from the heap for `count` of what the result points to.
    Malloc {
        /// Number of elements, a `uint`; the constant 1 for a single one.
        count: Value,
        /// The alignment in bytes, 0 for that of the type.
        alignment: u32,
    },
    /// Memory of the function's frame for `count` of what the result points to.
    Alloca {
        /// Number of elements, a `uint`; the constant 1 for a single one.
        count: Value,
        /// The alignment in bytes, 0 for that of the type.
        alignment: u32,
    },
    /// Returns memory to the heap.
    Free {
        /// The memory.
        pointer: Value,
    },
    /// Reads memory.
    Load {
        /// Where.
        pointer: Value,
        /// True if it must happen exactly as written.
        volatile: bool,
    },
    /// Writes memory.
    Store {
        /// What.
        value: Value,
        /// Where.
        pointer: Value,
        /// True if it must happen exactly as written.
        volatile: bool,
    },
    /// The address of a part of something.
    GetElementPtr {
        /// The address of the whole.
        pointer: Value,
        /// The way to the part.
        indices: List<Value>,
    },
    /// A value that depends on where control came from.
    Phi {
        /// One value for each edge into the block.
        incoming: List<Incoming>,
    },
    /// A conversion to the result type.
    Cast {
        /// The value to convert.
        value: Value,
    },
    /// A call.
    Call {
        /// The function to call.
        callee: Value,
        /// The arguments.
        arguments: List<Value>,
        /// The way in which arguments are passed.
        convention: Convention,
        /// True if the frame of the caller is no longer needed.
        tail: bool,
    },
    /// The list of variable arguments after its next one is taken.
    VaNext {
        /// The list, which stays as it is.
        list: Value,
        /// The type of the argument that is passed over.
        argument: TypeId,
    },
    /// The next variable argument, of the result type; the list stays as it is.
    VaArg {
        /// The list.
        list: Value,
    },
    /// The next variable argument, of the result type, from a list in memory,
    /// which goes on after it.
    VaFetch {
        /// The address of the list.
        list: Value,
    },
    /// One of two values.
    Select {
        /// The condition, a `bool`.
        condition: Value,
        /// The value for true.
        if_true: Value,
        /// The value for false.
        if_false: Value,
    },
    /// An access to the elements of packed values.
    Vector {
        /// The operation.
        op: VectorOp,
        /// Its operands.
        operands: List<Value>,
    },
}

impl Inst {
    /// Returns true if the instruction ends a block.
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Ret { .. }
                | Inst::Br { .. }
                | Inst::CondBr { .. }
                | Inst::Switch { .. }
                | Inst::Invoke { .. }
                | Inst::Unwind
                | Inst::Unreachable
        )
    }
}

/// The body of a function.
#[derive(Clone, Default, Debug)]
pub struct Body {
    insts: Vec<Inst>,
    types: Vec<TypeId>,
    /// The first instruction of each block.
    blocks: Vec<u32>,
    values: Vec<Value>,
    cases: Vec<Case>,
    incoming: Vec<Incoming>,
    /// The names of the body.
    pub names: Names,
    /// The name of each parameter; none for those past the end.
    pub argument_names: Vec<Name>,
    /// The name of each instruction's result; none for those past the end.
    pub inst_names: Vec<Name>,
    /// The name of each block; none for those past the end.
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

    /// A list of operands: arguments or indices.
    #[inline]
    pub fn values(&self, list: List<Value>) -> &[Value] {
        &self.values[list.range()]
    }

    /// The cases of a switch.
    #[inline]
    pub fn cases(&self, list: List<Case>) -> &[Case] {
        &self.cases[list.range()]
    }

    /// The operands of a phi.
    #[inline]
    pub fn incoming(&self, list: List<Incoming>) -> &[Incoming] {
        &self.incoming[list.range()]
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

    /// Replaces an instruction whose operands were not known before.
    pub fn replace(&mut self, id: InstId, inst: Inst) {
        self.insts[id.index()] = inst;
    }

    /// A list of operands, for an instruction of this body.
    pub fn add_values(&mut self, values: &[Value]) -> List<Value> {
        List::push(&mut self.values, values)
    }

    /// A list of cases, for a switch of this body.
    pub fn add_cases(&mut self, cases: &[Case]) -> List<Case> {
        List::push(&mut self.cases, cases)
    }

    /// A list of operands of a phi of this body.
    pub fn add_incoming(&mut self, incoming: &[Incoming]) -> List<Incoming> {
        List::push(&mut self.incoming, incoming)
    }

    /// Names a parameter; the empty name takes its name away.
    pub fn name_argument(&mut self, argument: u32, name: &[u8]) {
        let name = self.names.add(name);
        set_name(&mut self.argument_names, argument, name);
    }

    /// Names the result of an instruction; the empty name takes its name away.
    pub fn name_inst(&mut self, id: InstId, name: &[u8]) {
        let name = self.names.add(name);
        set_name(&mut self.inst_names, id.0, name);
    }

    /// Names a block; the empty name takes its name away.
    pub fn name_block(&mut self, id: BlockId, name: &[u8]) {
        let name = self.names.add(name);
        set_name(&mut self.block_names, id.0, name);
    }

    /// Replaces all operands and blocks that were not known before.
    pub(crate) fn translate(
        &mut self,
        value: impl Fn(Value) -> Value,
        block: impl Fn(BlockId) -> BlockId,
    ) {
        for inst in (0..self.insts.len() as u32).map(InstId) {
            self.map_operands(inst, &value);
            self.map_successors(inst, &block);
        }
        for incoming in &mut self.incoming {
            incoming.block = block(incoming.block);
        }
    }

    /// Makes room for instructions and blocks.
    pub fn reserve(&mut self, insts: usize, blocks: usize) {
        self.insts.reserve(insts);
        self.types.reserve(insts);
        self.blocks.reserve(blocks);
    }

    /// Calls `visit` with every operand of an instruction that is a value, in
    /// the order in which assembly shows them; phis and switches included,
    /// blocks and types left out.
    pub fn for_each_operand(&self, inst: &Inst, mut visit: impl FnMut(Value)) {
        match *inst {
            Inst::Ret { value } => {
                if let Some(value) = value {
                    visit(value);
                }
            }
            Inst::Br { .. } | Inst::Unwind | Inst::Unreachable => {}
            Inst::CondBr { condition, .. } => visit(condition),
            Inst::Switch { value, cases, .. } => {
                visit(value);
                for case in self.cases(cases) {
                    visit(case.value);
                }
            }
            Inst::Invoke {
                callee, arguments, ..
            }
            | Inst::Call {
                callee, arguments, ..
            } => {
                visit(callee);
                for &argument in self.values(arguments) {
                    visit(argument);
                }
            }
            Inst::Binary { lhs, rhs, .. } => {
                visit(lhs);
                visit(rhs);
            }
            Inst::Shift { value, amount, .. } => {
                visit(value);
                visit(amount);
            }
            Inst::Malloc { count: value, .. }
            | Inst::Alloca { count: value, .. }
            | Inst::Free { pointer: value }
            | Inst::Load { pointer: value, .. }
            | Inst::Cast { value }
            | Inst::VaNext { list: value, .. }
            | Inst::VaArg { list: value }
            | Inst::VaFetch { list: value } => visit(value),
            Inst::Vector { operands, .. } => {
                for &operand in self.values(operands) {
                    visit(operand);
                }
            }
            Inst::Store { value, pointer, .. } => {
                visit(value);
                visit(pointer);
            }
            Inst::GetElementPtr { pointer, indices } => {
                visit(pointer);
                for &index in self.values(indices) {
                    visit(index);
                }
            }
            Inst::Phi { incoming } => {
                for incoming in self.incoming(incoming) {
                    visit(incoming.value);
                }
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                visit(condition);
                visit(if_true);
                visit(if_false);
            }
        }
    }

    /// Replaces the operands of an instruction: each value becomes the result of `map`, in the
    /// order of [`Body::for_each_operand`].
    pub fn map_operands(&mut self, id: InstId, mut map: impl FnMut(Value) -> Value) {
        let mut each = |values: &mut [&mut Value]| {
            for value in values {
                **value = map(**value);
            }
        };
        match &mut self.insts[id.index()] {
            Inst::Ret { value: None } | Inst::Br { .. } | Inst::Unwind | Inst::Unreachable => {}
            Inst::Ret { value: Some(value) }
            | Inst::CondBr {
                condition: value, ..
            }
            | Inst::Malloc { count: value, .. }
            | Inst::Alloca { count: value, .. }
            | Inst::Free { pointer: value }
            | Inst::Load { pointer: value, .. }
            | Inst::Cast { value }
            | Inst::VaNext { list: value, .. }
            | Inst::VaArg { list: value }
            | Inst::VaFetch { list: value } => each(&mut [value]),
            Inst::Vector { operands, .. } => {
                for value in &mut self.values[operands.range()] {
                    each(&mut [value]);
                }
            }
            Inst::Switch { value, cases, .. } => {
                each(&mut [value]);
                for case in &mut self.cases[cases.range()] {
                    each(&mut [&mut case.value]);
                }
            }
            Inst::Invoke {
                callee: value,
                arguments: list,
                ..
            }
            | Inst::Call {
                callee: value,
                arguments: list,
                ..
            }
            | Inst::GetElementPtr {
                pointer: value,
                indices: list,
            } => {
                each(&mut [value]);
                for value in &mut self.values[list.range()] {
                    each(&mut [value]);
                }
            }
            Inst::Binary { lhs, rhs, .. } => each(&mut [lhs, rhs]),
            Inst::Shift { value, amount, .. } => each(&mut [value, amount]),
            Inst::Store { value, pointer, .. } => each(&mut [value, pointer]),
            Inst::Phi { incoming } => {
                for incoming in &mut self.incoming[incoming.range()] {
                    each(&mut [&mut incoming.value]);
                }
            }
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => each(&mut [condition, if_true, if_false]),
        }
    }

    /// Calls `visit` with every block that a terminator may go to, in the order
    /// of its operands (a conditional branch: true first; a switch: default
    /// first; an invoke: normal first), each as often as it stands there.
    pub fn for_each_successor(&self, inst: &Inst, mut visit: impl FnMut(BlockId)) {
        match *inst {
            Inst::Br { target } => visit(target),
            Inst::CondBr {
                if_true, if_false, ..
            } => {
                visit(if_true);
                visit(if_false);
            }
            Inst::Switch { default, cases, .. } => {
                visit(default);
                for case in self.cases(cases) {
                    visit(case.target);
                }
            }
            Inst::Invoke { normal, unwind, .. } => {
                visit(normal);
                visit(unwind);
            }
            _ => {}
        }
    }

    /// Replaces the successors of a terminator, in the order of [`Body::for_each_successor`].
    pub fn map_successors(&mut self, id: InstId, mut map: impl FnMut(BlockId) -> BlockId) {
        match &mut self.insts[id.index()] {
            Inst::Br { target } => *target = map(*target),
            Inst::CondBr {
                if_true: first,
                if_false: second,
                ..
            }
            | Inst::Invoke {
                normal: first,
                unwind: second,
                ..
            } => {
                *first = map(*first);
                *second = map(*second);
            }
            Inst::Switch { default, cases, .. } => {
                *default = map(*default);
                for case in &mut self.cases[cases.range()] {
                    case.target = map(case.target);
                }
            }
            _ => {}
        }
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
