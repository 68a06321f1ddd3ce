//! Sets undefined parts of initializers to zero before the optimiser runs.
//!
//! If an initializer sets a small member of a union, clang leaves the other bytes undefined. C
//! programs read them nevertheless, and expect the zeros that other compilers put there. To the
//! optimiser, a branch on an undefined byte is undefined behaviour, so it removes the code that
//! follows. Therefore optimised sources are compiled in two runs of clang: the first stops before
//! the optimiser, then this module does its work, and the second optimises. Together they take as
//! long as a single run.

use crate::error::Error;
use pinnacle_llvm::{
    ConstantId, ConstantKind, GlobalKind, Module, PrintOptions, Substitution, Type, bitcode,
    print_with,
};
use std::fs;
use std::path::Path;

/// Defines the undefined parts of initializers in a bitcode file. If that changes anything, the
/// file is replaced with the text of the module. `typed_pointers` is true if the following tools
/// need typed pointers.
/// typed pointers.
///
/// # Errors
///
/// Fails if the file cannot be read or written.
pub(super) fn define(path: &Path, typed_pointers: bool) -> Result<(), Error> {
    let failed = |error: &dyn std::fmt::Display| Error::new(format!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    let module = bitcode::read(&bytes, &bitcode::Options::default());
    let mut module = module.map_err(|error| failed(&error))?;
    if !has_undefined(&module) {
        return Ok(());
    }
    zero(&mut module);
    let options = PrintOptions {
        typed_pointers,
        lines: true,
        ..PrintOptions::default()
    };
    let text = print_with(&module, &options).map_err(|error| failed(&error))?;
    fs::write(path, text).map_err(|error| failed(&error))
}

/// Returns true if a part of any initializer is undefined.
fn has_undefined(module: &Module) -> bool {
    let mut seen = vec![false; module.constants.len()];
    let initializers = module
        .globals()
        .iter()
        .filter_map(|global| match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer,
            _ => None,
        });
    let mut pending: Vec<ConstantId> = initializers.collect();
    while let Some(id) = pending.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        match module.constants.get(id).kind {
            ConstantKind::Undef | ConstantKind::Poison => return true,
            // The address of a global is defined, so the global's own value is not examined.
            ConstantKind::Global(_) => {}
            kind => (module.constants).for_each_operand(kind, |part| pending.push(part)),
        }
    }
    false
}

/// Replaces undefined constants with zero. In code, any value would be correct.
fn zero(module: &mut Module) {
    let substitution = Substitution::new(module, |module, constant| {
        let is_undefined = matches!(constant.kind, ConstantKind::Undef | ConstantKind::Poison);
        let has_zero = !matches!(
            module.types.get(constant.ty),
            Type::Token | Type::Label | Type::Metadata | Type::Void
        );
        (is_undefined && has_zero).then(|| module.zero(constant.ty))
    });
    // No constant contains itself, so the substitution has no cycle.
    if let Ok(substitution) = substitution {
        substitution.apply(module);
    }
}
