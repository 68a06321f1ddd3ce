//! LLVM bitcode and assembly, for the subcommands that accept them in addition to PNaCl programs.

mod dis;

pub(crate) use dis::{MAX_TEXT, print, print_as_of, text_of, write_text};

use crate::input::Input;
use crate::output::{BAD_FILE, Failure};
use crate::{syntax, upgrade};
use pinnacle_bytecode::model::PointerSize;
use pinnacle_inspect::Kind;
use pinnacle_llvm::{Module, bitcode, parse};

/// Returns the failure for an error in a file.
pub(crate) fn bad(input: &Input, error: &bitcode::Error) -> Failure {
    Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
}

/// Returns true if a file holds an LLVM module of any release, in binary form or as text.
pub(crate) fn is_module(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Bitcode | Kind::AssemblyText | Kind::Bytecode | Kind::OldAssembly
    )
}

/// Reads the module of a file for which [`is_module`] returns true.
pub(crate) fn module_of(input: &Input) -> Result<Module, Failure> {
    module_with(input, &bitcode::Options::default())
}

/// Reads the module of a file, with these options if it is bitcode. A module of LLVM 1.x without a
/// pointer width gets PNaCl's.
pub(crate) fn module_with(input: &Input, options: &bitcode::Options) -> Result<Module, Failure> {
    match input.kind {
        Kind::AssemblyText => {
            return parse(&input.bytes).map_err(|errors| syntax::failure(&input.name, &errors));
        }
        Kind::Bytecode | Kind::OldAssembly => {
            return upgrade::upgraded(input, 0, Some(PointerSize::Bits32));
        }
        _ => {}
    }
    bitcode::read(&input.bytes, options).map_err(|error| bad(input, &error))
}
