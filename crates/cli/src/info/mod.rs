//! `pinnacle info`: what a file is, and what it needs.
//!
//! [`facts`] collects, [`text`] and [`json`] show; [`interfaces`] finds the
//! names of interfaces in a program's data.

mod facts;
mod interfaces;
mod json;
mod text;

use crate::bitcode;
use crate::bytecode;
use crate::input;
use crate::output::{BAD_FILE, Failure, Output, write_json};
use crate::progress::Progress;
use clap::Args;
use facts::Facts;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show what files are and what they need.
///
/// For a program: its sizes and counts, its entry point, the intrinsics that
/// it calls, the interfaces of the runtime and of the browser that its data
/// names, its names if they were not stripped. For a module of LLVM 1.x: its
/// format, what it demands of the machine, and counts. For LLVM bitcode: whether it
/// is an object, a shared library or a whole program, and what it needs. For anything else: what
/// it is and what can be done with it. Where a program has errors, what could be
/// read is shown, and the errors after it.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle info hello.pexe
  pinnacle info --json *.pexe | jq '.[] | select(.pepper) | .file'
  pinnacle info old.bc                                LLVM 1.x bytecode
  pinnacle info hello.o                               LLVM bitcode

Exit status:
  0  all files are valid programs or modules
  1  a file is not
  2  wrong usage, or a file cannot be read; the others are still shown")]
pub(crate) struct Arguments {
    /// The files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the answer as JSON: an array with an object for each file.
    #[arg(long)]
    json: bool,

    /// How many threads read a file; 0 for one on each processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    input::check_paths(&arguments.files)?;
    let progress = Progress::start("reading", arguments.files.len());
    let mut documents = Vec::new();
    let mut status = 0;
    for path in &arguments.files {
        let Some(input) = input::read_next(path, &progress, output, &mut status)? else {
            continue;
        };
        if bytecode::takes(&input) {
            let facts = bytecode::info(&input, arguments.jobs);
            progress.advance();
            if !facts.is_read() {
                status = status.max(BAD_FILE);
            }
            if arguments.json {
                documents.push(facts.into_json());
            } else {
                progress.suspend(|| facts.write(output))?;
            }
            continue;
        }
        if bitcode::takes(&input) {
            let facts = bitcode::info(&input);
            progress.advance();
            if !facts.is_read() {
                status = status.max(BAD_FILE);
            }
            if arguments.json {
                documents.push(facts.into_json());
            } else {
                progress.suspend(|| facts.write(output))?;
            }
            continue;
        }
        let facts = Facts::collect(&input.bytes, arguments.jobs);
        progress.advance();
        if !facts.errors.is_empty() {
            status = status.max(BAD_FILE);
        }
        if arguments.json {
            documents.push(json::document(&input.name, &facts));
        } else {
            progress.suspend(|| {
                let mut out = output.stdout();
                text::write(&mut out, output, &input.name, &facts)?;
                out.flush()
            })?;
        }
    }
    drop(progress);
    if arguments.json {
        let mut out = output.stdout();
        write_json(&mut out, &Value::Array(documents))?;
        out.flush()?;
    }
    Ok(status.into())
}
