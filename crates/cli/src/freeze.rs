//! `pinnacle freeze`: writes an LLVM module of the stable subset as a program.

use crate::bitcode::{is_module, module_of};
use crate::finalize::{in_file, refuse};
use crate::input;
use crate::options::{Target, Unpacking};
use crate::output::{BAD_FILE, Failure, Output};
use clap::Args;
use pinnacle_driver::finalize::freeze_module;
use std::path::PathBuf;
use std::process::ExitCode;

/// The only version of the format.
const FORMAT_VERSION: u32 = 2;

/// Write LLVM bitcode or assembly of PNaCl's stable subset as a .pexe.
///
/// Changes nothing: anything outside the stable subset is an error; use `pinnacle finalize` for
/// other modules. The module needs no entry point, and its unused parts and names are kept. This is
/// for tests and for tools that write LLVM IR themselves. A program without _start does not run,
/// and `pinnacle verify` reports it.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle freeze simple.bc -o simple.pexe
  pinnacle freeze simple.ll -o simple.pexe
  pinnacle pnacl-freeze -o simple.pexe simple.bc      by the original name

Exit status:
  0  success
  1  the file has errors, or uses something outside the stable subset
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    target: Target,

    /// Write this version of the format. 2 is the only version.
    #[arg(long, value_name = "VERSION", default_value_t = FORMAT_VERSION,
          value_parser = clap::value_parser!(u32).range(2..=2))]
    pnacl_version: u32,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    arguments.target.refuse_terminal("a .pexe")?;
    let input = input::read_within(arguments.unpacking.limit(), &arguments.file)?;
    if !is_module(&input.kind) {
        return Err(refuse(&input));
    }
    let bytes = freeze_module(module_of(&input)?).map_err(|error| {
        let messages = error.messages().iter();
        let messages = messages.map(|message| in_file(&input, message));
        Failure::with_status(messages.collect(), BAD_FILE)
    })?;
    arguments.target.write(&bytes, output)?;
    Ok(ExitCode::SUCCESS)
}
