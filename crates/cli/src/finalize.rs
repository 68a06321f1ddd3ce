//! `pinnacle finalize`: turns LLVM bitcode into a program.

use crate::bitcode;
use crate::input::{self, Input, Refusing};
use crate::options::{Libraries, Target, Unpacking};
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::whole_file;
use clap::{Args, ValueEnum};
use pinnacle_driver::Environment;
use pinnacle_driver::finalize::{self, Finalized, finalize_module, finalize_with_libraries};
use pinnacle_driver::link::needs_libraries;
use pinnacle_inspect::Kind;
use pinnacle_legalize::file_role::{FileKind, file_kind};
use pinnacle_legalize::{STEPS, simplify_and_show};
use pinnacle_llvm::Module;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make a program from LLVM bitcode or assembly.
///
/// Converts the module to PNaCl's stable subset step by step, verifies it and writes a .pexe. The
/// module must be a whole program for le32-unknown-nacl, as `pinnacle cc` compiles and links from
/// C. Reads bitcode and assembly of LLVM 1.0 to 19. `pinnacle docs legalization` describes each
/// step.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle finalize hello.bc -o hello.pexe
  pinnacle finalize --compress hello.bc -o hello.pexe
  pinnacle finalize --until signatures hello.bc       print the module after this step
  pinnacle finalize --print-after structs hello.bc -o hello.pexe
  pinnacle finalize --list-steps
  pinnacle finalize --export area shapes.bc -o shapes.pexe
  pinnacle finalize -L lib app -o app.pexe            with the shared objects that it names

Exit status:
  0  success
  1  the file has errors, or uses something that programs cannot express
  2  wrong usage, or a file cannot be read or written")]
pub(crate) struct Arguments {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE", required_unless_present = "list_steps")]
    file: Option<PathBuf>,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    libraries: Libraries,

    /// Choose how C++ exceptions are handled [default: refuse a module that uses them].
    #[arg(long, value_enum, value_name = "SCHEME")]
    exceptions: Option<Exceptions>,

    /// Keep the names of functions and variables.
    #[arg(long)]
    keep_names: bool,

    /// Keep a function or variable and its name, for programs that embed this one.
    #[arg(long = "export", value_name = "NAME", value_delimiter = ',')]
    exports: Vec<String>,

    /// Make the file smaller by choosing abbreviations that suit it, as `pinnacle compress` does.
    #[arg(long)]
    compress: bool,

    /// Write source lines and names to this file, for messages and debuggers; see `pinnacle docs
    /// debugging`.
    #[arg(long, value_name = "FILE")]
    debug_file: Option<PathBuf>,

    /// Stop after this step and write the module as LLVM assembly.
    #[arg(long, value_name = "STEP", value_parser = step, conflicts_with_all = ["compress", "debug_file"])]
    until: Option<&'static str>,

    /// Print the module as LLVM assembly after this step to standard error, as `opt -print-after`
    /// does, and continue; can be repeated.
    #[arg(long, value_name = "STEP", value_parser = step)]
    print_after: Vec<&'static str>,

    /// List the steps in order.
    #[arg(long, conflicts_with_all = ["file", "output", "until", "print_after"])]
    list_steps: bool,
}

/// The handling of C++ exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Exceptions {
    /// Catch nothing: a throw ends the program.
    None,
    /// Catch exceptions with setjmp and longjmp.
    Sjlj,
    /// Catch exceptions if the program was linked with the functions that this needs.
    Auto,
}

