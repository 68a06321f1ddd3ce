//! Formats values for messages.

use crate::model::{Body, Value};
use std::fmt::{self, Display, Formatter};

/// Formats a value of a function as its name, or its kind and number.
pub(super) struct ValueText<'a> {
    pub(super) body: &'a Body,
    pub(super) value: Value,
}

impl Display for ValueText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (name, kind, number) = match self.value {
            Value::Constant(id) => return write!(f, "{id}"),
            Value::Argument(argument) => {
                let name = self.body.argument_name(argument);
                (name, "parameter", argument)
            }
            Value::Inst(id) => (self.body.inst_name(id), "instruction", id.0),
        };
        if name.is_empty() {
            write!(f, "{kind} {number}")
        } else {
            write!(f, "%{}", String::from_utf8_lossy(name))
        }
    }
}
