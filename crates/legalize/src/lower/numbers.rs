//! The numbers of values and blocks of one body.
//!
//! Parameters come first, then constants, then the results of instructions in
//! the order of the blocks. Conversions that change nothing have no result:
//! what they convert is used in their place. Blocks that are never reached are
//! left out.

use super::Target;
use super::plan::{self, Callee, Context, Size, left_over};
use crate::error::{ErrorKind, Fault};
use crate::layout::Layout;
use pinnacle_llvm::{
    BlockId, Body, ConstantId, ConstantKind, Instruction, InstructionId, InstructionKind, LocalId,
    Value,
};
use pinnacle_pexe::construct::ConstantConstruct;
use pinnacle_pexe::types::Type;
use std::collections::HashMap;

/// No number.
const NONE: u32 = u32::MAX;

/// A constant of a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Entry {
    pub(super) ty: Type,
    /// None of `undef`.
    pub(super) bits: Option<u64>,
}

/// What a local of the module is in the program.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Not defined, or by a block that is never reached.
    Unknown,
    /// A parameter.
    Parameter(u32),
    /// The nth result of an instruction.
    Result(u32),
    /// The same as another value.
    Same(Value),
}

/// Numbers of one body after the other, which keep their memory.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// By constant of the module: its place among the entries.
    entry_of: Vec<u32>,
    /// Those that have one.
    touched: Vec<ConstantId>,
    entries: Vec<Entry>,
    /// Entries of constants that the module does not have.
    added: HashMap<Entry, u32>,
    /// The index of the value of each entry; that of addresses is known at once.
    values: Vec<u32>,
    /// The entries that are not addresses.
    sorted: Vec<u32>,
    locals: Vec<Place>,
    same: Vec<LocalId>,
    /// The number of each block, or none if it is not reached.
    blocks: Vec<u32>,
    reached: Vec<BlockId>,
    pending: Vec<BlockId>,
    /// Whether the entry block is branched to, and a block is put in front.
    enters_entry: bool,
    first_local: u32,
    first_result: u32,
    result_count: u32,
}

impl Numbers {
    /// Gives numbers to everything in a body.
    pub(super) fn number(
        &mut self,
        context: &Context<'_>,
        layout: &mut Layout,
        body: &Body,
        first_local: u32,
    ) -> Result<(), (Option<InstructionId>, Fault)> {
        self.begin(context, body, first_local);
        self.find_blocks(body);
        for index in 0..self.reached.len() {
            let range = body.block(self.reached[index]);
            for at in range.start.index()..range.end.index() {
                let id = InstructionId::at(at);
                self.instruction(context, layout, body, &body.instructions()[at])
                    .map_err(|fault| (Some(id), fault))?;
            }
        }
        self.resolve_same().map_err(|fault| (None, fault))?;
        self.sort_constants(body);
        Ok(())
    }

    fn begin(&mut self, context: &Context<'_>, body: &Body, first_local: u32) {
        for constant in self.touched.drain(..) {
            self.entry_of[constant.index()] = NONE;
        }
        self.entry_of.resize(context.module.constants.len(), NONE);
        self.entries.clear();
        self.added.clear();
        self.values.clear();
        self.same.clear();
        self.locals.clear();
        self.locals.resize(body.locals().len(), Place::Unknown);
        for number in 0..body.parameter_count() {
            self.locals[number] = Place::Parameter(number as u32);
        }
        self.first_local = first_local;
        self.result_count = 0;
    }

    /// Finds the blocks that are reached, in the order of the text.
    fn find_blocks(&mut self, body: &Body) {
        self.blocks.clear();
        self.reached.clear();
        self.pending.clear();
        self.enters_entry = false;
        let Some(&entry) = body.order().first() else {
            return;
        };
        let most = body.order().iter().map(|block| block.index() + 1).max();
        self.blocks.resize(most.unwrap_or(0), NONE);
        self.blocks[entry.index()] = 0;
        self.pending.push(entry);
        while let Some(block) = self.pending.pop() {
            let Some(last) = body.block_instructions(block).last() else {
                continue;
            };
            last.kind.for_each_successor(body, |target| {
                self.enters_entry |= target == entry;
                if let Some(number @ &mut NONE) = self.blocks.get_mut(target.index()) {
                    *number = 0;
                    self.pending.push(target);
                }
            });
        }
        let mut next = u32::from(self.enters_entry);
        for &block in body.order() {
            let number = &mut self.blocks[block.index()];
            if *number != NONE {
                *number = next;
                next += 1;
                self.reached.push(block);
            }
        }
    }

