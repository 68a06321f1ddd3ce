//! Compiling many files, in groups with the same options, several at once.
//!
//! Each file is a run of clang. One run for several files would be no faster:
//! clang then starts itself again for each of them.

use super::Progress;
use super::install::Layout;
use crate::cc::plan::FOR_PROGRAMS;
use crate::command::Command;
use crate::error::Error;
use crate::tools::{TARGET, Tools};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of lines of clang's messages that are repeated.
const LINES: usize = 20;

/// Files that are compiled with the same options.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Name of the folder with the results.
    pub(super) name: String,
    /// The archive that the results go to, or nothing if they are kept as they
    /// are.
    pub(super) library: Option<&'static str>,
    /// A second archive that they go to.
    pub(super) second_library: Option<&'static str>,
    /// The working directory of clang.
    pub(super) folder: PathBuf,
    /// The files, relative to that folder, so that no result depends on where
    /// the folder is.
    pub(super) files: Vec<String>,
    /// Options of this group.
    pub(super) arguments: Vec<OsString>,
}

impl Group {
    /// The name of a file's object.
    pub(super) fn object(file: &str) -> String {
        let name = file.rsplit('/').next().unwrap_or(file);
        format!("{}.o", name.rsplit_once('.').map_or(name, |(stem, _)| stem))
    }
}

/// Compiles all files of all groups. Returns their number.
pub(super) fn all(
    groups: &[Group],
    tools: &Tools,
    layout: &Layout,
    jobs: usize,
    progress: Progress<'_>,
) -> Result<usize, Error> {
    let mut runs = Vec::new();
    for group in groups {
        let objects = layout.objects(group);
        std::fs::create_dir_all(&objects).map_err(|error| super::not_written(&objects, &error))?;
        runs.extend(group.files.iter().map(|file| (group, file)));
    }
    let total = runs.len();
    progress(0, total);

    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    // The error of the first failed run in order, so that it does not depend on the speed of the
    // compilers.
    let failure: Mutex<Option<(usize, Error)>> = Mutex::new(None);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(group, file)) = runs.get(index) else {
                return;
            };
            match run(group, file, tools, layout) {
                Ok(()) => progress(done.fetch_add(1, Ordering::Relaxed) + 1, total),
                Err(error) => {
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    if failure.as_ref().is_none_or(|(first, _)| index < *first) {
                        *failure = Some((index, error));
                    }
                    // The remaining runs would be useless.
                    next.store(runs.len(), Ordering::Relaxed);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(runs.len()) {
            scope.spawn(work);
        }
        work();
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(total),
    }
}

fn run(group: &Group, file: &str, tools: &Tools, layout: &Layout) -> Result<(), Error> {
    let object = layout.objects(group).join(Group::object(file));
    let mut command = Command::new(tools.clang());
    command.argument(format!("--target={TARGET}"));
    command.arguments([
        "-c",
        "-emit-llvm",
        "-O2",
        "-w",
        "-nostdlibinc",
        // The library is optimised together with programs, and accesses their memory with other
        // types: qsort swaps elements as longs, and free links blocks into lists.
        "-fno-strict-aliasing",
    ]);
    command.arguments(FOR_PROGRAMS);
    if file.ends_with(".c") {
        command.argument("-std=gnu11");
    }
    command.arguments(&group.arguments);
    command.argument("-isystem").argument(&layout.include);
    command.argument(file).argument("-o").argument(object);
    let mut process = command.process();
    process.current_dir(&group.folder).stdin(Stdio::null());
    let output = process
        .output()
        .map_err(|error| command.not_started(&error))?;
    if output.status.success() {
        return Ok(());
    }
    Err(refused(file, &output.stderr))
}

#[cold]
fn refused(file: &str, said: &[u8]) -> Error {
    let said = String::from_utf8_lossy(said);
    let lines: Vec<_> = said.lines().take(LINES).collect();
    Error::new(format!(
        "clang cannot compile {file} of the sysroot:\n{}",
        lines.join("\n")
    ))
}
