//! Checks `run:` directives: calls functions on every engine.

use crate::oracle;
use anyhow::{Context, Result, anyhow, ensure};
use pinnacle_pexe::decode::{self, Program};
use pinnacle_pexe::{FuncId, Type};
use pinnacle_runtime::compiled::{self, Code, CodeOptions, Exports};
use pinnacle_runtime::interp::{Interpreter, Options};
use pinnacle_runtime::program::{Instance, RunOptions};
use pinnacle_testing::filetests::directive::{Call, Directives, Expected};
use pinnacle_testing::filetests::value::Value;
use std::fmt;
use std::path::Path;

/// An engine that runs functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Engine {
    Interpreter,
    Compiled,
    Oracle,
}

impl Engine {
    const ALL: [Engine; 3] = [Engine::Interpreter, Engine::Compiled, Engine::Oracle];

    const fn name(self) -> &'static str {
        match self {
            Engine::Interpreter => "interp",
            Engine::Compiled => "wasmtime",
            Engine::Oracle => "oracle",
        }
    }
}

/// A call with an unexpected result.
#[derive(Debug)]
pub(super) struct Difference {
    line: usize,
    call: String,
    engine: &'static str,
    /// Number of engines that made the call.
    engines: usize,
    expected: Expected,
    found: Expected,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: {} {} on {}, expected {}",
            self.line, self.call, self.found, self.engine, self.expected
        )
    }
}

/// Makes every call on every engine and returns those whose result differs from the expectation.
pub(super) fn check(directives: &Directives, pexe: &[u8]) -> Result<Vec<Difference>> {
    for name in &directives.skipped_engines {
        ensure!(
            Engine::ALL.iter().any(|engine| engine.name() == name),
            "there is no engine `{name}`"
        );
    }
    if directives.calls.is_empty() {
        return Ok(Vec::new());
    }
    let program =
        decode::decode(pexe, &decode::Options::default()).map_err(|errors| anyhow!("{errors}"))?;
    let code = CodeOptions {
        exports: Exports::All,
        jobs: 1,
        ..CodeOptions::default()
    };
    let code = Code::compile(&program, &code).context("the program cannot be compiled")?;
    let skipped = |engine: &Engine| {
        let mut names = directives.skipped_engines.iter();
        names.any(|name| name == engine.name())
    };
    let engines: Vec<Engine> = Engine::ALL
        .into_iter()
        .filter(|engine| !skipped(engine))
        .collect();
    let mut differences = Vec::new();
    for call in &directives.calls {
        check_arguments(&program, call).with_context(|| format!("line {}", call.line))?;
        for &engine in &engines {
            let found = run(engine, &program, &code, call)?;
            if !matches(&call.expected, &found) {
                differences.push(Difference {
                    line: call.line,
                    call: call.text.clone(),
                    engine: engine.name(),
                    engines: engines.len(),
                    expected: call.expected.clone(),
                    found,
                });
            }
        }
    }
    Ok(differences)
}

fn matches(expected: &Expected, found: &Expected) -> bool {
    match (expected, found) {
        (Expected::Result(Some(expected)), Expected::Result(Some(found))) => expected.same(found),
        (Expected::Result(None), Expected::Result(None)) => true,
        (Expected::Trap(words), Expected::Trap(reason)) => reason.contains(words.as_str()),
        _ => false,
    }
}

fn check_arguments(program: &Program, call: &Call) -> Result<()> {
    let module = program.module();
    ensure!(
        module
            .functions
            .get(call.function as usize)
            .is_some_and(|function| function.body.is_some()),
        "there is no body of @f{}",
        call.function
    );
    let signature = module.signature(FuncId(call.function));
    let types: Vec<Type> = call.arguments.iter().map(|argument| argument.ty).collect();
    ensure!(
        *signature.params == types[..],
        "@f{} has type {signature}",
        call.function
    );
    Ok(())
}

/// Calls a function in a memory of its own.
fn run(engine: Engine, program: &Program, code: &Code, call: &Call) -> Result<Expected> {
    let options = RunOptions {
        seed: Some(0),
        ..RunOptions::default()
    };
    let function = FuncId(call.function);
    let result = program.module().signature(function).result;
    let load = |options| Instance::new(program.module(), options);
    let end = match engine {
        Engine::Interpreter => interpret(program, &mut load(options)?, call),
        Engine::Compiled => {
            let mut instance = compiled::Instance::new(code, options)?;
            let signature = program.module().signature(function);
            match instance.call(function, signature, &registers(call)) {
                Ok(words) => Ok(wide(words, result)),
                Err(stop) => Err(stop.trap(code, program).kind.to_string()),
            }
        }
        Engine::Oracle => {
            let arguments: Vec<u128> = call.arguments.iter().map(|value| value.bits).collect();
            let end = oracle::call(program, load(options)?, function, &arguments);
            end.map_err(|kind| kind.to_string())
        }
    };
    Ok(match end {
        Ok(_) if result == Type::Void => Expected::Result(None),
        Ok(bits) => {
            let unused = 128 - result.bits();
            Expected::Result(Some(Value {
                ty: result,
                bits: bits << unused >> unused,
            }))
        }
        Err(reason) => Expected::Trap(reason),
    })
}

/// Converts the arguments of a call to the words that engines take.
fn registers(call: &Call) -> Vec<u64> {
    let mut registers = Vec::new();
    for argument in &call.arguments {
        registers.push(argument.bits as u64);
        if argument.ty.bits() > 64 {
            registers.push((argument.bits >> 64) as u64);
        }
    }
    registers
}

/// Combines the words of a result. The second may be undefined.
fn wide([low, high]: [u64; 2], ty: Type) -> u128 {
    u128::from(low) | u128::from(if ty.bits() > 64 { high } else { 0 }) << 64
}

fn interpret(program: &Program, instance: &mut Instance, call: &Call) -> Result<u128, String> {
    let image = &mut instance.image;
    let interpreter = Interpreter::new(
        program.module(),
        program.functions(),
        &image.globals,
        Options::default(),
    );
    let stack = image.stack.clone();
    let function = FuncId(call.function);
    match interpreter.call(&mut image.memory, function, &registers(call), stack) {
        Ok(words) => Ok(wide(words, program.module().signature(function).result)),
        Err(trap) => Err(trap.kind.to_string()),
    }
}

/// Writes the actual results into the file, if all engines agree.
pub(super) fn bless(path: &Path, text: &str, differences: &[Difference]) -> Result<()> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for difference in differences {
        // An engine without a difference returned the expected result.
        let agreeing = differences.iter().filter(|other| {
            other.line == difference.line && matches(&other.found, &difference.found)
        });
        let agree = agreeing.count() == difference.engines;
        ensure!(agree, "engines disagree: {difference}");
        lines[difference.line - 1] = format!("// run: {} {}", difference.call, difference.found);
    }
    std::fs::write(path, lines.join("\n") + "\n")?;
    Ok(())
}
