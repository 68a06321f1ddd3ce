//! Splits integers of more than 64 bits.
//!
//! PNaCl has no such integers, and C for this target has none either. But optimisers copy small
//! structs as one number, and objects of other languages have large integers. Each integer becomes
//! a list of 64-bit parts, the lowest first, and the last part has zeros beyond the width. In
//! memory the parts follow each other, and the last takes only the bytes that it needs. A parameter
//! becomes one parameter for each part. A result is stored to the address in an additional first
//! parameter.
//!
//! ```llvm
//! ; before
//! %v = load i128, ptr %p
//! %s = add i128 %v, %w
//! ; after
//! %v0 = load i64, ptr %p
//! %1 = getelementptr i8, ptr %p, i32 8
//! %v1 = load i64, ptr %1
//! %s0 = add i64 %v0, %w0
//! %2 = icmp ult i64 %s0, %v0
//! %3 = add i64 %v1, %w1
//! %4 = zext i1 %2 to i64
//! %s1 = add i64 %3, %4
//! ```
//!
//! The number of resulting instructions is proportional to the width. For products it is
//! proportional to the square of the width, and for shifts by unknown amounts to the width times
//! its logarithm. Widths are limited for that reason. Divisions, and conversions from and to
//! floating-point numbers, are refused, because they would need a library that PNaCl never had.
//!
//! Relies on `structs`, `intrinsics` and `atomics`: structs are split, intrinsics are replaced, and
//! there are no atomic accesses.

use crate::Options;
use crate::error::Reporter;
use crate::integers::replace;
use pinnacle_llvm::{Module, Type, TypeId, TypeTable};

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    replace(module, reporter, is_large);
}

fn is_large(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Integer(65..))
}
