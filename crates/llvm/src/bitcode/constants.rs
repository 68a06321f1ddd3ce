//! Blocks of constants.
//!
//! A constant may refer to later ones. Constants with operands are therefore stored as they are
//! read, and made once the whole block has been read. A walk with an explicit stack makes each
//! after its operands.

use pinnacle_base::count::counted;
use std::collections::BTreeSet;

use pinnacle_bitstream::{Reader, Step};

use super::codes;
use super::error::{Error, ErrorKind};
use super::record::{Operands, Result, bad, bytes, signed};
use super::records::ConstantsCode as C;
use super::types::{FileType, FileTypes};
use super::values::{Content, Slot, constant_at, unknown};
use crate::constants::ConstantKind;
use crate::ids::{BlockId, ConstantId, GlobalId, TypeId};
use crate::instruction::{
    BinaryFlags, BinaryOp, CastOp, FloatPredicate, GepFlags, IntPredicate, Value,
};
use crate::modernize::is_outdated;
use crate::module::{InlineAsm, Module};
use crate::types::Type;

/// A constant with operands, as in the file.
#[derive(Clone, Copy)]
struct Raw {
    /// Its number as a value.
    number: u32,
    ty: TypeId,
    kind: RawKind,
    start: u32,
    end: u32,
    position: u64,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// Its operands are being made.
    Open,
    Made,
}

#[derive(Clone, Copy)]
enum RawKind {
    Aggregate,
    /// A union of LLVM 2.7, with the value of one member.
    Union,
    Negate,
    Binary(BinaryOp, BinaryFlags),
    Cast(CastOp),
    GetElementPtr(TypeId, GepFlags),
    Select,
    ExtractElement,
    InsertElement,
    ShuffleVector,
    IntCompare(IntPredicate),
    FloatCompare(FloatPredicate),
    BlockAddress(u32),
    DsoLocalEquivalent,
    NoCfi,
}

/// Reads constants and makes them.
#[derive(Clone, Default)]
pub(super) struct ConstantReader {
    raw: Vec<Raw>,
    /// Numbers of values.
    operands: Vec<u64>,
    stack: Vec<u32>,
    made: Vec<ConstantId>,
    /// Expressions that LLVM 19 does not have, and constants that contain one.
    pub(super) outdated: BTreeSet<ConstantId>,
    /// Number of bytes that may still be used for data whose size is not proportional to its
    /// records.
    pub(super) budget: u64,
    /// True if the module is read in its original form.
    pub(super) as_written: bool,
}

impl ConstantReader {
    /// Reads a block. Constants with operands are made later.
    pub(super) fn read(
        &mut self,
        module: &mut Module,
        types: &mut FileTypes,
        values: &mut Vec<Slot>,
        reader: &mut Reader<'_>,
    ) -> Result<()> {
        let word = module.types.integer(32);
        let mut ty = types.plain(module, word);
        let mut model = word;
        loop {
            match reader.step()? {
                Step::Record(record) => {
                    let at = |error: Error| error.at(record.position);
                    if C(record.code) == C::SETTYPE {
                        let number = record.operands.first().copied().unwrap_or(u64::MAX);
                        ty = types.by_number(number).map_err(at)?;
                        model = types.model(ty).map_err(at)?;
                        if !is_of_constants(module.types.get(model)) {
                            let message = "constants cannot have this type";
                            return Err(at(bad(ErrorKind::BadConstant, message)));
                        }
                        continue;
                    }
                    let number = values.len() as u32;
                    let raws = self.raw.len();
                    let content = self
                        .record(module, types, (ty, model), C(record.code), record.operands)
                        .map_err(at)?;
                    if let Some(raw) = self.raw.get_mut(raws) {
                        raw.number = number;
                        raw.position = record.position;
                    }
                    values.push(Slot { content, ty });
                }
                Step::EnterBlock(_) => reader.skip_block()?,
                Step::ExitBlock | Step::End => return Ok(()),
                Step::DefineAbbreviation => {}
            }
        }
    }

