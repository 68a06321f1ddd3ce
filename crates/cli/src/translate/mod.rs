//! `pinnacle translate`: translates a program to WebAssembly, LLVM IR or an executable.
//!
//! [`llvm`] writes LLVM IR and `native` makes an executable instead of a module. The report on
//! a module and its source map are those of `pinnacle_inspect::translation`.

mod llvm;
#[cfg(all(feature = "wasmtime", unix))]
mod native;
mod source;

use crate::debug_file::DebugOption;
use crate::finalize::{exceptions_as_linked, finalized};
use crate::input::{self, Input, Refusing};
use crate::load::{decode_input, load};
use crate::options::{Calls, Jobs, Libraries, Stack, Target};
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::whole_file;
use clap::{Args, ValueEnum};
use pinnacle_driver::finalize;
use pinnacle_inspect::Kind;
use pinnacle_inspect::translation;
use pinnacle_pexe::Module;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::host::HostFunction;
use pinnacle_runtime::irt;
use pinnacle_wasm::Options;
#[cfg(all(feature = "wasmtime", unix))]
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Translate a program to WebAssembly, LLVM IR or an executable.
///
/// A WebAssembly module needs an engine with a host for it; `pinnacle docs wasm-abi` describes the
/// interface between the two.
///
/// With --to native the result is an executable for this system. The program has the same access to
/// this computer as under `pinnacle run`, and receives all arguments. Options come from environment
/// variables:
///
/// * PINNACLE_DIR and PINNACLE_ENV, like --dir and --env of `pinnacle run`; separate several values
///   with semicolons
///
/// * PINNACLE_MEMORY, PINNACLE_TIMEOUT, PINNACLE_SEED, PINNACLE_ARGV0, like --memory, --timeout,
///   --seed, --argv0
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle translate hello.pexe -o hello.wasm
  pinnacle translate --strip --json hello.pexe -o hello.wasm
  pinnacle translate --source-map hello.map.json hello.pexe -o hello.wasm
  pinnacle translate --web-source-map crash.wasm.map crash.pexe -o crash.wasm
  pinnacle translate --dwarf crash.pexe -o crash.wasm
  pinnacle translate --separate-dwarf crash.debug.wasm crash.pexe -o crash.wasm
  pinnacle translate hello.pnasm -o - | wasm-tools print
  pinnacle translate --to native wc.pexe -o wc
  PINNACLE_DIR=notes::/data:ro ./wc /data/a.txt
  pinnacle translate --to native --with clang wc.pexe -o wc
  pinnacle translate --to ll hello.pexe -o hello.ll

Exit status:
  0  success
  1  the file is not a valid program, or cannot be translated
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The program, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    result: Target,

    /// Accept LLVM bitcode of a whole program too, and finalise it first.
    #[arg(long)]
    allow_llvm_bitcode_input: bool,

    #[command(flatten)]
    libraries: Libraries,

    /// The form to translate to.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Wasm)]
    to: Form,

    /// Compile the executable with clang. `clang` selects $PINNACLE_CLANG, or else the best clang
    /// in PATH; any other value is the name or path of a compiler.
    #[cfg(all(feature = "wasmtime", unix))]
    #[arg(long, value_name = "CLANG")]
    with: Option<OsString>,

    /// Omit the names of functions.
    #[arg(long)]
    strip: bool,

    /// Write a JSON map from each part of the code to the instruction that it comes from.
    #[arg(long, value_name = "FILE")]
    source_map: Option<PathBuf>,

    /// Write a source map, with which browsers show the program's source, and refer to it from the
    /// module. Needs the debug file next to the program.
    #[arg(long, value_name = "FILE")]
    web_source_map: Option<PathBuf>,

    /// Put the program's source into the module as DWARF, for debuggers: lines, functions,
    /// variables and types. Needs the debug file next to the program.
    #[arg(long)]
    dwarf: bool,

    /// Write the module with its DWARF to this file, and refer to the file from the module.
    #[arg(long, value_name = "FILE", conflicts_with = "dwarf")]
    separate_dwarf: Option<PathBuf>,

    #[command(flatten)]
    debug: DebugOption,

    #[command(flatten)]
    stack: Stack,

    /// Allow threads to share the program's memory.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Threads::Auto)]
    threads: Threads,

    #[command(flatten)]
    calls: Calls,

    #[command(flatten)]
    jobs: Jobs,

    /// Write a report on the result as JSON to standard output.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// A WebAssembly module.
    Wasm,
    /// LLVM IR as text, for LLVM to compile; `pinnacle docs llvm-ir`.
    Ll,
    /// A self-contained executable for this system.
    #[cfg(all(feature = "wasmtime", unix))]
    Native,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Threads {
    /// Only if the program's data names the interface that starts threads.
    Auto,
    /// Always.
    On,
    /// Never: the program cannot start threads.
    Off,
}

