//! Converts values between types by their bits.

use crate::code::Code;
use pinnacle_llvm::{CastOp, Value};
use pinnacle_pexe::Type;

impl Code<'_, '_> {
    /// Converts a value to another type by its bits: truncated, or extended with zeros.
    pub(crate) fn convert_bits(&mut self, from: Type, to: Type, value: Value) -> Value {
        if from == to {
            return value;
        }
        let bits = self.as_bits(from, value);
        self.of_bits(from.bits(), to, bits)
    }

    /// Returns the bits of a value as an integer of the same width.
    pub(crate) fn as_bits(&mut self, ty: Type, value: Value) -> Value {
        if ty.is_integer() {
            return value;
        }
        let bits = self.builder.module.types.integer(ty.bits());
        self.builder.cast(CastOp::BitCast, value, bits)
    }

    /// Converts an integer of this width to a value of a type.
    pub(crate) fn of_bits(&mut self, width: u32, to: Type, value: Value) -> Value {
        let wanted = self.builder.module.types.integer(to.bits());
        let bits = if width < to.bits() {
            self.builder.cast(CastOp::ZExt, value, wanted)
        } else if width > to.bits() {
            self.builder.cast(CastOp::Trunc, value, wanted)
        } else {
            value
        };
        if to.is_integer() {
            return bits;
        }
        let to = self.ty(to);
        self.builder.cast(CastOp::BitCast, bits, to)
    }
}
