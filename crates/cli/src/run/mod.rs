//! `pinnacle run`: runs a program.
//!
//! [`engine`] chooses the engine. This module runs the interpreter; `compiled` runs machine code
//! from the cache, which `background` fills after a short run, and `clang` runs machine code by
//! clang, which `clang_tier` has made during a long run. `invoke` calls one function.
//! [`outcome`] turns the program's end into messages and the exit status. `pepper` provides the
//! page and the devices of Pepper programs.

#[cfg(all(feature = "wasmtime", unix))]
mod background;
mod captured;
#[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
mod clang;
#[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
mod clang_code;
#[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
mod clang_tier;
#[cfg(all(feature = "wasmtime", unix))]
mod compiled;
mod core_file;
pub(crate) mod deadline;
pub(crate) mod debugged;
mod engine;
mod heap_profile;
mod invoke;
mod measure;
mod misplaced;
mod object;
pub(crate) mod outcome;
mod packed;
pub(crate) mod pepper;
pub(crate) mod recording;
mod streams;
mod trace;
mod unwritten;
#[cfg(feature = "window")]
mod window;

use crate::bitcode::is_module;
use crate::debug_file::DebugOption;
use crate::finalize::{exceptions_as_linked, finalized};
use crate::input::{self, Input, Refusing};
use crate::load::decode_input;
#[cfg(all(feature = "wasmtime", unix))]
use crate::native;
use crate::options::{Calls, Jobs, Libraries, Memory, Stack};
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::values::{self, Variable};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use deadline::Deadline;
use engine::{Choice, Engine, Ran};
use measure::{Measure, MeasureOptions};
use pinnacle_debugger::Session;
use pinnacle_driver::finalize;
use pinnacle_driver::link::needs_libraries;
use pinnacle_headless::machine::Outcome;
use pinnacle_inspect::Kind;
use pinnacle_pexe::decode::Program;
use pinnacle_record::{RecordedHost, Tape, sum_of};
use pinnacle_runtime::Trap;
#[cfg(all(feature = "wasmtime", unix))]
use pinnacle_runtime::compiled::Compilation;
use pinnacle_runtime::files::{Stdio, Stream};
use pinnacle_runtime::interp::{self, TraceLevel};
use pinnacle_runtime::irt;
use pinnacle_runtime::machine::{Descriptor, DescriptorSpec, MountSpec};
use pinnacle_runtime::program::{Instance, RunOptions};
use pinnacle_timeline::Timeline;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use streams::{StandardOutput, Streams};
use trace::TraceWriter;

/// Run a program.
///
/// The program can use its arguments, standard input, output and error, and nothing else of this
/// computer: no environment variables, files or network. --env and --dir give it more.
///
/// A program that was made for a browser (a Pepper program) runs as if in a page, without a screen.
/// FILE is the program, its manifest (.nmf), a data: URL with a manifest, or a page that embeds it.
/// Options may follow FILE.
///
/// FILE may be a member of a container (zip, crx, tar, WARC, ARC, WACZ), such as
/// site.zip!game/page.html, or a container with one page or program. A page can then load the files
/// of its container.
///
/// A Pepper program can load the files of one folder as from its web site: the folder of its page
/// or manifest, or the folder of --urls. A program without a page can load only itself. Files and
/// folders whose names begin with a dot are hidden.
#[derive(Args, Debug)]
#[command(
    override_usage = "pinnacle run [OPTIONS] FILE [ARGS]...",
    after_long_help = "\
Examples:
  pinnacle run hello.pexe
  pinnacle run wc.pexe --lines -                      words after the file are the program's
  pinnacle run --dir notes::/data:ro wc.pexe /data/a.txt
  pinnacle run --timeout 10s --memory 64m untrusted.pexe
  pinnacle run --trace irt --trace-output calls.txt hello.pexe
  pinnacle run --profile stacks.txt hello.pexe
  pinnacle run --heap-profile heap.txt leak.pexe
  pinnacle run --coverage lines.info hello-c.pexe
  pinnacle run --gdb=1234 crash.pexe                 debug it in gdb
  pinnacle run --core crash.core crash.pexe          write a core file on a trap
  pinnacle run --seed 7 threads.pexe                 repeat the same run
  pinnacle run --record crash.rec crash.pexe         record the input
  pinnacle run --replay crash.rec --gdb=1234         replay in gdb, also backwards
  pinnacle run --engine interp --fuel 1000000 loop.pexe
  pinnacle run --engine clang mandelbrot.pexe        run at full speed, after seconds of compiling
  pinnacle run --clang-after never mandelbrot.pexe   never compile with clang in the background
  curl -s https://example.com/hello.pexe | pinnacle run -
  pinnacle run -L lib app                            with the shared objects that it names
  pinnacle run --fd 5:3 wc.pexe /dev/fd/5 3< input   pass a descriptor of the shell
  pinnacle run --invoke area shapes.pexe 3 4         call one function

