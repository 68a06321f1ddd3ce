//! Complete programs: `tests/programs/NAME.ll` is legalised, encoded, decoded, verified, and run in
//! the interpreter.
//!
//! ```text
//! ; run: @f(i32 1, double 0.5) == i64 -3     the result of a call
//! ; run: @f(i32 0) traps                     the call traps
//! ```
//!
//! Parameters and results are those of the finished program, where small integers and pointers are
//! `i32`. A file without `_start` gets one that refers to the called functions. All calls of a file
//! are made in order in one instance of the program.

mod harness;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use harness::{assemble, directives, expect_errors, files, folder, options};
use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_legalize::legalize;
use pinnacle_pexe::encode::{self, encode};
use pinnacle_runtime::embed::{CallError, Config, Engine, EngineKind, Linker, Module, Value};

/// The expected outcome of a call.
enum Expected {
    Value(Option<Value>),
    Trap,
}

fn value(text: &str) -> Result<Value, Failed> {
    let (ty, number) = text
        .trim()
        .split_once(' ')
        .ok_or("a value is a type and a number")?;
    let integer = || -> Result<i128, Failed> {
        Ok(match number.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16)?,
            None => number.parse()?,
        })
    };
    Ok(match ty {
        "i32" => Value::I32(integer()? as i32),
        "i64" => Value::I64(integer()? as i64),
        "float" => Value::Float(number.parse()?),
        "double" => Value::Double(number.parse()?),
        _ => return Err(format!("`{ty}` is no type of a value").into()),
    })
}

fn call(line: &str) -> Result<(&str, Vec<Value>, Expected), Failed> {
    let rest = line.strip_prefix('@').ok_or("a call begins with @")?;
    let (name, rest) = rest.split_once('(').ok_or("no `(`")?;
    let (list, rest) = rest.split_once(')').ok_or("no `)`")?;
    let list = list.split(',').filter(|part| !part.trim().is_empty());
    let arguments = list.map(value).collect::<Result<_, _>>()?;
    let expected = match rest.trim() {
        "traps" => Expected::Trap,
        "" => Expected::Value(None),
        rest => {
            let text = rest
                .strip_prefix("==")
                .ok_or("expected `== VALUE` or `traps`")?;
            Expected::Value(Some(value(text)?))
        }
    };
    Ok((name, arguments, expected))
}

fn with_start(text: &str, calls: &[&str]) -> String {
    let mut text = text.to_owned();
    if !text.contains("@_start(") {
        text.push_str("\n@.called = global ptr null\ndefine void @_start(i32 %info) {\n");
        for call in calls {
            if let Some((name, _)) = call.split_once('(') {
                let _ = writeln!(text, "  store ptr {name}, ptr @.called");
            }
        }
        text.push_str("  ret void\n}\n");
    }
    text
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let calls = directives(&text, "run");
    let module = assemble(&with_start(&text, &calls))?;
    let options = options(&text)?;
    let errors = directives(&text, "error");
    if !errors.is_empty() {
        return expect_errors(legalize(module, &options).map(drop), &errors);
    }
    let program = legalize(module, &options)?;
    let bytes = encode(&program, &encode::Options::default())?;
    let module = Module::new(&bytes)?;
    let mut linker = Linker::<()>::new();
    linker.irt();
    let engine = Engine::new(Config {
        kind: EngineKind::Interpreter,
        fuel: Some(50_000_000),
        ..Config::default()
    });
    let mut instance = linker.prepare(&engine, &module)?.instantiate(())?;
    for line in &calls {
        let (name, arguments, expected) = call(line)?;
        let found = instance.call(name, &arguments);
        let good = match (&found, &expected) {
            (Ok(found), Expected::Value(expected)) => {
                format!("{found:?}") == format!("{expected:?}")
            }
            (Err(CallError::Trap(_)), Expected::Trap) => true,
            _ => false,
        };
        if !good {
            let found = match found {
                Ok(value) => format!("{value:?}"),
                Err(error) => error.to_string(),
            };
            return Err(format!("{line}\nfound {found}").into());
        }
    }
    Ok(())
}

fn main() {
    let folder = folder("programs");
    let trials = files(&folder).into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap_or(&path);
        Trial::test(name.display().to_string(), move || check(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
