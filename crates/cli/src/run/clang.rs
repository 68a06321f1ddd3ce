//! Runs a program as machine code by clang, which is stored in the cache.
//!
//! A program whose code is in the cache is read and hashed but not decoded, except to report where
//! it trapped. Nothing watches the code while it runs, so [`Deadline`] ends the process when the
//! program's time is up.

use super::clang_code::{Places, compile, locate};
use super::deadline::Deadline;
use super::engine::{Ran, refuse};
use super::{Arguments, End, outcome, pepper, run_options};
use crate::cache;
use crate::input::{Input, Refusing};
use crate::load::decode_input;
use crate::output::{BAD_USE, Failure, Output};
use pinnacle_native::Lifted;
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::irt;

/// A program that is ready to run.
pub(super) struct Ready {
    code: Lifted,
    input: Input,
    /// The program, if it has been decoded.
    program: Option<Program>,
}

impl Ready {
    /// Returns a program whose code came from the cache.
    pub(super) fn cached(code: Lifted, input: Input) -> Ready {
        Ready {
            code,
            input,
            program: None,
        }
    }

    /// Runs the program.
    pub(super) fn run(
        self,
        arguments: Arguments,
        deadline: &mut Deadline,
        output: &Output,
    ) -> Result<Option<End>, Failure> {
        let debug = arguments.debug.beside(arguments.path())?;
        pepper::refuse_options(&arguments)?;
        super::misplaced::hint(&arguments, output);
        let jobs = arguments.jobs.threads;
        let (result, ()) = self
            .code
            .run(run_options(arguments), |_| {})
            .map_err(|error| outcome::no_start(&error))?;
        deadline.stop();
        let result = match result {
            Ok(status) => Ok(status),
            Err(stop) => {
                let program = match self.program {
                    Some(program) => Some(program),
                    None => decode_input(&self.input.assembled()?, jobs, output),
                };
                Err(match program {
                    Some(program) => {
                        debug.locate(self.code.trap(&stop, &program), &program, output)
                    }
                    None => stop.without_place(),
                })
            }
        };
        Ok(Some(End {
            result,
            outcome: None,
            ran: Some(Ran::Clang),
            compilation: None,
        }))
    }
}

/// Runs the program, as the user asked for this engine. Returns `None` if it is not valid.
pub(super) fn run(
    mut arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<Option<End>, Failure> {
    refuse_options(&arguments)?;
    // An unusable file of debug information is reported before the compilation.
    arguments.debug.beside(arguments.path())?;
    match prepare(&mut arguments, output)? {
        Some(ready) => ready.run(arguments, deadline, output),
        None => Ok(None),
    }
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

/// Gets the code of the program from the cache, or else compiles the program. Returns `None` after
/// reporting an invalid program.
fn prepare(arguments: &mut Arguments, output: &Output) -> Result<Option<Ready>, Failure> {
    let compiler = locate().map_err(|error| Failure::of_toolchain(&error, BAD_USE))?;
    let cache = match arguments.no_cache {
        true => None,
        false => cache::open(arguments.cache_size)?,
    };
    let input = arguments.read()?;
    let places = cache.map(|cache| {
        let sum = arguments.input_sum(&input);
        Places::new(cache, &compiler, arguments.stack.size.0, &sum)
    });
    if let Some(code) = places.as_ref().and_then(Places::code) {
        return Ok(Some(Ready::cached(code, input)));
    }
    let input = input.assembled()?;
    let Some(program) = decode_input(&input, arguments.jobs.threads, output) else {
        return Ok(None);
    };
    check_program(&program, arguments, &input)?;
    let code = compile(&program, arguments, &compiler, &input.name)?;
    if let Some(places) = places {
        places.keep(&code, &program);
    }
    Ok(Some(Ready {
        code,
        input,
        program: Some(program),
    }))
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