Examples with Pepper programs:
  pinnacle run --window game.nmf                     play it in a window
  pinnacle run greeting.nmf --post '\"hello\"' --messages -
  pinnacle run page.html --element plugin --view 800x600@2 --until frame:9 --screenshot page.png
  pinnacle run game.pexe --script play.jsonl --film play.png --sound play.wav
  pinnacle run life.nmf --until frame:60 --frames pictures
  pinnacle run sketch.pexe --until frame:30 --save sketch.state
  pinnacle run sketch.pexe --restore sketch.state --until frame:60
  pinnacle run site/app/editor.nmf --urls site --storage files
  pinnacle run crawl.wacz!http://example.com/game.html --screenshot game.png
  pinnacle run chat.nmf --clock real --net=localhost:8080 --timeout 60s

Exit status:
  the program's own, 0 to 255, or
  1        the file is not a valid program
  2        wrong usage, a file cannot be read, or memory is too small
  3        a message of a Pepper program did not match the script
  124      a Pepper program was stopped by --timeout
  128 + n  the program was stopped, as if by signal n:
           132  unreachable code, abort            (SIGILL)
           134  deadlock, a thread that returned,  (SIGABRT)
                a replay that departs
           135  misaligned atomic access           (SIGBUS)
           136  division by zero or overflow       (SIGFPE)
           137  out of fuel or time, the end of a  (SIGKILL)
                recording that was stopped
           139  memory, stack, bad call or longjmp (SIGSEGV)
  If the status is not the program's own, standard error has a line that begins with `error:`."
)]
pub(crate) struct Arguments {
    /// The program, or - for standard input, and its arguments.
    #[arg(
        required_unless_present = "replay",
        num_args = 1..,
        trailing_var_arg = true,
        value_names = ["FILE", "ARGS"],
    )]
    program: Vec<OsString>,

    #[command(flatten)]
    libraries: Libraries,

    /// Give the program access to a folder.
    ///
    /// The program sees it as GUEST, or else under the same name. With `:ro` it cannot change
    /// anything in it. It cannot leave the folder by `..` or a symbolic link.
    #[arg(
        long = "dir",
        value_name = "HOST[::GUEST][:ro]",
        value_parser = OsStringValueParser::new().try_map(|text| MountSpec::from_os(&text)),
    )]
    folders: Vec<MountSpec>,

    /// Pass a file descriptor of this process to the program as number GUEST.
    ///
    /// It may be a file, a pipe or a socket that a shell or another program opened.
    #[arg(long = "fd", value_name = "GUEST:HOST")]
    descriptors: Vec<DescriptorSpec>,

    /// Provide Native Client's system calls at the addresses of its trampolines.
    ///
    /// A program can use them to exchange messages and memory with other processes over sockets of
    /// --fd. It cannot load modules then.
    #[arg(long, conflicts_with = "invoke")]
    nacl_syscalls: bool,

    /// Start the program in this folder, a path as the program sees it [default: /].
    #[arg(long, value_name = "GUEST")]
    cwd: Option<OsString>,

    /// Set an environment variable, or pass on this process's variable NAME.
    #[arg(
        long = "env",
        value_name = "NAME[=VALUE]",
        value_parser = OsStringValueParser::new().try_map(values::variable),
    )]
    environment: Vec<Variable>,

    /// Pass all environment variables on; --env takes precedence.
    #[arg(long)]
    env_all: bool,

    /// Call this function of the program and print its result.
    ///
    /// ARGS are numbers, converted to the types of its parameters. The program is initialised
    /// before the call, which runs constructors. `pinnacle cc --export` keeps the names of
    /// functions to call.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["trace", "lenient_calls"])]
    invoke: Option<String>,

    /// Set the program's own name, its argument 0 [default: FILE].
    #[arg(long, value_name = "NAME")]
    argv0: Option<OsString>,

    #[command(flatten)]
    memory: Memory,

    #[command(flatten)]
    stack: Stack,

    /// Stop the program after this long, including the time to read and compile it, such as 500ms,
    /// 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    timeout: Option<Duration>,

    /// Stop the program after about N instructions, at the same instruction in every run.
    #[arg(long, value_name = "N")]
    fuel: Option<u64>,

    /// Do not use the cache of machine code, and do not add to it.
    #[cfg(all(feature = "wasmtime", unix))]
    #[arg(long)]
    no_cache: bool,

    /// Maximum size of the cache [default: 512m].
    #[cfg(all(feature = "wasmtime", unix))]
    #[arg(long, value_name = "SIZE", value_parser = values::byte_count, conflicts_with = "no_cache")]
    cache_size: Option<values::ByteCount>,

    /// Exit when standard input is closed, as when the parent process is killed.
    #[arg(long, hide = true)]
    end_with_stdin: bool,

    /// Engine that runs the program.
    #[arg(long, value_enum, default_value_t)]
    engine: Engine,

    /// Once the program has used this much processor time, compile it with clang in the background,
    /// for its next runs; or `never` [default: 5s].
    ///
    /// --engine tiered runs that code from the start where results cannot differ. `never` also stops
    /// it from using code that is in the cache. PINNACLE_CLANG_AFTER changes the default.
    #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
    #[arg(long, value_name = "DURATION", value_parser = clang_tier::After::parse)]
    clang_after: Option<clang_tier::After>,

    /// Print the engine that ran the program to standard error, after the run.
    #[arg(long)]
    show_engine: bool,

    /// Make the run repeatable: derive time, random numbers and the order of threads from N.
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Record the program's input in FILE, so that --replay can repeat the run.
    ///
    /// Records everything that comes from outside: files, time, random numbers, events. FILE is
    /// written at the end of the run, even after a trap, --timeout or Ctrl-C.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "invoke", "descriptors", "nacl_syscalls", "end_with_stdin"])]
    record: Option<PathBuf>,

    /// Repeat a recorded run.
    ///
    /// All input comes from the recording: files, time and events. Name the program if it has moved
    /// since. Engine, outputs and --gdb may differ from those of the recorded run. The replay ends
    /// where the recorded run was stopped, or at the call that departs from it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["invoke", "descriptors", "nacl_syscalls", "end_with_stdin"])]
    replay: Option<PathBuf>,

    #[command(flatten)]
    calls: Calls,

    /// Write a trace of the program's calls or instructions.
    #[arg(long, value_enum, value_name = "WHAT")]
    trace: Option<Trace>,

    /// Write the trace to this file [default: standard error].
    #[arg(long, value_name = "FILE", requires = "trace")]
    trace_output: Option<PathBuf>,

    #[command(flatten)]
    measure: MeasureOptions,

    #[command(flatten)]
    debug: DebugOption,

    #[command(flatten)]
    jobs: Jobs,

    /// Run a program that was made for a browser as a command: without a page and Pepper.
    ///
    /// ARGS are then the program's arguments. A program for SDL2 or with ppapi_simple runs its main
    /// function; others end, since they find no browser.
    #[arg(long, overrides_with = "no_page", conflicts_with_all = ["record", "replay"])]
    no_page: bool,

    #[command(flatten)]
    pepper: pepper::Options,

    /// The descriptors of `--fd`.
    #[arg(skip)]
    given: Vec<Descriptor>,

    /// The page or manifest that led to the program.
    #[arg(skip)]
    source: Option<pinnacle_page::locate::Located>,

    /// The file unpacked from a container, if any.
    #[arg(skip)]
    packed: Option<packed::Packed>,

    /// The value of `--color` after the file.
    #[arg(skip)]
    color: Option<clap::ColorChoice>,

    /// The file, if it has been read.
    #[arg(skip)]
    input: Option<Input>,

    /// The SHA-256 of the program, if states of it may be saved or restored.
    #[arg(skip)]
    sum: Option<[u8; 32]>,

    /// The SHA-256 of the bytes that were read, once a key of the cache has needed it.
    #[cfg(all(feature = "wasmtime", unix))]
    #[arg(skip)]
    input_sum: Option<[u8; 32]>,

    /// The session of a debugger that connected before the run.
    #[arg(skip)]
    session: Option<Session>,

    /// The tape of a run that is recorded or replayed.
    #[arg(skip)]
    tape: Option<Tape>,

    /// The length of turns in rounds, if the interpreter replays a run of machine code.
    #[arg(skip)]
    turn_length: Option<u32>,

    /// The words of the command line before the program, if options follow it.
    #[arg(skip)]
    words: Option<Vec<OsString>>,

    /// The program's streams, if they differ from those of this process.
    #[arg(skip)]
    streams: Option<Streams>,

    /// True if the program came from standard input, before it was unpacked.
    #[cfg(all(feature = "wasmtime", unix))]
    #[arg(skip)]
    came_from_stdin: bool,

    /// The window of the program, until it is opened.
    #[cfg(feature = "window")]
    #[arg(skip)]
    window: Option<pinnacle_window::Host>,

    /// The destination of the program's standard output.
    #[arg(skip)]
    standard_output: StandardOutput,

    /// Collects the moments of a replay.
    #[arg(skip)]
    timeline: Option<Timeline>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Trace {
    /// Calls of Pepper functions, and the resources that the program still holds at its end.
    Pepper,
    /// Calls of functions of the runtime (IRT).
    Irt,
    /// Calls of all functions, with arguments and results.
    Calls,
    /// All calls, and every instruction with its result.
    Insts,
}