    fn record(
        &mut self,
        module: &mut Module,
        types: &FileTypes,
        (ty, model): (FileType, TypeId),
        code: C,
        all: &[u64],
    ) -> Result<Content> {
        let mut operands = Operands::new(all);
        let kind = module.types.get(model);
        let constant = match code {
            C::NULL => self.zero(module, model)?,
            C::UNDEF => module.constants.plain(model, ConstantKind::Undef),
            C::POISON => module.constants.plain(model, ConstantKind::Poison),
            C::INTEGER => {
                let number = signed(operands.next()?);
                self.integer(module, model, &[number as u64], number < 0)?
            }
            C::WIDE_INTEGER => {
                let words: Vec<u64> = all.iter().map(|&word| signed(word) as u64).collect();
                self.integer(module, model, &words, false)?
            }
            C::FLOAT => float(module, model, &mut operands)?,
            C::STRING | C::CSTRING => {
                let mut text = bytes(all);
                if code == C::CSTRING {
                    text.push(0);
                }
                data(module, model, text.len(), &text)?
            }
            C::DATA => {
                let size = element_size(module, model)?;
                let mut list = Vec::with_capacity(all.len() * size);
                for &element in all {
                    list.extend_from_slice(&element.to_le_bytes()[..size]);
                }
                data(module, model, all.len(), &list)?
            }
            C::INLINEASM_OLD | C::INLINEASM_OLD2 | C::INLINEASM_OLD3 | C::INLINEASM => {
                let asm = inline_asm(module, types, ty, code, &mut operands)?;
                return Ok(Content::Known(asm));
            }
            C::CE_GEP_WITH_INRANGE_INDEX_OLD | C::CE_GEP_WITH_INRANGE if self.as_written => {
                return Err(bad(ErrorKind::Unsupported, "`inrange` is not supported"));
            }
            _ => {
                let start = self.operands.len() as u32;
                let kind = self.raw_kind(module, types, kind, code, &mut operands)?;
                self.raw.push(Raw {
                    number: 0,
                    ty: model,
                    kind,
                    start,
                    end: self.operands.len() as u32,
                    position: 0,
                    state: State::New,
                });
                return Ok(Content::Raw(self.raw.len() as u32 - 1));
            }
        };
        Ok(Content::Known(constant.into()))
    }

