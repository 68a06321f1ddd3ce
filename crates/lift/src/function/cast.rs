//! Conversions.

use super::{Translator, operators};
use crate::types::suffix;
use pinnacle_llvm::{CastOp as Cast, Value};
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::CastOp;
use pinnacle_pexe::types::Type;

impl Translator<'_, '_> {
    pub(super) fn cast(&mut self, op: CastOp, to: Type, value: ValueId) -> Value {
        let from = self.type_of(value);
        let value = self.value(value);
        match operators::cast(op) {
            Some(op) => {
                let to = self.code.ty(to);
                self.code.builder.cast(op, value, to)
            }
            None => self.float_to_integer(op == CastOp::FpToSi, from, to, value),
        }
    }

    /// Converts with saturating intrinsics, since LLVM's own instructions yield poison for numbers
    /// out of range. By the rules of docs/semantics.md `i8`, `i16` and unsigned `i32` wrap the
    /// result of a wider signed type, the others saturate.
    fn float_to_integer(&mut self, signed: bool, from: Type, to: Type, value: Value) -> Value {
        let lanes = to.lanes();
        let wide = match (to.element(), signed) {
            (Type::I64, _) => return self.nearest(signed, from, to, value),
            (Type::I32, false) => 64,
            _ => 32,
        };
        let types = &mut self.code.builder.module.types;
        let element = types.integer(wide);
        let (wide_type, name) = if lanes == 0 {
            (element, format!("i{wide}"))
        } else {
            (
                types.vector(element, lanes, false),
                format!("v{lanes}i{wide}"),
            )
        };
        let found = self
            .code
            .nearest_integer(true, from, (wide_type, &name), value);
        if wide == to.element_bits() {
            return found;
        }
        let to = self.code.ty(to);
        self.code.builder.cast(Cast::Trunc, found, to)
    }

    fn nearest(&mut self, signed: bool, from: Type, to: Type, value: Value) -> Value {
        let ty = self.code.ty(to);
        self.code
            .nearest_integer(signed, from, (ty, suffix(to)), value)
    }
}