impl From<Trace> for TraceLevel {
    fn from(trace: Trace) -> TraceLevel {
        match trace {
            Trace::Pepper => TraceLevel::Off,
            Trace::Irt => TraceLevel::Host,
            Trace::Calls => TraceLevel::Calls,
            Trace::Insts => TraceLevel::Insts,
        }
    }
}

/// The end of a run, in any engine.
struct End {
    /// The program's exit status, or the trap that stopped it.
    result: Result<u8, Trap>,
    /// The outcome of the machine of a Pepper program.
    outcome: Option<Outcome>,
    /// The engine, if the program was started.
    ran: Option<Ran>,
    /// Code that is being compiled for the next time.
    #[cfg(all(feature = "wasmtime", unix))]
    compilation: Option<Compilation>,
}

pub(crate) fn run(arguments: Arguments, output: &Output) -> Result<ExitCode, Failure> {
    #[cfg(all(feature = "wasmtime", unix))]
    if let Some(compiler) = background::asked_for() {
        return compile_only(compiler, arguments, output);
    }
    if arguments.end_with_stdin {
        deadline::end_process_with_stdin();
    }
    let mut deadline = Deadline::new(arguments.timeout, output);
    #[cfg(all(feature = "wasmtime", unix))]
    let is_from_stdin = arguments.is_from_stdin();
    let arguments = match arguments.replay.is_some() {
        true => arguments,
        false => pepper::resolve(arguments)?,
    };
    // The option may have been given after the file.
    let arguments = recording::replayed(arguments)?;
    #[cfg(all(feature = "wasmtime", unix))]
    let arguments = Arguments {
        came_from_stdin: is_from_stdin,
        ..arguments
    };
    // Both may have been given after the file.
    let output = &arguments.color.map_or(*output, Output::new);
    deadline.limit(arguments.timeout, output);
    #[cfg(feature = "window")]
    if arguments.pepper.has_window() {
        return window::run(arguments, deadline, output);
    }
    start(arguments, &mut deadline, output)
}

