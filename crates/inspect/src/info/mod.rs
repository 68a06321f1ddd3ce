//! What a file is, and what it needs.
//!
//! `facts` collects what there is to say about a program, `text` and `json`
//! put it into words; `interfaces` finds the names of interfaces in a program's
//! data. What is said of any file is a [`Sheet`].

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

/// What there is to say about a file, on so many threads. Texts of programs are to be
/// assembled before.
pub fn info(input: &Input, jobs: usize) -> Sheet {
    match input.kind {
        Kind::Bytecode | Kind::OldAssembly => bytecode::info(input, jobs),
        Kind::Bitcode => bitcode::info(input),
        _ => program(input, jobs),
    }
}

/// What there is to say about a program, or about a file that is none.
fn program(input: &Input, jobs: usize) -> Sheet {
    let facts = Facts::collect(input, jobs);
    let mut sheet = Sheet::new(&input.name, json::program_document(input, &facts));
    text::describe(&facts, &mut sheet);
    sheet
}
