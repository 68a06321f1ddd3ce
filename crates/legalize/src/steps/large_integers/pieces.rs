//! Large integers in memory, with a piece for each part.

use super::arithmetic;
use crate::emit::Emit;
use crate::memory::Place;
use pinnacle_llvm::{FunctionBuilder, Value};

/// The location and width of a part in memory.
fn piece(build: &mut FunctionBuilder<'_>, whole: Place, width: u32, number: u32) -> (Place, u32) {
    let bits = (width - 64 * number).min(64);
    let natural = u64::from(bits.div_ceil(8).next_power_of_two());
    let place = whole.for_size(8).at(build, u64::from(number) * 8);
    (place.for_size(natural), bits)
}

/// Writes all parts.
pub(super) fn store(build: &mut FunctionBuilder<'_>, parts: &[Value], to: Place, width: u32) {
    for (number, &part) in (0..).zip(parts) {
        let (place, bits) = piece(build, to, width, number);
        let value = build.resize(part, bits);
        place.store(build, value);
    }
}

/// Reads all parts.
pub(super) fn load(build: &mut FunctionBuilder<'_>, from: Place, width: u32) -> Vec<Value> {
    let mut parts = Vec::new();
    for number in 0..arithmetic::count(width) {
        let (place, bits) = piece(build, from, width, number);
        let ty = build.module.types.integer(bits);
        let piece = place.load(build, ty);
        parts.push(build.resize(piece, 64));
    }
    parts
}
