//! The numbers of operations in files. They are the same in all formats.

use crate::model::{BinaryOp, ShiftOp};

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

/// The number of an operation of two operands.
pub(crate) const fn binary(op: BinaryOp) -> u32 {
    ADD + op as u32
}

/// The number of a shift.
pub(crate) const fn shift(op: ShiftOp) -> u32 {
    SHL + op as u32
}

/// The operation of two operands with a number.
pub(crate) fn as_binary(opcode: u32) -> Option<BinaryOp> {
    let place = opcode.checked_sub(ADD)?;
    BinaryOp::ALL.get(place as usize).copied()
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
        _ => as_binary(opcode)?.name(),
    })
}
