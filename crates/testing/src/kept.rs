//! Keeps inputs that a test failed on, for debugging.

use std::io::{self, Write};
use std::path::PathBuf;

/// Writes an input to a new file in the folder for temporary files and returns its path.
///
/// The end of the name is random and the file is created exclusively, so a link of that name cannot
/// be prepared.
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
