//! Runs the programs of a catalogue, several at a time, and stores their pictures.
//!
//! The pictures of programs that still run are in the folder of the catalogue. The next scan removes
//! those that a killed scan left there.

use super::{make_folder, picture};
use crate::output::Failure;
use crate::trial_run::{self, Options};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder for pictures of programs that are still running.
const UNFINISHED: &str = "unfinished";

/// A program of the catalogue.
#[derive(Clone, Debug)]
pub(in crate::scan) struct Program {
    /// The name of its page and picture.
    pub(in crate::scan) name: String,
    /// The program, and how it is started.
    pub(in crate::scan) trial: trial_run::Program,
}

impl Program {
    /// Returns a text that identifies the program, the way it is started, and the options.
    pub(in crate::scan) fn key(&self, options: &Options) -> String {
        let element = self.trial.element.as_deref().unwrap_or_default();
        let (time, timeout) = (options.time, options.timeout.as_millis());
        let key = format!(
            "{} {time} {timeout} {} {element}",
            self.name, self.trial.start
        );
        key.replace(['\t', '\n'], " ")
    }
}

/// Runs several programs at a time, and passes on each result with the number of its program.
pub(in crate::scan) fn all(
    programs: &[Program],
    folder: &Path,
    options: &Options,
    jobs: usize,
    take: &(dyn Fn(usize, Value) + Sync),
) -> Result<(), Failure> {
    let unfinished = folder.join(UNFINISHED);
    if unfinished.exists() {
        let removed = fs::remove_dir_all(&unfinished);
        removed.map_err(|error| {
            Failure::new(format!("cannot remove {}: {error}", unfinished.display()))
        })?;
    }
    make_folder(&unfinished)?;
    make_folder(&folder.join("pictures"))?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, programs.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(number) else {
                        break;
                    };
                    let result = one(program, folder, options).unwrap_or_else(|error| {
                        json!({ "start": program.trial.start, "error": format!("it cannot be run: {error}") })
                    });
                    take(number, result);
                }
            });
        }
    });
    // If the folder cannot be removed, the next scan removes it.
    let _ = fs::remove_dir_all(&unfinished);
    Ok(())
}

/// Runs a program and stores its picture. Returns the result for its line.
fn one(program: &Program, folder: &Path, options: &Options) -> io::Result<Value> {
    let Program { name, trial } = program;
    let scratch = folder.join(UNFINISHED).join(name);
    let outcome = trial_run::run(trial, &scratch, options)?;
    let shown = match outcome.picture {
        Some(bytes) => {
            pinnacle_base::whole_file::write_with(&picture(folder, name), |out| {
                out.write_all(&bytes)
            })?;
            Some(format!("pictures/{name}.png"))
        }
        None => None,
    };
    Ok(json!({
        "start": trial.start,
        "status": outcome.status,
        "error": outcome.error,
        "messages": outcome.messages,
        "console": outcome.console,
        "picture": shown,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_key_is_a_field_of_the_journal() {
        let program = Program {
            name: "a".into(),
            trial: trial_run::Program {
                file_name: "y.pexe".into(),
                start: "x\ty\n.html".into(),
                element: Some("e".into()),
            },
        };
        let options = Options {
            time: 5.0,
            timeout: Duration::from_secs(30),
        };
        assert_eq!(program.key(&options), "a 5 30000 x y .html e");
    }
}
