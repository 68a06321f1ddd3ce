//! The numbers of the values of a body.
//!
//! In the program, parameters come first, then constants, then the results of instructions in block
//! order. Conversions without an effect have no result: their operand is used instead.
//!
//! The number of a constant is known once all constants are known, so operands have temporary
//! numbers while instructions are made. For a local that is its [`LocalId`], and for a constant its
//! index in a list, with the bit [`CONSTANT`] set. [`Numbers::of`] returns the final number.

use super::Target;
use super::plan::{self, Context, left_over};
use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{Body, ConstantId, ConstantKind, LocalId, Value};
use pinnacle_pexe::function::{Constant, ConstantValue};
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::types::Type;
use std::collections::HashMap;

/// Marks the temporary number of a constant.
const CONSTANT: u32 = 1 << 31;

/// No number.
const NONE: u32 = u32::MAX;

/// A constant of a body: its type, and its bits unless it is `undef`. An address, whose number is
/// already known, has the type `void`.
type Entry = (Type, Option<u64>);

/// The counterpart of a local in the program.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Not defined so far, or only in an unreachable block.
    Unknown,
    /// The parameter with this index.
    Parameter(u32),
    /// The result with this index.
    Result(u32),
    /// Another operand, which the local is a copy of.
    Same(ValueId),
}

/// Numbers the values of bodies. Its memory is reused from one body to the next.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// For each constant of the module, the index of its entry.
    entry_of: Vec<u32>,
    /// The constants that have an entry.
    touched: Vec<ConstantId>,
    entries: Vec<Entry>,
    /// Entries of constants that the module does not have.
    added: HashMap<Entry, u32>,
    /// The number of each entry. That of an address is known from the start.
    entry_numbers: Vec<u32>,
    /// The entries that are not addresses.
    sorted: Vec<u32>,
    constants: Vec<Constant>,
    /// The counterpart of each local, followed by values that the module does not have.
    locals: Vec<Place>,
    /// Locals that are replaced by other values.
    same: Vec<LocalId>,
    /// The types of the results.
    results: Vec<Type>,
    parameter_count: u32,
    first_local: u32,
    first_result: u32,
}

impl Numbers {
    pub(super) fn begin(
        &mut self,
        context: &Context<'_>,
        body: &Body,
        first_local: u32,
    ) -> Result<(), Fault> {
        for constant in self.touched.drain(..) {
            self.entry_of[constant.index()] = NONE;
        }
        self.entry_of.resize(context.module.constants.len(), NONE);
        self.entries.clear();
        self.added.clear();
        self.entry_numbers.clear();
        self.same.clear();
        self.results.clear();
        self.parameter_count = body.parameter_count() as u32;
        self.locals.clear();
        self.locals
            .extend((0..self.parameter_count).map(Place::Parameter));
        self.locals.resize(body.locals().len(), Place::Unknown);
        self.first_local = first_local;
        if body.locals().len() + 2 * body.instructions().len() >= CONSTANT as usize {
            let message = "a function has more values than programs can have";
            return Err(ErrorKind::TooLarge.fault(message));
        }
        Ok(())
    }

    /// Returns the operand for a value.
    #[inline]
    pub(super) fn operand(
        &mut self,
        context: &Context<'_>,
        value: Value,
    ) -> Result<ValueId, Fault> {
        match value {
            Value::Local(local) => Ok(ValueId(local.index() as u32)),
            Value::Constant(constant) => {
                let mut entry = self.entry_of[constant.index()];
                if entry == NONE {
                    entry = self.module_constant(context, constant)?;
                    self.entry_of[constant.index()] = entry;
                    self.touched.push(constant);
                }
                Ok(ValueId(CONSTANT | entry))
            }
            Value::InlineAsm(_) | Value::Metadata(_) => Err(left_over("an operand without a type")),
        }
    }

    fn module_constant(&mut self, context: &Context<'_>, id: ConstantId) -> Result<u32, Fault> {
        let constant = context.module.constants.get(id);
        let bits = match constant.kind {
            ConstantKind::Bits(bits) => Some(bits),
            ConstantKind::Null => Some(0),
            ConstantKind::Undef | ConstantKind::Poison => None,
            ConstantKind::Global(global)
            | ConstantKind::DsoLocalEquivalent(global)
            | ConstantKind::NoCfi(global) => {
                let number = match context.targets[global.index()] {
                    Target::Function(function) => function.0,
                    Target::Variable(index) => context.function_count + index,
                    Target::Intrinsic(_, row) => {
                        return Err(ErrorKind::BadFunctionUse
                            .fault(format!("`{}` is built in and has no address", row.name)));
                    }
                    Target::None => {
                        return Err(left_over(
                            "a global that is neither a function nor a variable",
                        ));
                    }
                };
                return Ok(self.push_entry((Type::Void, None), number));
            }
            _ => return Err(left_over("a constant that is not a number")),
        };
        match context.types.get(constant.ty) {
            Some(ty) if ty != Type::Void && !(ty.is_vector() && bits.is_some()) => {
                Ok(self.push_entry((ty, bits), NONE))
            }
            _ => Err(plan::bad_type()),
        }
    }

