//! Runs a program as machine code, which is stored in the cache.
//!
//! A file whose code is in the cache is read and hashed but not decoded, except to report where the
//! program trapped. Any other program is compiled while it runs, unless machine code is requested
//! from the start.

use super::deadline::Deadline;
use super::engine::{Engine, Ran};
use super::{Arguments, End, outcome, pepper, run_options};
use crate::cache;
use crate::input::{Input, Refusing};
use crate::load::decode_input;
use crate::output::{Failure, Output};
use pinnacle_driver::finalize::finalize_library;
use pinnacle_pexe::decode::Program;
use pinnacle_record::RecordedHost;
use pinnacle_runtime::cache::{Cache, Key};
use pinnacle_runtime::compiled::{
    Code, CodeError, CodeOptions, Compilation, Exports, Instance, Stop, Tiering, with_stack,
};
use pinnacle_runtime::host::{Host, HostFunction};
use pinnacle_runtime::loader::LoadOptions;
use pinnacle_runtime::program::StartError;
use pinnacle_runtime::{TrapKind, irt, machine};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// The program to run.
enum Ready {
    /// Code, and the program if it has been decoded.
    Code(Code, Source),
    /// A program without code, the options to compile it, and its place in the cache.
    Program(Arc<Program>, CodeOptions, Option<(Cache, Key)>),
}

/// The program, for locating a trap in its code.
enum Source {
    Program(Arc<Program>),
    File(Box<Input>),
}

/// The end of a run, before its location is determined.
struct Ended {
    result: Result<u8, Stop>,
    /// The trap with its location, if the program has been decoded.
    trap: Option<pinnacle_runtime::Trap>,
    ran: Ran,
    compilation: Option<Compilation>,
}

/// Runs the program. Returns `None` if it is not valid.
pub(super) fn run(
    arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<Option<End>, Failure> {
    let mut arguments = arguments;
    let debug = arguments.debug.beside(arguments.path())?;
    let Some(ready) = prepare(&mut arguments, output)? else {
        return Ok(None);
    };
    let ready = match ready {
        // A program that loads modules is compiled before it starts, like its modules.
        Ready::Program(program, options, place)
            if arguments.engine == Engine::Wasmtime || irt::loads_modules(program.module()) =>
        {
            match compile(&program, &options, place) {
                Ok(code) => Ready::Code(code, Source::Program(program)),
                Err(error) => {
                    let name = arguments.path().display();
                    let failure = Failure::new(format!("{name}: {error}"));
                    return Err(failure.hint("--engine interp runs it"));
                }
            }
        }
        ready => ready,
    };
    let host_functions = match &ready {
        Ready::Code(code, _) => code.host_functions(),
        Ready::Program(_, options, _) => options.host.len() as u32,
    };
    let (jobs, timeout) = (arguments.jobs.threads, deadline.left());
    let (seed, system_calls) = (arguments.seed, arguments.nacl_syscalls);
    let pepper_functions = irt::function_count() + pinnacle_pepper::function_count();
    let is_pepper = match &ready {
        Ready::Code(code, _) => code.host_functions() == pepper_functions,
        Ready::Program(program, ..) => arguments.has_page(program.module()),
    };
    let (ended, outcome) = if !is_pepper {
        pepper::refuse_options(&arguments)?;
        super::misplaced::hint(&arguments, output);
        let (tape, turns) = (arguments.tape.clone(), arguments.turns());
        let (load, files, seed) = run_options(arguments)
            .open(host_functions)
            .map_err(|error| outcome::no_start(&error))?;
        let host = |arena| {
            let irt = machine::irt_on(tape.as_ref(), files, seed, arena)
                .with_modules(Some(finalize_library));
            let irt = match system_calls {
                true => irt.with_system_calls(Box::new(machine::Messages)),
                false => irt,
            };
            RecordedHost::new(irt, tape.clone())
        };
        let ended = ready.run(&load, host, turns, timeout, |_| {});
        (ended.map_err(|error| outcome::no_start(&error))?, None)
    } else {
        deadline.extend_for_pepper();
        let prepared = pepper::prepare(&mut arguments, output)?;
        let tape = arguments.tape.clone();
        let (load, files, _) = run_options(arguments)
            .open(host_functions)
            .map_err(|error| outcome::no_start(&error))?;
        let page_engine = prepared.page_engine();
        let (run, host) = prepared.host(files);
        let host = |arena| RecordedHost::new(host(arena), tape).of_page(page_engine);
        let ended = ready.run(&load, host, seed.unwrap_or(0), timeout, |instance| {
            deadline.stop();
            instance.with_host_state(|host| host.inner.finish());
        });
        let ended = ended.map_err(|error| outcome::no_start(&error))?;
        (ended, Some(run.finish()))
    };
    deadline.stop();
    let Ended {
        result,
        trap,
        ran,
        mut compilation,
    } = ended;
    let result = match (result, trap) {
        (Ok(status), _) => Ok(status),
        (Err(_), Some(trap)) => Err(match &ready {
            Ready::Program(program, ..) => debug.locate(trap, program, output),
            Ready::Code(..) => trap,
        }),
        (Err(stop), None) => Err(match ready {
            Ready::Code(code, source) => match source.program(jobs, output)? {
                Some(program) => debug.locate(stop.trap(&code, &program), &program, output),
                None => stop.without_place(),
            },
            _ => stop.without_place(),
        }),
    };
    if matches!(&result, Err(trap) if trap.kind == TrapKind::Timeout) {
        compilation = None;
    }
    Ok(Some(End {
        result,
        outcome,
        ran: Some(ran),
        compilation,
    }))
}

impl Ready {
    /// Runs the program or its code with a host.
    fn run<H: Host + Send + 'static>(
        &self,
        load: &LoadOptions,
        host: impl FnOnce(Range<u32>) -> H + Send,
        seed: u64,
        timeout: Option<Duration>,
        finish: impl FnOnce(&mut Instance<H>) + Send,
    ) -> Result<Ended, StartError> {
        with_stack(|| {
            let mut instance = match self {
                Ready::Code(code, _) => Instance::with_host(code, load, host)?,
                Ready::Program(program, options, place) => {
                    let tiering = tiering(place.clone());
                    Instance::tiered(program, options, tiering, load, host)?
                }
            };
            instance.set_seed(seed);
            let result = instance.run(timeout);
            finish(&mut instance);
            let compilation = instance.compilation();
            Ok(match self {
                Ready::Program(program, _, place) => Ended {
                    ran: match &compilation {
                        Some(_) => Ran::Tiers,
                        None => Ran::Interpreter,
                    },
                    trap: result
                        .as_ref()
                        .err()
                        .map(|stop| instance.trap(stop, program)),
                    result,
                    compilation: compilation.filter(|_| place.is_some()),
                },
                _ => Ended {
                    result,
                    trap: None,
                    ran: Ran::Wasmtime,
                    compilation: None,
                },
            })
        })?
    }
}

