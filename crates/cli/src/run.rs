//! `pinnacle run`: runs a program.

use crate::load::load;
use crate::output::{BAD_FILE, Failure, Output};
use crate::values::{self, Size, Variable};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use pinnacle_runtime::files::{MountSpec, Stdio};
use pinnacle_runtime::interp::{self, TraceLevel, TraceSink};
use pinnacle_runtime::loader::{DEFAULT_MEMORY_LIMIT, DEFAULT_STACK_SIZE, LoadError};
use pinnacle_runtime::program::{Instance, RunOptions, StartError};
use pinnacle_runtime::{Trap, TrapKind};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The status of a program that a signal ended is so much more than its
/// number, as in shells.
const SIGNALLED: u8 = 128;

/// The interface that programs for the browser ask for first.
const PEPPER_INTERFACE: &str = "nacl-irt-ppapihook-0.1";

/// Run a program.
///
/// The program sees its arguments, standard input, output and error, and
/// nothing else of this computer: no environment, no files, no network.
/// --env and --dir give it more.
#[derive(Args, Debug)]
#[command(
    override_usage = "pinnacle run [OPTIONS] FILE [ARGS]...",
    after_long_help = "\
Examples:
  pinnacle run hello.pexe
  pinnacle run wc.pexe --lines -                      what follows the file is for the program
  pinnacle run --dir notes::/data:ro wc.pexe /data/a.txt
  pinnacle run --timeout 10s --memory 64m untrusted.pexe
  pinnacle run --trace irt --trace-output calls.txt hello.pexe
  pinnacle run --seed 7 threads.pexe                 the same run every time
  curl -s https://example.com/hello.pexe | pinnacle run -

Exit status:
  the program's own, 0 to 255, or
  1        the file is not a valid program
  2        wrong usage, or something cannot be read, opened or made room for
  128 + n  the program was stopped, as if by signal n:
           132  unreachable code, abort            (SIGILL)
           134  deadlock, a thread that returned   (SIGABRT)
           135  misaligned atomic access           (SIGBUS)
           136  division by zero or overflow       (SIGFPE)
           137  out of fuel or time                (SIGKILL)
           139  memory, stack, bad call or longjmp (SIGSEGV)
  Whenever the status is not the program's own, standard error has a line that begins
  with `error:`."
)]
pub(crate) struct Arguments {
    /// The program, or - for standard input, and its arguments.
    #[arg(
        required = true,
        num_args = 1..,
        trailing_var_arg = true,
        value_names = ["FILE", "ARGS"],
    )]
    program: Vec<OsString>,

    /// Open a folder for the program.
    ///
    /// The program finds it as GUEST, else under the same name. With `:ro` it
    /// cannot change anything there. Nothing leads out of the folder, neither
    /// `..` nor a symbolic link.
    #[arg(long = "dir", value_name = "HOST[::GUEST][:ro]")]
    folders: Vec<MountSpec>,

    /// Set an environment variable, or pass on the one of that name.
    #[arg(
        long = "env",
        value_name = "NAME[=VALUE]",
        value_parser = OsStringValueParser::new().try_map(values::variable),
    )]
    environment: Vec<Variable>,

    /// What the program sees as its own name [default: FILE].
    #[arg(long, value_name = "NAME")]
    argv0: Option<OsString>,

    /// How much address space the program has, as 512k, 64m or 1g.
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value_t = Size(DEFAULT_MEMORY_LIMIT))]
    memory: Size,

    /// The size of the main thread's stack.
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value_t = Size(DEFAULT_STACK_SIZE))]
    stack: Size,

    /// Stop the program after this time, as 500ms, 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    timeout: Option<Duration>,

    /// Stop the program after about so many instructions; always at the same
    /// one.
    #[arg(long, value_name = "N")]
    fuel: Option<u64>,

    /// What runs the program.
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    engine: Engine,

    /// Make the run repeatable: time, random numbers and the order of threads
    /// follow from N.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Let calls through function pointers of another type pass: missing
    /// arguments are zero, further ones are dropped.
    #[arg(long)]
    lenient_calls: bool,

    /// Write down what the program does.
    #[arg(long, value_enum, value_name = "WHAT")]
    trace: Option<Trace>,

    /// Where to write it [default: standard error].
    #[arg(long, value_name = "FILE", requires = "trace")]
    trace_output: Option<PathBuf>,

    /// How many threads read the file; 0 for one on each processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Engine {
    /// The fastest one that can run the program.
    Auto,
    /// The interpreter.
    Interp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Trace {
    /// Calls of the functions of the runtime.
    Irt,
    /// These, and all calls of functions, with arguments and results.
    Calls,
    /// These, and every instruction with its result.
    Insts,
}

impl From<Trace> for TraceLevel {
    fn from(trace: Trace) -> TraceLevel {
        match trace {
            Trace::Irt => TraceLevel::Host,
            Trace::Calls => TraceLevel::Calls,
            Trace::Insts => TraceLevel::Insts,
        }
    }
}