    fn push_entry(&mut self, entry: Entry, number: u32) -> u32 {
        self.entries.push(entry);
        self.entry_numbers.push(number);
        self.entries.len() as u32 - 1
    }

    /// Returns the operand for a constant, which need not be in the module.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        let entry = (ty, Some(bits));
        let next = self.entries.len() as u32;
        let index = *self.added.entry(entry).or_insert(next);
        if index == next {
            self.push_entry(entry, NONE);
        }
        ValueId(CONSTANT | index)
    }

    /// Returns the constant with type `i32`.
    pub(super) fn i32(&mut self, number: u32) -> ValueId {
        self.constant(Type::I32, number.into())
    }

    /// Records that an instruction's next result is a local.
    #[inline]
    pub(super) fn define(&mut self, local: LocalId, ty: Type) {
        self.locals[local.index()] = Place::Result(self.results.len() as u32);
        self.results.push(ty);
    }

    /// Records that an instruction's next result is a value that the module does not have.
    pub(super) fn define_new(&mut self, ty: Type) -> ValueId {
        let id = ValueId(self.locals.len() as u32);
        self.locals.push(Place::Result(self.results.len() as u32));
        self.results.push(ty);
        id
    }

    /// Records that a local is the same as an operand.
    pub(super) fn define_as(&mut self, local: LocalId, operand: ValueId) {
        self.locals[local.index()] = Place::Same(operand);
        self.same.push(local);
    }

    /// Numbers all constants, once the last instruction is made.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.sort_constants();
        self.resolve_same()
    }

    /// Sorts constants by type. Equal ones are kept only once.
    fn sort_constants(&mut self) {
        let entries = &self.entries;
        self.sorted.clear();
        let plain = (0..entries.len() as u32).filter(|&at| entries[at as usize].0 != Type::Void);
        self.sorted.extend(plain);
        self.sorted.sort_unstable_by_key(|&at| entries[at as usize]);
        let first = self.first_local + self.parameter_count;
        self.constants.clear();
        let mut before = None;
        for &at in &self.sorted {
            let entry @ (ty, bits) = entries[at as usize];
            if before != Some(entry) {
                before = Some(entry);
                let value = bits.map_or(ConstantValue::Undef, ConstantValue::Bits);
                self.constants.push(Constant { ty, value });
            }
            self.entry_numbers[at as usize] = first + self.constants.len() as u32 - 1;
        }
        self.first_result = first + self.constants.len() as u32;
    }

    /// Follows each chain of equal values to its end.
    fn resolve_same(&mut self) -> Result<(), Fault> {
        for &start in &self.same {
            let start = ValueId(start.index() as u32);
            let mut end = start;
            let mut steps = 0;
            while let Some(&Place::Same(next)) = self.locals.get(end.index()) {
                end = next;
                steps += 1;
                if steps > self.same.len() {
                    return Err(ErrorKind::BadInstruction
                        .fault("a value is defined by conversions of itself"));
                }
            }
            let mut at = start;
            while let Some(Place::Same(next)) = self.locals.get_mut(at.index()) {
                at = std::mem::replace(next, end);
                if at == end {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns the final number of an operand. If the operand does not exist, this is a number that
    /// no value has, which the decoder reports.
    #[inline]
    pub(super) fn of(&self, operand: ValueId) -> ValueId {
        let mut place = self.locals.get(operand.index());
        let mut end = operand;
        if let Some(&Place::Same(other)) = place {
            end = other;
            place = self.locals.get(end.index());
        }
        ValueId(match place {
            Some(&Place::Result(number)) => self.first_result + number,
            Some(&Place::Parameter(number)) => self.first_local + number,
            Some(Place::Unknown | Place::Same(_)) => NONE,
            None => self.entry_numbers[(end.0 & !CONSTANT) as usize],
        })
    }

    /// The constants in order.
    pub(super) fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// The types of the results of instructions in order.
    pub(super) fn results(&self) -> &[Type] {
        &self.results
    }
}