    /// Charges memory that is not proportional to a record to the budget.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<()> {
        charge(&mut self.budget, bytes)
    }

    fn zero(&mut self, module: &mut Module, model: TypeId) -> Result<ConstantId> {
        if let Type::Integer(width @ 65..) = module.types.get(model) {
            self.charge(u64::from(width) / 8)?;
        }
        Ok(module.zero(model))
    }

    fn integer(
        &mut self,
        module: &mut Module,
        model: TypeId,
        words: &[u64],
        negative: bool,
    ) -> Result<ConstantId> {
        let Type::Integer(width) = module.types.get(model) else {
            let message = "an integer constant has a type that is not an integer";
            return Err(bad(ErrorKind::BadConstant, message));
        };
        let count = width.div_ceil(64) as usize;
        if words.is_empty() || words.len() > count {
            let message = format!(
                "an integer constant of {width} bits has {}",
                counted(words.len(), "word")
            );
            return Err(bad(ErrorKind::BadConstant, message));
        }
        let top = match width % 64 {
            0 => u64::MAX,
            rest => (1 << rest) - 1,
        };
        if count == 1 {
            return Ok(module.constants.bits(model, words[0] & top));
        }
        self.charge(u64::from(width) / 8)?;
        let mut all = words.to_vec();
        all.resize(count, if negative { u64::MAX } else { 0 });
        all[count - 1] &= top;
        Ok(module.constants.wide_bits(model, &all))
    }

    /// Decodes a constant with operands. The operands are added to the pool.
    fn raw_kind(
        &mut self,
        module: &Module,
        types: &FileTypes,
        result: Type,
        code: C,
        operands: &mut Operands<'_>,
    ) -> Result<RawKind> {
        let all = operands.all;
        let mut keep = |numbers: &[u64]| self.operands.extend_from_slice(numbers);
        Ok(match code {
            // For a union: the number of a member, and its value.
            C::AGGREGATE if is_union(module, result) => {
                operands.next()?;
                keep(operands.take(1)?);
                RawKind::Union
            }
            C::AGGREGATE => {
                keep(all);
                RawKind::Aggregate
            }
            C::CE_UNOP => {
                keep(&all[..0]);
                operands.next()?;
                keep(operands.take(1)?);
                RawKind::Negate
            }
            C::CE_BINOP => {
                let op = operands.next()?;
                keep(operands.take(2)?);
                let op = codes::binary_op(op, is_float(module, result))?;
                RawKind::Binary(op, codes::binary_flags(op, operands.or_zero()))
            }
            C::CE_CAST => {
                let op = codes::cast_op(operands.next()?)?;
                types.by_number(operands.next()?)?;
                keep(operands.take(1)?);
                RawKind::Cast(op)
            }
            C::CE_GEP_OLD
            | C::CE_INBOUNDS_GEP
            | C::CE_GEP_WITH_INRANGE_INDEX_OLD
            | C::CE_GEP_WITH_INRANGE
            | C::CE_GEP => {
                let mut source = None;
                let is_old = matches!(code, C::CE_GEP_OLD | C::CE_INBOUNDS_GEP);
                if !is_old || all.len() % 2 == 1 {
                    source = Some(types.by_number(operands.next()?)?);
                }
                let flags = match code {
                    C::CE_INBOUNDS_GEP => GepFlags::INBOUNDS,
                    C::CE_GEP_WITH_INRANGE_INDEX_OLD => codes::gep_flags(operands.next()? & 1),
                    C::CE_GEP_WITH_INRANGE | C::CE_GEP => codes::gep_flags(operands.next()?),
                    _ => GepFlags::NONE,
                };
                if code == C::CE_GEP_WITH_INRANGE {
                    // The part of the object that is reachable through this address.
                    let width = operands.next()?;
                    if width > 64 {
                        let counts = operands.next()?;
                        operands.take((counts & 0xFFFF_FFFF) + (counts >> 32))?;
                    } else {
                        operands.take(2)?;
                    }
                }
                if operands.left() == 0 {
                    return Err(super::record::short(all.len()));
                }
                let mut base = None;
                while operands.left() > 0 {
                    let ty = types.by_number(operands.next()?)?;
                    base.get_or_insert(ty);
                    keep(operands.take(1)?);
                }
                let source = match (source, base) {
                    (Some(source), _) => source,
                    (None, Some(mut base)) => {
                        if let Type::Vector { .. } = module.types.get(types.model(base)?) {
                            base = types.part(base, 0);
                        }
                        types.pointee(base)?
                    }
                    (None, None) => return Err(super::record::short(all.len())),
                };
                RawKind::GetElementPtr(types.model(source)?, flags)
            }
            C::CE_SELECT => {
                keep(operands.take(3)?);
                RawKind::Select
            }
            C::CE_EXTRACTELT => {
                operands.next()?;
                keep(operands.take(1)?);
                if operands.left() > 1 {
                    operands.next()?;
                }
                keep(operands.take(1)?);
                RawKind::ExtractElement
            }
            C::CE_INSERTELT => {
                keep(operands.take(2)?);
                if operands.left() > 1 {
                    operands.next()?;
                }
                keep(operands.take(1)?);
                RawKind::InsertElement
            }
            C::CE_SHUFFLEVEC => {
                keep(operands.take(3)?);
                RawKind::ShuffleVector
            }
            C::CE_SHUFVEC_EX => {
                operands.next()?;
                keep(operands.take(3)?);
                RawKind::ShuffleVector
            }
            C::CE_CMP => {
                let ty = types.model(types.by_number(operands.next()?)?)?;
                keep(operands.take(2)?);
                let predicate = operands.next()?;
                if is_float(module, module.types.get(ty)) {
                    RawKind::FloatCompare(codes::float_predicate(predicate)?)
                } else {
                    RawKind::IntCompare(codes::int_predicate(predicate)?)
                }
            }
            C::BLOCKADDRESS => {
                operands.next()?;
                keep(operands.take(1)?);
                RawKind::BlockAddress(operands.next_u32()?)
            }
            C::DSO_LOCAL_EQUIVALENT | C::NO_CFI_VALUE => {
                operands.next()?;
                keep(operands.take(1)?);
                if code == C::DSO_LOCAL_EQUIVALENT {
                    RawKind::DsoLocalEquivalent
                } else {
                    RawKind::NoCfi
                }
            }
            C::PTRAUTH => {
                let message = "a constant is a signed pointer";
                return Err(bad(ErrorKind::Unsupported, message));
            }
            _ => {
                let message = format!("a constants block has a record of unknown code {}", code.0);
                return Err(bad(ErrorKind::UnknownRecord, message));
            }
        })
    }

    /// Makes all constants read since the last call.
    pub(super) fn resolve(&mut self, module: &mut Module, values: &mut [Slot]) -> Result<()> {
        for index in 0..self.raw.len() {
            self.stack.push(index as u32);
            while let Some(&top) = self.stack.last() {
                let raw = self.raw[top as usize];
                if raw.state == State::Made {
                    self.stack.pop();
                    continue;
                }
                let at = |error: Error| error.at(raw.position);
                if raw.state == State::New {
                    self.raw[top as usize].state = State::Open;
                    let waiting = self.push_operands(raw, values).map_err(at)?;
                    if waiting {
                        continue;
                    }
                }
                let constant = self.make(module, values, raw).map_err(at)?;
                let kind = module.constants.get(constant).kind;
                let parts_are = self.made.iter().any(|part| self.outdated.contains(part));
                if !self.as_written && (is_outdated(kind) || parts_are) {
                    self.outdated.insert(constant);
                }
                values[raw.number as usize].content = Content::Known(constant.into());
                self.raw[top as usize].state = State::Made;
                self.stack.pop();
            }
        }
        self.raw.clear();
        self.operands.clear();
        Ok(())
    }

    /// Pushes the operands that have not been made yet onto the stack. Returns true if there are
    /// any.
    fn push_operands(&mut self, raw: Raw, values: &[Slot]) -> Result<bool> {
        let before = self.stack.len();
        for &number in &self.operands[raw.start as usize..raw.end as usize] {
            let slot = usize::try_from(number).ok().and_then(|n| values.get(n));
            let Some(slot) = slot else {
                return Err(unknown(number, values.len()));
            };
            let Content::Raw(operand) = slot.content else {
                continue;
            };
            match self.raw[operand as usize].state {
                State::New => self.stack.push(operand),
                State::Open => {
                    let message =
                        format!("the constant with value number {number} contains itself");
                    return Err(bad(ErrorKind::RecursiveConstant, message));
                }
                State::Made => {}
            }
        }
        Ok(self.stack.len() > before)
    }

    fn make(&mut self, module: &mut Module, values: &[Slot], raw: Raw) -> Result<ConstantId> {
        self.made.clear();
        for &number in &self.operands[raw.start as usize..raw.end as usize] {
            self.made.push(constant_at(values, number)?);
        }
        let ty = raw.ty;
        let all = &self.made[..];
        let type_of = |module: &Module, id: ConstantId| module.constants.get(id).ty;
        let same = |module: &Module, lhs, rhs| {
            if type_of(module, lhs) == type_of(module, rhs) {
                return Ok(());
            }
            let message = "the operands of a constant have different types";
            Err(bad(ErrorKind::WrongType, message))
        };
        Ok(match raw.kind {
            RawKind::Aggregate => {
                check_aggregate(module, ty, all)?;
                module.constants.aggregate(ty, all)
            }
            RawKind::Union => {
                let of = type_of(module, all[0]);
                let members = module.types.members(ty).unwrap_or_default();
                if !members.contains(&of) {
                    let message = "a union has no member of the type of its value";
                    return Err(bad(ErrorKind::BadConstant, message));
                }
                if self.as_written {
                    return Ok(module.constants.aggregate(ty, all));
                }
                module.union_constant(ty, all[0]).ok_or_else(|| {
                    let message = "the value of a union is an address or an aggregate, but not of \
                                   the member with the largest alignment";
                    bad(ErrorKind::Unsupported, message)
                })?
            }
            RawKind::Negate => {
                if !is_float(module, module.types.get(ty)) {
                    let message = "a constant negates a value that is not a number";
                    return Err(bad(ErrorKind::Unsupported, message));
                }
                if type_of(module, all[0]) != ty {
                    let message = "a constant negates a value of another type";
                    return Err(bad(ErrorKind::WrongType, message));
                }
                module.constants.plain(ty, ConstantKind::Negate(all[0]))
            }
            RawKind::Binary(op, flags) => {
                same(module, all[0], all[1])?;
                let kind = ConstantKind::Binary(op, flags, all[0], all[1]);
                module.constants.plain(ty, kind)
            }
            RawKind::Cast(CastOp::BitCast) if type_of(module, all[0]) == ty => all[0],
            RawKind::Cast(op) => {
                let from = module.types.get(type_of(module, all[0]));
                let op = match (op, from, module.types.get(ty)) {
                    // A bit cast between address spaces is now `addrspacecast`.
                    (CastOp::BitCast, Type::Pointer(_), Type::Pointer(_)) if !self.as_written => {
                        CastOp::AddrSpaceCast
                    }
                    _ => op,
                };
                module.constants.plain(ty, ConstantKind::Cast(op, all[0]))
            }
            RawKind::GetElementPtr(source, flags) => match self.as_written {
                true => module.constants.get_element_ptr(ty, source, flags, all),
                false => module.address_expression(ty, source, flags, all),
            },
            RawKind::Select => {
                same(module, all[1], all[2])?;
                module.constants.select(ty, all[0], all[1], all[2])
            }
            RawKind::ExtractElement => module
                .constants
                .plain(ty, ConstantKind::ExtractElement(all[0], all[1])),
            RawKind::InsertElement => {
                let operands = [all[0], all[1], all[2]];
                module.constants.insert_element(ty, operands)
            }
            RawKind::ShuffleVector => {
                let operands = [all[0], all[1], all[2]];
                module.constants.shuffle_vector(ty, operands)
            }
            RawKind::IntCompare(predicate) => {
                same(module, all[0], all[1])?;
                let kind = ConstantKind::IntCompare(predicate, all[0], all[1]);
                module.constants.plain(ty, kind)
            }
            RawKind::FloatCompare(predicate) => {
                same(module, all[0], all[1])?;
                let kind = ConstantKind::FloatCompare(predicate, all[0], all[1]);
                module.constants.plain(ty, kind)
            }
            RawKind::BlockAddress(block) => {
                let function = global(module, all[0])?;
                if module.as_function(function).is_none() || block == 0 {
                    let message = "a block address names no function, or the entry block of one";
                    return Err(bad(ErrorKind::BadConstant, message));
                }
                let block = BlockId(block);
                let kind = ConstantKind::BlockAddress { function, block };
                module.constants.plain(ty, kind)
            }
            RawKind::DsoLocalEquivalent => {
                let kind = ConstantKind::DsoLocalEquivalent(global(module, all[0])?);
                module.constants.plain(ty, kind)
            }
            RawKind::NoCfi => {
                let kind = ConstantKind::NoCfi(global(module, all[0])?);
                module.constants.plain(ty, kind)
            }
        })
    }
}

