//! The parts of an integer, in registers and in memory.

use super::arithmetic::{cleared, shifted};
use crate::emit::Emit;
use crate::memory::Place;
use pinnacle_llvm::{BinaryOp, FunctionBuilder, Type, TypeId, TypeTable, Value};

/// An integer as a list of parts, the lowest first. The bits of the last part beyond the width are
/// zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// The width of the integer in bits.
    pub(super) width: u32,
    /// The width of each part in bits.
    pub(super) unit: u32,
}

impl Form {
    /// The form of an integer that PNaCl does not have: one part of the next size, or parts of 64
    /// bits.
    pub(super) fn of_width(width: u32) -> Form {
        let unit = width.min(64).next_power_of_two().max(8);
        Form { width, unit }
    }

    /// The form of a type, if it is an integer.
    pub(super) fn of(types: &TypeTable, ty: TypeId) -> Option<Form> {
        match types.get(ty) {
            Type::Integer(width) => Some(Form::of_width(width)),
            _ => None,
        }
    }

    /// Number of parts.
    pub(super) fn count(self) -> usize {
        self.width.div_ceil(self.unit) as usize
    }

    /// Number of bits of the last part that are not used.
    pub(super) fn unused(self) -> u32 {
        self.width.next_multiple_of(self.unit) - self.width
    }

    /// The form of a number with the same parts that uses all bits of the last one.
    pub(super) fn filled(self) -> Form {
        Form {
            width: self.width.next_multiple_of(self.unit),
            ..self
        }
    }

    /// Returns the location of a part in memory, and the form of its number.
    fn part(self, build: &mut FunctionBuilder<'_>, whole: Place, number: u32) -> (Place, Form) {
        let first = number * self.unit;
        let width = (self.width - first).min(self.unit);
        (whole.at(build, (first / 8).into()), Form::of_width(width))
    }

    /// Reads the parts of a number in memory, which takes only the bytes that it needs.
    pub(super) fn load(self, build: &mut FunctionBuilder<'_>, from: Place) -> Vec<Value> {
        let mut parts = Vec::with_capacity(self.count());
        for number in 0..self.count() as u32 {
            let (from, form) = self.part(build, from, number);
            let mut part = None;
            for (offset, size) in pieces(form.width) {
                let from = from.at(build, offset.into()).for_size(size.into());
                let ty = build.module.types.integer(8 * size);
                let piece = from.load(build, ty);
                part = Some(build.join(part, piece, (8 * offset).into(), form.unit));
            }
            parts.extend(part.map(|part| match form.width % 8 {
                0 => build.resize(part, self.unit),
                _ => {
                    let part = cleared(build, part, form);
                    build.resize(part, self.unit)
                }
            }));
        }
        parts
    }

    /// Writes the parts of a number to memory.
    pub(super) fn store(self, build: &mut FunctionBuilder<'_>, parts: &[Value], to: Place) {
        for (number, &part) in (0..).zip(parts) {
            let (to, form) = self.part(build, to, number);
            for (offset, size) in pieces(form.width) {
                let to = to.at(build, offset.into()).for_size(size.into());
                let value = shifted(build, BinaryOp::LShr, part, 8 * offset);
                let value = build.resize(value, 8 * size);
                to.store(build, value);
            }
        }
    }
}

/// The offsets and sizes in bytes of the accesses to a number of at most 64 bits.
fn pieces(width: u32) -> impl Iterator<Item = (u32, u32)> {
    let bytes = width.div_ceil(8);
    let sizes = [8, 4, 2, 1].into_iter();
    sizes
        .filter(move |size| bytes & size != 0)
        .map(move |size| (bytes & !(2 * size - 1), size))
}
