//! Formats types and names for messages: as in assembly, but truncated if they are long.

use super::print::PRIMITIVES;
use crate::model::{Type, TypeId, TypeTable};

/// Maximum number of bytes shown of a word.
const MAX_WORD: usize = 60;

/// Maximum depth to which types are shown, and maximum number of components shown of each.
const MAX_SHOWN: usize = 4;

/// Maximum length of the text of a type before it is cut short.
const MAX_TYPE: usize = 120;

/// Formats a name or word of a text: truncated if it is long, and without terminal control
/// characters.
#[cold]
pub(crate) fn show(bytes: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_WORD)]);
    let mut shown: String = shown
        .chars()
        .map(|c| match c.is_control() {
            true => char::REPLACEMENT_CHARACTER,
            false => c,
        })
        .collect();
    if bytes.len() > MAX_WORD {
        shown.push_str("...");
    }
    shown
}

/// Formats a type as in assembly, by its name if `name_of` returns one.
#[cold]
pub(crate) fn type_text<'a>(
    types: &TypeTable,
    ty: TypeId,
    name_of: &dyn Fn(TypeId) -> Option<&'a [u8]>,
) -> String {
    let mut text = String::new();
    write_type(&mut text, types, ty, name_of, 0);
    text
}

/// Appends a type; recursion ends at a depth of [`MAX_SHOWN`].
fn write_type<'a>(
    text: &mut String,
    types: &TypeTable,
    ty: TypeId,
    name_of: &dyn Fn(TypeId) -> Option<&'a [u8]>,
    depth: usize,
) {
    if let Some(primitive) = PRIMITIVES.get(ty.index()) {
        return text.push_str(primitive);
    }
    if ty.index() >= types.len() {
        return text.push_str(&ty.to_string());
    }
    if depth > MAX_SHOWN || text.len() > MAX_TYPE {
        if !text.ends_with("...") {
            text.push_str("...");
        }
        return;
    }
    if let Some(name) = name_of(ty) {
        text.push('%');
        return text.push_str(&show(name));
    }
    let write = |text: &mut String, ty| write_type(text, types, ty, name_of, depth + 1);
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
    match types.get(ty) {
        Type::Pointer { pointee } => {
            write(text, pointee);
            text.push('*');
        }
        Type::Array { element, length } => {
            text.push_str(&format!("[{length} x "));
            write(text, element);
            text.push(']');
        }
        Type::Packed { element, length } => {
            text.push_str(&format!("<{length} x "));
            write(text, element);
            text.push('>');
        }
        Type::Struct { fields } if fields.is_empty() => text.push_str("{}"),
        Type::Struct { fields } => {
            text.push_str("{ ");
            write_list(text, types.list(fields), false);
            text.push_str(" }");
        }
        Type::Function {
            result,
            parameters,
            varargs,
        } => {
            write(text, result);
            text.push_str(" (");
            write_list(text, types.list(parameters), varargs);
            text.push(')');
        }
        // All others are primitive.
        _ => text.push_str("opaque"),
    }
}
