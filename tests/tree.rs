//! The files of the repository, as tests of the source tree see them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of files that are built or fetched.
pub const MADE: [&str; 4] = ["dist", "generated", "node_modules", "target"];

/// The folder of the repository.
///
/// # Panics
///
/// If it cannot be read.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::canonicalize(root).expect("the folder of the repository")
}

/// The files below a folder that have one of some extensions, in order. Hidden folders are left
/// out, and those of files that are built or fetched.
///
/// # Panics
///
/// If the folder cannot be read.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = entries(folder);
    found.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        path.is_file() && extension.is_some_and(|extension| extensions.contains(&extension))
    });
    found
}

/// All files and folders below a folder, in order, but for those that [`files`] leaves out.
///
/// # Panics
///
/// If the folder cannot be read.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if name.starts_with('.') || MADE.contains(&&*name) {
                    continue;
                }
                open.push(path.clone());
            }
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The text of a file.
///
/// # Panics
///
/// If it cannot be read as text.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
