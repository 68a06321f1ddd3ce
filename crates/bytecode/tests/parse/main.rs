//! Parses assembly: the small programs of `tests/modules`, which cover the language, the files in
//! `../shared`, and the printed text of random modules. Errors in a text must be reported at the
//! right places.
//!
//! `BLESS=1 cargo test -p pinnacle-bytecode --test parse` updates the expected output of the small
//! programs.

mod damage;
mod faults;
mod modules;
mod nesting;
mod originals;
mod random;

use libtest_mimic::{Arguments, Failed};
use pinnacle_bytecode::model::{ConstantId, ConstantKind, TypeId};
use pinnacle_bytecode::text::{self, PrintOptions};
use pinnacle_bytecode::{Format, Module};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut trials = modules::trials();
    trials.extend(originals::trials());
    trials.extend(random::trials());
    trials.extend(faults::trials());
    trials.extend(nesting::trials());
    trials.extend(damage::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Parses a text. Fails with its first error and the position.
fn parse(text: &[u8]) -> Result<Module, Failed> {
    text::parse(text).map_err(|errors| {
        let first = errors.first();
        format!("{errors}\n{}", first.place().picture()).into()
    })
}

fn print(module: &Module, style: Format) -> Result<Vec<u8>, Failed> {
    let options = PrintOptions {
        style,
        jobs: 1,
        ..PrintOptions::default()
    };
    Ok(text::print(module, &options)?)
}

/// Checks that a module is unchanged after printing and parsing. The text of the first two releases
/// has zero for the smallest `long`.
fn same_again(module: &Module, style: Format) -> Result<(), Failed> {
    let again = parse(&print(module, style)?)?;
    if again == *module || style <= Format::Llvm11 && has_least_long(module) {
        return Ok(());
    }
    Err(format!("the text of {style} becomes another module").into())
}

fn has_least_long(module: &Module) -> bool {
    let constants = (0..module.constants.len() as u32).map(ConstantId);
    let mut kinds = constants.map(|id| module.constants.get(id));
    kinds.any(|constant| {
        constant.ty == TypeId::LONG
            && matches!(constant.kind, ConstantKind::Int(0x8000_0000_0000_0000))
    })
}
