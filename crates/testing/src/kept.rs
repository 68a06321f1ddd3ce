//! Keeps the inputs of failed tests for debugging.

use std::io::{self, Write};
use std::path::PathBuf;

/// Writes an input to a new file in the folder for temporary files. Returns its path.
///
/// The file name has a random suffix and the file is created exclusively, so nobody can plant a
/// link at that path.
///
/// # Errors
///
/// Returns the error of creating or writing the file.
pub fn keep(beginning: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut file = tempfile::Builder::new()
        .prefix(&format!("pinnacle-{beginning}"))
        .tempfile()?;
    file.write_all(bytes)?;
    let (_, path) = file.keep()?;
    Ok(path)
}
