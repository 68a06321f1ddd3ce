//! Writes output files whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Maximum number of links in a row that are followed, as in Linux.
const MAX_LINKS: u32 = 40;

/// Writes a file. The contents are written to a temporary file next to it and synced, and then
/// replace the old file in one step. A link stays a link, and its target is created if needed.
/// Devices and pipes are written to directly.
///
/// # Errors
///
/// Fails if the file cannot be written, or is read-only. The old file is then unchanged.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_with(path, |out| out.write_all(contents))
}

/// Writes a file whose contents a function produces.
///
/// # Errors
///
/// Fails as [`write()`] does, and with the errors of making the contents.
pub fn write_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_as(path, contents, |_| Ok(()))
}

/// Writes a file that every user who can read it can execute, on systems with execute permissions.
///
/// # Errors
///
/// Fails as [`write_with`] does.
pub fn write_executable_with(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_as(path, contents, make_executable)
}

/// Writes a file, and applies a function to it before it appears under its name.
fn write_as(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    finish: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    // The system may refuse to follow a link, for example one that another user made in a shared
    // folder. Such a link must not be followed by hand either.
    if let Err(error) = fs::metadata(path)
        && error.kind() == io::ErrorKind::PermissionDenied
    {
        return Err(error);
    }
    let target = end_of_links(path)?;
    match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => OpenOptions::new()
            .write(true)
            .open(&target)
            .and_then(|file| fill(file, contents).map(drop)),
        Ok(metadata) if metadata.permissions().readonly() => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        )),
        _ => replace(&target, contents, finish),
    }
}

/// Follows links to the file that a path leads to, which need not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            // A relative link is resolved against the link's own folder.
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "too many links follow one another",
    ))
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
        .and_then(|file| {
            if let Ok(metadata) = fs::metadata(target) {
                file.set_permissions(metadata.permissions())?;
            }
            finish(&beside)?;
            // The name must not be on the disk before the contents are.
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, target));
    if written.is_err() {
        // The first error is the one to be told.
        let _ = fs::remove_file(&beside);
        return written;
    }
    sync_folder_of(target);
    Ok(())
}

/// Syncs the folder of a new file. The file is whole in any case, so a folder that cannot be synced
/// is not a failure.
fn sync_folder_of(target: &Path) {
    if cfg!(unix) {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Makes a file executable for users who can read it.
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

/// Creates a temporary file in the folder of another file. Its name is short, because the other
/// name may have the maximum length.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    const ATTEMPTS: u32 = 100;
    if target.file_name().is_none() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut attempt = 0;
    loop {
        let name = format!(".pinnacle-{}-{attempt}", std::process::id());
        let path = target.with_file_name(name);
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

    #[test]
    fn a_read_only_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = write(&path, b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn a_name_may_be_as_long_as_names_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("n".repeat(255));
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_also_if_it_leads_nowhere() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("there")).unwrap();
        let link = folder.path().join("link");
        symlink("there/file", &link).unwrap();
        for text in ["first", "second"] {
            write(&link, text.as_bytes()).unwrap();
            let target = folder.path().join("there/file");
            assert_eq!(fs::read_to_string(target).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        let round = folder.path().join("round");
        symlink("round", &round).unwrap();
        assert!(write(&round, b"x").is_err());
    }
}