pub(crate) fn run(arguments: Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let path = Path::new(&arguments.program[0]).to_owned();
    let Some((_, program)) = load(&path, arguments.jobs, output)? else {
        return Ok(BAD_FILE.into());
    };
    let engine = arguments.engine;
    let engine_options = interp::Options {
        fuel: arguments.fuel,
        timeout: arguments.timeout,
        seed: arguments.seed.unwrap_or(0),
        lenient_calls: arguments.lenient_calls,
        trace: arguments.trace.map_or(TraceLevel::Off, TraceLevel::from),
    };
    let mut trace = match (&arguments.trace, &arguments.trace_output) {
        (Some(_), Some(path)) => TraceWriter::to_file(path)?,
        _ => TraceWriter::to_stderr(),
    };
    let mut instance =
        Instance::new(&program.module, run_options(arguments)).map_err(|error| no_start(&error))?;
    let end = match engine {
        // There is one engine, so it is also the fastest.
        Engine::Auto | Engine::Interp => instance.interpret(&program, engine_options, &mut trace),
    };
    trace.finish()?;
    let missing = || instance.irt.missing_interfaces();
    Ok(match end {
        Ok(status) => {
            if status != 0 && missing().any(|name| name == PEPPER_INTERFACE) {
                output.hint(
                    "the program asked for Pepper, the functions of a web browser; it is made \
                     for a web page, and Pepper is not supported yet",
                );
            }
            status.into()
        }
        Err(trap) => {
            report(&trap, output);
            (SIGNALLED + trap.kind.signal()).into()
        }
    })
}

/// What the program is started with.
fn run_options(arguments: Arguments) -> RunOptions {
    let mut words = arguments.program.into_iter();
    let file = words.next().unwrap_or_default();
    let name = arguments.argv0.unwrap_or(file);
    let words = std::iter::once(name).chain(words);
    let environment = arguments.environment.into_iter();
    RunOptions {
        arguments: words.map(OsString::into_encoded_bytes).collect(),
        environment: environment.map(|variable| variable.0).collect(),
        memory_limit: arguments.memory.0,
        stack_size: arguments.stack.0,
        folders: arguments.folders,
        stdio: Stdio::inherit(),
        seed: arguments.seed,
    }
}

#[cold]
fn no_start(error: &StartError) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        StartError::Load(LoadError::TooLarge(_)) => {
            failure.hint("--memory gives it more, --stack a smaller stack")
        }
        StartError::Load(LoadError::NoMemory { .. }) => failure.hint("--memory asks for less"),
        StartError::Mount(_) => failure.hint(
            "--dir takes HOST[::GUEST][:ro], where HOST is a folder here and GUEST its name for \
             the program",
        ),
        _ => failure,
    }
}

#[cold]
fn report(trap: &Trap, output: &Output) {
    output.error(trap);
    match trap.kind {
        TrapKind::SignatureMismatch { .. } => {
            output.hint("--lenient-calls lets such calls pass, as the original runtime did");
        }
        TrapKind::OutOfFuel => output.hint("--fuel gives it more"),
        TrapKind::Timeout => output.hint("--timeout gives it more"),
        TrapKind::StackOverflow => output.hint("--stack gives it a larger stack"),
        _ => {}
    }
}

/// Writes the lines of a trace. After a failure it writes nothing more; the
/// program shall not suffer from it.
struct TraceWriter {
    out: Box<dyn Write>,
    /// Where the lines go, for messages.
    name: String,
    failure: Option<io::Error>,
}

impl TraceWriter {
    fn to_file(path: &Path) -> Result<TraceWriter, Failure> {
        let name = path.display().to_string();
        let file = File::create(path)
            .map_err(|error| Failure::new(format!("cannot write the trace to {name}: {error}")))?;
        Ok(TraceWriter {
            out: Box::new(BufWriter::with_capacity(1 << 16, file)),
            name,
            failure: None,
        })
    }

    /// Not buffered beyond the line, so that the lines stand between those
    /// that the program writes.
    fn to_stderr() -> TraceWriter {
        TraceWriter {
            out: Box::new(io::LineWriter::new(io::stderr())),
            name: "standard error".into(),
            failure: None,
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        let result = match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.out.flush(),
        };
        result.map_err(|error| {
            Failure::new(format!("cannot write the trace to {}: {error}", self.name))
        })
    }
}

impl TraceSink for TraceWriter {
    fn line(&mut self, line: &str) {
        if self.failure.is_none() {
            self.failure = writeln!(self.out, "{line}").err();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn the_help_lists_every_status_of_a_trap() {
        let kinds = [
            TrapKind::BadFunctionAddress(Some(0)),
            TrapKind::StackOverflow,
            TrapKind::BadLongjmp,
            TrapKind::Misaligned(Some(1)),
            TrapKind::DivisionByZero,
            TrapKind::IntegerOverflow,
            TrapKind::Unreachable,
            TrapKind::Trap,
            TrapKind::ThreadReturned,
            TrapKind::Deadlock,
            TrapKind::OutOfFuel,
            TrapKind::Timeout,
            TrapKind::Unsupported(String::new()),
        ];
        let statuses: BTreeSet<u8> = kinds.iter().map(|kind| SIGNALLED + kind.signal()).collect();
        let command = crate::Cli::command();
        let run = command.find_subcommand("run").unwrap();
        let help = run.get_after_long_help().unwrap().to_string();
        let listed = help.lines().filter_map(|line| {
            let status: u8 = line.split_whitespace().next()?.parse().ok()?;
            (status > SIGNALLED).then_some(status)
        });
        assert_eq!(listed.collect::<BTreeSet<u8>>(), statuses);
    }
}
