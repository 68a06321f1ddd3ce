//! Prints LLVM modules as text.

use super::{bad, module_of};
use crate::input::Input;
use crate::options::Target;
use crate::output::{BAD_FILE, Failure, Output};
use crate::syntax;
use pinnacle_inspect::Kind;
use pinnacle_llvm::{
    Dialect, Module, PrintError, PrintOptions, bitcode, parse_as_written,
    print_as_of as llvm_as_of, print_with,
};
use std::process::ExitCode;

/// Maximum size of the text, in bytes. A small module can describe text of any size.
pub(crate) const MAX_TEXT: usize = 1 << 30;

const OPTIONS: PrintOptions = PrintOptions {
    limit: MAX_TEXT,
    typed_pointers: false,
    lines: false,
    summary: false,
};

/// Prints a file of bitcode or assembly, with its summary for linking.
pub(crate) fn print(input: &Input, target: &Target, output: &Output) -> Result<ExitCode, Failure> {
    let mut module = module_of(input)?;
    if let Some(index) = &mut module.summary_index {
        index.set_path(input.name.as_bytes());
    }
    let options = PrintOptions {
        summary: true,
        ..OPTIONS
    };
    let text = print_with(&module, &options).map_err(|error| failure(&input.name, error))?;
    target.write(text.as_bytes(), output)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a file of bitcode or assembly as the disassembler of a release did.
pub(crate) fn print_as_of(
    input: &Input,
    dialect: Dialect,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let module = match input.kind {
        Kind::AssemblyText => parse_as_written(&input.bytes, dialect)
            .map_err(|errors| syntax::failure(&input.name, &errors))?,
        _ => written_module(input)?,
    };
    let text = llvm_as_of(&module, dialect, &input.name, MAX_TEXT);
    let text = text.map_err(|error| failure(&input.name, error))?;
    target.write(text.as_bytes(), output)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the module of a bitcode file as written.
fn written_module(input: &Input) -> Result<Module, Failure> {
    let options = bitcode::Options {
        as_written: true,
        ..bitcode::Options::default()
    };
    bitcode::read(&input.bytes, &options).map_err(|error| bad(input, &error))
}

/// Writes a module as text.
pub(crate) fn write_text(
    module: &Module,
    name: &str,
    target: &Target,
    output: &Output,
) -> Result<ExitCode, Failure> {
    target.write(text_of(module, name)?.as_bytes(), output)?;
    Ok(ExitCode::SUCCESS)
}

/// The text of a module.
pub(crate) fn text_of(module: &Module, name: &str) -> Result<String, Failure> {
    print_with(module, &OPTIONS).map_err(|error| failure(name, error))
}

fn failure(name: &str, error: PrintError) -> Failure {
    Failure::with_status(vec![format!("{name}: {error}")], BAD_FILE)
}
