//! `pinnacle verify`: checks files, and reports everything that is wrong.

use crate::bytecode;
use crate::input::{self, Input};
use crate::kind::Kind;
use crate::output::{BAD_FILE, Failure, Output, Tone, count, write_json};
use crate::progress::Progress;
use clap::Args;
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::limits::MAX_ERRORS;
use pinnacle_pexe::text::SyntaxErrors;
use pinnacle_pexe::text::error::{MAX_SYNTAX_ERRORS, Place};
use pinnacle_pexe::verify::{self, Report, verify};
use pinnacle_pexe::{BitPosition, Error, ErrorKind};
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
/// and bits; the function, block and instruction if it is in a function; a
/// sentence; and the record that it is about. What may only be the
/// consequence of an error is not reported.
///
/// The rules are those of the documents and of all the original tools taken
/// together. `pinnacle run` lets some things pass that shipped programs have;
/// a hint says so where these are all that is wrong.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle verify hello.pexe
  pinnacle verify --quiet *.pexe || echo 'some are bad'
  pinnacle verify --json hello.pexe | jq '.[].errors[].code'
  pinnacle verify --allow-trailing-data game.pexe
  pinnacle verify old.bc                            LLVM 1.x bytecode

`pinnacle pnacl-abicheck`, and this command under the name pnacl-abicheck, are
`pinnacle verify`.

Exit status:
  0  all files are valid
  1  a file is not
  2  wrong usage, or a file cannot be read; the others are still checked")]
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

    /// Let pass bytes behind the module.
    #[arg(long)]
    allow_trailing_data: bool,

    /// Let pass flags behind the operation of a binary instruction.
    #[arg(long)]
    allow_binary_flags: bool,

    /// Let pass functions that are only declared, return i32 and are named
    /// __minsfi_syscall_...
    #[arg(long)]
    allow_minsfi_syscalls: bool,

    /// Let pass value symbol tables inside functions.
    #[arg(long)]
    allow_local_symbol_tables: bool,

    /// How many threads check a file; 0 for one on each processor.
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    input::check_paths(&arguments.files)?;
    let options = verify::Options {
        jobs: arguments.jobs,
        allow: Allow {
            trailing_data: arguments.allow_trailing_data,
            binary_flags: arguments.allow_binary_flags,
            minsfi_syscalls: arguments.allow_minsfi_syscalls,
            local_symbol_tables: arguments.allow_local_symbol_tables,
        },
    };
    let progress = Progress::start("checking", arguments.files.len());
    let mut documents = Vec::new();
    let mut status = 0;
    for path in &arguments.files {
        // A program in JSON reads the errors of a text there too.
        let read = if arguments.json {
            input::read_as_it_is
        } else {
            input::read
        };
        let read = input::read_next_by(read, path, &progress, output, &mut status)?;
        let Some(mut input) = read else {
            continue;
        };
        if bytecode::takes(&input) {
            let report = bytecode::verify(&input, arguments.jobs);
            progress.advance();
            if !report.is_valid() {
                status = status.max(BAD_FILE);
            }
            if arguments.json {
                documents.push(report.into_json());
            } else if !arguments.quiet {
                progress.suspend(|| report.write(output))?;
            }
            continue;
        }
        if input.is_text() {
            let (name, size) = (input.name.clone(), input.bytes.len());
            match input.try_assemble() {
                Ok(assembled) => input = assembled,
                Err(errors) => {
                    status = status.max(BAD_FILE);
                    documents.push(syntax_errors_to_json(&name, size, &errors));
                    continue;
                }
            }
        }
        let report = verify(&input.bytes, &options);
        progress.advance();
        if !report.is_valid() {
            status = status.max(BAD_FILE);
        }
        if arguments.json {
            documents.push(to_json(&input, &report));
        } else if !arguments.quiet {
            let hint = (!report.is_valid()).then(|| hint(&input.bytes, &report, &options));
            let hint = hint.flatten();
            progress.suspend(|| write_text(output, &input, &report, hint.as_deref()))?;
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
    input: &Input,
    report: &Report,
    hint: Option<&str>,
) -> io::Result<()> {
    let mut out = output.stdout();
    let (name, size) = (&input.name, input.bytes.len() as u64);
    if report.is_valid() {
        writeln!(
            out,
            "{name}: {} ({}, {})",
            output.paint(Tone::Good, "valid"),
            count(report.functions as u64, "function"),
            count(size, "byte"),
        )?;
        return out.flush();
    }
    let error_word = output.paint(Tone::Error, "error:");
    for error in &report.errors {
        if let Some(place) = input.place(error) {
            let Place { line, column, .. } = place;
            write!(
                out,
                "{name}:{line}:{column}: {error_word} {error}\n{}",
                place.picture()
            )?;
            continue;
        }
        writeln!(out, "{name}: {error_word} {error}")?;
        if let Some(text) = error.text() {
            writeln!(out, "    {text}")?;
        }
    }
    if let Some(hint) = hint {
        writeln!(out, "{name}: {} {hint}", output.paint(Tone::Hint, "hint:"))?;
    }
    writeln!(out, "{name}: {}", summary(report))?;
    out.flush()
}

/// What may help with a file that has errors.
fn hint(bytes: &[u8], report: &Report, options: &verify::Options) -> Option<String> {
    let of_first = hint_for(report.errors.first()?, &Kind::of(bytes), bytes.len());
    if of_first.is_some() {
        return of_first;
    }
    let run = verify::Options {
        allow: Allow::RUN,
        ..*options
    };
    let runs = verify(bytes, &run).is_valid();
    runs.then(|| "`pinnacle run` takes no notice of this: programs were shipped with it".into())
}

/// How many errors there are, and in how many functions.
fn summary(report: &Report) -> String {
    let number = report.errors.len() as u64;
    let functions: BTreeSet<_> = report.errors.iter().filter_map(Error::function).collect();
    let mut text = format!("not valid, {}", count(number, "error"));
    if !functions.is_empty() {
        text += &format!(" in {}", count(functions.len() as u64, "function"));
    }
    if report.more {
        text += &format!("; only the first {MAX_ERRORS} are reported, there are more");
    }
    text
}

fn to_json(input: &Input, report: &Report) -> Value {
    let errors = report.errors.iter().map(|error| {
        let mut document = error_to_json(error);
        if let Some(Place { line, column, .. }) = input.place(error) {
            document["line"] = line.into();
            document["column"] = column.into();
        }
        document
    });
    let errors: Vec<Value> = errors.collect();
    json!({
        "file": input.name,
        "size": input.bytes.len(),
        "valid": report.is_valid(),
        "errors": errors,
        "more": report.more,
    })
}

/// What is wrong with a text that cannot be assembled, in the same form.
fn syntax_errors_to_json(name: &str, size: usize, errors: &SyntaxErrors) -> Value {
    let listed: Vec<Value> = errors
        .iter()
        .map(|error| {
            json!({
                "code": error.code(),
                "message": error.message(),
                "line": error.place().line,
                "column": error.place().column,
            })
        })
        .collect();
    json!({
        "file": name,
        "size": size,
        "valid": false,
        "errors": listed,
        "more": listed.len() >= MAX_SYNTAX_ERRORS,
    })
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
        "text": error.text(),
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
