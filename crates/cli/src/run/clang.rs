//! Runs a program as machine code by clang, which is stored in the cache.
//!
//! A program whose code is in the cache is read and hashed but not decoded, except to report where
//! it trapped. Nothing watches the code while it runs, so [`Deadline`] ends the process when the
//! program's time is up.

use super::deadline::Deadline;
use super::engine::refuse;
use super::{Arguments, End, outcome, pepper, run_options};
use crate::cache;
use crate::input::{Input, Refusing};
use crate::load::decode_input;
use crate::output::{BAD_USE, Failure, Output};
use crate::progress::Progress;
use pinnacle_driver::Environment;
use pinnacle_driver::native::Compiler;
use pinnacle_native::{CompileError, Lifted, Options};
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::cache::{Key, KeyBuilder};
use pinnacle_runtime::compiled::Trusted;
use pinnacle_runtime::irt;
use std::ffi::OsStr;

/// A program that is ready to run.
struct Ready {
    code: Lifted,
    input: Input,
    /// The program, if it has been decoded.
    program: Option<Program>,
}

/// Runs the program. Returns `None` if it is not valid.
pub(super) fn run(
    mut arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<Option<End>, Failure> {
    refuse_options(&arguments)?;
    let debug = arguments.debug.beside(arguments.path())?;
    let Some(ready) = prepare(&mut arguments, output)? else {
        return Ok(None);
    };
    pepper::refuse_options(&arguments)?;
    super::misplaced::hint(&arguments, output);
    let jobs = arguments.jobs.threads;
    let (result, ()) = ready
        .code
        .run(run_options(arguments), |_| {})
        .map_err(|error| outcome::no_start(&error))?;
    deadline.stop();
    let result = match result {
        Ok(status) => Ok(status),
        Err(stop) => {
            let program = match ready.program {
                Some(program) => Some(program),
                None => decode_input(&ready.input.assembled()?, jobs, output),
            };
            Err(match program {
                Some(program) => debug.locate(ready.code.trap(&stop, &program), &program, output),
                None => stop.without_place(),
            })
        }
    };
    Ok(Some(End {
        result,
        outcome: None,
        compilation: None,
    }))
}

/// Refuses options that code compiled by clang does not support.
fn refuse_options(arguments: &Arguments) -> Result<(), Failure> {
    let recordings = "calls in code compiled by clang are not recorded";
    let refused = [
        (
            "--lenient-calls",
            arguments.calls.lenient,
            "clang's code checks the type of each call",
        ),
        ("--record", arguments.record.is_some(), recordings),
        ("--replay", arguments.replay.is_some(), recordings),
        (
            "--nacl-syscalls",
            arguments.nacl_syscalls,
            "code compiled by clang can only call the IRT",
        ),
    ];
    match refused.into_iter().find(|(_, given, _)| *given) {
        Some((option, _, why)) => Err(refuse(option, arguments.engine, why)),
        None => Ok(()),
    }
}

/// Gets the code of the program from the cache, or else compiles it. Returns `None` after reporting
/// an invalid program.
fn prepare(arguments: &mut Arguments, output: &Output) -> Result<Option<Ready>, Failure> {
    let environment = Environment::of_process("pinnacle run");
    let compiler = Compiler::locate(OsStr::new("clang"), &environment)
        .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    let cache = match arguments.no_cache {
        true => None,
        false => cache::open(arguments.cache_size)?,
    };
    let input = arguments.read()?;
    let place = cache.map(|cache| {
        let key = key(&compiler, arguments.stack.size.0, &input.bytes);
        (cache, key)
    });
    if let Some(entry) = place.as_ref().and_then(|(cache, key)| cache.get(key)) {
        let code = Lifted::new(Trusted::from(&entry));
        return Ok(Some(Ready {
            code,
            input,
            program: None,
        }));
    }
    let input = input.assembled()?;
    let Some(program) = decode_input(&input, arguments.jobs.threads, output) else {
        return Ok(None);
    };
    check_program(&program, arguments, &input)?;
    let code = compile(&program, arguments, &compiler, &input)?;
    if let Some((cache, key)) = place {
        // Without an entry, only the next start is slower.
        let _ = cache.put(&key, code.bytes());
    }
    Ok(Some(Ready {
        code,
        input,
        program: Some(program),
    }))
}

/// Returns the key of a program's code: everything that it depends on. The processor is not
/// included, because clang compiles for the baseline.
fn key(compiler: &Compiler, stack_size: u32, file: &[u8]) -> Key {
    KeyBuilder::new()
        .this_program()
        .field(b"clang")
        .file(compiler.clang())
        .field(&stack_size.to_le_bytes())
        .field(file)
        .key()
}

/// Refuses programs that need host functions that code compiled by clang cannot call.
fn check_program(program: &Program, arguments: &Arguments, input: &Input) -> Result<(), Failure> {
    let module = program.module();
    let need = if arguments.has_page(module) {
        "uses Pepper, the API of web browsers"
    } else if irt::loads_modules(module) {
        "loads shared objects"
    } else {
        return Ok(());
    };
    let name = &input.name;
    Err(Failure::new(format!(
        "{name}: the program {need}, which --engine clang does not support"
    ))
    .hint("leave out --engine clang"))
}

fn compile(
    program: &Program,
    arguments: &Arguments,
    compiler: &Compiler,
    input: &Input,
) -> Result<Lifted, Failure> {
    compiler
        .check_release()
        .map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    let progress = Progress::start("compiling", 1);
    progress.file(&input.name);
    let options = Options {
        stack_size: arguments.stack.size.0,
        threads: irt::uses_threads(program.module()),
    };
    Lifted::compile(program, compiler, options).map_err(|error| match error {
        CompileError::Clang(error) => Failure::of_toolchain(&error, BAD_USE),
        error => Failure::new(format!("{}: {error}", input.name)),
    })
}
