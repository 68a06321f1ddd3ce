//! Prints LLVM 1.x modules as text.

use super::{expect_bytecode, failure};
use crate::input::Input;
use crate::options::Target;
use crate::output::{BAD_FILE, Failure, Output};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::dump::dump;
use pinnacle_bytecode::text::{PrintOptions, print as print_module};
use pinnacle_inspect::bytecode::{format_of, module_of};
use std::process::ExitCode;

/// Options for printing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'a> {
    /// Show the layout of the file instead of assembly.
    pub(crate) listing: bool,
    /// The release whose style to print; `None` for the file's own.
    pub(crate) style: Option<Format>,
    /// Print the order of types and symbol tables in comments, if it is not the usual order.
    pub(crate) keep_order: bool,
    pub(crate) jobs: usize,
    pub(crate) target: &'a Target,
}

/// Prints a file of LLVM 1.x.
pub(crate) fn print(input: &Input, form: &Form, output: &Output) -> Result<ExitCode, Failure> {
    let text = if form.listing {
        listing(input)?
    } else {
        assembly(input, form)?
    };
    form.target.write(&text, output)?;
    Ok(ExitCode::SUCCESS)
}

fn assembly(input: &Input, form: &Form) -> Result<Vec<u8>, Failure> {
    let module = module_of(input, form.jobs).map_err(|wrong| failure(&wrong, &input.name))?;
    let options = PrintOptions {
        style: form.style.unwrap_or_else(|| format_of(&module)),
        jobs: form.jobs,
        keep_layout: form.keep_order,
        module_id: &input.name,
        ..PrintOptions::default()
    };
    print_module(&module, &options)
        .map_err(|error| Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE))
}

/// Returns the layout of a file, which may be invalid.
fn listing(input: &Input) -> Result<Vec<u8>, Failure> {
    expect_bytecode(input)?;
    Ok(dump(&input.bytes).to_string().into_bytes())
}
