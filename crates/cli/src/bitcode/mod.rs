//! LLVM bitcode that was never finalised, for the subcommands that take such
//! files beside PNaCl's.

mod dis;
mod info;

pub(crate) use dis::{print, write_text};
pub(crate) use info::info;

use crate::input::Input;
use crate::output::{BAD_FILE, Failure};
use pinnacle_llvm::{Module, bitcode};
use pinnacle_pexe::stats::Statistics;

/// Where the bits of a file go.
pub(crate) fn statistics(input: &Input) -> Result<Statistics, Failure> {
    let stream = bitcode::bitstream(&input.bytes).map_err(|error| bad(input, &error))?;
    let (profile, names) = (bitcode::PROFILE, bitcode::BLOCK_NAMES);
    Ok(Statistics::of_bitstream(
        &input.bytes,
        stream,
        profile,
        names,
    ))
}

fn bad(input: &Input, error: &bitcode::Error) -> Failure {
    Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
}

/// The module of a file.
pub(crate) fn module_of(input: &Input) -> Result<Module, Failure> {
    let module = bitcode::read(&input.bytes, &bitcode::Options::default());
    module.map_err(|error| bad(input, &error))
}