/// Takes bytes from a budget.
pub(super) fn charge(budget: &mut u64, bytes: u64) -> Result<()> {
    match budget.checked_sub(bytes) {
        Some(rest) => {
            *budget = rest;
            Ok(())
        }
        None => Err(bad(
            ErrorKind::TooLarge,
            "constants and names take far more memory than the file",
        )),
    }
}

/// Returns true if a type stands for a union of LLVM 2.7.
fn is_union(module: &Module, ty: Type) -> bool {
    let known = module.types.known(ty);
    known.is_some_and(|ty| module.types.members(ty).is_some())
}

fn is_of_constants(ty: Type) -> bool {
    !matches!(
        ty,
        Type::Void | Type::Label | Type::Metadata | Type::Function { .. }
    )
}

/// Returns true if a type is a floating-point type or a vector of one.
pub(super) fn is_float(module: &Module, ty: Type) -> bool {
    let scalar = match ty {
        Type::Vector { element, .. } => module.types.get(element),
        scalar => scalar,
    };
    matches!(
        scalar,
        Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X86Fp80
            | Type::Fp128
            | Type::PpcFp128
    )
}

fn global(module: &Module, constant: ConstantId) -> Result<GlobalId> {
    match module.constants.get(constant).kind {
        ConstantKind::Global(global) => Ok(global),
        _ => Err(bad(
            ErrorKind::BadConstant,
            "a constant refers to something that is not a global",
        )),
    }
}

