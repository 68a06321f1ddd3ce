//! Prints LLVM modules from bitcode or assembly.

use crate::input::Input;
use crate::kind::Kind;
use crate::syntax;
use pinnacle_llvm::{PrintOptions, bitcode, parse, print_with};

/// Prints an LLVM module from bitcode or assembly of any version as assembly of today's LLVM. Stops
/// after `limit` bytes, because a small module can have very long text.
///
/// # Errors
///
/// Fails with messages about the file, each with its name. Text beyond `limit` is an error too.
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
