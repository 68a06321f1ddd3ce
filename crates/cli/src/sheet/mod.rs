//! `pinnacle sheet`: a catalogue of many programs of the browser, with a picture of
//! each.
//!
//! Each program runs in a process of its own, with limits, so that none can harm
//! the others; what came of it is kept in a folder if one is given, and a sheet
//! that was interrupted goes on from there.
//!
//! * `one`: runs one program;
//! * `heard`: the beginning of what it writes;
//! * `page`: the catalogue as a page.

mod heard;
mod one;
mod page;

use crate::input::is_stdin;
use crate::output::{Failure, Output};
use crate::values;
use crate::whole_file;
use clap::Args;
use one::{Entry, Limits};
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Show many programs of the browser on one page.
///
/// Each is run for some seconds of its own time, on a machine without a screen; the
/// page has a picture of what it shows, its size, the interfaces that it names, what
/// it posts and how it ends. The page needs nothing else: pictures are part of it.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle sheet *.pexe -o sheet.html
  pinnacle sheet games/*.nmf -o games.html --time 10 --view 800x600
  pinnacle sheet *.pexe -o sheet.html --keep done     goes on where it stopped
  pinnacle sheet *.pexe -o sheet.json --json

A program that runs for longer than --timeout is stopped, and the page says so.

Exit status:
  0  the page was written, and all files are programs, whatever became of them
  1  the page was written, but a file is not a valid program
  2  wrong usage, or a file cannot be read, or the page cannot be written; the others
     are still shown")]
pub(crate) struct Arguments {
    /// Programs, manifests or pages.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Where to write the page.
    #[arg(long, short = 'o', value_name = "FILE")]
    output: PathBuf,

    /// Write the data as JSON, pictures in base64, instead of a page.
    #[arg(long)]
    json: bool,

    /// How long each program runs, in seconds of its own time.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds, default_value = "5")]
    time: f64,

    /// How long each may take here, as 500ms, 10s or 2m.
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "30s")]
    timeout: Duration,

    /// The size of the element, as for `pinnacle run`.
    #[arg(long, value_name = "WxH[@SCALE]", value_parser = crate::run::view_text, default_value = "640x480")]
    view: String,

    /// How many run at the same time; 0 for one on each processor.
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Keep what came of each program in a folder, and do not run again what is
    /// there.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    if arguments.files.iter().any(|file| is_stdin(file)) {
        let failure = Failure::new("a sheet cannot show a program from standard input (-)");
        return Err(failure.hint("write it to a file and name that"));
    }
    if let Some(folder) = &arguments.keep {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    }
    let limits = Limits {
        time: arguments.time,
        timeout: arguments.timeout,
        view: arguments.view.clone(),
        keep: arguments.keep.clone(),
    };
    let entries = all(&arguments.files, &limits, arguments.jobs)?;
    let mut status = 0;
    for entry in &entries {
        status = status.max(entry.status);
        if entry.status != 0 {
            let error = entry.document["error"].as_str().unwrap_or_default();
            let error = error.strip_prefix("error: ").unwrap_or(error);
            output.error(error);
        }
    }
    let entries: Vec<Value> = entries.into_iter().map(|entry| entry.document).collect();
    let failed = entries.iter().filter(|one| one["status"] != 0).count();
    let contents = match arguments.json {
        true => format!("{:#}\n", Value::Array(entries)),
        false => page::page(&entries),
    };
    whole_file::write(&arguments.output, contents.as_bytes())?;
    if failed > 0 {
        output.hint(format_args!(
            "{failed} of {} programs did not end well; the sheet says how",
            arguments.files.len()
        ));
    }
    Ok(status.into())
}

/// Runs all programs, some at a time; the order is that of the files.
fn all(files: &[PathBuf], limits: &Limits, jobs: usize) -> Result<Vec<Entry>, Failure> {
    let jobs = match jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Result<Entry, Failure>>>> =
        Mutex::new(files.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(files.len()) {
            scope.spawn(|| {
                while let Some((index, file)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    files.get(index).map(|file| (index, file))
                } {
                    let entry = one::run(file, limits);
                    if let Ok(mut done) = done.lock() {
                        done[index] = Some(entry);
                    }
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_default();
    done.into_iter().flatten().collect()
}