fn float(module: &mut Module, ty: TypeId, operands: &mut Operands<'_>) -> Result<ConstantId> {
    let first = operands.next()?;
    Ok(match module.types.get(ty) {
        Type::Half | Type::BFloat => module.constants.bits(ty, first & 0xFFFF),
        Type::Float => module.constants.bits(ty, first & 0xFFFF_FFFF),
        Type::Double => module.constants.bits(ty, first),
        Type::X86Fp80 => {
            // The upper 64 bits, then the lower 16.
            let low = operands.next()?;
            let words = [first << 16 | low & 0xFFFF, first >> 48];
            module.constants.wide_bits(ty, &words)
        }
        Type::Fp128 | Type::PpcFp128 => {
            let words = [first, operands.next()?];
            module.constants.wide_bits(ty, &words)
        }
        _ => {
            let message = "a floating-point constant has a type that is not floating-point";
            return Err(bad(ErrorKind::BadConstant, message));
        }
    })
}

/// The size in bytes of the elements of a [`ConstantKind::Data`].
fn element_size(module: &Module, ty: TypeId) -> Result<usize> {
    let element = module.types.element(ty).map(|ty| module.types.get(ty));
    Ok(match element {
        Some(Type::Integer(8)) => 1,
        Some(Type::Integer(16) | Type::Half | Type::BFloat) => 2,
        Some(Type::Integer(32) | Type::Float) => 4,
        Some(Type::Integer(64) | Type::Double) => 8,
        _ => {
            let message = "the elements of a data constant have a type that it cannot have";
            return Err(bad(ErrorKind::BadConstant, message));
        }
    })
}

