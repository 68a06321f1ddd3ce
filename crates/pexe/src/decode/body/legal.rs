//! Tables of legal types: for operations, and for the alignments of loads and stores.

use super::messages::{bad_alignment, bad_binary, type_mismatch};
use crate::error::Error;
use crate::inst::{Alignment, BinaryOp};
use crate::types::Type;

/// The operation of each number on operands of each type.
static OPERATIONS: [[Option<BinaryOp>; 16]; Type::ALL.len()] = {
    let mut operations = [[None; 16]; Type::ALL.len()];
    let mut index = 0;
    while index < operations.len() {
        let element = Type::ALL[index].element();
        let mut code = 0;
        while code < operations[index].len() {
            operations[index][code] = match BinaryOp::from_code(code as u64, element.is_float()) {
                Some(op) if !matches!(element, Type::I1) || op.is_bitwise() => Some(op),
                _ => None,
            };
            code += 1;
        }
        index += 1;
    }
    operations
};

/// The operation that a number stands for on operands of a type.
#[inline]
pub(super) fn operation(position: u64, code: u64, ty: Type) -> Result<BinaryOp, Error> {
    let operations = &OPERATIONS[ty as usize];
    match usize::try_from(code).map(|code| operations.get(code)) {
        Ok(Some(&Some(op))) => Ok(op),
        _ => Err(bad_operation(position, code, ty)),
    }
}

#[cold]
fn bad_operation(position: u64, op: u64, ty: Type) -> Error {
    match BinaryOp::from_code(op, ty.element().is_float()) {
        Some(op) => type_mismatch(position, op.name(), ty, "integers wider than i1"),
        None => bad_binary(position, op, ty),
    }
}

/// Checks that a type may be loaded and stored, with an alignment that it may have ("Memory Blocks
/// and Alignment").
#[inline]
pub(super) fn check_access(
    position: u64,
    what: &str,
    ty: Type,
    align: Alignment,
) -> Result<(), Error> {
    if LEGAL_ALIGNMENTS[ty as usize] >> align.code() & 1 == 1 {
        return Ok(());
    }
    Err(bad_access(position, what, ty, align))
}

/// By type, the alignments that a load or store may have, each as the bit of
/// its code.
static LEGAL_ALIGNMENTS: [u32; Type::ALL.len()] = {
    let mut legal = [0; Type::ALL.len()];
    let mut index = 0;
    while index < legal.len() {
        if let Some((one, natural)) = alignments(Type::ALL[index]) {
            legal[index] = (one as u32) << 1 | 2 << natural.trailing_zeros();
        }
        index += 1;
    }
    legal
};

/// The alignments of a load or store of a type: true if it may be 1, and the other one in bytes.
/// None for types that memory cannot hold.
const fn alignments(ty: Type) -> Option<(bool, u32)> {
    match ty {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::V16I8 => Some((true, 1)),
        Type::Float => Some((true, 4)),
        Type::Double => Some((true, 8)),
        Type::V8I16 => Some((false, 2)),
        Type::V4I32 | Type::V4Float => Some((false, 4)),
        _ => None,
    }
}

#[cold]
fn bad_access(position: u64, what: &str, ty: Type, align: Alignment) -> Error {
    match alignments(ty) {
        Some((one, natural)) => bad_alignment(position, what, ty, align, one, natural),
        None => type_mismatch(position, what, ty, "a type that memory can hold"),
    }
}
