//! `pinnacle info`: shows what a file is and what it needs.

use crate::input::Refusing;
use crate::load::Loaded;
use crate::options::{Jobs, Recursive, Reported, Unpacking};
use crate::output::{Failure, Output};
use crate::report::{self, Form, Inputs};
use clap::Args;
use pinnacle_inspect::info::info;
use std::process::ExitCode;

/// Show what files are and what they need.
///
/// For a program: sizes and counts, the entry point, the intrinsics that it calls, the interfaces
/// of the runtime and the browser that its data names, and its names unless they were stripped. For
/// a module of LLVM 1.x: the format, the requirements on the machine, and counts. For LLVM bitcode:
/// object, shared library or whole program, and what it needs. For any other file: its kind, and
/// the command that can use it. For a program with errors: the parts that could be read, then the
/// errors.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle info hello.pexe
  pinnacle info --json *.pexe | jq '.[] | select(.program.pepper) | .file'
  pinnacle info old.bc                                LLVM 1.x bytecode
  pinnacle info hello.o                               LLVM bitcode
  pinnacle info crawl.warc.gz                         the programs in a container
  pinnacle info -r games                              the programs in a folder

Exit status:
  0  all files are valid programs or modules
  1  a file is invalid
  2  wrong usage, or a file cannot be read (the others are still shown)")]
pub(crate) struct Arguments {
    #[command(flatten)]
    reported: Reported,

    #[command(flatten)]
    folders: Recursive,

    #[command(flatten)]
    unpacking: Unpacking,

    #[command(flatten)]
    jobs: Jobs,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Reported { files, json } = &arguments.reported;
    let form = if *json { Form::Json } else { Form::Text };
    let jobs = arguments.jobs.threads;
    let status = report::show_each(
        Inputs {
            paths: files,
            recursive: arguments.folders.recursive,
            limit: arguments.unpacking.limit(),
        },
        "reading",
        form,
        output,
        |loaded| {
            Ok(match loaded {
                Loaded::Pnaclasm(text) => info(&text.assembled()?, jobs),
                Loaded::Bytecode(input)
                | Loaded::Bitcode(input)
                | Loaded::Pexe(input)
                | Loaded::Other(input) => info(&input, jobs),
            })
        },
    )?;
    Ok(status.into())
}