/// Finds a step by name.
fn step(name: &str) -> Result<&'static str, String> {
    match STEPS.iter().find(|step| step.name == name) {
        Some(step) => Ok(step.name),
        None => Err("there is no such step; --list-steps lists them".into()),
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Some(file) = &arguments.file else {
        return list_steps(output);
    };
    if arguments.until.is_none() {
        arguments.target.refuse_terminal("a .pexe")?;
    }
    let progress = Progress::start("finalising", 1);
    progress.file(&file.display().to_string());
    let input = input::read_within(arguments.unpacking.limit(), file)?;
    if !bitcode::is_module(&input.kind) {
        return Err(refuse(&input));
    }
    let exceptions = match arguments.exceptions {
        None => pinnacle_legalize::Exceptions::Refuse,
        Some(Exceptions::None) => pinnacle_legalize::Exceptions::None,
        Some(Exceptions::Sjlj) => pinnacle_legalize::Exceptions::SetjmpLongjmp,
        Some(Exceptions::Auto) => exceptions_as_linked(&input)?,
    };
    // Without --until, the program is made from the unprinted module.
    let mut names = STEPS.iter().rev().map(|step| step.name);
    let last = names.find(|step| arguments.print_after.contains(step));
    if arguments.until.is_some() || last.is_some() {
        let module = simplified(&input, arguments, exceptions, arguments.until.or(last))?;
        if arguments.until.is_some() {
            drop(progress);
            return bitcode::write_text(&module, &input.name, &arguments.target, output);
        }
    }
    let options = finalize::Options {
        exceptions,
        keep_names: arguments.keep_names,
        exports: arguments.exports.clone(),
        compress: arguments.compress,
        debug_info: arguments.debug_file.is_some(),
    };
    let finalized = finalized(&input, &options, &arguments.libraries)?;
    drop(progress);
    if let Some(path) = &arguments.debug_file {
        let debug = finalized.debug.ok_or_else(|| {
            let name = &input.name;
            Failure::new(format!("{name} has no debug information"))
                .hint("compile it with `pinnacle cc -g`")
        })?;
        whole_file::write(path, &debug)?;
    }
    arguments.target.write(&finalized.program, output)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the module after the steps up to `until`. Prints it after the requested steps.
fn simplified(
    input: &Input,
    arguments: &Arguments,
    exceptions: pinnacle_legalize::Exceptions,
    until: Option<&str>,
) -> Result<Module, Failure> {
    let mut module = bitcode::module_of(input)?;
    let options = pinnacle_legalize::Options {
        exceptions,
        keep_names: arguments.keep_names,
        exports: arguments.exports.clone(),
        library: finalize::library_of(&module),
        // An object can be inspected too, as long as it is not turned into a program.
        fragment: file_kind(&module) != FileKind::Executable,
    };
    let mut printed = Ok(());
    let mut show = |step: &'static str, module: &Module| {
        if printed.is_ok() && arguments.print_after.contains(&step) {
            printed = print_after(step, module, &input.name);
        }
    };
    simplify_and_show(&mut module, &options, until, &mut show).map_err(|errors| {
        let errors = errors.errors().iter();
        Failure::with_status(
            errors.map(|error| in_file(input, error)).collect(),
            BAD_FILE,
        )
    })?;
    printed?;
    Ok(module)
}

/// Prints a module to standard error with the comment of `opt -print-after`.
fn print_after(step: &str, module: &Module, name: &str) -> Result<(), Failure> {
    let text = bitcode::text_of(module, name)?;
    let mut out = std::io::stderr().lock();
    let written = write!(out, "; *** IR Dump After {step} ***\n{text}");
    written.map_err(|error| Failure::new(format!("standard error: {error}")))
}

/// Returns the exception scheme that a program was linked with.
pub(crate) fn exceptions_as_linked(
    input: &Input,
) -> Result<pinnacle_legalize::Exceptions, Failure> {
    Ok(match input.kind {
        Kind::Bitcode => finalize::exceptions_as_linked(&input.bytes),
        _ => finalize::exceptions_of_module(&bitcode::module_of(input)?),
    })
}

/// Makes a program from a module and the shared objects that it names.
pub(crate) fn finalized(
    input: &Input,
    options: &finalize::Options,
    libraries: &Libraries,
) -> Result<Finalized, Failure> {
    let needs_libraries = input.kind == Kind::Bitcode && needs_libraries(&input.bytes);
    let result = match needs_libraries {
        true => finalize_with_libraries(
            &input.bytes,
            &input.name,
            options,
            &libraries.library_folders,
            &Environment::of_process("pinnacle finalize"),
        ),
        false => {
            let reading = pinnacle_llvm::bitcode::Options {
                variables: options.debug_info,
                ..pinnacle_llvm::bitcode::Options::default()
            };
            finalize_module(bitcode::module_with(input, &reading)?, options)
        }
    };
    result.map_err(|error| {
        let messages = error.messages().iter();
        let messages = messages.map(|error| match needs_libraries {
            // The message includes the name of the file.
            true => error.clone(),
            false => in_file(input, error),
        });
        let failure = Failure::with_status(messages.collect(), BAD_FILE);
        match error.help() {
            Some(help) => failure.hint(help),
            None => failure,
        }
    })
}

pub(crate) fn in_file(input: &Input, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", input.name)
}

/// Reports the kind of a file that is not bitcode.
pub(crate) fn refuse(input: &Input) -> Failure {
    let hint = match &input.kind {
        Kind::Pexe => "a .pexe is already finalised",
        Kind::Archive => "`pinnacle cc` links archives",
        kind => return input.refuse("LLVM bitcode", kind.hint()),
    };
    input.refuse("LLVM bitcode", Some(hint.into()))
}

fn list_steps(output: &Output) -> Result<ExitCode, Failure> {
    let width = STEPS.iter().map(|step| step.name.len()).max().unwrap_or(0);
    output.show(|out| {
        (STEPS.iter()).try_for_each(|step| writeln!(out, "{:width$}  {}", step.name, step.about))
    })?;
    Ok(ExitCode::SUCCESS)
}
