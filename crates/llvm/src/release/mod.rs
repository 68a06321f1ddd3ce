//! Converts a module of the current model to the text of a release with typed pointers.
//!
//! [`crate::print_as_of`] prints modules that a release could have written. A module that passes
//! have changed has opaque pointers, attributes with types, and intrinsics under their current
//! names. [`print_lowered`] converts these first.

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

/// Converts an attribute to the form of releases with typed pointers. `None` for optimisation hints
/// that they did not have.
fn reduced(attribute: Attribute) -> Option<Attribute> {
    match attribute {
        Attribute::Type(AttributeKind::ElementType, _) => None,
        Attribute::Type(kind, _) => Some(Attribute::Enum(kind)),
        other => Some(other),
    }
}
