//! Computes with odd integers in the next size that PNaCl has.
//!
//! PNaCl has integers of 1, 8, 16, 32 and 64 bits. Bit fields and optimisers make others, such as
//! `i24` and `i33`. Each becomes an integer of the next size, whose upper bits are always zero.
//! They are cleared after operations that may set them, and the sign is copied into them before
//! operations that use it. In memory the number takes only the bytes that it needs, so it is loaded
//! and stored in pieces of 4, 2 and 1 bytes.
//!
//! ```llvm
//! ; before
//! %v = load i24, ptr %p
//! %s = add i24 %v, -1
//! %c = icmp slt i24 %s, 5
//! ; after
//! %1 = load i16, ptr %p
//! %2 = getelementptr i8, ptr %p, i32 2
//! %3 = load i8, ptr %2
//! %4 = zext i16 %1 to i32
//! %5 = zext i8 %3 to i32
//! %6 = shl i32 %5, 16
//! %v = or i32 %4, %6
//! %7 = add i32 %v, 16777215
//! %s = and i32 %7, 16777215
//! %8 = shl i32 %s, 8
//! %c = icmp slt i32 %8, 1280
//! ```
//!
//! Parameters and results of functions change in the same way. Objects in memory keep their types,
//! which only determine their size.
//!
//! Relies on `large-integers`, `vectors` and `atomics`: integers have at most 64 bits, vectors are
//! those of PNaCl, and there are no atomic accesses.

use crate::Options;
use crate::error::Reporter;
use crate::integers::replace;
use pinnacle_llvm::{Module, Type, TypeId, TypeTable};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    replace(module, reporter, is_odd);
}

fn is_odd(types: &TypeTable, ty: TypeId) -> bool {
    matches!(
        types.get(ty),
        Type::Integer(2..=7 | 9..=15 | 17..=31 | 33..=63)
    )
}
