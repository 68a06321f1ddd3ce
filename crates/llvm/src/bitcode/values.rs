//! Values by number: globals, constants, and in a function its parameters and
//! results.

use super::error::{Error, ErrorKind};
use super::record::{Result, bad};
use super::types::FileType;
use crate::ids::ConstantId;
use crate::instruction::Value;

/// What a number stands for, and its type.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) content: Content,
    pub(super) ty: FileType,
}

#[derive(Clone, Copy)]
pub(super) enum Content {
    /// A value of the model.
    Known(Value),
    /// A global that has been read but is not in the module yet.
    Global(u32),
    /// A constant that has been read but not been made yet.
    Raw(u32),
}

/// The constant that a number stands for.
pub(super) fn constant_at(values: &[Slot], number: u64) -> Result<ConstantId> {
    let slot = usize::try_from(number).ok().and_then(|n| values.get(n));
    match slot.map(|slot| slot.content) {
        Some(Content::Known(Value::Constant(constant))) => Ok(constant),
        Some(_) => Err(bad(
            ErrorKind::NotConstant,
            format!("value {number} is not a constant"),
        )),
        None => Err(unknown(number, values.len())),
    }
}

#[cold]
pub(super) fn unknown(number: u64, count: usize) -> Error {
    let message = format!("value {number} is used, but there are {count} values");
    bad(ErrorKind::UnknownValue, message)
}
