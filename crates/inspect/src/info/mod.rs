//! Describes a file and its dependencies.
//!
//! `facts` collects the facts about a program, and `text` and `json` format them. `interfaces`
//! finds the names of interfaces in a program's data. The result for a file of any kind is a
//! [`Sheet`].

mod assembly;
mod bitcode;
mod bytecode;
mod facts;
mod interfaces;
mod json;
mod sheet;
mod text;

pub use sheet::Sheet;

use crate::input::Input;
use crate::kind::Kind;
use facts::Facts;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Error, Module};
use serde_json::Value;

/// Returns the summary of a file, computed by `jobs` threads. PNaClAsm must be assembled first.
pub fn info(input: &Input, jobs: usize) -> Sheet {
    match input.kind {
        Kind::Bytecode | Kind::OldAssembly => bytecode::info(input, jobs),
        Kind::Bitcode => bitcode::info(input),
        Kind::AssemblyText => assembly::info(input),
        _ => program(input, jobs),
    }
}

/// Collects the facts about a program as JSON, and calls `look` with its functions.
pub fn program_document(
    input: &Input,
    jobs: usize,
    look: impl FnOnce(&Module, &[Result<Function, Vec<Error>>]),
) -> Value {
    json::program_document(input, &Facts::collect(input, jobs, look))
}

/// Returns the summary of a program, or of a file of an unknown kind.
fn program(input: &Input, jobs: usize) -> Sheet {
    let facts = Facts::collect(input, jobs, |_, _| ());
    let mut sheet = Sheet::new(&input.name, json::program_document(input, &facts));
    text::describe(&facts, &mut sheet);
    sheet
}
