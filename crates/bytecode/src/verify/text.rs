//! Types and values in the words of assembly, for messages.
//!
//! Unlike what the printer makes, these texts are short whatever the type: deep
//! and long ones are cut.

use super::Context;
use crate::model::{Body, Type, TypeId, Value};
use crate::text::PRIMITIVES;
use std::fmt::{self, Display, Formatter};

/// Types inside one another that are shown.
const MAX_DEPTH: usize = 3;
/// Components of one type that are shown.
const MAX_COMPONENTS: usize = 8;

/// A type as in assembly, by its name if it has one.
pub(super) struct TypeText<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) ty: TypeId,
}

impl Display for TypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_type(f, self.context, self.ty, 0)
    }
}

/// The depth of the recursion is bounded by [`MAX_DEPTH`].
fn write_type(
    f: &mut Formatter<'_>,
    context: &Context<'_>,
    ty: TypeId,
    depth: usize,
) -> fmt::Result {
    let types = &context.module.types;
    if ty.index() >= types.len() {
        return write!(f, "{ty}");
    }
    if let Some(name) = context.name_of_type(ty) {
        return write!(f, "%{}", String::from_utf8_lossy(name));
    }
    let list = |f: &mut Formatter<'_>, components: &[TypeId], varargs: bool| {
        for (place, &component) in components.iter().take(MAX_COMPONENTS).enumerate() {
            f.write_str(if place > 0 { ", " } else { "" })?;
            write_type(f, context, component, depth + 1)?;
        }
        if components.len() > MAX_COMPONENTS || varargs {
            f.write_str(if components.is_empty() {
                "..."
            } else {
                ", ..."
            })?;
        }
        Ok(())
    };
    if let Some(primitive) = PRIMITIVES.get(ty.index()) {
        return f.write_str(primitive);
    }
    match types.get(ty) {
        Type::Opaque => f.write_str("opaque"),
        _ if depth > MAX_DEPTH => f.write_str("..."),
        Type::Pointer { pointee } => {
            write_type(f, context, pointee, depth + 1)?;
            f.write_str("*")
        }
        Type::Array { element, length } => {
            write!(f, "[{length} x ")?;
            write_type(f, context, element, depth + 1)?;
            f.write_str("]")
        }
        Type::Struct { fields } => {
            f.write_str("{ ")?;
            list(f, types.list(fields), false)?;
            f.write_str(" }")
        }
        Type::Function {
            result,
            parameters,
            varargs,
        } => {
            write_type(f, context, result, depth + 1)?;
            f.write_str(" (")?;
            list(f, types.list(parameters), varargs)?;
            f.write_str(")")
        }
        _ => f.write_str("..."),
    }
}

/// A value of a function by its name, or what it is and its number.
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
