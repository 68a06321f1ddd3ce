//! A module of LLVM as text.

use super::module_of;
use crate::input::{Input, is_stdin};
use crate::output::{BAD_FILE, Failure, Output};
use crate::whole_file;
use pinnacle_llvm::{Module, PrintOptions, print_with};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// More text than this is not written; modules can describe any amount.
const MAX_TEXT: usize = 1 << 30;

/// Prints a file of bitcode.
pub(crate) fn print(
    input: &Input,
    target: Option<&Path>,
    output: &Output,
) -> Result<ExitCode, Failure> {
    write_text(&module_of(input)?, &input.name, target, output)
}

/// Writes a module as text.
pub(crate) fn write_text(
    module: &Module,
    name: &str,
    target: Option<&Path>,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let options = PrintOptions {
        limit: MAX_TEXT,
        ..PrintOptions::default()
    };
    let text = print_with(module, &options)
        .map_err(|error| Failure::with_status(vec![format!("{name}: {error}")], BAD_FILE))?;
    match target {
        Some(path) if !is_stdin(path) => whole_file::write(path, text.as_bytes())?,
        _ => {
            let mut out = output.stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
