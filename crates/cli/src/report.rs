//! The loop of the commands that say something about each of several files:
//! `info`, `verify` and `stats`.

use crate::input;
use crate::load::Loaded;
use crate::output::{BAD_FILE, Failure, Output};
use crate::page::Followed;
use crate::progress::Progress;
use pinnacle_inspect::report::Report;
use serde_json::Value;
use std::path::PathBuf;

/// How reports are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As text, each as soon as it is there.
    Text,
    /// As one array in JSON.
    Json,
    /// Not at all; the exit status is the answer.
    Quiet,
}

/// Makes and shows a report of each file; gives the exit status.
pub(crate) fn show_each<R: Report>(
    files: &[PathBuf],
    verb: &'static str,
    form: Form,
    output: &Output,
    mut report: impl FnMut(Loaded) -> Result<R, Failure>,
) -> Result<u8, Failure> {
    let mut documents = Vec::new();
    let status = for_each(files, verb, output, |loaded, progress| {
        let report = report(loaded)?;
        match form {
            Form::Text => {
                progress.suspend(|| output.show(|out| report.write(out, output.palette())))?;
            }
            Form::Json => documents.push(report.document()),
            Form::Quiet => {}
        }
        Ok(report.is_good())
    })?;
    if form == Form::Json {
        output.json(&Value::Array(documents))?;
    }
    Ok(status)
}

/// Hands over each file in turn, to work that says whether the file is good; gives the exit
/// status. In place of a page or a manifest its programs are handed over. A file that cannot be read, or not worked on, is reported, and the others go on.
pub(crate) fn for_each(
    files: &[PathBuf],
    verb: &'static str,
    output: &Output,
    mut work: impl FnMut(Loaded, &Progress) -> Result<bool, Failure>,
) -> Result<u8, Failure> {
    input::check_paths(files)?;
    let progress = Progress::start(verb, files.len());
    let mut status = 0;
    let mut settle = |result: Result<bool, Failure>| {
        match result {
            Ok(true) => {}
            Ok(false) => status = status.max(BAD_FILE),
            Err(Failure::Told(told)) => {
                progress.suspend(|| output.tell(&told));
                status = status.max(told.status);
            }
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
        }
        Ok(())
    };
    for path in files {
        progress.file(&path.display().to_string());
        match Followed::read(path) {
            Ok(Followed::File(loaded)) => settle(work(loaded, &progress))?,
            Ok(Followed::Programs(programs)) => {
                progress.suspend(|| output.note(programs.note()));
                for program in programs.list {
                    let loaded = program.and_then(|path| Loaded::read(&path));
                    settle(loaded.and_then(|loaded| work(loaded, &progress)))?;
                }
            }
            Ok(Followed::Container(container)) => {
                let note = container.each(&mut |loaded| {
                    settle(loaded.and_then(|loaded| work(loaded, &progress)))
                })?;
                if let Some(note) = note {
                    progress.suspend(|| output.note(note));
                }
            }
            Err(failure) => settle(Err(failure))?,
        }
        progress.advance();
    }
    Ok(status)
}
