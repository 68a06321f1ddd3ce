//! Determines the public files of a folder, for example of a web site.

use cap_std::fs::Dir;
use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};

/// Resolves the links in a path below a folder. Refuses names that begin with a dot, such as `.env`
/// and `.git`, even in the targets of links.
///
/// # Errors
///
/// Fails with `NotFound` if the file is hidden or missing, or if the path leads out of the folder.
pub fn public_path(folder: &Dir, path: &Path) -> Result<PathBuf> {
    let is_public = |path: &Path| {
        path.components().all(|part| match part {
            Component::CurDir => true,
            Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        })
    };
    let hidden = || Error::from(ErrorKind::NotFound);
    if !is_public(path) {
        return Err(hidden());
    }
    let path = match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    };
    let resolved = folder.canonicalize(path)?;
    is_public(&resolved).then_some(resolved).ok_or_else(hidden)
}
