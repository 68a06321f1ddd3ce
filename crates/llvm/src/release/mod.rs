//! Lowers a module of today's model to the text of a release with typed pointers.
//!
//! [`crate::print_as_of`] prints what such a release could have written. A module that passes have
//! changed has pointers without pointees, attributes with types and intrinsics under their names
//! of today. [`print_lowered`] changes these first.

mod classes;
mod intrinsics;
mod pointees;

use crate::attributes::{Attribute, AttributeKind};
use crate::module::Module;
use crate::print::{Dialect, PrintError, print_as_of};

/// Prints a module in the syntax of a release with typed pointers, such as LLVM 3.7.
///
/// The module is changed to what the release can express: opaque pointers get a pointee, with a
/// `bitcast` where another one is needed, attributes lose their types, and intrinsics that copy
/// memory get their argument for the alignment back. A module of [`crate::parse_with_pointees`]
/// keeps the types that its text had.
///
/// # Errors
///
/// Fails with the errors of [`print_as_of`].
pub fn print_lowered(
    module: &mut Module,
    dialect: Dialect,
    identifier: &str,
    limit: usize,
) -> Result<String, PrintError> {
    module.attributes.reduce(reduced);
    intrinsics::lower(module);
    pointees::give_pointees(module);
    print_as_of(module, dialect, identifier, limit)
}

/// An attribute as releases with typed pointers had it. Nothing of those that they did not have
/// and that only optimisers read.
fn reduced(attribute: Attribute) -> Option<Attribute> {
    match attribute {
        Attribute::Type(AttributeKind::ElementType, _) => None,
        Attribute::Type(kind, _) => Some(Attribute::Enum(kind)),
        other => Some(other),
    }
}
