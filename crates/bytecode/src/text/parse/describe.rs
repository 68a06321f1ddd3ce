//! Formats types for the error messages of the assembler.

use crate::model::{Module, TypeId};
pub(super) use crate::text::describe::show;
use crate::text::describe::type_text;

/// A type in backquotes.
#[cold]
pub(super) fn describe(module: &Module, ty: TypeId) -> String {
    let name_of = |ty: TypeId| {
        let mut names = module.type_names.iter();
        let named = names.find(|&&(_, named)| named == ty);
        named.map(|&(name, _)| module.names.get(name))
    };
    format!("`{}`", type_text(&module.types, ty, &name_of))
}
