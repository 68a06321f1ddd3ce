//! The common loop of commands that report on several files: `info`, `verify` and `stats`. With
//! `-r` they report on the programs in folders.

use crate::container::{Container, is_program};
use crate::folders;
use crate::input;
use crate::load::Loaded;
use crate::output::{BAD_FILE, Failure, Output};
use crate::page::Followed;
use crate::progress::Progress;
use pinnacle_inspect::numbers::count;
use pinnacle_inspect::report::Report;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The form of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As text, each as soon as it is complete.
    Text,
    /// As one array in JSON.
    Json,
    /// Nothing; the exit status is the answer.
    Quiet,
}

/// The files that a command is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs<'a> {
    pub(crate) paths: &'a [PathBuf],
    /// True if folders are searched for programs.
    pub(crate) recursive: bool,
    /// Maximum size of decompressed bytecode, in bytes.
    pub(crate) limit: usize,
}

/// Number of bytes that are read to recognise a file in a folder.
const HEAD: u64 = 4096;

/// Makes and shows a report of each file. Returns the exit status.
pub(crate) fn show_each<R: Report>(
    files: Inputs<'_>,
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

/// Passes each file to a function that returns true if the file is good. Returns the exit status. A
/// page or a manifest is replaced by its programs. A file that cannot be processed is reported, and
/// the loop continues.
pub(crate) fn for_each(
    files: Inputs<'_>,
    verb: &'static str,
    output: &Output,
    mut work: impl FnMut(Loaded, &Progress) -> Result<bool, Failure>,
) -> Result<u8, Failure> {
    input::check_paths(files.paths)?;
    let progress = Progress::start(verb, files.paths.len());
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
    for path in files.paths {
        progress.file(&path.display().to_string());
        if files.recursive && path.is_dir() {
            let note = each_in_folder(files.limit, path, &progress, &mut |loaded| {
                settle(loaded.and_then(|loaded| work(loaded, &progress)))
            })?;
            if let Some(note) = note {
                progress.suspend(|| output.note(note));
            }
            progress.advance();
            continue;
        }
        match Followed::read(files.limit, path) {
            Ok(Followed::File(loaded)) => settle(work(loaded, &progress))?,
            Ok(Followed::Programs(programs)) => {
                progress.suspend(|| output.note(programs.note()));
                for program in programs.list {
                    let loaded = program.and_then(|path| Loaded::read(files.limit, &path));
                    settle(loaded.and_then(|loaded| work(loaded, &progress)))?;
                }
            }
            Ok(Followed::Container(container)) => {
                let note = container.each(files.limit, &mut |loaded| {
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

/// Passes each program in a folder, its subfolders and the containers in them to `take`, and each
/// file that cannot be read. Skips files that are not programs. Returns a line with their number,
/// unless it is zero.
fn each_in_folder(
    limit: usize,
    folder: &Path,
    progress: &Progress,
    take: &mut dyn FnMut(Result<Loaded, Failure>) -> Result<(), Failure>,
) -> Result<Option<String>, Failure> {
    let (mut files, mut programs) = (0, 0);
    let mut ended = Ok(());
    folders::each_file(folder, &mut |path, about| {
        if ended.is_err() {
            return;
        }
        files += 1;
        progress.file(&path.display().to_string());
        let mut count_and_take = |loaded: Result<Loaded, Failure>| {
            programs += u64::from(loaded.is_ok());
            take(loaded)
        };
        let in_file = about
            .map_err(|error| input::cannot_read(path, &error))
            .and_then(|_| in_file(limit, path, &mut count_and_take));
        ended = match in_file {
            Err(failure @ Failure::Told(_)) => take(Err(failure)),
            other => other,
        };
    });
    ended?;
    let name = folder.display();
    let files = count(files, "file");
    if programs == 0 {
        let message = format!("{name} is a folder with {files}, none of them a program");
        take(Err(Failure::with_status(vec![message], BAD_FILE)))?;
        return Ok(None);
    }
    let programs = count(programs, "program");
    Ok(Some(format!(
        "{name} is a folder with {files} and {programs}"
    )))
}

/// Passes a program, or the programs in a container, to `take`.
fn in_file(
    limit: usize,
    path: &Path,
    take: &mut dyn FnMut(Result<Loaded, Failure>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut head = Vec::new();
    let read: io::Result<usize> =
        File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.map_err(|error| input::cannot_read(path, &error))?;
    if let Some(container) = Container::open(path)? {
        return container.each_program(limit, take);
    }
    match is_program(&head) {
        Some(true) => take(Loaded::read(limit, path)),
        Some(false) => Ok(()),
        // The file is compressed: its kind is known only after unpacking.
        None => match Loaded::read(limit, path)? {
            Loaded::Other(_) => Ok(()),
            loaded => take(Ok(loaded)),
        },
    }
}