impl Threads {
    fn shared_memory(self, module: &Module) -> bool {
        match self {
            Threads::Auto => irt::uses_threads(module),
            Threads::On => true,
            Threads::Off => false,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    check_use(arguments)?;
    let Some((input, program)) = read(arguments, output)? else {
        return Ok(BAD_FILE.into());
    };
    match arguments.to {
        Form::Wasm => to_wasm(arguments, &input, &program, output),
        Form::Ll => llvm::make(arguments, &input, &program, output),
        #[cfg(all(feature = "wasmtime", unix))]
        Form::Native => native::make(arguments, &input, &program, output),
    }
}

/// Reads the program. Finalises it first if the options ask for it and the program needs it.
fn read(arguments: &Arguments, output: &Output) -> Result<Option<(Input, Program)>, Failure> {
    let jobs = arguments.jobs.threads;
    if !arguments.allow_llvm_bitcode_input {
        return load(&arguments.file, jobs, output);
    }
    let input = input::read_as_it_is(&arguments.file)?;
    let input = match input.kind {
        Kind::Bitcode | Kind::AssemblyText => {
            let options = finalize::Options {
                exceptions: exceptions_as_linked(&input)?,
                keep_names: !arguments.strip,
                ..finalize::Options::default()
            };
            let bytes = finalized(&input, &options, &arguments.libraries)?.program;
            Input::new(input.name, bytes)
        }
        _ => input.assembled()?,
    };
    let program = decode_input(&input, jobs, output);
    Ok(program.map(|program| (input, program)))
}

fn to_wasm(
    arguments: &Arguments,
    input: &Input,
    program: &Program,
    output: &Output,
) -> Result<ExitCode, Failure> {
    let options = Options {
        host: host_functions(),
        stack_size: arguments.stack.size.0,
        shared_memory: arguments.threads.shared_memory(program.module()),
        // Hosts of WebAssembly cannot protect pages.
        guards_pages: false,
        names: !arguments.strip,
        lenient_calls: arguments.calls.lenient,
        source_map: arguments.source_map.is_some() || source::is_requested(arguments),
        jobs: arguments.jobs.threads,
        ..Options::default()
    };
    let progress = Progress::start("translating", 1);
    progress.file(&input.name);
    let result = pinnacle_wasm::translate(program, &options);
    drop(progress);
    let mut translation = match result {
        Ok(translation) => translation,
        Err(error) => {
            output.error(format!("{}: {error}", input.name));
            if let pinnacle_wasm::Error::Layout(_) = error {
                output.hint("give it a smaller stack with --stack");
            }
            return Ok(BAD_FILE.into());
        }
    };
    let name = arguments
        .result
        .file()
        .map(|path| path.display().to_string());
    if source::is_requested(arguments) {
        source::add(arguments, program, &mut translation, output)?;
    }
    if let (Some(path), Some(source_map)) = (&arguments.source_map, &translation.source_map) {
        let map = translation::Map {
            module: (name.as_deref(), translation.bytes.len()),
            source: input,
            program,
            source_map,
        };
        whole_file::write_with(path, |out| map.write(out))?;
    }
    arguments.result.write(&translation.bytes, output)?;
    if arguments.json {
        let document =
            translation::document(input, name.as_deref(), program, &translation, &options);
        output.json(&document)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses options that conflict on standard output.
fn check_use(arguments: &Arguments) -> Result<(), Failure> {
    let target = arguments.result.file();
    let others = [
        (&arguments.source_map, "source map"),
        (&arguments.web_source_map, "source map"),
        (&arguments.separate_dwarf, "DWARF"),
    ];
    for (other, what) in others {
        if let (Some(other), Some(module)) = (other, target)
            && other == module
        {
            let name = other.display();
            return Err(Failure::new(format!(
                "the module and the {what} cannot both go to {name}"
            )));
        }
    }
    #[cfg(all(feature = "wasmtime", unix))]
    check_with(arguments)?;
    #[cfg(all(feature = "wasmtime", unix))]
    if arguments.to == Form::Native {
        let only_wasm = [
            ("--strip", arguments.strip),
            ("--web-source-map", arguments.web_source_map.is_some()),
            ("--source-map", arguments.source_map.is_some()),
            ("--dwarf", arguments.dwarf),
            ("--separate-dwarf", arguments.separate_dwarf.is_some()),
        ];
        if let Some((option, _)) = only_wasm.iter().find(|(_, given)| *given) {
            return Err(Failure::new(format!("{option} is for --to wasm only")));
        }
    }
    if arguments.to == Form::Ll {
        let only_wasm = [
            ("--source-map", arguments.source_map.is_some()),
            ("--web-source-map", arguments.web_source_map.is_some()),
            ("--dwarf", arguments.dwarf),
            ("--separate-dwarf", arguments.separate_dwarf.is_some()),
            ("--lenient-calls", arguments.calls.lenient),
            ("--threads", arguments.threads != Threads::Auto),
            ("--json", arguments.json),
        ];
        if let Some((option, _)) = only_wasm.iter().find(|(_, given)| *given) {
            return Err(Failure::new(format!("{option} is not for --to ll")));
        }
        return Ok(());
    }
    if target.is_some() {
        return Ok(());
    }
    if arguments.json {
        return Err(
            Failure::new("the result and the report cannot both go to standard output")
                .hint("give the name of a file for the result with -o FILE"),
        );
    }
    arguments.result.refuse_terminal("a WebAssembly module")
}

/// Refuses options that do not work with clang.
#[cfg(all(feature = "wasmtime", unix))]
fn check_with(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.with.is_none() {
        return Ok(());
    }
    if arguments.to != Form::Native {
        return Err(Failure::new("--with is for --to native only"));
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(Failure::new("--with is for Linux on x86-64 only"));
    }
    if arguments.calls.lenient {
        return Err(Failure::new(
            "--lenient-calls does not work with --with clang",
        ));
    }
    Ok(())
}

/// Returns the host functions that the module imports: every function of the IRT.
fn host_functions() -> Vec<HostFunction> {
    irt::declarations().collect()
}
