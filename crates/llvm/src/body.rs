//! The body of a function: flat arrays.
//!
//! Instructions are in the order of the text, and blocks are ranges of them. Variable-length parts
//! of an instruction are lists in pools. Operands are parameters, results ([`LocalId`]: parameters
//! first) and constants of the module. Locals are numbered separately from instructions, so a use
//! can be added before its definition.

use crate::ids::{
    AttributeListId, BlockId, CallId, ConstantId, InstructionId, List, LocalId, MetadataId, Name,
    TypeId,
};
use crate::instruction::{FastMath, Instruction, TailKind, Value};
use crate::location::{Location, Locations};
use crate::module::CallingConvention;
use crate::name_pool::NamePool;
use crate::variables::{SourceVariable, ValueMark};

mod unreachable;

/// A parameter, or the result of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Its type.
    pub ty: TypeId,
    /// Its name in [`Body::names`].
    pub name: Name,
}

/// A basic block.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its name in [`Body::names`].
    pub name: Name,
    /// Its first instruction.
    pub start: InstructionId,
    /// The id after its last instruction.
    pub end: InstructionId,
}

/// The common part of calls, invokes and callbrs.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The called function, or a pointer to it.
    pub callee: Value,
    /// The function type of the call.
    pub function_type: TypeId,
    /// The arguments; see [`Body::values`].
    pub arguments: List,
    /// The calling convention.
    pub convention: CallingConvention,
    /// Attributes of the call, its result and its arguments.
    pub attributes: AttributeListId,
    /// The address space of the callee's address.
    pub address_space: u32,
    /// Promises about the caller's frame.
    pub tail: TailKind,
    /// Fast-math flags.
    pub flags: FastMath,
    /// Operand bundles; see [`Body::bundles`].
    pub bundles: List,
}

/// An operand bundle of a call: a tag and values.
#[derive(Clone, Copy, Debug)]
pub struct Bundle {
    /// Its tag in [`Body::names`].
    pub tag: Name,
    /// Its values; see [`Body::values`].
    pub values: List,
}

/// A clause of a landing pad.
#[derive(Clone, Copy, Debug)]
pub enum Clause {
    /// Catches this exception, or any exception if it is null.
    Catch(Value),
    /// Catches any exception that is not in this list.
    Filter(Value),
}

/// The original form of an instruction that LLVM has since removed, in a module read in its
/// original form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldForm {
    /// An `alloca` that is a `malloc`.
    Malloc,
    /// A `freeze` without a result that is a `free`.
    Free,
    /// An `unreachable` that is an `unwind`.
    Unwind,
    /// An `extractvalue` that is a `getresult`.
    GetResult,
    /// A comparison that is a `vicmp` or `vfcmp`.
    VectorCompare,
    /// A return that names several values; see [`Body::values`].
    ReturnFields(List),
}

/// The kind of metadata that locations have, in a module that is read as it was written.
pub(crate) const LOCATION: &[u8] = b"dbg";

/// The body of a function: its instructions and blocks, and the lists that they use.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Names of locals and blocks.
    pub names: NamePool,
    pub(crate) parameter_count: usize,
    pub(crate) locals: Vec<Local>,
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) blocks: Vec<Block>,
    /// Blocks in the order of the text; the entry first.
    pub(crate) order: Vec<BlockId>,
    pub(crate) values: Vec<Value>,
    pub(crate) incoming: Vec<(Value, BlockId)>,
    pub(crate) cases: Vec<(ConstantId, BlockId)>,
    pub(crate) block_lists: Vec<BlockId>,
    pub(crate) indices: Vec<u32>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) calls: Vec<Call>,
    pub(crate) bundles: Vec<Bundle>,
    /// Metadata of instructions, in the order of instructions: instruction,
    /// kind (a name in [`Body::names`]), node.
    pub(crate) attachments: Vec<(InstructionId, Name, MetadataId)>,
    /// Source locations of instructions, in the order of instructions.
    pub(crate) locations: Locations,
    /// Original forms of instructions that LLVM has since removed, in the order of instructions.
    pub(crate) old_forms: Vec<(InstructionId, OldForm)>,
    /// Source variables of the function, each listed once.
    pub(crate) variables: Vec<SourceVariable>,
    /// Values of source variables that are not in memory, in the order of instructions.
    pub(crate) value_marks: Vec<ValueMark>,
}

impl Body {
    /// Clears the body but keeps its memory.
    pub(crate) fn clear(&mut self) {
        let Body {
            names,
            parameter_count,
            locals,
            instructions,
            blocks,
            order,
            values,
            incoming,
            cases,
            block_lists,
            indices,
            clauses,
            calls,
            bundles,
            attachments,
            locations,
            old_forms,
            variables,
            value_marks,
        } = self;
        names.clear();
        *parameter_count = 0;
        locals.clear();
        instructions.clear();
        blocks.clear();
        order.clear();
        values.clear();
        incoming.clear();
        cases.clear();
        block_lists.clear();
        indices.clear();
        clauses.clear();
        calls.clear();
        bundles.clear();
        attachments.clear();
        locations.clear();
        old_forms.clear();
        variables.clear();
        value_marks.clear();
    }

