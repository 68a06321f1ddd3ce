//! `pinnacle scan`: collections of unknown files as lines of JSON.
//!
//! * `units`: the files, in a stable order;
//! * `pool`: the threads that read them;
//! * `journal`: their lines on a disk, from which a scan goes on;
//! * `parts`: lines of earlier scans, which are joined;
//! * `outputs`: the completed lines, as they were asked for;
//! * `runs`: the programs that are to be run, and their results;
//! * `catalogue`: a web site about them, and programs that are run for it.
//!
//! A line is made by the crate `pinnacle-scan`, as is what the lines say about each other.

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
use crate::values::{self, ByteCount};
use catalogue::run::Options as RunOptions;
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
/// Writes one line for each program, machine code of Native Client, manifest and page that embeds
/// one, and for each file that cannot be read. Other files have no line. A line says what the file
/// is, whether it is valid, which interfaces and intrinsics it uses, what made it, which page and
/// manifest lead to it, and which other files are the same or resemble it.
///
/// Folders are read with all folders in them. Archives are opened as by `pinnacle info`: zip, crx,
/// xpi, tar, WARC, ARC and WACZ, compressed or not, one within another. `-` reads standard input as a
/// stream: a WARC or tar of any size is read in one pass.
///
/// The lines are in the order of the files, whatever the number of threads, and the same files give
/// the same lines. They come at the end, because a page may follow the program that it leads to.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle scan backups > lines.jsonl
  pinnacle scan crawl.warc.gz | jq -r 'select(.kind == \"program\") | .place'
  curl -s https://example.com/crawl.warc.gz | pinnacle scan -
  pinnacle scan backups --resume scan.journal -o lines.jsonl  goes on if killed
  pinnacle scan --unlinked --name crawl.warc.gz - < part.gz > part.jsonl
  pinnacle scan --join crawl.warc.gz-*.jsonl  the parts as one collection
  pinnacle scan games --csv games.csv        open it in a spreadsheet
  pinnacle scan games --sqlite games.db      ask it: sqlite3 games.db
  pinnacle scan games --html site --run      a web site with a picture of each program

docs/schemas/scan-1.json describes the lines; docs/scan.md explains them.

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

    /// Write a table as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a database of SQLite, with a table each for programs, manifests, pages, failures and
    /// links.
    #[arg(long, value_name = "FILE")]
    sqlite: Option<PathBuf>,

    /// Write the same tables as Parquet into a folder, one file for each. Other files in it are
    /// kept.
    #[arg(long, value_name = "FOLDER")]
    parquet: Option<PathBuf>,

    /// Write a web site about the files into a folder: index.html opens from the disk. Other files in
    /// it are kept.
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,

    /// Run each valid program of the browser without a screen, for the messages and a picture.
    ///
    /// Each runs once, in a process of its own, as its page or manifest says if the scan has one.
    /// The mouse moves and clicks and keys are pressed; the picture with the most to see is kept.
    #[arg(long, requires = "html")]
    run: bool,

    /// Run each program for this many seconds of its own time.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "5", requires = "run")]
    run_time: f64,

    /// Stop a program after this long, as 500ms, 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "30s", requires = "run")]
    run_timeout: Duration,

    /// Keep a journal, and go on from it if it exists. Files that have not changed since are not
    /// read again.
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,

    /// Leave out what lines say about each other, for a part of a collection that is scanned in
    /// parts. `--join` adds it.
    #[arg(long, conflicts_with_all = ["html", "join"])]
    unlinked: bool,

    /// Read lines instead of files: PATHs are files that `--unlinked` wrote. Together they give the
    /// lines of one scan of everything, in the order in which they are named.
    #[arg(long, conflicts_with_all = ["run", "resume", "name"])]
    join: bool,

    /// The name of standard input in the lines, as crawl.warc.gz.
    #[arg(long, value_name = "NAME", default_value = "-", conflicts_with = "run")]
    name: String,

    /// Read this many files at the same time; 0 for one on each processor.
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// The longest that a file or a member of an archive may take, as 500ms, 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "60s")]
    timeout: Duration,

    /// The largest file that is read into memory, as 64m or 1g.
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
        return Err(Failure::new("the journal of the scan is gone"));
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

/// Hands over every line in order, as often as it is called.
type Each<'a> = &'a mut dyn FnMut(Take<'_>) -> Result<(), Failure>;

/// Finds out what the lines say about each other.
fn joined(each: Each<'_>) -> Result<Option<Joined>, Failure> {
    let mut join = Join::default();
    each(&mut |line| {
        join.add(&line);
        Ok(())
    })?;
    Ok(Some(join.finish()))
}

/// Writes the lines as they were asked for, completed if they are joined, and their sum.
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

/// The words of a command that is gone.
#[derive(Args, Debug)]
pub(crate) struct Sheet {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _words: Vec<OsString>,
}

/// Says what does the work of `pinnacle sheet`.
pub(crate) fn instead_of_sheet() -> Failure {
    Failure::new("`pinnacle sheet` has become a part of `pinnacle scan`")
        .hint("pinnacle scan FILE... --html FOLDER --run writes a page for each program")
}

/// A word for the options on which the lines depend.
fn options(arguments: &Arguments) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (size, timeout) = (arguments.max_size.0, arguments.timeout.as_millis());
    format!("version={version} max-size={size} timeout={timeout}")
}
