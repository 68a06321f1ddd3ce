//! Output files, written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file. What was there before stays until all is written beside it,
/// and then is replaced at once; a link stays a link. Devices and pipes are
/// simply written to.
///
/// # Errors
///
/// If the file cannot be written; what was there is unchanged then.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_with(path, |out| out.write_all(contents))
}

/// The same with contents that are made on the way.
///
/// # Errors
///
/// Those of [`write()`], and those of making the contents.
pub fn write_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_as(path, contents, |_| Ok(()))
}

/// The same for a file that can be executed by those who can read it, on
/// systems that know the difference.
///
/// # Errors
///
/// Those of [`write_with`].
pub fn write_executable_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_as(path, contents, make_executable)
}

/// The same, with something that is done to the file before it appears.
fn write_as(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    finish: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(metadata) if !metadata.is_file() => OpenOptions::new()
            .write(true)
            .open(&target)
            .and_then(|file| fill(file, contents).map(drop)),
        _ => replace(&target, contents, finish),
    }
}

fn fill(file: File, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    contents(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

fn replace(
    target: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    finish: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let (file, beside) = create_beside(target)?;
    let written = fill(file, contents)
        .and_then(|file| match fs::metadata(target) {
            Ok(metadata) => file.set_permissions(metadata.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| finish(&beside))
        .and_then(|()| fs::rename(&beside, target));
    if written.is_err() {
        // The first error is the one to be told.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Lets those execute a file who can read it.
#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const READ: u32 = 0o444;
    let mut permissions = fs::metadata(path)?.permissions();
    let mode = permissions.mode();
    permissions.set_mode(mode | (mode & READ) >> 2);
    fs::set_permissions(path, permissions)
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A new file in the folder of another.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    const ATTEMPTS: u32 = 100;
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut attempt = 0;
    loop {
        let mut beside = std::ffi::OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{attempt}", std::process::id()));
        let path = target.with_file_name(beside);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => {
                attempt += 1;
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
            write_with(&path, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["x.txt"]);
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        fs::write(&path, "old").unwrap();
        let result = write_with(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(result.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["x.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn an_executable_can_be_executed_by_those_who_can_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("app");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        write_executable_with(&path, |out| out.write_all(b"1")).unwrap();
        assert_eq!((mode() & 0o111) << 2, mode() & 0o444);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_executable_with(&path, |out| out.write_all(b"2")).unwrap();
        assert_eq!((mode(), fs::read(&path).unwrap()), (0o750, b"2".to_vec()));
    }

    #[test]
    fn a_folder_is_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_with(folder.path(), |_| Ok(())).is_err());
    }
}
