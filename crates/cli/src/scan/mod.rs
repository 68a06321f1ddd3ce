//! `pinnacle scan`: describes collections of unknown files as lines of JSON.
//!
//! * `units`: the files, in a stable order;
//! * `pool`: the threads that read them;
//! * `journal`: their lines on disk, from which a scan can resume;
//! * `parts`: lines of earlier scans, to be joined;
//! * `outputs`: the completed lines in the requested formats;
//! * `runs`: runs of programs, and their results;
//! * `catalogue`: a web site about the files, with pictures of the programs' runs.
//!
//! The crate `pinnacle-scan` makes the lines and the links between them.

mod catalogue;
mod journal;
mod outputs;
mod parts;
mod pool;
mod runs;
mod units;

use crate::input;
use crate::output::{BAD_FILE, Failure, Output};
use crate::progress::Progress;
use crate::trial_run::Options as RunOptions;
use crate::values::{self, ByteCount};
use clap::Args;
use journal::Journal;
use outputs::{Outputs, Tally};
use pinnacle_archive::Limits;
use pinnacle_scan::{Join, Joined};
use pool::Bounds;
use runs::Runs;
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Describe every program in files, folders and archives as lines of JSON.
///
/// Writes one line for each program, Native Client executable, manifest and page that embeds a
/// program, and for each file that cannot be read. Other files have no line. A line has the file's
/// kind, its validity, the interfaces and intrinsics that it uses, the tools that made it, the
/// pages and manifests that lead to it, and the files that are identical or similar.
///
/// Scans folders with their subfolders. Opens the same archives as `pinnacle info`: zip, crx, xpi,
/// tar, WARC, ARC and WACZ, compressed or not, nested or not. `-` reads standard input as a stream,
/// so that a WARC or tar of any size is read in one pass.
///
/// The lines are in the order of the files, for any number of threads, and the same files give the
/// same lines. They are written at the end, because a page may come after the program that it leads
/// to.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle scan backups > lines.jsonl
  pinnacle scan crawl.warc.gz | jq -r 'select(.kind == \"program\") | .place'
  curl -s https://example.com/crawl.warc.gz | pinnacle scan -
  pinnacle scan backups --resume scan.journal -o lines.jsonl  can be resumed
  pinnacle scan --unlinked --name crawl.warc.gz - < part.gz > part.jsonl
  pinnacle scan --join crawl.warc.gz-*.jsonl  join the parts
  pinnacle scan games --csv games.csv        a table for a spreadsheet
  pinnacle scan games --sqlite games.db      a database for sqlite3
  pinnacle scan games --html site --run      a web site with pictures

`pinnacle docs scan/1` shows the schema of the lines; `pinnacle docs scan` explains them.

Exit status:
  0  the scan is complete, and every program is valid
  1  the scan is complete; some files are damaged or cannot be read, and their lines say so
  2  wrong usage, or the output cannot be written")]
pub(crate) struct Arguments {
    /// Files, folders and archives, or - for standard input.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Write the lines to a file instead of standard output.
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the lines as a CSV table.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write an SQLite database with tables for programs, manifests, pages, failures and links.
    #[arg(long, value_name = "FILE")]
    sqlite: Option<PathBuf>,

    /// Write the tables of --sqlite as Parquet files to a folder. Other files in it are kept.
    #[arg(long, value_name = "FOLDER")]
    parquet: Option<PathBuf>,

    /// Write a web site about the files to a folder; open its index.html in a browser. Other files
    /// in the folder are kept.
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,

    /// Run each valid Pepper program without a screen, and record its messages and a picture.
    ///
    /// Each program runs once in a separate process, with the attributes of its page or manifest if
    /// the scan found one. The run moves and clicks the mouse and presses keys. The most detailed
    /// picture is kept.
    #[arg(long, requires = "html")]
    run: bool,

    /// Run each program for this many seconds of its own clock.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "5", requires = "run")]
    run_time: f64,

    /// Stop a program after this much real time, such as 500ms, 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "30s", requires = "run")]
    run_timeout: Duration,

    /// Keep a journal, and resume from it if it exists. Unchanged files are not read again.
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,

    /// Omit the links between lines, to scan a collection in parts. `--join` adds them.
    #[arg(long, conflicts_with_all = ["html", "join"])]
    unlinked: bool,

    /// Join the results of `--unlinked` scans, given as PATHs, into the lines of one scan of
    /// everything, in the order of the PATHs.
    #[arg(long, conflicts_with_all = ["run", "resume", "name"])]
    join: bool,

