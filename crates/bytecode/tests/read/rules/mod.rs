//! The meaning of files, rule by rule, with files built byte by byte.

mod bounds;
mod constants;
mod functions;
mod modules;
mod symbols;
mod traps;
mod types;

use crate::builder::File;
use crate::trial;
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::model::{Body, ConstantKind, Inst, InstId, Module, Value};
use pinnacle_bytecode::{ReadOptions, read};

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let lists = [
        modules::TESTS,
        types::TESTS,
        constants::TESTS,
        functions::TESTS,
        symbols::TESTS,
        bounds::TESTS,
        traps::TESTS,
    ];
    let tests = lists.into_iter().flatten();
    tests
        .map(|&(name, test)| trial(format!("rule::{name}"), test))
        .collect()
}

fn module(file: &File) -> Result<Module, Failed> {
    Ok(read(file.bytes(), &ReadOptions::default())?)
}

fn body(module: &Module) -> Result<&Body, Failed> {
    let function = module.functions.last().ok_or("no function")?;
    Ok(function.body.as_ref().ok_or("no body")?)
}

fn inst(body: &Body, number: u32) -> Inst {
    *body.inst(InstId(number))
}

fn kind(module: &Module, value: Value) -> Option<ConstantKind> {
    match value {
        Value::Constant(id) => Some(module.constants.get(id).kind),
        _ => None,
    }
}

/// The number of a value that is a constant integer.
fn integer(module: &Module, value: Value) -> Option<i64> {
    match kind(module, value)? {
        ConstantKind::Int(value) => Some(value as i64),
        _ => None,
    }
}

/// The initial value of a global variable.
fn initial(module: &Module, global: usize) -> Option<ConstantKind> {
    let id = module.globals[global].initializer?;
    Some(module.constants.get(id).kind)
}

fn initial_integer(module: &Module, global: usize) -> Option<i64> {
    integer(module, Value::Constant(module.globals[global].initializer?))
}

fn expect(holds: bool, what: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(what.into()) }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "what is compared is written where it is passed"
)]
fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), Failed> {
    if found == expected {
        return Ok(());
    }
    Err(format!("expected {expected:?}, found {found:?}").into())
}