    fn instruction(
        &mut self,
        context: &Context<'_>,
        layout: &mut Layout,
        body: &Body,
        instruction: &Instruction,
    ) -> Result<(), Fault> {
        use InstructionKind as K;
        match instruction.kind {
            K::Return(value) => {
                if let Some(value) = value {
                    self.operand(context, value)?;
                }
            }
            K::Branch(_) | K::Unreachable => {}
            K::ConditionalBranch { condition, .. } => self.operand(context, condition)?,
            K::Switch { value, cases, .. } => {
                self.operand(context, value)?;
                for &(case, _) in body.cases(cases) {
                    if !matches!(
                        context.module.constants.get(case).kind,
                        ConstantKind::Bits(_)
                    ) {
                        return Err(left_over("a case that is no plain number"));
                    }
                }
            }
            K::Negate { value, .. } => {
                let ty = context.type_of(body, value)?;
                let bits = plan::negative_zero(ty);
                let bits = bits.ok_or_else(|| left_over("a negation of a vector"))?;
                self.add(Entry {
                    ty,
                    bits: Some(bits),
                });
                self.operand(context, value)?;
                self.define(context, body, instruction)?;
            }
            K::Binary { lhs, rhs, .. }
            | K::FloatBinary { lhs, rhs, .. }
            | K::IntCompare { lhs, rhs, .. }
            | K::FloatCompare { lhs, rhs, .. } => {
                self.operand(context, lhs)?;
                self.operand(context, rhs)?;
                self.define(context, body, instruction)?;
            }
            K::Cast { op, value, .. } => {
                self.operand(context, value)?;
                let Some(result) = instruction.result else {
                    return Err(left_over("a conversion without a result"));
                };
                let from = context.type_of(body, value)?;
                let to = context.type_of(body, Value::Local(result))?;
                if context.cast(op, from, to).is_some() {
                    self.define(context, body, instruction)?;
                } else {
                    self.locals[result.index()] = Place::Same(value);
                    self.same.push(result);
                }
            }
            K::Select { operands, .. } => {
                for &value in body.values(operands) {
                    self.operand(context, value)?;
                }
                self.define(context, body, instruction)?;
            }
            K::Phi { incoming, .. } => {
                for &(value, block) in body.incoming(incoming) {
                    if self.block(block).is_some() {
                        self.operand(context, value)?;
                    }
                }
                self.define(context, body, instruction)?;
            }
            K::Alloca {
                allocated,
                count,
                align,
                ..
            } => {
                let alloca = context.alloca(layout, body, allocated, count, align)?;
                match alloca.size {
                    Size::Constant(size) => self.add_i32(size),
                    Size::Dynamic {
                        count,
                        cast,
                        element,
                    } => {
                        self.operand(context, count)?;
                        self.result_count += u32::from(cast.is_some());
                        if element != 1 {
                            self.add_i32(element);
                            self.result_count += 1;
                        }
                    }
                }
                self.define(context, body, instruction)?;
            }
            K::Load {
                pointer,
                volatile: false,
                atomicity,
                ..
            } if !is_atomic(atomicity) => {
                self.operand(context, pointer)?;
                self.define(context, body, instruction)?;
            }
            K::Store {
                value,
                pointer,
                volatile: false,
                atomicity,
                ..
            } if !is_atomic(atomicity) => {
                context.type_of(body, value)?;
                self.operand(context, value)?;
                self.operand(context, pointer)?;
            }
            K::ExtractElement { vector, index } => {
                self.operand(context, vector)?;
                self.element_index(context, index)?;
                self.define(context, body, instruction)?;
            }
            K::InsertElement { operands } => {
                let &[vector, element, index] = body.values(operands) else {
                    return Err(left_over("an insertion without an index"));
                };
                self.operand(context, vector)?;
                self.operand(context, element)?;
                self.element_index(context, index)?;
                self.define(context, body, instruction)?;
            }
            K::Call(call) => {
                let call = body.call(call);
                let result = match context.callee(&call)? {
                    Callee::Function(_) => {
                        let result = context.module.types.result(call.function_type);
                        result.and_then(|ty| context.types.get(ty))
                    }
                    Callee::Intrinsic(_, row) => {
                        if plan::lacks_alignment(row, call.arguments.len()) {
                            self.add_i32(1);
                        }
                        Some(row.result)
                    }
                    Callee::Address(result) => {
                        self.operand(context, call.callee)?;
                        Some(result)
                    }
                };
                for &argument in body.values(call.arguments) {
                    self.operand(context, argument)?;
                }
                if result.is_some_and(|ty| ty != Type::Void) != instruction.result.is_some() {
                    return Err(Fault::new(
                        ErrorKind::BadCall,
                        "the call has not the result of what it calls",
                    ));
                }
                if instruction.result.is_some() {
                    self.define(context, body, instruction)?;
                }
            }
            _ => return Err(left_over("an instruction")),
        }
        Ok(())
    }

