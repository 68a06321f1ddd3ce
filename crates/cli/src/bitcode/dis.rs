//! A module of LLVM as text.

use super::module_of;
use crate::input::Input;
use crate::options::Target;
use crate::output::{BAD_FILE, Failure, Output};
use pinnacle_llvm::{Module, PrintOptions, print_with};
use std::process::ExitCode;

/// More text than this is not written; modules can describe any amount.
const MAX_TEXT: usize = 1 << 30;

/// Prints a file of bitcode.
pub(crate) fn print(input: &Input, target: &Target, output: &Output) -> Result<ExitCode, Failure> {
    write_text(&module_of(input)?, &input.name, target, output)
}

/// Writes a module as text.
pub(crate) fn write_text(
    module: &Module,
    name: &str,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let options = PrintOptions {
        limit: MAX_TEXT,
        ..PrintOptions::default()
    };
    let text = print_with(module, &options)
        .map_err(|error| Failure::with_status(vec![format!("{name}: {error}")], BAD_FILE))?;
    target.write(text.as_bytes(), output)?;
    Ok(ExitCode::SUCCESS)
}
