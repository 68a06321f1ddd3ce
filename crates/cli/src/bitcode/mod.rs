//! LLVM bitcode that was never finalised, for the subcommands that take such
//! files beside PNaCl's: each hands a file over that [`takes`] says so of.

mod dis;
mod info;

pub(crate) use dis::{print, write_text};
pub(crate) use info::info;

use crate::input::Input;
use crate::kind::Kind;
use crate::output::{BAD_FILE, Failure};
use pinnacle_llvm::{Module, bitcode};

/// Whether a file is for this module.
pub(crate) fn takes(input: &Input) -> bool {
    Kind::of(&input.bytes) == Kind::Bitcode && bitcode::is_bitcode(&input.bytes)
}

/// The module of a file.
pub(crate) fn module_of(input: &Input) -> Result<Module, Failure> {
    let module = bitcode::read(&input.bytes, &bitcode::Options::default());
    module.map_err(|error| Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE))
}
