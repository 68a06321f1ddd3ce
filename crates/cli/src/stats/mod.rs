//! `pinnacle stats`: where the bits of files go.
//!
//! The counting is done by `pinnacle_pexe::stats`. [`text`] shows the figures
//! as tables, [`json`] to programs, [`page`] as a web page; [`sums`] has what
//! tables for one file and for several have in common.

mod json;
mod page;
mod sums;
mod text;

use crate::bytecode;
use crate::input;
use crate::kind::Kind;
use crate::output::{BAD_FILE, Failure, Output, write_json};
use crate::progress::Progress;
use crate::verify::hint_for;
use crate::whole_file;
use clap::Args;
use pinnacle_pexe::stats::Statistics;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use sums::Sums;

/// Show where the bits of files go.
///
/// For each kind of block, record code, abbreviation and operand: how many
/// there are and how many bits they take; what each abbreviation saves and
/// what its definition costs; the largest functions. Every bit of a file is
/// counted once. Files need not be valid programs; only the container, blocks
/// and records, must be right, and what comes before an error there is still
/// counted. LLVM 1.x bytecode is counted in bytes. docs/stats.md says how to
/// read the numbers.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle stats hello.pexe
  pinnacle stats --top 0 hello.pexe | less     every row of every table
  pinnacle stats --html hello.html hello.pexe  a page with a map of the file
  pinnacle stats --json *.pexe | jq '.[] | {file, records: .parts.records}'

Exit status:
  0  the bits of all files were counted to the end
  1  the container of a file is wrong; it was counted up to there
  2  wrong usage, or a file cannot be read or written; the others are still shown")]
pub(crate) struct Arguments {
    /// The files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The most rows of a table; 0 for all.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 12)]
    top: usize,

    /// Write the answer as JSON: an array with an object for each file.
    #[arg(long)]
    json: bool,

    /// Write a web page instead of tables: one file that needs no network.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    input::check_paths(&arguments.files)?;
    let progress = Progress::start("counting", arguments.files.len());
    let as_tables = !arguments.json && arguments.html.is_none();
    let top = match arguments.top {
        0 => usize::MAX,
        top => top,
    };
    let mut documents = Vec::new();
    let mut all = Vec::new();
    let mut status = 0;
    for path in &arguments.files {
        let Some(input) = input::read_next(path, &progress, output, &mut status)? else {
            continue;
        };
        if bytecode::takes(&input) {
            let counted = bytecode::stats(&input, top)?;
            progress.advance();
            if !counted.is_complete() {
                status = status.max(BAD_FILE);
            }
            if as_tables {
                progress.suspend(|| counted.write(output))?;
            } else {
                if !arguments.json {
                    for error in counted.errors() {
                        progress.suspend(|| output.error(format!("{}: {error}", input.name)));
                    }
                }
                documents.push(counted.into_json());
            }
            continue;
        }
        let statistics = Statistics::of(&input.bytes);
        progress.advance();
        if !statistics.errors.is_empty() {
            status = status.max(BAD_FILE);
        }
        if !as_tables && !arguments.json {
            for error in &statistics.errors {
                progress.suspend(|| output.error(format!("{}: {error}", input.name)));
            }
        }
        if as_tables {
            let hint = statistics
                .errors
                .first()
                .and_then(|error| hint_for(error, &Kind::of(&input.bytes), input.bytes.len()));
            progress.suspend(|| {
                let mut out = output.stdout();
                text::write_file(&mut out, output, &input.name, &statistics, hint, top)?;
                out.flush()
            })?;
            all.push((input.name, Sums::of(&statistics)));
        } else {
            documents.push(json::document(&input.name, &statistics));
        }
    }
    drop(progress);
    let documents = Value::Array(documents);
    if let Some(path) = &arguments.html {
        whole_file::write(path, page::page(&documents).as_bytes())?;
    }
    let mut out = output.stdout();
    if arguments.json {
        write_json(&mut out, &documents)?;
    }
    if all.len() > 1 {
        text::write_total(&mut out, output, &all, top)?;
    }
    out.flush()?;
    Ok(status.into())
}
