//! `pinnacle verify`: checks files, and reports everything that is wrong.

use crate::input;
use crate::kind::Kind;
use crate::output::{BAD_FILE, Failure, Output, Tone, count, write_json};
use crate::progress::Progress;
use clap::Args;
use pinnacle_pexe::decode::{self, Program, decode};
use pinnacle_pexe::{BitPosition, Error, ErrorKind, Errors};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The code of the error of a file that ends too early.
const END_OF_STREAM: &str = "B0001";

/// Check files and report everything wrong with them.
///
/// Each error has a code, explained in docs/errors.md; a position in bytes
/// and bits; the function, block and instruction if it is in a function; and
/// a sentence. One error is reported for each function, as what follows it
/// there may be its consequence.
#[derive(Args, Debug)]
#[command(
    visible_alias = "pnacl-abicheck",
    after_long_help = "\
Examples:
  pinnacle verify hello.pexe
  pinnacle verify --quiet *.pexe || echo 'some are bad'
  pinnacle verify --json hello.pexe | jq '.[].errors[].code'

Exit status:
  0  all files are valid
  1  a file is not
  2  wrong usage, or a file cannot be read; the others are still checked"
)]
pub(crate) struct Arguments {
    /// The files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the answer as JSON: an array with an object for each file.
    #[arg(long)]
    json: bool,

    /// Write nothing about the files; the exit status is the answer.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,

    /// How many threads check a file; 0 for one on each processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    input::check_paths(&arguments.files)?;
    let options = decode::Options {
        jobs: arguments.jobs,
    };
    let progress = Progress::start("checking", arguments.files.len());
    let mut documents = Vec::new();
    let mut status = 0;
    for path in &arguments.files {
        let Some(input) = input::read_next(path, &progress, output, &mut status)? else {
            continue;
        };
        let result = decode(&input.bytes, &options);
        progress.advance();
        if result.is_err() {
            status = status.max(BAD_FILE);
        }
        if arguments.json {
            documents.push(to_json(&input.name, input.bytes.len(), &result));
        } else if !arguments.quiet {
            progress.suspend(|| write_text(output, &input.name, &input.bytes, &result))?;
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

fn write_text(
    output: &Output,
    name: &str,
    bytes: &[u8],
    result: &Result<Program, Errors>,
) -> io::Result<()> {
    let mut out = output.stdout();
    match result {
        Ok(program) => writeln!(
            out,
            "{name}: {} ({}, {})",
            output.paint(Tone::Good, "valid"),
            count(program.functions.len() as u64, "function"),
            count(bytes.len() as u64, "byte"),
        )?,
        Err(errors) => {
            for error in errors.iter() {
                writeln!(
                    out,
                    "{name}: {} {error}",
                    output.paint(Tone::Error, "error:")
                )?;
            }
            if let Some(hint) = hint_for(errors.first(), &Kind::of(bytes), bytes.len()) {
                writeln!(out, "{name}: {} {hint}", output.paint(Tone::Hint, "hint:"))?;
            }
            writeln!(out, "{name}: {}", summary(errors))?;
        }
    }
    out.flush()
}

/// How many errors there are, and in how many functions.
fn summary(errors: &Errors) -> String {
    let number = errors.iter().len() as u64;
    let functions: BTreeSet<_> = errors.iter().filter_map(Error::function).collect();
    let mut text = format!("not valid, {}", count(number, "error"));
    if !functions.is_empty() {
        text += &format!(" in {}", count(functions.len() as u64, "function"));
    }
    if errors.iter().len() == pinnacle_pexe::limits::MAX_ERRORS {
        text += "; further ones are not reported";
    }
    text
}

fn to_json(name: &str, size: usize, result: &Result<Program, Errors>) -> Value {
    let errors = result.as_ref().err().map(errors_to_json);
    json!({
        "file": name,
        "size": size,
        "valid": result.is_ok(),
        "errors": errors.unwrap_or_default(),
    })
}

fn errors_to_json(errors: &Errors) -> Vec<Value> {
    errors.iter().map(error_to_json).collect()
}

/// An error for programs. The identifiers are numbers, without `@f` and `%b`.
pub(crate) fn error_to_json(error: &Error) -> Value {
    let BitPosition(position) = error.position();
    let place = error.place();
    json!({
        "code": error.code(),
        "message": error.message(),
        "bit": position,
        "position": error.position().to_string(),
        "function": error.function().map(|function| function.0),
        "block": place.map(|place| place.block.0),
        "instruction": place.map(|place| place.inst),
    })
}

/// What may help with a file that has this first error.
pub(crate) fn hint_for(first: &Error, kind: &Kind, size: usize) -> Option<String> {
    let BitPosition(position) = first.position();
    let at_end = position == size as u64 * 8;
    match first.kind() {
        ErrorKind::BadMagic | ErrorKind::LlvmBitcode | ErrorKind::LlvmBytecode => kind.hint(),
        _ if first.code() == END_OF_STREAM || at_end => Some(format!(
            "the file has {} and ends too early; it may be a copy or a download that was cut \
             short",
            count(size as u64, "byte")
        )),
        _ => None,
    }
}
