//! Large integers in memory: a piece for each part.

use super::arithmetic;
use crate::emit::Emit;
use crate::memory;
use pinnacle_llvm::{Align, Atomicity, FunctionBuilder, InstructionKind as K, Value};

/// Calls `each` for every piece of a number in memory, with its address, its
/// alignment and its width.
pub(super) fn for_each_piece(
    build: &mut FunctionBuilder<'_>,
    pointer: Value,
    align: Align,
    width: u32,
    mut each: impl FnMut(&mut FunctionBuilder<'_>, (Value, Align), u32),
) {
    let align = align.bytes().unwrap_or(8).min(8);
    for number in 0..arithmetic::count(width) {
        let pointer = memory::address(build, pointer, u64::from(number) * 8);
        let bits = (width - 64 * number).min(64);
        let natural = u64::from(bits.div_ceil(8).next_power_of_two());
        let align = memory::alignment(align.min(natural));
        each(build, (pointer, align), bits);
    }
}

/// Writes all parts.
pub(super) fn store(
    build: &mut FunctionBuilder<'_>,
    parts: &[Value],
    pointer: Value,
    align: Align,
    width: u32,
    volatile: bool,
) {
    let mut parts = parts.iter();
    for_each_piece(
        build,
        pointer,
        align,
        width,
        |build, (pointer, align), bits| {
            let part = parts.next().expect("a number has a part for each piece");
            let part = *part;
            let value = build.resize(part, bits);
            build.emit_void(K::Store {
                value,
                pointer,
                align,
                volatile,
                atomicity: Atomicity::NONE,
            });
        },
    );
}

/// Reads all parts from where they were put.
pub(super) fn read(build: &mut FunctionBuilder<'_>, place: Value, width: u32) -> Vec<Value> {
    let count = arithmetic::count(width);
    let mut parts = Vec::with_capacity(count as usize);
    let ty = build.module.types.integer(64);
    let align = memory::alignment(8);
    for_each_piece(
        build,
        place,
        align,
        64 * count,
        |build, (pointer, align), _| {
            let kind = K::Load {
                pointer,
                align,
                volatile: false,
                atomicity: Atomicity::NONE,
            };
            parts.push(build.emit(kind, ty));
        },
    );
    parts
}