    /// The instruction has a result of its own.
    #[inline]
    fn define(
        &mut self,
        context: &Context<'_>,
        body: &Body,
        instruction: &Instruction,
    ) -> Result<(), Fault> {
        let Some(result) = instruction.result else {
            return Err(left_over("an instruction without its result"));
        };
        context.type_of(body, Value::Local(result))?;
        self.locals[result.index()] = Place::Result(self.result_count);
        self.result_count += 1;
        Ok(())
    }

    /// Takes note of an operand.
    #[inline]
    fn operand(&mut self, context: &Context<'_>, value: Value) -> Result<(), Fault> {
        match value {
            Value::Local(_) => Ok(()),
            Value::Constant(constant) if self.entry_of[constant.index()] != NONE => Ok(()),
            Value::Constant(constant) => self.constant(context, constant),
            Value::InlineAsm(_) | Value::Metadata(_) => Err(left_over("an operand without a type")),
        }
    }

    fn constant(&mut self, context: &Context<'_>, id: ConstantId) -> Result<(), Fault> {
        let constant = context.module.constants.get(id);
        let ty = context.types.get(constant.ty).unwrap_or(Type::Void);
        let bits = match constant.kind {
            ConstantKind::Bits(bits) => Some(bits),
            ConstantKind::Null => Some(0),
            ConstantKind::Undef | ConstantKind::Poison => None,
            ConstantKind::Global(global)
            | ConstantKind::DsoLocalEquivalent(global)
            | ConstantKind::NoCfi(global) => {
                let value = match context.targets[global.index()] {
                    Target::Function(function) => function.0,
                    Target::Variable(index) => context.function_count + index,
                    Target::Intrinsic(_, row) => {
                        return Err(Fault::new(
                            ErrorKind::BadFunctionUse,
                            format!("`{}` is built in and has no address", row.name),
                        ));
                    }
                    Target::None => return Err(left_over("a global of another kind")),
                };
                self.entry_of[id.index()] = self.entries.len() as u32;
                self.touched.push(id);
                self.entries.push(Entry {
                    ty: Type::Void,
                    bits: None,
                });
                self.values.push(value);
                return Ok(());
            }
            _ => return Err(left_over("a constant that is no plain number")),
        };
        if ty == Type::Void || ty.is_vector() && bits.is_some() {
            return Err(plan::bad_type());
        }
        self.entry_of[id.index()] = self.entries.len() as u32;
        self.touched.push(id);
        self.push_entry(Entry { ty, bits });
        Ok(())
    }

    fn push_entry(&mut self, entry: Entry) {
        self.entries.push(entry);
        self.values.push(NONE);
    }

    /// Takes note of a constant that the module need not have.
    fn add(&mut self, entry: Entry) {
        let next = self.entries.len() as u32;
        if *self.added.entry(entry).or_insert(next) == next {
            self.push_entry(entry);
        }
    }

    fn add_i32(&mut self, number: u32) {
        self.add(Entry {
            ty: Type::I32,
            bits: Some(number.into()),
        });
    }

    fn element_index(&mut self, context: &Context<'_>, index: Value) -> Result<(), Fault> {
        let index = element_index(context, index);
        self.add_i32(index.ok_or_else(|| left_over("a variable index of a vector"))?);
        Ok(())
    }

    /// Follows values that are the same as others to their ends.
    fn resolve_same(&mut self) -> Result<(), Fault> {
        for index in 0..self.same.len() {
            let start = self.same[index];
            let mut end = Value::Local(start);
            let mut steps = 0;
            while let Value::Local(local) = end
                && let Place::Same(next) = self.locals[local.index()]
            {
                end = next;
                steps += 1;
                if steps > self.same.len() {
                    return Err(Fault::new(
                        ErrorKind::BadInstruction,
                        "a value is defined by conversions of itself",
                    ));
                }
            }
            let mut at = Value::Local(start);
            while let Value::Local(local) = at
                && let Place::Same(next) = self.locals[local.index()]
            {
                self.locals[local.index()] = Place::Same(end);
                if next == end {
                    break;
                }
                at = next;
            }
        }
        Ok(())
    }

