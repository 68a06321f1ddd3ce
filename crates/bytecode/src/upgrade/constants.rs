//! Constants, and former constant expressions.
//!
//! An expression is kept if all of LLVM 14 to 19 still support it: addresses, conversions between
//! addresses and integers, truncation, sums, differences and exclusive or. All others are computed
//! where they are used. Conversions of numbers are folded.

use pinnacle_llvm as ir;

use super::{Upgrade, cannot};
use crate::error::Error;
use crate::model::{BinaryOp, ConstantId, ConstantKind, Type, TypeId};

/// The translation of a constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Translation {
    /// A constant.
    Constant(ir::ConstantId),
    /// A value that must be computed at run time.
    Code,
    /// No value: using it is an error.
    Nothing,
}

impl Upgrade<'_> {
    /// Translates all constants. Each consists only of earlier ones.
    pub(super) fn translate_constants(&mut self, new: &mut ir::Module) {
        for index in 0..self.old.constants.len() {
            let id = ConstantId(index as u32);
            let earlier = self.old.constants.operands(id).all(|operand| operand < id);
            let translation = if earlier {
                self.translate(new, id)
            } else {
                Translation::Nothing
            };
            self.constants.push(translation);
        }
    }

    /// Translates the parts of a constant, or returns the reason why one of them is not a constant.
    fn parts(&self, parts: &[ConstantId]) -> Result<Vec<ir::ConstantId>, Translation> {
        let mut found = Vec::with_capacity(parts.len());
        let mut code = false;
        for part in parts {
            match self.constants[part.index()] {
                Translation::Constant(constant) => found.push(constant),
                Translation::Code => code = true,
                Translation::Nothing => return Err(Translation::Nothing),
            }
        }
        if code {
            Err(Translation::Code)
        } else {
            Ok(found)
        }
    }

    fn translate(&self, new: &mut ir::Module, id: ConstantId) -> Translation {
        match self.try_translate(new, id) {
            Ok(constant) => Translation::Constant(constant),
            Err(other) => other,
        }
    }

    fn try_translate(
        &self,
        new: &mut ir::Module,
        id: ConstantId,
    ) -> Result<ir::ConstantId, Translation> {
        use ConstantKind as K;
        const NOTHING: Translation = Translation::Nothing;
        let old = self.old;
        let constant = old.constants.get(id);
        let ty = self.memory_type(constant.ty).map_err(|_| NOTHING)?;
        let shape = old.types.get(constant.ty);
        Ok(match constant.kind {
            K::Null => new.zero(ty),
            K::Bool(value) => new.int(1, value.into()),
            K::Int(value) => {
                let bits = constant.ty.integer_bits().ok_or(NOTHING)?;
                new.int(bits, value)
            }
            K::Float(bits) => new.constants.bits(ty, bits.into()),
            K::Double(bits) => new.constants.bits(ty, bits),
            K::Bytes(bytes) => {
                let bytes = old.constants.bytes(bytes);
                match shape {
                    Type::Array { length, .. } if length as usize == bytes.len() => {
                        new.constants.data(ty, bytes)
                    }
                    _ => return Err(NOTHING),
                }
            }
            K::Array(list) | K::Struct(list) | K::Packed(list) => {
                let parts = old.constants.list(list);
                let fits = match shape {
                    Type::Array { element, length } | Type::Packed { element, length } => {
                        length as usize == parts.len()
                            && parts
                                .iter()
                                .all(|&part| old.constants.type_of(part) == element)
                    }
                    Type::Struct { fields } => (old.types.list(fields).iter().copied())
                        .eq(parts.iter().map(|&part| old.constants.type_of(part))),
                    _ => false,
                };
                if !fits {
                    return Err(NOTHING);
                }
                let parts = self.parts(parts)?;
                new.constants.aggregate(ty, &parts)
            }
            K::Undef => new.constants.plain(ty, ir::ConstantKind::Undef),
            // In current LLVM inline assembly is not a constant, and can only be called.
            K::InlineAsm { .. } => return Err(NOTHING),
            K::Global(global) => {
                let global = self.names.variables.get(global.index()).copied().flatten();
                new.address_of(global.ok_or(NOTHING)?)
            }
            K::Function(function) => {
                let function = self
                    .names
                    .functions
                    .get(function.index())
                    .copied()
                    .flatten();
                new.address_of(function.ok_or(NOTHING)?)
            }
            K::Binary { op, lhs, rhs } => {
                let op = match op {
                    BinaryOp::Add => ir::BinaryOp::Add,
                    BinaryOp::Sub => ir::BinaryOp::Sub,
                    BinaryOp::Xor => ir::BinaryOp::Xor,
                    _ => return Err(self.parts(&[lhs, rhs]).err().unwrap_or(Translation::Code)),
                };
                let scalar = old.types.scalar(constant.ty);
                let whole = scalar.is_integer() || scalar == TypeId::BOOL;
                let parts = self.parts(&[lhs, rhs])?;
                if !whole {
                    return Err(Translation::Code);
                }
                if old.constants.type_of(lhs) != constant.ty
                    || old.constants.type_of(rhs) != constant.ty
                {
                    return Err(NOTHING);
                }
                let kind = ir::ConstantKind::Binary(op, ir::BinaryFlags::NONE, parts[0], parts[1]);
                new.constants.plain(ty, kind)
            }
            K::Shift { .. } | K::Vector { .. } | K::Select { .. } => {
                let parts: Vec<_> = old.constants.operands(id).collect();
                return Err(self.parts(&parts).err().unwrap_or(Translation::Code));
            }
            K::Cast(value) => {
                let part = self.parts(&[value])?[0];
                self.constant_cast(new, old.constants.type_of(value), part, constant.ty)
                    .ok_or(Translation::Code)?
            }
            K::GetElementPtr { pointer, indices } => {
                let indices = old.constants.list(indices);
                let base = self.parts(&[pointer])?[0];
                let parts = self.parts(indices)?;
                if indices.is_empty() {
                    return Ok(base);
                }
                let pointee = old
                    .types
                    .pointee(old.constants.type_of(pointer))
                    .ok_or(NOTHING)?;
                let source = self.step_type(new, pointee).map_err(|_| NOTHING)?;
                let types = indices
                    .iter()
                    .map(|&index| (old.constants.type_of(index), Some(index)));
                let steps = self.steps(pointee, types).map_err(|_| NOTHING)?;
                let mut operands = vec![base];
                for (step, part) in steps.into_iter().zip(parts) {
                    operands.push(match step {
                        Step::Field(number) => new.int(32, number.into()),
                        Step::Element { extend: false } => part,
                        Step::Element { extend: true } => {
                            let bits = plain_bits(new, part).ok_or(Translation::Code)?;
                            new.int(self.pointer_bits, bits)
                        }
                    });
                }
                let flags = ir::GepFlags::NONE;
                new.constants.get_element_ptr(ty, source, flags, &operands)
            }
        })
    }

    /// Converts a constant to another type; `None` if that requires code.
    fn constant_cast(
        &self,
        new: &mut ir::Module,
        from: TypeId,
        value: ir::ConstantId,
        to: TypeId,
    ) -> Option<ir::ConstantId> {
        let bits_of = |ty: TypeId| {
            if ty == TypeId::BOOL {
                Some(1)
            } else {
                ty.integer_bits()
            }
        };
        let pointer = |ty: TypeId| self.old.types.pointee(ty).is_some();
        // Extend the number to 64 bits, by the signedness of its type.
        let plain = plain_bits(new, value)
            .zip(bits_of(from))
            .map(|(bits, width)| {
                let unused = 64 - width;
                if from.is_signed() {
                    ((bits << unused) as i64 >> unused) as u64
                } else {
                    bits
                }
            });
        let expression = |new: &mut ir::Module, op, ty| {
            new.constants.plain(ty, ir::ConstantKind::Cast(op, value))
        };
        match (bits_of(from), bits_of(to), plain) {
            (Some(_), Some(_), Some(bits)) if to == TypeId::BOOL => {
                Some(new.int(1, u64::from(bits != 0)))
            }
            (Some(_), Some(width), Some(bits)) => Some(new.int(width, bits)),
            (Some(narrow), Some(wide), None) if narrow == wide => Some(value),
            (Some(wide), Some(narrow), None) if narrow < wide && narrow > 1 => {
                let ty = new.types.integer(narrow);
                Some(expression(new, ir::CastOp::Trunc, ty))
            }
            (Some(_), None, Some(bits)) if pointer(to) => {
                let number = new.int(self.pointer_bits, bits);
                let ty = new.types.pointer();
                Some(
                    new.constants
                        .plain(ty, ir::ConstantKind::Cast(ir::CastOp::IntToPtr, number)),
                )
            }
            (Some(width), None, None) if pointer(to) && width >= self.pointer_bits => {
                let ty = new.types.pointer();
                Some(expression(new, ir::CastOp::IntToPtr, ty))
            }
            (None, Some(width), _) if pointer(from) && width > 1 => {
                let ty = new.types.integer(width);
                Some(expression(new, ir::CastOp::PtrToInt, ty))
            }
            (None, None, _) if from == to || pointer(from) && pointer(to) => Some(value),
            _ => None,
        }
    }

    /// The element type that the first index of an address counts in. Functions and opaque types
    /// have no size; they count as bytes, as in GNU C.
    pub(super) fn step_type(
        &self,
        new: &mut ir::Module,
        pointee: TypeId,
    ) -> Result<ir::TypeId, Error> {
        match self.old.types.get(pointee) {
            Type::Function { .. } | Type::Opaque => Ok(new.types.integer(8)),
            _ => self.memory_type(pointee),
        }
    }

    /// Follows indices from the pointee type of an address. Each index is given by its type and, if
    /// it is constant, its constant.
    pub(super) fn steps(
        &self,
        pointee: TypeId,
        indices: impl Iterator<Item = (TypeId, Option<ConstantId>)>,
    ) -> Result<Vec<Step>, Error> {
        let old = self.old;
        let mut steps = Vec::new();
        let mut at = pointee;
        for (place, (ty, constant)) in indices.enumerate() {
            if place > 0 {
                match old.types.get(at) {
                    Type::Struct { fields } => {
                        let number = constant.map(|constant| old.constants.get(constant).kind);
                        let Some(ConstantKind::Int(number)) = number else {
                            return Err(cannot("a structure index that is not a number"));
                        };
                        let field = usize::try_from(number).ok();
                        let field = field.and_then(|field| old.types.list(fields).get(field));
                        let Some(&field) = field else {
                            return Err(cannot(format!(
                                "an index to field {number}, which the structure does not have"
                            )));
                        };
                        at = field;
                        steps.push(Step::Field(number as u32));
                        continue;
                    }
                    Type::Array { element, .. } | Type::Packed { element, .. } => at = element,
                    _ => return Err(cannot("an index into a type without parts")),
                }
            }
            let Some(bits) = ty.integer_bits() else {
                return Err(cannot("an index that is not an integer"));
            };
            // Current LLVM sign-extends all indices.
            steps.push(Step::Element {
                extend: !ty.is_signed() && bits < self.pointer_bits,
            });
        }
        Ok(steps)
    }
}

/// The meaning of an index of an address.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The number of a field.
    Field(u32),
    /// The number of an element.
    Element {
        /// True if it must be zero-extended.
        extend: bool,
    },
}

/// Returns the bits of an integer constant.
pub(super) fn plain_bits(new: &ir::Module, constant: ir::ConstantId) -> Option<u64> {
    match new.constants.get(constant).kind {
        ir::ConstantKind::Bits(bits) => Some(bits),
        _ => None,
    }
}
