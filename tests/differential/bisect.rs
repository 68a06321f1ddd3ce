//! Bisection finds the function that is compiled wrongly. Since none is, one
//! of the engines gets a program in which an instruction is another.

use anyhow::{Result, bail, ensure};
use libtest_mimic::Trial;
use pinnacle_pexe::Type;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::layout::DEFAULT_STACK_SIZE;
use pinnacle_runtime::bisect::{Found, Settings, bisect};
use pinnacle_testing::build::{Global, ModuleBuilder, Value};
use pinnacle_testing::system;
use pinnacle_tests::trial;
use std::sync::Arc;
use std::time::Duration;

/// Number of functions besides `_start`.
const FUNCTIONS: u32 = 6;

/// A program in which each function computes something and calls the next,
/// and that prints the result. In one of them another operation can be used.
fn program(wrong: Option<u32>) -> Result<Program> {
    let mut module = ModuleBuilder::new();
    let functions: Vec<_> = (0..FUNCTIONS)
        .map(|_| module.function(Type::I32, &[Type::I32]))
        .collect();
    for (number, &function) in (0..).zip(&functions) {
        let mut f = module.body(function);
        let param = f.param(0);
        let op = if wrong == Some(number) {
            BinaryOp::Sub
        } else {
            BinaryOp::Add
        };
        let step = f.i32(number as i32 + 3);
        let sum = f.binary(op, param, step);
        let result = match functions.get(number as usize + 1) {
            Some(&next) => f.call(next, &[sum]),
            None => sum,
        };
        f.ret(result);
        module.define(function, f);
    }
    let place = module.global(Global::variable(4).zeros(4));
    system::define_start(&mut module, |f, system| {
        let start = f.i32(1000);
        let args: [Value; 1] = [start];
        let result = f.call(functions[0], &args);
        f.store(result, place.address());
        system.write(f, place.address(), 4);
    });
    decode(&module.to_pexe(), &Options::default()).map_err(|errors| anyhow::anyhow!("{errors}"))
}

fn settings() -> Settings {
    Settings {
        arguments: vec![b"program".to_vec()],
        input: Vec::new(),
        folders: Vec::new(),
        memory_limit: 64 << 20,
        stack_size: DEFAULT_STACK_SIZE,
        seed: 1,
        timeout: Duration::from_secs(60),
    }
}

fn the_wrong_function_is_found(wrong: u32) -> Result<()> {
    let right = Arc::new(program(None)?);
    match bisect(&right, &program(Some(wrong))?, &settings())? {
        Found::Function { function, .. } => {
            ensure!(function.0 == wrong, "it names {function}");
            Ok(())
        }
        other => bail!("{other:?}"),
    }
}

fn agreeing_engines_are_reported() -> Result<()> {
    let right = Arc::new(program(None)?);
    let found = bisect(&right, &right, &settings())?;
    ensure!(matches!(found, Found::Agreement(_)), "{found:?}");
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = (0..FUNCTIONS)
        .map(|wrong| {
            trial(format!("bisect::finds_f{wrong}"), move || {
                the_wrong_function_is_found(wrong)
            })
        })
        .collect();
    trials.push(trial("bisect::agreement", agreeing_engines_are_reported));
    trials
}
