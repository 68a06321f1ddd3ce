//! `pinnacle run --invoke NAME`: calls one function of a program and prints its result.

use super::deadline::Deadline;
use super::engine::Engine;
#[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
use super::engine::refuse;
use super::{Arguments, StandardOutput, outcome, pepper, run_options};
use crate::input::Refusing;
use crate::load::decode_input;
use crate::output::{BAD_FILE, Failure, Output};
use pinnacle_base::count::counted;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_runtime::embed::{
    CallError, Config, Engine as EmbedEngine, EngineKind, Error, Linker, Module, Value,
};
use std::ffi::OsStr;
use std::process::ExitCode;

/// Maximum number of functions that the error for an unknown name lists.
const MAX_NAMES: usize = 20;

/// The entry and exit functions of a program, which are not listed as functions to call.
const OWN: [&str; 2] = ["_start", "_finish"];

/// Initialises the program, calls the function with the arguments after the file, prints the result
/// and ends the program.
pub(super) fn run(
    name: &str,
    arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let mut arguments = arguments;
    #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
    if arguments.engine == Engine::Clang {
        let why = "code compiled by clang has only the program's entry point";
        return Err(refuse("--invoke", arguments.engine, why));
    }
    arguments.standard_output = StandardOutput::AtOnce;
    let input = arguments.read()?.assembled()?;
    let Some(program) = decode_input(&input, arguments.jobs.threads, output) else {
        return Ok(BAD_FILE.into());
    };
    pepper::refuse_options(&arguments)?;
    let module = Module::built(program);
    let signature = match module.function(name).and_then(|id| module.signature(id)) {
        Some(signature) => signature.clone(),
        None => return Err(no_function(name, &module)),
    };
    let words = arguments.program.drain(1..);
    let values = values_of(name, &signature, words.as_slice())?;
    drop(words);

    let engine = EmbedEngine::new(Config {
        kind: kind_of(arguments.engine),
        stack_size: arguments.stack.size.0,
        fuel: arguments.fuel,
        timeout: deadline.left(),
        jobs: arguments.jobs.threads,
        ..Config::default()
    });
    let mut linker = Linker::new();
    linker.irt();
    let prepared = linker.prepare(&engine, &module).map_err(no_start)?;
    let options = run_options(arguments);
    let mut instance = prepared.instantiate_with((), options).map_err(no_start)?;
    match instance.initialize() {
        Ok(()) => {}
        Err(CallError::Exited(status)) => {
            return Err(Failure::new(format!(
                "the program has a main, which ended with status {status} before `{name}` could \
                 be called"
            ))
            .hint(
                "to make a library, compile sources without a main with `pinnacle cc --export`",
            ));
        }
        Err(error) => return ended(&error, deadline, output),
    }
    let result = match instance.call(name, &values) {
        Ok(result) => result,
        Err(error) => return ended(&error, deadline, output),
    };
    // Destructors run and streams are flushed before the result is printed.
    if module.function("_finish").is_some()
        && let Err(error) = instance.call("_finish", &[])
        && !matches!(error, CallError::Exited(0))
    {
        return ended(&error, deadline, output);
    }
    deadline.stop();
    if let Some(value) = result {
        output.show(|out| writeln!(out, "{}", text_of(value)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the embedding API's engine for this option. The tiered engine becomes machine code
/// compiled before the call.
fn kind_of(engine: Engine) -> EngineKind {
    match engine {
        Engine::Interp => EngineKind::Interpreter,
        #[cfg(all(feature = "wasmtime", unix))]
        Engine::Tiered => EngineKind::Auto,
        #[cfg(all(feature = "wasmtime", unix))]
        Engine::Wasmtime => EngineKind::Compiled,
        // Unreachable: the options were checked before.
        #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
        Engine::Clang => EngineKind::Compiled,
    }
}

fn no_start(error: Error) -> Failure {
    match error {
        Error::Start(error) => outcome::no_start(&error),
        error => Failure::new(error.to_string()),
    }
}

/// Reports how the program ended without a result.
fn ended(error: &CallError, deadline: &mut Deadline, output: &Output) -> Result<ExitCode, Failure> {
    deadline.stop();
    match error {
        CallError::Exited(status) => Ok((*status).into()),
        CallError::Trap(trap) => {
            outcome::report(trap, output);
            Ok(outcome::status_of(&trap.kind).into())
        }
        error => Err(Failure::new(error.to_string())),
    }
}

/// Reads the arguments as values of the function's types.
fn values_of(
    name: &str,
    signature: &Signature,
    words: &[std::ffi::OsString],
) -> Result<Vec<Value>, Failure> {
    if words.len() != signature.params.len() {
        return Err(Failure::new(format!(
            "`{name}` is {signature} and takes {}, found {}",
            counted(signature.params.len(), "argument"),
            words.len()
        )));
    }
    let pairs = words.iter().zip(&*signature.params);
    let value = |(word, &ty): (&std::ffi::OsString, &Type)| {
        value_of(word, ty).ok_or_else(|| {
            let word = word.display();
            Failure::new(format!(
                "`{name}` is {signature}; the argument {word} is not a number of the type {ty}"
            ))
        })
    };
    pairs.map(value).collect()
}

/// Parses a number. Integers may have a sign and may be hexadecimal.
fn value_of(word: &OsStr, ty: Type) -> Option<Value> {
    let text = word.to_str()?;
    Some(match ty {
        Type::I32 => {
            let number = integer(text)?;
            let signed = i32::try_from(number);
            Value::I32(
                signed
                    .or_else(|_| u32::try_from(number).map(|it| it as i32))
                    .ok()?,
            )
        }
        Type::I64 => {
            let number = integer(text)?;
            let signed = i64::try_from(number);
            Value::I64(
                signed
                    .or_else(|_| u64::try_from(number).map(|it| it as i64))
                    .ok()?,
            )
        }
        Type::Float => Value::Float(text.parse().ok()?),
        Type::Double => Value::Double(text.parse().ok()?),
        _ => return None,
    })
}

fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * i128::from(number))
}

fn text_of(value: Value) -> String {
    match value {
        Value::I32(number) => number.to_string(),
        Value::I64(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Double(number) => number.to_string(),
        Value::Vector(ty, bits) => format!("{ty} {bits:#x}"),
    }
}

#[cold]
fn no_function(name: &str, module: &Module) -> Failure {
    let failure = Failure::new(format!("the program has no function `{name}`"));
    let functions = module.program().module().functions.iter();
    let names = functions
        .filter(|function| function.body.is_some())
        .filter_map(|function| std::str::from_utf8(function.name.as_deref()?).ok())
        .filter(|name| !OWN.contains(name));
    let mut names: Vec<&str> = names.take(MAX_NAMES + 1).collect();
    if names.is_empty() {
        return failure.hint("`pinnacle cc --export NAME` keeps the names of functions");
    }
    let more = if names.len() > MAX_NAMES {
        names.truncate(MAX_NAMES);
        ", ..."
    } else {
        ""
    };
    failure.hint(format!("it has {}{more}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_the_type_of_the_parameter() {
        for (text, ty, value) in [
            ("-5", Type::I32, Some(Value::I32(-5))),
            ("4294967295", Type::I32, Some(Value::I32(-1))),
            ("0xffffffff", Type::I32, Some(Value::I32(-1))),
            ("4294967296", Type::I32, None),
            ("-2147483649", Type::I32, None),
            ("4294967296", Type::I64, Some(Value::I64(1 << 32))),
            ("0xffffffffffffffff", Type::I64, Some(Value::I64(-1))),
            ("2.5", Type::I32, None),
            ("2.5", Type::Float, Some(Value::Float(2.5))),
            ("-1e300", Type::Double, Some(Value::Double(-1e300))),
            ("", Type::Double, None),
            ("+-3", Type::I32, None),
        ] {
            assert_eq!(value_of(OsStr::new(text), ty), value, "{text} as {ty}");
        }
    }
}