    /// The number of parameters. Parameters are the first locals.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.parameter_count
    }

    /// Type and name of a local.
    #[must_use]
    pub fn local(&self, id: LocalId) -> Local {
        self.locals[id.index()]
    }

    /// Changes the type of a local. Its definition and uses must be changed too.
    pub fn set_local_type(&mut self, id: LocalId, ty: TypeId) {
        self.locals[id.index()].ty = ty;
    }

    /// All locals, by id.
    #[must_use]
    pub fn locals(&self) -> &[Local] {
        &self.locals
    }

    /// All instructions, in the order of the text.
    #[must_use]
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// A block.
    #[must_use]
    pub fn block(&self, id: BlockId) -> Block {
        self.blocks[id.index()]
    }

    /// All blocks in the order of the text, the entry first.
    #[must_use]
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The instructions of a block.
    #[must_use]
    pub fn block_instructions(&self, id: BlockId) -> &[Instruction] {
        let block = self.block(id);
        &self.instructions[block.start.index()..block.end.index()]
    }

    /// A call site.
    #[must_use]
    pub fn call(&self, id: CallId) -> Call {
        self.calls[id.index()]
    }

    /// Returns all call sites for changes, including those of removed calls.
    pub fn calls_mut(&mut self) -> &mut [Call] {
        &mut self.calls
    }

    /// The values of a list.
    #[must_use]
    pub fn values(&self, list: List) -> &[Value] {
        list.of(&self.values)
    }

    /// The edges of a phi.
    #[must_use]
    pub fn incoming(&self, list: List) -> &[(Value, BlockId)] {
        list.of(&self.incoming)
    }

    /// The cases of a switch.
    #[must_use]
    pub fn cases(&self, list: List) -> &[(ConstantId, BlockId)] {
        list.of(&self.cases)
    }

    /// The blocks of an indirect branch, a callbr or a catchswitch.
    #[must_use]
    pub fn block_list(&self, list: List) -> &[BlockId] {
        list.of(&self.block_lists)
    }

    /// The numbers of `extractvalue` and `insertvalue`.
    #[must_use]
    pub fn indices(&self, list: List) -> &[u32] {
        list.of(&self.indices)
    }

    /// The clauses of a landing pad.
    #[must_use]
    pub fn clauses(&self, list: List) -> &[Clause] {
        list.of(&self.clauses)
    }

    /// The bundles of a call.
    #[must_use]
    pub fn bundles(&self, list: List) -> &[Bundle] {
        list.of(&self.bundles)
    }

    /// The source location of an instruction, if it is known.
    #[must_use]
    pub fn location(&self, id: InstructionId) -> Option<Location> {
        let found = self.locations.binary_search_by_key(&id, |&(at, _)| at);
        found.ok().map(|place| self.locations[place].1)
    }

    /// Returns the original form of an instruction, in a module read in its original form.
    #[must_use]
    pub fn old_form(&self, id: InstructionId) -> Option<OldForm> {
        let found = self.old_forms.binary_search_by_key(&id, |&(at, _)| at);
        found.ok().map(|place| self.old_forms[place].1)
    }

    /// Returns the source variables, if they were requested when the module was read.
    #[must_use]
    pub fn variables(&self) -> &[SourceVariable] {
        &self.variables
    }

    /// Returns the values of source variables that are not in memory, in the order of instructions.
    #[must_use]
    pub fn value_marks(&self) -> &[ValueMark] {
        &self.value_marks
    }

    /// Metadata of an instruction: kinds and nodes.
    pub fn attachments(&self, id: InstructionId) -> impl Iterator<Item = (Name, MetadataId)> {
        let start = self.attachments.partition_point(|&(at, ..)| at < id);
        self.attachments[start..]
            .iter()
            .take_while(move |&&(at, ..)| at == id)
            .map(|&(_, kind, node)| (kind, node))
    }

    /// Sorts attachments by instruction, with locations first.
    pub(crate) fn sort_attachments(&mut self) {
        let names = &self.names;
        self.attachments
            .sort_by_key(|&(at, kind, _)| (at, names.get(kind) != LOCATION));
    }

    /// Removes the metadata of instructions. Locations are kept.
    pub fn strip_metadata(&mut self) {
        self.attachments.clear();
    }

    /// Removes what only debuggers and optimisers use: metadata of instructions, and the names of
    /// locals and blocks. Locations are kept.
    pub fn strip(&mut self) {
        self.attachments.clear();
        for local in &mut self.locals {
            local.name = Name::NONE;
        }
        for block in &mut self.blocks {
            block.name = Name::NONE;
        }
    }
}