    /// Use this name for standard input in the lines, such as crawl.warc.gz.
    #[arg(long, value_name = "NAME", default_value = "-", conflicts_with = "run")]
    name: String,

    /// Number of files to read at the same time; 0 for one per processor.
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Give up on a file or a member of an archive after this long, such as 500ms, 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "60s")]
    timeout: Duration,

    /// Do not read files larger than this into memory, such as 64m or 1g.
    #[arg(long, value_name = "SIZE", value_parser = values::byte_count, default_value = "256m")]
    max_size: ByteCount,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    input::check_paths(&arguments.paths)?;
    if arguments.join {
        let files = arguments.paths.len();
        let mut each = |take: Take<'_>| parts::each(&arguments.paths, take);
        let joined = joined(&mut each)?;
        return write(
            arguments,
            output,
            files,
            &joined,
            &Runs::default(),
            &mut each,
        );
    }
    let units = units::list(&arguments.paths, &arguments.name);
    let files = units.len();
    let journal = Journal::open(arguments.resume.as_deref(), &options(arguments))?;
    let bounds = Bounds {
        threads: match arguments.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        },
        timeout: arguments.timeout,
        limits: Limits {
            member: arguments.max_size.0,
            members: u64::MAX,
            unpacked: u64::MAX,
            ..Limits::default()
        },
    };
    let progress = Progress::start("scanning", files);
    let (journal, numbers) = pool::scan(units, journal, bounds, &progress);
    drop(progress);
    let Some(mut journal) = journal else {
        return Err(Failure::new("the journal of the scan has been removed"));
    };
    let joined = match arguments.unlinked {
        true => None,
        false => joined(&mut |take| journal.each(&numbers, take))?,
    };
    let mut runs = Runs::default();
    if let (true, Some(folder), Some(joined)) = (arguments.run, &arguments.html, &joined) {
        let options = RunOptions {
            time: arguments.run_time,
            timeout: arguments.run_timeout,
        };
        journal = runs.run(journal, &numbers, joined, folder, &options, bounds.threads)?;
    }
    let mut each = |take: Take<'_>| journal.each(&numbers, take);
    write(arguments, output, files, &joined, &runs, &mut each)
}

/// Takes a line.
type Take<'a> = &'a mut dyn FnMut(Value) -> Result<(), Failure>;

/// Passes every line in order; can be called several times.
type Each<'a> = &'a mut dyn FnMut(Take<'_>) -> Result<(), Failure>;

/// Finds the links between the lines.
fn joined(each: Each<'_>) -> Result<Option<Joined>, Failure> {
    let mut join = Join::default();
    each(&mut |line| {
        join.add(&line);
        Ok(())
    })?;
    Ok(Some(join.finish()))
}

/// Writes the lines in the requested formats, with links if they are joined, and a summary.
fn write(
    arguments: &Arguments,
    output: &Output,
    files: usize,
    joined: &Option<Joined>,
    runs: &Runs,
    each: Each<'_>,
) -> Result<ExitCode, Failure> {
    let mut tally = Tally::default();
    let outputs = Outputs {
        lines: arguments.output.as_deref(),
        csv: arguments.csv.as_deref(),
        sqlite: arguments.sqlite.as_deref(),
        parquet: arguments.parquet.as_deref(),
        html: arguments.html.as_deref(),
    };
    outputs.write(output, joined.as_ref(), &mut |add| {
        let mut number = 0;
        tally = Tally::default();
        each(&mut |mut line| {
            if let Some(joined) = joined {
                joined.complete(number, &mut line);
            }
            number += 1;
            runs.complete(&mut line);
            tally.add(&line);
            add(&line)
        })
    })?;
    output.note(tally.text(files));
    Ok(match tally.bad() {
        0 => ExitCode::SUCCESS,
        _ => BAD_FILE.into(),
    })
}

/// The arguments of a removed command.
#[derive(Args, Debug)]
pub(crate) struct Sheet {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<OsString>,
}

/// Returns the failure that names the replacement of `pinnacle sheet`.
pub(crate) fn instead_of_sheet() -> Failure {
    Failure::new("`pinnacle sheet` is now part of `pinnacle scan`")
        .hint("pinnacle scan FILE... --html FOLDER --run writes a page for each program")
}

/// Returns a word for the options that affect the lines.
fn options(arguments: &Arguments) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (size, timeout) = (arguments.max_size.0, arguments.timeout.as_millis());
    format!("version={version} max-size={size} timeout={timeout}")
}
