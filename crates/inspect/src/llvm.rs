//! Modules of LLVM 2.0 and later, from bitcode or text.

use crate::input::Input;
use crate::kind::Kind;
use crate::syntax;
use pinnacle_llvm::{PrintOptions, bitcode, parse, print_with};

/// Prints a module of LLVM, from bitcode or text of any age, as text of today's LLVM. No more
/// than `limit` bytes are printed, as a module can describe any amount.
///
/// # Errors
///
/// Fails with messages about the file, each with its name.
pub fn print(input: &Input, limit: usize) -> Result<String, Vec<String>> {
    let named = |error: &dyn std::fmt::Display| vec![format!("{}: {error}", input.name)];
    let mut module = match input.kind {
        Kind::AssemblyText => {
            parse(&input.bytes).map_err(|errors| syntax::messages(&input.name, &errors))?
        }
        _ => bitcode::read(&input.bytes, &bitcode::Options::default())
            .map_err(|error| named(&error))?,
    };
    if let Some(index) = &mut module.summary_index {
        index.set_path(input.name.as_bytes());
    }
    let options = PrintOptions {
        limit,
        summary: true,
        ..PrintOptions::default()
    };
    print_with(&module, &options).map_err(|error| named(&error))
}
