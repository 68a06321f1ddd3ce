//! `pinnacle shrink`: reduces a program while a command keeps failing on it.

mod attempt;

use crate::input;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::values;
use crate::whole_file;
use attempt::{Attempts, Failing};
use clap::Args;
use pinnacle_inspect::numbers::count;
use pinnacle_pexe::decode::{self, decode};
use pinnacle_pexe::reduce::{Candidate, Reduced, reduce};
use serde_json::json;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Make a program smaller while a command keeps failing on it.
///
/// Runs the command on smaller and smaller valid programs. The path of the program replaces {} in
/// the command's arguments, or is appended to them. The command fails if its exit status is not 0,
/// or as --status and --grep define. Its output is not shown.
///
/// Removes functions, globals, blocks, instructions, parameters and names, first many at a time,
/// then one by one, until nothing more can be removed. Writes the smallest program so far after
/// every step, so the work can be interrupted. FILE itself is never changed.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle shrink bad.pexe -o small.pexe -- ./my-tool --check
  pinnacle shrink bad.pexe -o small.pexe --status 139 -- pinnacle run {} input.txt
  pinnacle shrink bad.pexe -o small.pexe --grep 'memory access' --timeout 5s -- pinnacle run
  pinnacle shrink bad.pexe -o small.pexe -- sh -c 'my-tool {} && exit 0; exit 1'

Exit status:
  0  success, even if nothing could be removed
  1  FILE is not a valid program
  2  wrong usage, a file cannot be read or written, or the command cannot be
     run or does not fail on FILE")]
pub(crate) struct Arguments {
    /// The program, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write the smallest program found to this file.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Count an exit with this status as the failure; 128 plus a signal's number stands for that
    /// signal.
    #[arg(long, value_name = "N")]
    status: Option<u8>,

    /// Count it as the failure if the command writes this text to standard output or standard
    /// error, with any exit status unless --status is given too.
    #[arg(long, value_name = "TEXT")]
    grep: Option<String>,

    /// Stop the command after this long. That does not count as a failure.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "1m")]
    timeout: Duration,

    /// Write a report as JSON to standard output.
    #[arg(long)]
    json: bool,

    /// Report nothing.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,

    /// The command and its arguments.
    #[arg(value_name = "COMMAND", last = true, required = true)]
    command: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    check_use(arguments)?;
    let input = input::read(&arguments.file)?;
    let program = match decode(&input.bytes, &decode::Options::default()) {
        Ok(program) => program,
        Err(errors) => {
            output.error(input.describe(errors.first()));
            output.hint("`pinnacle verify` lists its errors");
            return Ok(BAD_FILE.into());
        }
    };
    let failing = Failing {
        status: arguments.status,
        text: arguments.grep.as_deref(),
    };
    let attempts = Attempts::new(&arguments.command, failing, arguments.timeout)?;
    if !attempts.fails_on(&input.bytes)? {
        return Err(
            Failure::new(format!("the command does not fail on {}", input.name)).hint(format!(
                "it fails if {}; see `pinnacle shrink --help`",
                failing.describe()
            )),
        );
    }

    let progress = Progress::start("shrinking", 1);
    let mut best = input.bytes.len();
    let reduced = reduce(&program, |candidate: &Candidate<'_>| {
        let reduction = candidate.reduction.map_or("", |reduction| reduction.name);
        progress.file(&format!(
            "{}: {}, round {}, {reduction}",
            input.name,
            count(best.min(candidate.best) as u64, "byte"),
            candidate.round,
        ));
        let fails = attempts.fails_on(candidate.bytes)?;
        if fails && candidate.bytes.len() < best {
            best = candidate.bytes.len();
            whole_file::write(&arguments.output, candidate.bytes)?;
        }
        Ok::<bool, Failure>(fails)
    })?;
    drop(progress);
    let Some(reduced) = reduced else {
        return Err(Failure::new(format!(
            "the command fails on {}, but not on the same program when it is encoded again",
            input.name
        ))
        .hint("the failure depends on the encoding of the file, not on its contents"));
    };
    if best == input.bytes.len() {
        whole_file::write(&arguments.output, &input.bytes)?;
    }
    report(
        arguments,
        output,
        &input.name,
        input.bytes.len(),
        best,
        &reduced,
    )?;
    Ok(ExitCode::SUCCESS)
}

fn check_use(arguments: &Arguments) -> Result<(), Failure> {
    let same = |path: &Path| fs::canonicalize(path).ok();
    let original = same(&arguments.file);
    if original.is_some() && original == same(&arguments.output) {
        return Err(Failure::new("the result would replace the original")
            .hint("give another name with -o FILE"));
    }
    Ok(())
}

fn report(
    arguments: &Arguments,
    output: &Output,
    name: &str,
    before: usize,
    after: usize,
    reduced: &Reduced,
) -> Result<(), Failure> {
    if arguments.json {
        let document = json!({
            "schema": "shrink/1",
            "file": name,
            "output": arguments.output.display().to_string(),
            "size": before,
            "shrunk_size": after,
            "rounds": reduced.rounds,
            "tested": reduced.tested,
            "failing": reduced.held,
            "skipped": reduced.skipped,
        });
        output.json(&document)?;
    } else if !arguments.quiet {
        output.note(format_args!(
            "{}: {}, was {}; {} tested in {}",
            arguments.output.display(),
            count(after as u64, "byte"),
            count(before as u64, "byte"),
            count(reduced.tested, "program"),
            count(reduced.rounds.into(), "round"),
        ));
    }
    Ok(())
}