fn data(module: &mut Module, ty: TypeId, count: usize, bytes: &[u8]) -> Result<ConstantId> {
    let size = element_size(module, ty)?;
    let length = match module.types.get(ty) {
        Type::Array { length, .. } => length,
        Type::Vector {
            length,
            scalable: false,
            ..
        } => length.into(),
        _ => u64::MAX,
    };
    if length != count as u64 || size * count != bytes.len() {
        let elements = counted(count, "element");
        let message = format!("a data constant has {elements}, expected {length}");
        return Err(bad(ErrorKind::BadConstant, message));
    }
    Ok(module.constants.data(ty, bytes))
}

fn check_aggregate(module: &Module, ty: TypeId, elements: &[ConstantId]) -> Result<()> {
    let type_of = |id: &ConstantId| module.constants.get(*id).ty;
    let fits = match module.types.get(ty) {
        Type::Array { element, length } => {
            length == elements.len() as u64 && elements.iter().all(|id| type_of(id) == element)
        }
        Type::Vector {
            element,
            length,
            scalable: false,
        } => length as usize == elements.len() && elements.iter().all(|id| type_of(id) == element),
        _ => module
            .types
            .fields(ty)
            .is_some_and(|fields| fields.iter().copied().eq(elements.iter().map(type_of))),
    };
    if fits {
        return Ok(());
    }
    let message = "the elements of an aggregate do not match its type";
    Err(bad(ErrorKind::BadConstant, message))
}

/// Inline assembly: flags, the length and text of the assembly, then of the constraints.
fn inline_asm(
    module: &mut Module,
    types: &FileTypes,
    ty: FileType,
    code: C,
    operands: &mut Operands<'_>,
) -> Result<Value> {
    let function_type = if code == C::INLINEASM {
        types.by_number(operands.next()?)?
    } else {
        types.pointee(ty)?
    };
    let function_type = types.model(function_type)?;
    if module.types.result(function_type).is_none() {
        let message = "inline assembly does not have a function type";
        return Err(bad(ErrorKind::BadConstant, message));
    }
    let mut flags = operands.next()?;
    if code == C::INLINEASM_OLD {
        flags &= 3;
    }
    let length = operands.next()?;
    let text = bytes(operands.take(length)?);
    let length = operands.next()?;
    let constraints = bytes(operands.take(length)?);
    let asm = InlineAsm {
        text: module.names.add_even_empty(&text),
        constraints: module.names.add_even_empty(&constraints),
        function_type,
        side_effects: flags & 1 != 0,
        align_stack: flags & 2 != 0,
        intel: flags & 4 != 0,
        unwind: flags & 8 != 0,
    };
    Ok(Value::InlineAsm(module.add_inline_asm(asm)))
}
