//! `pinnacle stats`: counts the bits that each part of a file takes.
//!
//! `pinnacle_pexe::stats` counts; `pinnacle_inspect::stats` makes the tables, JSON and the web
//! page.

use crate::bitcode;
use crate::bytecode;
use crate::input::Refusing;
use crate::load::Loaded;
use crate::options::{Recursive, Reported, Unpacking};
use crate::output::{Failure, Output};
use crate::report::{self, Inputs};
use crate::whole_file;
use clap::Args;
use pinnacle_inspect::stats::{self, BytecodeCounts, Counted, ProgramCounts};
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show how many bits each part of a file takes.
///
/// Counts each kind of block, record code, abbreviation and operand and the bits that they take,
/// the bits that each abbreviation saves and that its definition costs, and the largest functions.
/// Every bit of a file is counted once. The file need not be a valid program: only its blocks and
/// records must be readable, and everything before an unreadable one is still counted. LLVM 1.x
/// bytecode is counted in bytes. `pinnacle docs stats` explains the numbers.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle stats hello.pexe
  pinnacle stats --top 0 hello.pexe | less     every row of every table
  pinnacle stats --html hello.html hello.pexe  a page with a map of the file
  pinnacle stats -r games                      the programs in a folder, and their total
  pinnacle stats --json *.pexe | jq '.[] | {file, records: .bitstream.parts.records}'

Exit status:
  0  the bits of all files were counted to the end
  1  a file has unreadable records; it was counted up to there
  2  wrong usage, or a file cannot be read or written; the others are still shown")]
pub(crate) struct Arguments {
    #[command(flatten)]
    reported: Reported,

    #[command(flatten)]
    folders: Recursive,

    #[command(flatten)]
    unpacking: Unpacking,

    /// Maximum number of rows in a table; 0 for all.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 12)]
    top: usize,

    /// Write a web page instead of tables: one file that needs no network.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Reported { files, json } = &arguments.reported;
    let as_tables = !json && arguments.html.is_none();
    let top = match arguments.top {
        0 => usize::MAX,
        top => top,
    };
    let mut documents = Vec::new();
    let mut all = Vec::new();
    let status = report::for_each(
        Inputs {
            paths: files,
            recursive: arguments.folders.recursive,
            limit: arguments.unpacking.limit(),
        },
        "counting",
        output,
        |loaded, progress| {
            let counted = count(loaded, top)?;
            if as_tables {
                progress.suspend(|| output.show(|out| counted.write(out, output.palette())))?;
                all.extend(counted.sums());
            } else {
                documents.push(counted.document());
            }
            if arguments.html.is_some() && !json {
                for error in counted.errors() {
                    progress.suspend(|| output.error(error));
                }
            }
            Ok(counted.is_good())
        },
    )?;
    let found_nothing = documents.is_empty();
    let documents = Value::Array(documents);
    if let Some(path) = &arguments.html
        && !found_nothing
    {
        whole_file::write(path, stats::page(&documents).as_bytes())?;
    }
    if *json {
        output.json(&documents)?;
    }
    if all.len() > 1 {
        output.show(|out| stats::write_total(out, output.palette(), &all, top))?;
    }
    Ok(status.into())
}

/// Counts the bits of a file with the reader for its kind.
fn count(loaded: Loaded, top: usize) -> Result<Box<dyn Counted>, Failure> {
    Ok(match loaded {
        Loaded::Bytecode(input) => {
            bytecode::expect_bytecode(&input)?;
            Box::new(BytecodeCounts::of(&input, top))
        }
        Loaded::Pnaclasm(text) => Box::new(ProgramCounts::of(&text.assembled()?, top)),
        Loaded::Bitcode(input) => {
            let statistics = stats::of_bitcode(&input.bytes);
            let statistics = statistics.map_err(|error| bitcode::bad(&input, &error))?;
            Box::new(ProgramCounts::new(&input, statistics, top))
        }
        Loaded::Pexe(input) | Loaded::Other(input) => Box::new(ProgramCounts::of(&input, top)),
    })
}
