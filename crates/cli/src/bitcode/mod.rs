//! LLVM bitcode that was never finalised, for the subcommands that take such
//! files beside PNaCl's.

mod dis;

pub(crate) use dis::{print, write_text};

use crate::input::Input;
use crate::output::{BAD_FILE, Failure};
use pinnacle_llvm::{Module, bitcode};

/// What is wrong with a file, as what ends a command.
pub(crate) fn bad(input: &Input, error: &bitcode::Error) -> Failure {
    Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
}

/// The module of a file.
pub(crate) fn module_of(input: &Input) -> Result<Module, Failure> {
    let module = bitcode::read(&input.bytes, &bitcode::Options::default());
    module.map_err(|error| bad(input, &error))
}
