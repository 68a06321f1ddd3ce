//! LLVM 1.x bytecode and assembly, for the subcommands that accept them in addition to PNaCl
//! programs.

mod assemble;
mod dis;

pub(crate) use assemble::{AsFormat, assemble};
pub(crate) use dis::{Form, print};

use crate::input::Input;
use crate::output::{BAD_FILE, Failure};
use pinnacle_inspect::Kind;
use pinnacle_inspect::bytecode::Wrong;

/// Returns the failure for a file without a module.
pub(crate) fn failure(wrong: &Wrong, name: &str) -> Failure {
    let messages = match wrong {
        Wrong::File(error) => vec![format!("{name}: {error}")],
        Wrong::Text(_) => wrong.messages(name),
    };
    Failure::with_status(messages, BAD_FILE)
}

/// Refuses assembly, for commands that examine the bytes of a file.
pub(crate) fn expect_bytecode(input: &Input) -> Result<(), Failure> {
    if input.kind == Kind::Bytecode {
        return Ok(());
    }
    let failure = format!("{} is LLVM 1.x assembly, expected bytecode", input.name);
    Err(Failure::new(failure).hint("`pinnacle as` converts it to bytecode"))
}
