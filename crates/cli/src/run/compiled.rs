//! Runs a program as machine code, which is kept in the cache.
//!
//! A file whose code is in the cache is read and hashed, and not decoded: only
//! to say where a program trapped is it looked into.

use super::deadline::Deadline;
use super::engine::Engine;
use super::{Arguments, End, interpret_program, outcome, pepper, run_options};
use crate::cache;
use crate::input::{self, Input, Refusing};
use crate::load::decode_input;
use crate::output::{Failure, Output};
use pinnacle_headless::trace::Traced;
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::cache::{Cache, Key};
use pinnacle_runtime::compiled::{Code, CodeError, CodeOptions, Instance, with_stack};
use pinnacle_runtime::irt;

/// What there is to run.
enum Ready {
    /// Code, and the program if it has been decoded.
    Code(Code, Source),
    /// A program that cannot be compiled, and why.
    Uncompiled(Box<Program>, CodeError),
    /// It is not valid, as the user has been told.
    Invalid,
}

/// Where a trap of the code can be looked up.
enum Source {
    Program(Box<Program>),
    File(Input),
}

/// Runs the program; none if it is not valid.
pub(super) fn run(
    arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<Option<End>, Failure> {
    let insists = arguments.engine == Engine::Wasmtime;
    let (code, source) = match prepare(&arguments, output)? {
        Ready::Code(code, source) => (code, source),
        Ready::Uncompiled(program, _) if !insists => {
            return interpret_program(&program, arguments, deadline).map(Some);
        }
        Ready::Uncompiled(_, error) => {
            let name = arguments.path().display();
            return Err(Failure::new(format!("{name}: {error}")).hint("--engine interp runs it"));
        }
        Ready::Invalid => return Ok(None),
    };
    let mut arguments = arguments;
    let (jobs, timeout) = (arguments.jobs.threads, deadline.left());
    let (result, outcome) = if code.host_functions() == irt::function_count() {
        let options = run_options(arguments);
        let result = with_stack(|| Ok(Instance::new(&code, options)?.run(timeout)))
            .map_err(|error| outcome::no_start(&error))?;
        (result, None)
    } else {
        let seed = arguments.seed.unwrap_or(0);
        deadline.is_pepper();
        let prepared = pepper::prepare(&mut arguments)?;
        let (load, files, _) = run_options(arguments)
            .open(code.host_functions())
            .map_err(|error| outcome::no_start(&error))?;
        let (machine, host) = prepared.host(files);
        let result = with_stack(|| {
            let mut instance = Instance::with_host(&code, &load, host)?;
            instance.set_seed(seed);
            let result = instance.run(timeout);
            deadline.stop();
            instance.with_host_state(Traced::finish);
            Ok(result)
        });
        let result = result.map_err(|error| outcome::no_start(&error))?;
        (result, Some(machine.finish()))
    };
    deadline.stop();
    let result = match result {
        Ok(status) => Ok(status),
        Err(stop) => Err(match source.program(jobs, output)? {
            Some(program) => stop.trap(&code, &program),
            None => stop.without_place(),
        }),
    };
    Ok(Some(End { result, outcome }))
}

/// Gets the code of the program: from the cache, or by compiling it.
fn prepare(arguments: &Arguments, output: &Output) -> Result<Ready, Failure> {
    let options = CodeOptions {
        stack_size: arguments.stack.size.0,
        lenient_calls: arguments.calls.lenient,
        interruptible: arguments.timeout.is_some(),
        jobs: arguments.jobs.threads,
        ..CodeOptions::default()
    };
    let cache = match arguments.no_cache {
        true => None,
        false => cache::open(arguments.cache_size)?,
    };
    let input = input::read_as_it_is(arguments.path())?;
    // Whether it is a program of the browser shows when it is decoded, so its code
    // may be under one of two keys.
    let kinds = [
        options.clone(),
        CodeOptions {
            host: pinnacle_pepper::declarations().collect(),
            ..options
        },
    ];
    let places = kinds.map(|options| {
        let place = cache.as_ref().and_then(|cache| {
            let key = options.key(&input.bytes).ok()?;
            Some((cache, key))
        });
        (options, place)
    });
    for (_, place) in &places {
        if let Some((cache, key)) = place
            && let Some(code) = Code::from_cache(cache, key)
        {
            return Ok(Ready::Code(code, Source::File(input)));
        }
    }
    compile(input, places, output)
}

/// Compiles the program and keeps its code: of the options those for programs
/// outside or inside of a browser.
fn compile(
    input: Input,
    places: [(CodeOptions, Option<(&Cache, Key)>); 2],
    output: &Output,
) -> Result<Ready, Failure> {
    let jobs = places[0].0.jobs;
    let Some(program) = decode_input(&input.assembled()?, jobs, output) else {
        return Ok(Ready::Invalid);
    };
    let [plain, pepper] = places;
    let (options, place) = match pinnacle_pepper::is_wanted(program.module()) {
        true => pepper,
        false => plain,
    };
    Ok(match Code::compile(&program, &options) {
        Ok(code) => {
            if let Some((cache, key)) = place {
                code.keep(cache, &key);
            }
            Ready::Code(code, Source::Program(program.into()))
        }
        Err(error) => Ready::Uncompiled(program.into(), error),
    })
}

impl Source {
    /// The program; none if it is not valid, as the user has been told.
    fn program(self, jobs: usize, output: &Output) -> Result<Option<Box<Program>>, Failure> {
        Ok(match self {
            Source::Program(program) => Some(program),
            Source::File(input) => decode_input(&input.assembled()?, jobs, output).map(Box::new),
        })
    }
}
