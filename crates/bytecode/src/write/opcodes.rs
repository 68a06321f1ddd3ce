//! The numbers of operations.

use super::block::cannot_write;
use crate::error::Error;
use crate::format::Features;
use crate::model::{BinaryOp, ShiftOp};

pub(super) const RET: u32 = 1;
pub(super) const BR: u32 = 2;
pub(super) const SWITCH: u32 = 3;
pub(super) const INVOKE: u32 = 4;
pub(super) const UNWIND: u32 = 5;
pub(super) const MALLOC: u32 = 20;
pub(super) const FREE: u32 = 21;
pub(super) const ALLOCA: u32 = 22;
pub(super) const LOAD: u32 = 23;
pub(super) const STORE: u32 = 24;
pub(super) const GET_ELEMENT_PTR: u32 = 25;
pub(super) const PHI: u32 = 26;
pub(super) const CAST: u32 = 27;
pub(super) const CALL: u32 = 28;
pub(super) const VA_NEXT: u32 = 31;
pub(super) const VA_ARG: u32 = 32;
pub(super) const SELECT: u32 = 33;
pub(super) const VOLATILE_LOAD: u32 = 62;
pub(super) const VOLATILE_STORE: u32 = 63;

/// The number of an operation of two operands.
pub(super) const fn binary(op: BinaryOp) -> u32 {
    6 + op as u32
}

/// The number of a shift.
pub(super) const fn shift(op: ShiftOp) -> u32 {
    29 + op as u32
}

/// Refuses `select` where there is none.
pub(super) fn check_select(features: &Features) -> Result<(), Error> {
    if features.select {
        return Ok(());
    }
    Err(cannot_write(format!(
        "there is no `select` in format {}",
        features.version
    )))
}
