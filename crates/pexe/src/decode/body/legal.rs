//! Defines which types operations can have, and which alignments loads and stores can have.

use super::messages::{bad_alignment, bad_binary, type_mismatch};
use crate::error::Error;
use crate::inst::{Alignment, BinaryOp};
use crate::types::Type;

/// The operation for each number in records and each operand type.
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

/// Returns the operation with this number in records, for operands of a type.
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

/// Checks that values of a type may be loaded and stored with this alignment ("Memory Blocks and
/// Alignment").
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

/// The legal alignments of a load or store, by type. An alignment is represented by the bit with
/// the number of its code.
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

/// Returns the legal alignments of a load or store: true if 1 is legal, and the other legal
/// alignment in bytes. Returns `None` for types that cannot be loaded and stored.
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