/// Compiles the program and stores its code, unless it is in the cache already or another process
/// is compiling in the background.
pub(super) fn keep(mut arguments: Arguments, output: &Output) -> Result<(), Failure> {
    let Some(cache) = cache::open(arguments.cache_size)? else {
        return Ok(());
    };
    let Ok(Some(_lock)) = cache.try_lock() else {
        return Ok(());
    };
    if let Some(Ready::Program(program, options, place)) = prepare(&mut arguments, output)? {
        // A program that cannot be compiled is interpreted next time too.
        let _ = compile(&program, &options, place);
    }
    Ok(())
}

/// Stores the code as soon as it is compiled.
fn tiering(place: Option<(Cache, Key)>) -> Tiering {
    let mut tiering = Tiering::default();
    if let Some((cache, key)) = place {
        tiering.keep = Some(Box::new(move |code| code.keep(&cache, &key)));
    }
    tiering
}

/// Gets the code of the program from the cache, or else reads the program. Returns `None` after
/// reporting an invalid program.
fn prepare(arguments: &mut Arguments, output: &Output) -> Result<Option<Ready>, Failure> {
    let options = CodeOptions {
        stack_size: arguments.stack.size.0,
        lenient_calls: arguments.calls.lenient,
        interruptible: arguments.timeout.is_some(),
        jobs: arguments.jobs.threads,
        // The interpreter may call any function.
        exports: Exports::All,
        host: plain_host(arguments.nacl_syscalls),
        ..CodeOptions::default()
    };
    let cache = match arguments.no_cache {
        true => None,
        false => cache::open(arguments.cache_size)?,
    };
    let input = arguments.read()?;
    let cache = cache.map(|cache| (cache, arguments.input_sum(&input)));
    // Only decoding shows whether it is a browser program, so there are two possible keys for its
    // code.
    let kinds = [
        options.clone(),
        CodeOptions {
            host: pinnacle_pepper::declarations().collect(),
            ..options
        },
    ];
    let places = kinds.map(|options| {
        let place = cache.as_ref().and_then(|(cache, sum)| {
            let key = options.key(sum).ok()?;
            Some((cache.clone(), key))
        });
        (options, place)
    });
    // Without a page, only the first key applies.
    let kinds = if arguments.no_page { 1 } else { places.len() };
    for (_, place) in places.iter().take(kinds) {
        if let Some((cache, key)) = place
            && let Some(code) = Code::from_cache(cache, key)
        {
            return Ok(Some(Ready::Code(code, Source::File(input.into()))));
        }
    }
    let Some(program) = decode_input(&input.assembled()?, arguments.jobs.threads, output) else {
        return Ok(None);
    };
    let [plain, pepper] = places;
    let (options, place) = match arguments.has_page(program.module()) {
        true => pepper,
        false => plain,
    };
    Ok(Some(Ready::Program(program.into(), options, place)))
}

/// Returns the host functions for a program that does not use Pepper.
fn plain_host(system_calls: bool) -> Vec<HostFunction> {
    let calls = irt::system_call_declarations().filter(|_| system_calls);
    irt::declarations().chain(calls).collect()
}

/// Compiles the program and stores its code.
fn compile(
    program: &Program,
    options: &CodeOptions,
    place: Option<(Cache, Key)>,
) -> Result<Code, CodeError> {
    let code = Code::compile(program, options)?;
    if let Some((cache, key)) = place {
        code.keep(&cache, &key);
    }
    Ok(code)
}

impl Source {
    /// Returns the program, or `None` after reporting an invalid one.
    fn program(self, jobs: usize, output: &Output) -> Result<Option<Arc<Program>>, Failure> {
        Ok(match self {
            Source::Program(program) => Some(program),
            Source::File(input) => decode_input(&input.assembled()?, jobs, output).map(Arc::new),
        })
    }
}