    /// Orders constants by type, those of the same value once.
    fn sort_constants(&mut self, body: &Body) {
        let entries = &self.entries;
        self.sorted.clear();
        let plain = (0..entries.len() as u32).filter(|&at| entries[at as usize].ty != Type::Void);
        self.sorted.extend(plain);
        self.sorted.sort_unstable_by_key(|&at| entries[at as usize]);
        let mut next = self.first_local + body.parameter_count() as u32;
        let mut before = None;
        for &at in &self.sorted {
            let entry = entries[at as usize];
            if before != Some(entry) {
                before = Some(entry);
                next += 1;
            }
            self.values[at as usize] = next - 1;
        }
        self.sorted.dedup_by_key(|&mut at| entries[at as usize]);
        self.first_result = next;
    }

    /// The constants in order.
    pub(super) fn constants(&self, ids: &super::types::TypeIds, out: &mut Vec<ConstantConstruct>) {
        out.clear();
        let mut current = Type::Void;
        for &at in &self.sorted {
            let entry = self.entries[at as usize];
            if entry.ty != current {
                current = entry.ty;
                out.push(ConstantConstruct::SetType(ids[current as usize]));
            }
            out.push(match entry.bits {
                None => ConstantConstruct::Undef,
                Some(bits) if current.is_float() => ConstantConstruct::Float(bits),
                Some(bits) => ConstantConstruct::Integer(signed(current, bits)),
            });
        }
    }

    /// The number of constants and results.
    pub(super) fn size(&self) -> u32 {
        self.sorted.len() as u32 + self.result_count
    }

    /// The blocks in order, by their ids in the module.
    pub(super) fn block_order(&self) -> &[BlockId] {
        &self.reached
    }

    /// Whether a block comes before them that only branches to the first.
    pub(super) fn enters_entry(&self) -> bool {
        self.enters_entry
    }

    /// The number of a block; none if it is never reached.
    pub(super) fn block(&self, block: BlockId) -> Option<u32> {
        let number = self.blocks.get(block.index()).copied();
        number.filter(|&number| number != NONE)
    }

    /// The index of a value. One that does not exist has one that no value has.
    #[inline]
    pub(super) fn value(&self, value: Value) -> u32 {
        match value {
            Value::Local(local) => match self.locals[local.index()] {
                Place::Result(number) => self.first_result + number,
                Place::Parameter(number) => self.first_local + number,
                Place::Same(Value::Local(local)) => match self.locals[local.index()] {
                    Place::Result(number) => self.first_result + number,
                    Place::Parameter(number) => self.first_local + number,
                    _ => NONE,
                },
                Place::Same(other) => self.constant_value(other),
                Place::Unknown => NONE,
            },
            other => self.constant_value(other),
        }
    }

    #[inline]
    fn constant_value(&self, value: Value) -> u32 {
        match value {
            Value::Constant(constant) => self
                .values
                .get(self.entry_of[constant.index()] as usize)
                .copied()
                .unwrap_or(NONE),
            _ => NONE,
        }
    }

    /// The index of a constant that was added.
    pub(super) fn added(&self, entry: Entry) -> u32 {
        self.added
            .get(&entry)
            .map_or(NONE, |&at| self.values[at as usize])
    }

    pub(super) fn added_i32(&self, number: u32) -> u32 {
        self.added(Entry {
            ty: Type::I32,
            bits: Some(number.into()),
        })
    }
}

/// The number of an element of a vector, if it is a constant.
pub(super) fn element_index(context: &Context<'_>, index: Value) -> Option<u32> {
    let Value::Constant(constant) = index else {
        return None;
    };
    match context.module.constants.get(constant).kind {
        ConstantKind::Bits(bits) => u32::try_from(bits).ok(),
        _ => None,
    }
}

fn is_atomic(atomicity: pinnacle_llvm::Atomicity) -> bool {
    atomicity.ordering != pinnacle_llvm::Ordering::NotAtomic
}

/// An integer with its sign: bits above the width do not count.
pub(super) fn signed(ty: Type, bits: u64) -> i64 {
    let unused = u64::BITS.saturating_sub(ty.bits()) % u64::BITS;
    (bits << unused) as i64 >> unused
}
