//! Operations, and the opcodes that stand for them in files.
//!
//! An operation has one number here, whatever the format: up to 63 that of LLVM
//! 1.0 to 1.3, from 64 on one of those that came later. A table for each
//! numbering says which operation an opcode is.

use crate::model::{BinaryOp, ShiftOp, VectorOp};

pub(crate) const RET: u32 = 1;
pub(crate) const BR: u32 = 2;
pub(crate) const SWITCH: u32 = 3;
pub(crate) const INVOKE: u32 = 4;
pub(crate) const UNWIND: u32 = 5;
/// The first of the operations of [`BinaryOp::ALL`], which are in that order.
pub(crate) const ADD: u32 = 6;
/// The last of them.
pub(crate) const SETGT: u32 = 19;
pub(crate) const MALLOC: u32 = 20;
pub(crate) const FREE: u32 = 21;
pub(crate) const ALLOCA: u32 = 22;
pub(crate) const LOAD: u32 = 23;
pub(crate) const STORE: u32 = 24;
pub(crate) const GET_ELEMENT_PTR: u32 = 25;
pub(crate) const PHI: u32 = 26;
pub(crate) const CAST: u32 = 27;
pub(crate) const CALL: u32 = 28;
pub(crate) const SHL: u32 = 29;
pub(crate) const SHR: u32 = 30;
pub(crate) const VA_NEXT: u32 = 31;
pub(crate) const VA_ARG: u32 = 32;
pub(crate) const SELECT: u32 = 33;
pub(crate) const VOLATILE_LOAD: u32 = 62;
pub(crate) const VOLATILE_STORE: u32 = 63;
pub(crate) const UNREACHABLE: u32 = 64;
/// `va_arg`, which takes the address of a list.
pub(crate) const VA_FETCH: u32 = 65;
/// The first of the operations of [`VectorOp::ALL`], which are in that order.
pub(crate) const EXTRACT: u32 = 66;
/// The last of them.
pub(crate) const SHUFFLE: u32 = 68;
/// The first of the operations of [`BinaryOp::SPLIT`], which are in that order.
pub(crate) const UDIV: u32 = 69;
/// The last of them.
pub(crate) const FREM: u32 = 74;
/// An invoke whose last operand is the convention.
pub(crate) const INVOKE_WITH: u32 = 75;
pub(crate) const FAST_INVOKE: u32 = 76;
/// A call whose last operand is the convention and whether it is a tail call.
pub(crate) const CALL_WITH: u32 = 77;
pub(crate) const FAST_TAIL_CALL: u32 = 78;
pub(crate) const FAST_CALL: u32 = 79;
pub(crate) const TAIL_CALL: u32 = 80;

const DIV: u32 = ADD + BinaryOp::Div as u32;
const AND: u32 = ADD + BinaryOp::And as u32;

/// No operation: an opcode that means nothing in a format.
pub(crate) const NONE: u32 = 0;

/// The opcodes of formats 0 to 4.
pub(crate) const TO_1_3: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, ADD, SELECT),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// The opcodes of format 5.
pub(crate) const FROM_1_4: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, UNREACHABLE, UNREACHABLE),
    (7, ADD, SELECT),
    (37, VA_FETCH, SHUFFLE),
    (56, INVOKE_WITH, TAIL_CALL),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// The opcodes of format 6.
pub(crate) const IN_1_9: [u8; 64] = table(&[
    (1, RET, UNWIND),
    (6, UNREACHABLE, UNREACHABLE),
    (7, ADD, DIV - 1),
    (10, UDIV, FREM),
    (16, AND, SHR),
    (36, SELECT, SELECT),
    (39, VA_FETCH, SHUFFLE),
    (56, INVOKE_WITH, TAIL_CALL),
    (62, VOLATILE_LOAD, VOLATILE_STORE),
]);

/// A table from runs: the first opcode, the first and the last operation.
const fn table(runs: &[(u32, u32, u32)]) -> [u8; 64] {
    let mut table = [NONE as u8; 64];
    let mut run = 0;
    while run < runs.len() {
        let (opcode, first, last) = runs[run];
        let mut step = 0;
        while first + step <= last {
            table[(opcode + step) as usize] = (first + step) as u8;
            step += 1;
        }
        run += 1;
    }
    table
}

/// The operation that an opcode stands for; [`NONE`] if there is none.
#[inline]
pub(crate) fn operation(opcodes: &[u8; 64], opcode: u32) -> u32 {
    (opcodes.get(opcode as usize)).map_or(NONE, |&operation| operation.into())
}

/// The opcode that stands for an operation; `None` in a format without it.
pub(crate) fn number_of(opcodes: &[u8; 64], operation: u32) -> Option<u32> {
    let place = opcodes
        .iter()
        .position(|&other| u32::from(other) == operation && operation != NONE)?;
    Some(place as u32)
}

/// Returns true if an operation ends a basic block.
pub(crate) fn is_terminator(operation: u32) -> bool {
    matches!(
        operation,
        RET..=UNWIND | UNREACHABLE | INVOKE_WITH | FAST_INVOKE
    )
}

/// The access to packed values with a number.
pub(crate) fn as_vector(operation: u32) -> Option<VectorOp> {
    let place = operation.checked_sub(EXTRACT)?;
    VectorOp::ALL.get(place as usize).copied()
}

/// The number of an operation of two operands.
pub(crate) const fn binary(op: BinaryOp) -> u32 {
    if op as u32 >= BinaryOp::UDiv as u32 {
        UDIV + (op as u32 - BinaryOp::UDiv as u32)
    } else {
        ADD + op as u32
    }
}

/// The number of a shift.
pub(crate) const fn shift(op: ShiftOp) -> u32 {
    SHL + op as u32
}

/// The operation of two operands with a number.
pub(crate) fn as_binary(opcode: u32) -> Option<BinaryOp> {
    match opcode {
        UDIV..=FREM => Some(BinaryOp::SPLIT[(opcode - UDIV) as usize]),
        ADD..=SETGT => Some(BinaryOp::ALL[(opcode - ADD) as usize]),
        _ => None,
    }
}

/// The name in assembly of an operation; `None` for a number that means
/// nothing.
pub(crate) fn name(opcode: u32) -> Option<&'static str> {
    Some(match opcode {
        RET => "ret",
        BR => "br",
        SWITCH => "switch",
        INVOKE => "invoke",
        UNWIND => "unwind",
        MALLOC => "malloc",
        FREE => "free",
        ALLOCA => "alloca",
        LOAD => "load",
        STORE => "store",
        GET_ELEMENT_PTR => "getelementptr",
        PHI => "phi",
        CAST => "cast",
        CALL => "call",
        SHL => "shl",
        SHR => "shr",
        VA_NEXT => "vanext",
        VA_ARG => "vaarg",
        SELECT => "select",
        VOLATILE_LOAD => "volatile load",
        VOLATILE_STORE => "volatile store",
        UNREACHABLE => "unreachable",
        VA_FETCH => "va_arg",
        EXTRACT..=SHUFFLE => as_vector(opcode)?.name(),
        INVOKE_WITH | FAST_INVOKE => "invoke",
        CALL_WITH | FAST_CALL => "call",
        FAST_TAIL_CALL | TAIL_CALL => "tail call",
        _ => as_binary(opcode)?.name(),
    })
}
