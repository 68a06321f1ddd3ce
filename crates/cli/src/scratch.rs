//! Folders for temporary files, which are removed with their values.

use std::io;
use tempfile::TempDir;

/// Makes a folder whose name nobody can foresee and, on systems that know the difference, that
/// nobody else may enter.
pub(crate) fn folder(beginning: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(beginning);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}
