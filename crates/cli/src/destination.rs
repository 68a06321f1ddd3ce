//! Writing the files that a command makes: whole, or not at all.

use crate::output::Failure;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How many names are tried for a file in the making.
const TRIES: u32 = 100;

/// Writes a file. What is there under its name stays until all of the new
/// contents is written, and then is replaced at once. What is no ordinary file
/// (a device, a pipe) is written to as it is.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let result = match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => {
            let file = OpenOptions::new().write(true).open(path);
            file.and_then(|file| fill(file, write))
        }
        _ => replace(path, write),
    };
    result.map_err(|error| match error.kind() {
        // Whoever reads the pipe has seen enough.
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::new(format!("cannot write {}: {error}", path.display())),
    })
}

fn fill(file: File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.flush()
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Through a link to the file that it stands for.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (file, unfinished) = create_beside(&target)?;
    let permissions = fs::metadata(&target).map(|found| found.permissions());
    let result = fill(file, write)
        .and_then(|()| permissions.map_or(Ok(()), |kept| fs::set_permissions(&unfinished, kept)))
        .and_then(|()| fs::rename(&unfinished, &target));
    if result.is_err() {
        // The error of the writing is worth more than one of this.
        let _ = fs::remove_file(&unfinished);
    }
    result
}

/// Creates a file in the same folder, under a name that none has.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut tries = 0;
    loop {
        let mut unfinished = name.to_owned();
        unfinished.push(format!(".{}-{tries}.tmp", std::process::id()));
        let unfinished = path.with_file_name(unfinished);
        let created = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&unfinished);
        match created {
            Ok(file) => return Ok((file, unfinished)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => {
                tries += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        for text in ["first", "second"] {
            write_file(&path, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["x.txt"]);
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        fs::write(&path, "old").unwrap();
        let result = write_file(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(result.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["x.txt"]);
    }

    #[test]
    fn a_folder_is_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_file(folder.path(), |_| Ok(())).is_err());
    }
}
