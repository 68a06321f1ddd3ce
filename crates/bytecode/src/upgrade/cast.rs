//! Upgrades `cast`, which was one instruction for all conversions.

use pinnacle_llvm as ir;
use pinnacle_llvm::{CastOp, Value};

use super::cannot;
use super::code::{Code, Typed};
use crate::error::Error;
use crate::model::{Type, TypeId};

/// The kinds of types that a conversion depends on.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A `bool`.
    Bool,
    /// An integer: its width, and true if it is signed.
    Int(u32, bool),
    /// A floating-point number: its width.
    Float(u32),
    /// An address.
    Pointer,
}

impl Code<'_, '_, '_> {
    fn kind(&self, ty: TypeId) -> Result<Kind, Error> {
        Ok(match ty {
            TypeId::BOOL => Kind::Bool,
            TypeId::FLOAT => Kind::Float(32),
            TypeId::DOUBLE => Kind::Float(64),
            _ => match ty.integer_bits() {
                Some(bits) => Kind::Int(bits, ty.is_signed()),
                None if self.upgrade.old.types.pointee(ty).is_some() => Kind::Pointer,
                None => {
                    return Err(cannot(
                        "a cast from or to something that is neither a number nor an address",
                    ));
                }
            },
        })
    }

    fn is_packed(&self, ty: TypeId) -> bool {
        matches!(self.upgrade.old.types.get(ty), Type::Packed { .. })
    }

    /// Returns the number of bits of a number or of packed numbers; `None` for other types.
    fn bits(&self, ty: TypeId) -> Option<u64> {
        let scalar = |ty: TypeId| match ty {
            TypeId::BOOL => Some(1),
            TypeId::FLOAT => Some(32),
            TypeId::DOUBLE => Some(64),
            ty => ty.integer_bits().map(u64::from),
        };
        match self.upgrade.old.types.get(ty) {
            Type::Packed { element, length } => Some(scalar(element)? * u64::from(length)),
            _ => scalar(ty),
        }
    }

    /// Reinterprets the bits of packed values. Their elements are not converted one by one.
    fn reinterpret(&mut self, from: Typed, to: TypeId, ty: ir::TypeId) -> Result<Value, Error> {
        let bits = self.bits(from.ty);
        if bits.is_none() || bits != self.bits(to) {
            return Err(cannot(
                "a cast between packed numbers and a type of another size",
            ));
        }
        if self.builder.type_of(from.value) == ty {
            return Ok(from.value);
        }
        Ok(self.builder.cast(CastOp::BitCast, from.value, ty))
    }

    /// Converts a value to another type. Narrow integers are extended according to the signedness
    /// of the source type. A conversion to `bool` compares with zero. Addresses count as unsigned
    /// integers.
    pub(super) fn cast(&mut self, from: Typed, to: TypeId) -> Result<Value, Error> {
        let value = from.value;
        let ty = self.upgrade.value_type(to)?;
        if self.is_packed(from.ty) || self.is_packed(to) {
            return self.reinterpret(from, to, ty);
        }
        let (source, target) = (self.kind(from.ty)?, self.kind(to)?);
        let word = self.upgrade.pointer_bits;
        Ok(match (source, target) {
            (Kind::Bool, Kind::Bool) | (Kind::Pointer, Kind::Pointer) => value,
            (Kind::Int(..) | Kind::Pointer, Kind::Bool) => {
                let source = self.builder.type_of(value);
                let zero = self.builder.module.zero(source).into();
                self.builder.int_compare(ir::IntPredicate::Ne, value, zero)
            }
            (Kind::Float(_), Kind::Bool) => {
                let source = self.builder.type_of(value);
                let zero = self.builder.module.zero(source).into();
                self.builder
                    .float_compare(ir::FloatPredicate::Une, value, zero)
            }
            (Kind::Bool, Kind::Int(..)) => self.builder.cast(CastOp::ZExt, value, ty),
            (Kind::Int(from, _), Kind::Int(to, _)) if from == to => value,
            (Kind::Int(from, signed), Kind::Int(to, _)) => {
                let op = match (from > to, signed) {
                    (true, _) => CastOp::Trunc,
                    (false, true) => CastOp::SExt,
                    (false, false) => CastOp::ZExt,
                };
                self.builder.cast(op, value, ty)
            }
            (Kind::Float(from), Kind::Float(to)) => match from.cmp(&to) {
                std::cmp::Ordering::Equal => value,
                std::cmp::Ordering::Less => self.builder.cast(CastOp::FPExt, value, ty),
                std::cmp::Ordering::Greater => self.builder.cast(CastOp::FPTrunc, value, ty),
            },
            (Kind::Bool | Kind::Int(_, false), Kind::Float(_)) => {
                self.builder.cast(CastOp::UIToFP, value, ty)
            }
            (Kind::Int(_, true), Kind::Float(_)) => self.builder.cast(CastOp::SIToFP, value, ty),
            (Kind::Float(_), Kind::Int(_, true)) => self.builder.cast(CastOp::FPToSI, value, ty),
            (Kind::Float(_), Kind::Int(_, false)) => self.builder.cast(CastOp::FPToUI, value, ty),
            (Kind::Pointer, Kind::Int(..)) => self.builder.cast(CastOp::PtrToInt, value, ty),
            (Kind::Int(bits, true), Kind::Pointer) if bits < word => {
                let integer = self.word();
                let wide = self.builder.cast(CastOp::SExt, value, integer);
                self.builder.cast(CastOp::IntToPtr, wide, ty)
            }
            (Kind::Bool | Kind::Int(..), Kind::Pointer) => {
                self.builder.cast(CastOp::IntToPtr, value, ty)
            }
            (Kind::Float(_), Kind::Pointer) => {
                let integer = self.word();
                let whole = self.builder.cast(CastOp::FPToUI, value, integer);
                self.builder.cast(CastOp::IntToPtr, whole, ty)
            }
            (Kind::Pointer, Kind::Float(_)) => {
                let integer = self.word();
                let whole = self.builder.cast(CastOp::PtrToInt, value, integer);
                self.builder.cast(CastOp::UIToFP, whole, ty)
            }
        })
    }
}
