//! Writes output files whole or not at all.

use crate::output::Failure;
use pinnacle_base::whole_file;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file. The new contents are written to a temporary file next to it, which then replaces
/// the old file in one step. Devices and pipes are written to directly.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    write_with(path, |out| out.write_all(contents))
}

/// Writes a file whose contents a function produces.
pub(crate) fn write_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    told(path, whole_file::write_with(path, contents))
}

/// Writes a file that every user who can read it can execute.
#[cfg(any(all(feature = "wasmtime", unix), feature = "window"))]
pub(crate) fn write_executable_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    told(path, whole_file::write_executable_with(path, contents))
}

fn told(path: &Path, written: io::Result<()>) -> Result<(), Failure> {
    written.map_err(|error| match error.kind() {
        // The reader of the pipe has closed it.
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        io::ErrorKind::IsADirectory => Failure::new(format!("{} is a directory", path.display())),
        _ => Failure::new(format!("cannot write {}: {error}", path.display())),
    })
}
