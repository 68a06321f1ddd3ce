//! Memory: stack slots, loads, stores, atomic accesses and addresses.

use super::BodyReader;
use crate::bitcode::codes;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Operands, Result, bad};
use crate::bitcode::records::FunctionCode as C;
use crate::bitcode::types::FileType;
use crate::constants::ConstantKind;
use crate::ids::{List, ScopeId};
use crate::instruction::{Align, Atomicity, GepFlags, InstructionKind, Ordering, Value};
use crate::layout::alloca_space;
use crate::types::Type;

/// The orderings for operations that both read and write.
const EXCHANGE_ORDERINGS: [Ordering; 5] = [
    Ordering::Monotonic,
    Ordering::Acquire,
    Ordering::Release,
    Ordering::AcquireRelease,
    Ordering::SequentiallyConsistent,
];

impl BodyReader<'_> {
    /// The synchronisation scope with a number: 0 is a single thread, 1 the whole system.
    fn scope(&mut self, number: u64) -> Result<Option<ScopeId>> {
        Ok(match number {
            0 => Some(match self.module.known_scope(b"singlethread") {
                Some(known) => known,
                None => self.module.alone()?.0.scope(b"singlethread"),
            }),
            1 => None,
            _ => usize::try_from(number)
                .ok()
                .and_then(|number| self.tables.scopes.get(number).copied())
                .flatten(),
        })
    }

    pub(super) fn is_loadable(&self, ty: FileType) -> Result<()> {
        match self.model_of(ty)? {
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. } => {
                let message = "a value of this type cannot be in memory";
                Err(bad(ErrorKind::WrongType, message))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn alloca(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let mut ty = self.types.by_number(operands.next()?)?;
        // Before LLVM 2.8 the number of elements had 32 bits.
        let count_type = if operands.all.len() == 3 {
            self.word()?
        } else {
            self.types.by_number(operands.next()?)?
        };
        let count = operands.next_u32()?;
        let flags = operands.next()?;
        let space = match operands.left() {
            0 => u64::from(alloca_space(&self.module.data_layout)),
            _ => operands.next()?,
        };
        // The exponent of the alignment is split: two flags are between its bits.
        let exponent = flags & 31 | (flags >> 8 & 7) << 5;
        let explicit = flags >> 6 & 1 == 1;
        let result;
        if explicit {
            if space > 0xFF_FFFF {
                return Err(bad(
                    ErrorKind::BadNumber,
                    "the number of an address space is too large",
                ));
            }
            result = self.pointer_type(space as u32, ty)?;
        } else {
            result = ty;
            ty = self.types.pointee(ty)?;
        }
        self.pointer(result)?;
        self.is_loadable(ty)?;
        let Type::Integer(_) = self.model_of(count_type)? else {
            let message = "the number of elements of an alloca is not an integer";
            return Err(bad(ErrorKind::WrongType, message));
        };
        let count = self.numbered(count, count_type)?;
        let kind = InstructionKind::Alloca {
            allocated: self.types.model(ty)?,
            count: (!self.is_one_word(count)).then_some(count),
            align: codes::align(exponent)?,
            in_alloca: flags >> 5 & 1 == 1,
            swift_error: flags >> 7 & 1 == 1,
        };
        self.emit_value(kind, result)
    }

    /// Returns true if a value is the constant `i32 1`, which is omitted.
    fn is_one_word(&self, value: Value) -> bool {
        let Value::Constant(constant) = value else {
            return false;
        };
        let constant = self.module.constants.get(constant);
        constant.kind == ConstantKind::Bits(1)
            && self.module.types.get(constant.ty) == Type::Integer(32)
    }

    pub(super) fn load(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let (pointer, pointer_type) = self.pair(operands)?;
        self.pointer(pointer_type)?;
        let others = if code == C::LOADATOMIC { 4 } else { 2 };
        let ty = if operands.left() > others {
            self.types.by_number(operands.next()?)?
        } else {
            self.types.pointee(pointer_type)?
        };
        self.is_loadable(ty)?;
        let align = codes::align(operands.next()?)?;
        let volatile = operands.next()? != 0;
        let atomicity = if code == C::LOADATOMIC {
            use Ordering as O;
            let allowed = [
                O::NotAtomic,
                O::Unordered,
                O::Monotonic,
                O::Acquire,
                O::SequentiallyConsistent,
            ];
            self.atomicity(operands, &allowed[1..])?
        } else {
            Atomicity::NONE
        };
        self.aligned(align, atomicity)?;
        let kind = InstructionKind::Load {
            pointer,
            align,
            volatile,
            atomicity,
        };
        self.emit_value(kind, ty)
    }

    /// Checks that an atomic access has an alignment.
    fn aligned(&self, align: Align, atomicity: Atomicity) -> Result<()> {
        if atomicity.ordering != Ordering::NotAtomic && align == Align::NATURAL {
            let message = "an atomic access has no alignment";
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        Ok(())
    }

    fn atomicity(
        &mut self,
        operands: &mut Operands<'_>,
        allowed: &[Ordering],
    ) -> Result<Atomicity> {
        let ordering = codes::ordering(operands.next()?, allowed)?;
        let scope = operands.next()?;
        Ok(Atomicity {
            ordering,
            scope: self.scope(scope)?,
        })
    }

    pub(super) fn store(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let (pointer, pointer_type) = self.pair(operands)?;
        self.pointer(pointer_type)?;
        let (value, ty) = if matches!(code, C::STORE | C::STOREATOMIC) {
            self.pair(operands)?
        } else {
            let ty = self.types.pointee(pointer_type)?;
            (self.value(operands, ty)?, ty)
        };
        self.is_loadable(ty)?;
        let align = codes::align(operands.next()?)?;
        let volatile = operands.next()? != 0;
        let atomicity = if matches!(code, C::STOREATOMIC_OLD | C::STOREATOMIC) {
            use Ordering as O;
            let allowed = [
                O::Unordered,
                O::Monotonic,
                O::Release,
                O::SequentiallyConsistent,
            ];
            self.atomicity(operands, &allowed)?
        } else {
            Atomicity::NONE
        };
        operands.end()?;
        self.aligned(align, atomicity)?;
        self.emit(InstructionKind::Store {
            value,
            pointer,
            align,
            volatile,
            atomicity,
        })
    }

    pub(super) fn fence(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        use Ordering as O;
        let allowed = [
            O::Acquire,
            O::Release,
            O::AcquireRelease,
            O::SequentiallyConsistent,
        ];
        let atomicity = self.atomicity(operands, &allowed)?;
        self.emit(InstructionKind::Fence(atomicity))
    }

    pub(super) fn compare_exchange(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        use Ordering as O;
        let (pointer, pointer_type) = self.pair(operands)?;
        self.pointer(pointer_type)?;
        let (expected, ty) = if code == C::CMPXCHG {
            self.pair(operands)?
        } else {
            let ty = self.types.pointee(pointer_type)?;
            (self.value(operands, ty)?, ty)
        };
        self.is_loadable(ty)?;
        let new = self.value(operands, ty)?;
        let volatile = operands.next()? != 0;
        let success = codes::ordering(operands.next()?, &EXCHANGE_ORDERINGS)?;
        let scope = operands.next()?;
        let scope = self.scope(scope)?;
        let failure = if operands.left() > 0 {
            codes::ordering(operands.next()?, &EXCHANGE_ORDERINGS)?
        } else {
            match success {
                O::Release => O::Monotonic,
                O::AcquireRelease => O::Acquire,
                same => same,
            }
        };
        if matches!(failure, O::Release | O::AcquireRelease) {
            let message = "the failure ordering of a `cmpxchg` must not be `release` or `acq_rel`";
            return Err(bad(ErrorKind::BadInstruction, message));
        }
        // Before `weak` was added, `cmpxchg` returned only the old value, without a success flag.
        let only_value = operands.left() == 0;
        let weak = operands.or_zero() != 0;
        let align = codes::align(operands.or_zero())?;
        let operands = self.values(&[pointer, expected, new]);
        let kind = InstructionKind::CompareExchange {
            operands,
            align,
            weak,
            volatile,
            success,
            failure,
            scope,
        };
        if only_value && self.types.are_as_written() {
            return self.emit_value(kind, ty);
        }
        let fields = [self.types.model(ty)?, self.types.model(self.bit)?];
        let both = match self.module.types.known_struct(&fields, false) {
            Some(known) => known,
            None => self.module.alone()?.0.types.literal_struct(&fields, false),
        };
        if only_value {
            let aggregate = self.emit_extra(kind, both).into();
            let indices = List::push(&mut self.body.indices, &[0]);
            return self.emit_value(InstructionKind::ExtractValue { aggregate, indices }, ty);
        }
        let shape = self.module.types.get(both);
        let both = self.types.add(both, shape, &[ty, self.bit]);
        self.emit_value(kind, both)
    }

    pub(super) fn read_modify_write(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let (pointer, pointer_type) = self.pair(operands)?;
        self.pointer(pointer_type)?;
        let (value, ty) = if code == C::ATOMICRMW {
            self.pair(operands)?
        } else {
            let ty = self.types.pointee(pointer_type)?;
            (self.value(operands, ty)?, ty)
        };
        self.is_loadable(ty)?;
        let op = codes::rmw_op(operands.next()?)?;
        let volatile = operands.next()? != 0;
        let atomicity = self.atomicity(operands, &EXCHANGE_ORDERINGS)?;
        let align = codes::align(operands.or_zero())?;
        let kind = InstructionKind::ReadModifyWrite {
            op,
            pointer,
            value,
            align,
            volatile,
            atomicity,
        };
        self.emit_value(kind, ty)
    }

    pub(super) fn va_arg(&mut self, operands: &mut Operands<'_>) -> Result<()> {
        let list_type = self.types.by_number(operands.next()?)?;
        let list = self.value(operands, list_type)?;
        self.pointer(list_type)?;
        let ty = self.types.by_number(operands.next()?)?;
        self.is_loadable(ty)?;
        self.emit_value(InstructionKind::VaArg(list), ty)
    }

    pub(super) fn get_element_ptr(&mut self, code: C, operands: &mut Operands<'_>) -> Result<()> {
        let mut flags = GepFlags::NONE;
        let mut source = None;
        match code {
            C::GEP => {
                flags = codes::gep_flags(operands.next()?);
                source = Some(self.types.by_number(operands.next()?)?);
            }
            C::INBOUNDS_GEP_OLD => flags = GepFlags::INBOUNDS,
            _ => {}
        }
        let (base, base_type) = self.pair(operands)?;
        let mut pointer = base_type;
        let mut lanes = None;
        if let Type::Vector {
            length, scalable, ..
        } = self.model_of(base_type)?
        {
            lanes = Some((length, scalable));
            pointer = self.types.part(base_type, 0);
        }
        self.pointer(pointer)?;
        let mut source = match source {
            Some(source) => source,
            None => self.types.pointee(pointer)?,
        };
        self.is_loadable(source)?;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.push(base);
        let mut at = source;
        while operands.left() > 0 {
            let (index, ty) = self.pair(operands)?;
            match self.model_of(ty)? {
                Type::Integer(_) => {}
                Type::Vector {
                    length, scalable, ..
                } => lanes = Some((length, scalable)),
                _ => {
                    return Err(bad(ErrorKind::WrongType, "an index is not an integer"));
                }
            }
            if scratch.len() > 1 {
                let is_union = self.is_union(at)? && !self.types.are_as_written();
                at = self.step_into(at, index)?;
                if is_union {
                    // The members of a union begin at its start.
                    if operands.left() > 0 {
                        let base = self.address_of_union(source, flags, &scratch, pointer)?;
                        scratch.clear();
                        scratch.extend([base, self.zero_word()?]);
                        source = at;
                    }
                    continue;
                }
            }
            scratch.push(index);
        }
        let list = self.values(&scratch);
        self.scratch = scratch;
        let mut result = match self.types.kind(pointer)? {
            Type::Pointer(space) if self.types.are_as_written() => self.pointer_type(space, at)?,
            kind => {
                let model = self.types.model(pointer)?;
                self.types.pointer_to(model, kind, at)
            }
        };
        let element = self.types.model(result)?;
        if let Some((length, scalable)) = lanes {
            let kind = Type::Vector {
                element,
                length,
                scalable,
            };
            let vector = self.plain_type(kind)?;
            result = self.types.add(vector, kind, &[result]);
        }
        let kind = InstructionKind::GetElementPtr {
            source: self.types.model(source)?,
            flags,
            operands: list,
        };
        self.emit_value(kind, result)
    }

    /// Returns true if a type is a union of LLVM 2.7.
    fn is_union(&self, ty: FileType) -> Result<bool> {
        Ok(self.module.types.members(self.types.model(ty)?).is_some())
    }

    /// Computes an address in a union. The path continues in one of its members.
    fn address_of_union(
        &mut self,
        source: FileType,
        flags: GepFlags,
        operands: &[Value],
        pointer: FileType,
    ) -> Result<Value> {
        let kind = InstructionKind::GetElementPtr {
            source: self.types.model(source)?,
            flags,
            operands: self.values(operands),
        };
        let pointer = self.types.model(pointer)?;
        Ok(self.emit_extra(kind, pointer).into())
    }

    /// Returns the component of a type that an index selects.
    fn step_into(&self, ty: FileType, index: Value) -> Result<FileType> {
        if let Type::Array { .. } | Type::Vector { .. } = self.types.kind(ty)? {
            return Ok(self.types.part(ty, 0));
        }
        let model = self.types.model(ty)?;
        let types = &self.module.types;
        let fields = types.members(model).or(types.fields(model));
        let fields = fields.map_or(0, <[_]>::len);
        match self.small_constant(index) {
            Some(field) if field < fields => Ok(self.types.part(ty, field)),
            _ => {
                let message = "an index does not select a part of its type";
                Err(bad(ErrorKind::BadInstruction, message))
            }
        }
    }

    /// Returns the value of a constant integer, or of a constant vector with equal elements.
    fn small_constant(&self, value: Value) -> Option<usize> {
        let Value::Constant(constant) = value else {
            return None;
        };
        let table = &self.module.constants;
        match table.get(constant).kind {
            ConstantKind::Bits(bits) => usize::try_from(bits).ok(),
            ConstantKind::Zero => Some(0),
            ConstantKind::Data(list) => {
                let bytes = table.bytes(list);
                let word = bytes.get(..4)?.try_into().ok()?;
                Some(u32::from_le_bytes(word) as usize)
            }
            ConstantKind::Aggregate(list) => match table.get(*table.list(list).first()?).kind {
                ConstantKind::Bits(bits) => usize::try_from(bits).ok(),
                _ => None,
            },
            _ => None,
        }
    }
}
