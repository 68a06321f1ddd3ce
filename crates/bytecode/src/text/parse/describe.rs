//! Types and names as messages show them: as they are written, but cut short.

use super::limits::{MAX_FOUND, MAX_SHOWN, MAX_TYPE};
use crate::model::{Module, Type, TypeId};

/// A name or word of the text: the beginning of one that is long, and nothing
/// that a terminal obeys.
#[cold]
pub(super) fn show(bytes: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_FOUND)]);
    let mut shown: String = shown
        .chars()
        .map(|c| match c.is_control() {
            true => char::REPLACEMENT_CHARACTER,
            false => c,
        })
        .collect();
    if bytes.len() > MAX_FOUND {
        shown.push_str("...");
    }
    shown
}

/// A type in backquotes.
#[cold]
pub(super) fn describe(module: &Module, ty: TypeId) -> String {
    let mut text = String::from("`");
    write_type(&mut text, module, ty, 0);
    text.push('`');
    text
}

/// Appends a type; recursion ends at a depth of [`MAX_SHOWN`].
fn write_type(text: &mut String, module: &Module, ty: TypeId, depth: usize) {
    if depth > MAX_SHOWN || text.len() > MAX_TYPE {
        if !text.ends_with("...") {
            text.push_str("...");
        }
        return;
    }
    let named = |&&(_, named): &&(_, TypeId)| named == ty && !ty.is_primitive();
    if let Some(&(name, _)) = module.type_names.iter().find(named) {
        text.push('%');
        text.push_str(&show(module.names.get(name)));
        return;
    }
    let write = |text: &mut String, ty| write_type(text, module, ty, depth + 1);
    let write_list = |text: &mut String, list: &[TypeId], more: bool| {
        let shown = list.iter().take(2 * MAX_SHOWN);
        for (place, &ty) in shown.enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            write(text, ty);
        }
        if more || list.len() > 2 * MAX_SHOWN {
            text.push_str(if list.is_empty() { "..." } else { ", ..." });
        }
    };
    match module.types.get(ty) {
        Type::Void => text.push_str("void"),
        Type::Bool => text.push_str("bool"),
        Type::UByte => text.push_str("ubyte"),
        Type::SByte => text.push_str("sbyte"),
        Type::UShort => text.push_str("ushort"),
        Type::Short => text.push_str("short"),
        Type::UInt => text.push_str("uint"),
        Type::Int => text.push_str("int"),
        Type::ULong => text.push_str("ulong"),
        Type::Long => text.push_str("long"),
        Type::Float => text.push_str("float"),
        Type::Double => text.push_str("double"),
        Type::Label => text.push_str("label"),
        Type::Opaque => text.push_str("opaque"),
        Type::Pointer { pointee } => {
            write(text, pointee);
            text.push('*');
        }
        Type::Array { element, length } => {
            text.push_str(&format!("[{length} x "));
            write(text, element);
            text.push(']');
        }
        Type::Struct { fields } if fields.is_empty() => text.push_str("{}"),
        Type::Struct { fields } => {
            text.push_str("{ ");
            write_list(text, module.types.list(fields), false);
            text.push_str(" }");
        }
        Type::Function {
            result,
            parameters,
            varargs,
        } => {
            write(text, result);
            text.push_str(" (");
            write_list(text, module.types.list(parameters), varargs);
            text.push(')');
        }
    }
}
