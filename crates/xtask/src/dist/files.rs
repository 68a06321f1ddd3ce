//! File operations for packages: copying, emptying, measuring.

use crate::process::{Result, program};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Copies a file.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(drop).map_err(said(from))
}

/// Copies a folder with everything in it except hidden files.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).map_err(said(to))?;
    for entry in fs::read_dir(from).map_err(said(from))? {
        let entry = entry.map_err(said(from))?;
        let (path, name) = (entry.path(), entry.file_name());
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            copy(&path, &to.join(name))?;
        }
    }
    Ok(())
}

/// Makes an empty folder. Removes an existing one first.
pub(crate) fn empty(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(said(folder)(error)),
        _ => fs::create_dir_all(folder).map_err(said(folder)),
    }
}

/// Removes a file if it exists.
pub(super) fn absent(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(said(file)(error)),
        _ => Ok(()),
    }
}

/// Total size in bytes of the files in a folder.
pub(super) fn size(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder).map_err(said(folder))? {
        let entry = entry.map_err(said(folder))?;
        let about = entry.metadata().map_err(said(folder))?;
        sum += if about.is_dir() {
            size(&entry.path())?
        } else {
            about.len()
        };
    }
    Ok(sum)
}

/// The modification time of files in packages, in seconds since 1970. It is that of the commit, so
/// that the same commit gives the same packages. `SOURCE_DATE_EPOCH` overrides it.
pub(super) fn time() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let is_number = |text: &String| text.parse::<u64>().is_ok();
    let commit = || program("git", &["log", "-1", "--format=%ct"]).output().ok();
    let time = given.or_else(commit).map(|text| text.trim().to_owned());
    time.filter(is_number).unwrap_or_else(|| "0".into())
}

/// A path as text, for the arguments of programs.
pub(crate) fn text(path: &Path) -> Result<&str> {
    path.to_str()
        .ok_or_else(|| format!("{} is no text", path.display()))
}

/// Adds the file name to an I/O error.
pub(crate) fn said(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
