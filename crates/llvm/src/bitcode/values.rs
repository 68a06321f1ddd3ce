//! Values by number: globals and constants of the module, then the parameters, constants and
//! results of a function.

use super::error::{Error, ErrorKind};
use super::record::{Result, bad};
use super::types::FileType;
use crate::ids::ConstantId;
use crate::instruction::Value;
use pinnacle_base::count::counted;

/// The value with a number, and its type.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) content: Content,
    pub(super) ty: FileType,
}

#[derive(Clone, Copy)]
pub(super) enum Content {
    /// A value of the model.
    Known(Value),
    /// A global that has been read but not added to the module yet.
    Global(u32),
    /// A constant that has been read but not been made yet.
    Raw(u32),
}

/// Returns the constant with a number.
pub(super) fn constant_at(values: &[Slot], number: u64) -> Result<ConstantId> {
    let slot = usize::try_from(number).ok().and_then(|n| values.get(n));
    constant(slot, number, values.len())
}

fn constant(slot: Option<&Slot>, number: u64, count: usize) -> Result<ConstantId> {
    match slot.map(|slot| slot.content) {
        Some(Content::Known(Value::Constant(constant))) => Ok(constant),
        Some(_) => Err(bad(
            ErrorKind::NotConstant,
            format!("value {number} is not a constant"),
        )),
        None => Err(unknown(number, count)),
    }
}

/// The values that a body can refer to.
pub(super) struct BodyValues<'a> {
    module: &'a [Slot],
    own: Vec<Slot>,
}

impl<'a> BodyValues<'a> {
    pub(super) fn new(module: &'a [Slot]) -> BodyValues<'a> {
        BodyValues {
            module,
            own: Vec::new(),
        }
    }

    /// Removes the values of a body.
    pub(super) fn clear(&mut self) {
        self.own.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.module.len() + self.own.len()
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<&Slot> {
        match number.checked_sub(self.module.len()) {
            Some(own) => self.own.get(own),
            None => self.module.get(number),
        }
    }

    pub(super) fn push(&mut self, value: Value, ty: FileType) {
        self.own.push(Slot {
            content: Content::Known(value),
            ty,
        });
    }

    pub(super) fn extend(&mut self, slots: &[Slot]) {
        self.own.extend_from_slice(slots);
    }

    /// Returns the constant with a number.
    pub(super) fn constant(&self, number: u64) -> Result<ConstantId> {
        let slot = usize::try_from(number).ok().and_then(|n| self.get(n));
        constant(slot, number, self.len())
    }
}

#[cold]
pub(super) fn unknown(number: u64, count: usize) -> Error {
    let values = counted(count, "value");
    let message = format!("value {number} is used, but only {values} can be");
    bad(ErrorKind::UnknownValue, message)
}