/// Runs a program that has been found, with all options.
fn start(
    mut arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<ExitCode, Failure> {
    #[cfg(all(feature = "wasmtime", unix))]
    let is_from_stdin = arguments.came_from_stdin;
    recording::begin(&mut arguments, output)?;
    let tape = arguments.tape.clone();
    let timeline = arguments.timeline.clone();
    let shows_engine = arguments.show_engine;
    arguments.given = given(&arguments.descriptors)?;
    // Unpacked files are kept until the end of the run.
    let _packed = arguments.packed.take();
    if let Some(name) = arguments.invoke.take() {
        return invoke::run(&name, arguments, deadline, output);
    }
    let end = match (recording::at_start(&arguments), engine::choose(&arguments)?) {
        (Some(end), _) => Some(end),
        (None, Choice::Interpreter) => interpret(arguments, deadline, output)?,
        #[cfg(all(feature = "wasmtime", unix))]
        (None, Choice::Code) => run_code(arguments, deadline, output)?,
        #[cfg(all(feature = "wasmtime", target_os = "linux", target_arch = "x86_64"))]
        (None, Choice::ClangCode) => clang::run(arguments, deadline, output)?,
    };
    let Some(end) = end else {
        return Ok(BAD_FILE.into());
    };
    let mut code = conclude(&end, output);
    if let Some(ran) = end.ran.filter(|_| shows_engine) {
        output.note(format_args!("engine: {ran}"));
    }
    let mut has_departed = matches!(&end.result, Err(trap) if recording::is_departure(trap));
    if let Some(tape) = tape
        && let Some(status) = recording::conclude(&tape, &end.result, output)?
    {
        code = status.into();
        has_departed = true;
    }
    if let Some(timeline) = &timeline {
        timeline.ended(&recording::ending(&end.result), has_departed);
    }
    #[cfg(all(feature = "wasmtime", unix))]
    if let Some(compilation) = &end.compilation
        && !compilation.finish_if_compiled()
        && !is_from_stdin
        && timeline.is_none()
    {
        let _ = background::begin(background::Compiler::Wasmtime);
    }
    Ok(code)
}

/// Runs the program as machine code, by clang if the cache has that and nothing speaks against it.
#[cfg(all(feature = "wasmtime", unix))]
fn run_code(
    arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<Option<End>, Failure> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    let (arguments, _guard) = {
        let mut arguments = arguments;
        match clang_tier::begin(&mut arguments)? {
            clang_tier::Start::Code(ready) => return ready.run(arguments, deadline, output),
            clang_tier::Start::Others(guard) => (arguments, guard),
        }
    };
    compiled::run(arguments, deadline, output)
}

/// Compiles the program in the background and keeps its code.
#[cfg(all(feature = "wasmtime", unix))]
fn compile_only(
    compiler: background::Compiler,
    arguments: Arguments,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let arguments = background::prepare(compiler, arguments, output)?;
    match compiler {
        background::Compiler::Wasmtime => compiled::keep(arguments, output)?,
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        background::Compiler::Clang => clang_tier::keep(arguments, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the descriptors that a program is given.
fn given(specs: &[DescriptorSpec]) -> Result<Vec<Descriptor>, Failure> {
    let taken = specs.iter().map(|&spec| {
        Descriptor::inherited(spec).map_err(|error| {
            let host = spec.host;
            Failure::new(format!(
                "cannot give descriptor {host} to the program: {error}"
            ))
        })
    });
    taken.collect()
}

/// Reports the end of a program. Returns the exit status.
fn conclude(end: &End, output: &Output) -> ExitCode {
    if let Some(outcome) = &end.outcome
        && let Some(status) = pepper::conclude(outcome, &end.result, output)
    {
        return status.into();
    }
    match &end.result {
        Ok(status) => (*status).into(),
        Err(trap) => {
            outcome::report(trap, output);
            outcome::status_of(&trap.kind).into()
        }
    }
}

/// Runs the program with the interpreter. Returns `None` if it is not valid.
fn interpret(
    arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<Option<End>, Failure> {
    let mut arguments = arguments;
    let input = arguments.read()?.assembled()?;
    let Some(program) = decode_input(&input, arguments.jobs.threads, output) else {
        return Ok(None);
    };
    interpret_program(&program, arguments, deadline, output).map(Some)
}

/// Runs a program that has been read with the interpreter.
fn interpret_program(
    program: &Program,
    arguments: Arguments,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<End, Failure> {
    let level = arguments.trace.map_or(TraceLevel::Off, TraceLevel::from);
    let mut options = interp::Options {
        fuel: arguments.fuel,
        timeout: deadline.left(),
        seed: arguments.turns(),
        turn_length: arguments.turn_length,
        lenient_calls: arguments.calls.lenient,
        trace: level,
    };
    let trace = match (&arguments.trace, &arguments.trace_output) {
        (Some(Trace::Irt | Trace::Calls | Trace::Insts), Some(path)) => TraceWriter::to_file(path)?,
        _ => TraceWriter::to_stderr(),
    };
    let mut arguments = arguments;
    let debug = arguments.debug.beside(arguments.path())?;
    let measures = arguments.measure.clone();
    let needs_source = measures.first_given().is_some() || level == TraceLevel::Insts;
    let source = match needs_source {
        true => debug.read(program, output),
        false => None,
    };
    let program_name = measure::program_name(arguments.path());
    let mut sink = Measure::new(&measures, trace, level, source.as_ref());
    let memory = arguments.memory.size.0 as usize;
    sink.follow_heap(&measures, program, &program_name, memory)?;
    match arguments.session.take() {
        Some(session) => sink.attach(session),
        None => {
            let is_replay = arguments.replay.is_some();
            sink.wait_for_debugger(&measures, program, &debug, is_replay, output)?;
        }
    }
    options.trace = sink.level();
    if sink.is_debugged()
        && let Some(tape) = &arguments.tape
    {
        tape.end_at_next_call();
    }
    let ended = interpret_once(program, arguments, options, &mut sink, deadline, output);
    let (result, outcome) = ended?;
    deadline.stop();
    sink.finish(&measures, program, &program_name, &result, output)?;
    Ok(End {
        result: result.map_err(|trap| debug.locate(trap, program, output)),
        outcome,
        ran: Some(Ran::Interpreter),
        #[cfg(all(feature = "wasmtime", unix))]
        compilation: None,
    })
}

/// Runs a program in a new instance.
fn interpret_once(
    program: &Program,
    arguments: Arguments,
    options: interp::Options,
    sink: &mut Measure<'_>,
    deadline: &mut Deadline,
    output: &Output,
) -> Result<(Result<u8, Trap>, Option<Outcome>), Failure> {
    let mut arguments = arguments;
    let module = program.module();
    Ok(if arguments.has_page(module) {
        deadline.extend_for_pepper();
        let prepared = pepper::prepare(&mut arguments, output)?;
        let functions = irt::function_count() + pinnacle_pepper::function_count();
        let tape = arguments.tape.clone();
        let (load, files, _) = run_options(arguments)
            .open(functions)
            .map_err(|error| outcome::no_start(&error))?;
        let page_engine = prepared.page_engine();
        let (run, host) = prepared.host(files);
        let host = |arena| RecordedHost::new(host(arena), tape).of_page(page_engine);
        let mut instance =
            Instance::with_host(module, &load, host).map_err(|error| outcome::no_start(&error))?;
        let result = instance.interpret(program, options, sink);
        deadline.stop();
        instance.host.inner.finish();
        (result, Some(run.finish()))
    } else {
        pepper::refuse_options(&arguments)?;
        misplaced::hint(&arguments, output);
        let mut instance = Instance::on_tape(module, run_options(arguments))
            .map_err(|error| outcome::no_start(&error))?;
        (instance.interpret(program, options, sink), None)
    })
}

impl Arguments {
    /// Returns the seed for the order of threads.
    fn turns(&self) -> u64 {
        let recorded = || self.tape.as_ref().map(|tape| tape.header().order);
        self.seed.or_else(recorded).unwrap_or(0)
    }

    /// Returns true if the program runs as if in a page.
    fn has_page(&self, module: &pinnacle_pexe::Module) -> bool {
        !self.no_page && pinnacle_pepper::is_wanted(module)
    }

    /// Returns the path of the program.
    fn path(&self) -> &Path {
        self.program.first().map_or(Path::new(""), Path::new)
    }

    /// True if the program comes from standard input, which can be read only once.
    #[cfg(all(feature = "wasmtime", unix))]
    fn is_from_stdin(&self) -> bool {
        let name = self.path();
        let member = crate::member::Name::of(name);
        input::is_stdin(member.as_ref().map_or(name, |member| &member.container))
    }

    /// Reads the file, unless it has been read: standard input can be read only once.
    fn read_file(&mut self) -> Result<Input, Failure> {
        if let Some(input) = self.input.take() {
            return Ok(input);
        }
        let progress = Progress::start("reading", 1);
        progress.file(&self.path().display().to_string());
        // Compressed bytecode may take as much as the program.
        let input = input::read_within(self.memory.size.0 as usize, self.path())?;
        // For an executable made by this command, the `.pexe` in it is run like any other: its
        // machine code cannot be trusted.
        #[cfg(all(feature = "wasmtime", unix))]
        if let Some(program) = native::program_in(&input.bytes) {
            let program = program.to_vec();
            return Ok(Input::new(input.name, program));
        }
        Ok(input)
    }

    /// Returns the SHA-256 of the program, as [`Arguments::read`] returned it. It is computed once.
    #[cfg(all(feature = "wasmtime", unix))]
    fn input_sum(&mut self, input: &Input) -> [u8; 32] {
        *self.input_sum.get_or_insert_with(|| sum_of(&input.bytes))
    }

    /// Reads the program. Finalises an LLVM module, which links it with the shared objects that it
    /// needs, and with the C library if it is not a whole program.
    fn read(&mut self) -> Result<Input, Failure> {
        let input = self.read_file()?;
        if self.pepper.has_states() {
            self.sum = Some(sum_of(&input.bytes));
        }
        if !is_module(&input.kind) {
            return Ok(input);
        }
        let progress = Progress::start("finalising", 1);
        progress.file(&input.name);
        if let Some(program) = object::linked(&input)? {
            return Ok(Input::new(input.name, program));
        }
        let links = input.kind == Kind::Bitcode && needs_libraries(&input.bytes);
        let options = finalize::Options {
            // If there are libraries, their requirements take precedence.
            exceptions: match links {
                true => finalize::Options::default().exceptions,
                false => exceptions_as_linked(&input)?,
            },
            keep_names: true,
            ..finalize::Options::default()
        };
        let bytes = finalized(&input, &options, &self.libraries)?.program;
        Ok(Input::new(input.name, bytes))
    }
}

/// Returns the options for starting the program.
fn run_options(arguments: Arguments) -> RunOptions {
    let mut words = arguments.program.into_iter();
    let file = words.next().unwrap_or_default();
    let name = arguments.argv0.unwrap_or(file);
    let words = std::iter::once(name).chain(words);
    let replay = arguments.tape.as_ref().filter(|tape| tape.is_replay());
    let environment = match replay {
        Some(tape) => tape.header().environment,
        None => values::environment(arguments.environment, arguments.env_all),
    };
    // The streams of a page are not recorded, because programs in pages read nothing from them.
    let is_of_page = replay.is_some_and(|tape| {
        let element = tape.header().element;
        element.is_some_and(|element| element.page.is_some())
    });
    let stdio = match &arguments.streams {
        _ if is_of_page => Stdio {
            input: Stream::bytes(Vec::new()),
            output: match arguments.standard_output {
                StandardOutput::ToError => Stream::writer(std::io::stderr()),
                _ => Stream::writer(std::io::stdout()),
            },
            error: Stream::writer(std::io::stderr()),
        },
        Some(streams) => (streams.0)(),
        None => arguments.standard_output.stdio(arguments.trace.is_some()),
    };
    RunOptions {
        arguments: words.map(OsString::into_encoded_bytes).collect(),
        environment,
        memory_limit: arguments.memory.size.0,
        stack_size: arguments.stack.size.0,
        folders: arguments.folders,
        working_folder: arguments.cwd.map(OsString::into_encoded_bytes),
        stdio,
        descriptors: arguments.given,
        seed: arguments.seed,
        finalizer: Some(finalize::finalize_library),
        system_calls: arguments.nacl_syscalls,
        tape: arguments.tape.filter(|_| !is_of_page),
    }
}
