//! `pinnacle thaw`: writes a program as the LLVM IR that it could have been frozen from.

use crate::input;
use crate::load::decoded_with;
use crate::opt::assembled;
use crate::options::{Jobs, Target, Unpacking};
use crate::output::{Failure, Output};
use clap::Args;
use pinnacle_lift::thaw;
use pinnacle_pexe::decode::Allow;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write a .pexe as LLVM bitcode or assembly, the reverse of `freeze`.
///
/// The module has pointers of 32 bits and calls PNaCl's intrinsics, as before the program was
/// frozen, so LLVM's tools can read and optimise it, and `freeze` makes the same program of it.
/// Types of pointers and names of values are not in a .pexe. `pinnacle translate` writes modules
/// that run on this machine.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle thaw -S game.pexe                          assembly
  pinnacle thaw game.pexe -o game.bc                  bitcode, for which llvm-as is needed
  pinnacle pnacl-thaw -o game.bc game.pexe            by the original name

Exit status:
  0  success
  1  the file is not a valid program
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// Write assembly.
    #[arg(short = 'S', long)]
    assembly: bool,

    /// Accept value symbol tables inside functions. Their names are not kept.
    #[arg(long)]
    allow_local_symbol_tables: bool,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    if !arguments.assembly {
        arguments.target.refuse_terminal("bitcode")?;
    }
    let input = input::read_within(arguments.unpacking.limit(), &arguments.file)?;
    let allow = Allow {
        local_symbol_tables: arguments.allow_local_symbol_tables,
        no_entry_point: true,
        ..Allow::RUN
    };
    let module = thaw(&decoded_with(&input, arguments.jobs.threads, allow)?);
    let bytes = match arguments.assembly {
        true => pinnacle_llvm::print(&module).into_bytes(),
        false => assembled(&module)?,
    };
    arguments.target.write(&bytes, output)?;
    Ok(ExitCode::SUCCESS)
}
