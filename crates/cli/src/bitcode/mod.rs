//! LLVM bitcode that was never finalised, and its text, for the subcommands that take
//! such files beside PNaCl's.

mod dis;

pub(crate) use dis::{MAX_TEXT, print, print_as_of, write_text};

use crate::input::Input;
use crate::output::{BAD_FILE, Failure};
use crate::{syntax, upgrade};
use pinnacle_bytecode::model::PointerSize;
use pinnacle_inspect::Kind;
use pinnacle_llvm::{Module, bitcode, parse};

/// The error in a file, as the failure of a command.
pub(crate) fn bad(input: &Input, error: &bitcode::Error) -> Failure {
    Failure::with_status(vec![format!("{}: {error}", input.name)], BAD_FILE)
}

/// Returns true if a file holds a module of LLVM of any release, as text or not.
pub(crate) fn is_module(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Bitcode | Kind::AssemblyText | Kind::Bytecode | Kind::OldAssembly
    )
}

/// The module of a file for which [`is_module`] holds.
pub(crate) fn module_of(input: &Input) -> Result<Module, Failure> {
    module_with(input, &bitcode::Options::default())
}

/// The same, read as these options say if it is bitcode. A module of LLVM 1.x that leaves the
/// width of pointers open has PNaCl's.
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
