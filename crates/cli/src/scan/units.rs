//! The files of a scan, in a stable order.

use crate::folders;
use crate::input::is_stdin;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A file of a scan.
#[derive(Debug)]
pub(super) enum Unit {
    /// A file: its name in lines, its path, and the version that distinguishes it from an earlier
    /// file of the same name.
    File(String, PathBuf, Version),
    /// Standard input, with its name in lines.
    Stdin(String),
    /// A file or folder that cannot be read.
    Unreadable(String, String),
}

/// The version of a file: its size in bytes, and the time of its last change in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Version {
    pub(super) size: u64,
    pub(super) changed: u128,
}

impl Unit {
    /// Returns the name of the file.
    pub(super) fn name(&self) -> &str {
        match self {
            Unit::File(name, ..) | Unit::Stdin(name) | Unit::Unreadable(name, _) => name,
        }
    }
}

/// Lists files in the order of `paths`, and those in folders by name. Links to folders are not
/// followed, so no folder is entered twice. Standard input has the name `stdin`.
pub(super) fn list(paths: &[PathBuf], stdin: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    for path in paths {
        if is_stdin(path) {
            units.push(Unit::Stdin(stdin.to_owned()));
            continue;
        }
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => {
                folders::each_file(path, &mut |path, about| {
                    units.push(match about {
                        Ok(about) => file(path, &about),
                        Err(error) => unreadable(path, &error),
                    });
                });
            }
            Ok(about) => units.push(file(path, &about)),
            Err(error) => units.push(unreadable(path, &error)),
        }
    }
    units
}

fn file(path: &Path, about: &fs::Metadata) -> Unit {
    let changed = about.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let version = Version {
        size: about.len(),
        changed: changed.map_or(0, |time| time.as_nanos()),
    };
    Unit::File(name(path), path.to_owned(), version)
}

fn unreadable(path: &Path, error: &io::Error) -> Unit {
    Unit::Unreadable(name(path), error.to_string())
}

/// Returns the name of a file in lines. `./a` and `a` are the same file.
fn name(path: &Path) -> String {
    let name = path.display().to_string();
    match name.strip_prefix("./") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => name,
    }
}
