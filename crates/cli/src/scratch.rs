//! Temporary folders, which are removed when their values are dropped.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use tempfile::TempDir;

/// Makes a folder with an unpredictable name. On systems with permissions only this user may enter
/// it.
pub(crate) fn folder(beginning: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(beginning);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

/// Folders to remove if the process is ended before their values are dropped.
static LASTING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Remembers a folder, so that [`remove_lasting`] removes it if its value is never dropped.
pub(crate) fn last(folder: &TempDir) {
    if let Ok(mut folders) = LASTING.lock() {
        folders.push(folder.path().to_owned());
    }
}

/// Removes the folder remembered by [`last`] before the process is killed.
pub(crate) fn remove_lasting() {
    if let Ok(folders) = LASTING.lock() {
        for folder in folders.iter() {
            // Nobody is left to be told about an error.
            let _ = fs::remove_dir_all(folder);
        }
    }
}
