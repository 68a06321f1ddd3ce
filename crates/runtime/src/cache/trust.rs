//! Decides whether a cache may use a folder or file, by its owner.
//!
//! The contents of a cache are run as machine code, so all of it must belong to the user alone: the
//! folder and each file are the user's, and no one else may write to them. Files are opened without
//! following links, and without waiting for the other end of a pipe.

use std::fmt;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Reasons why a folder is not used as a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a folder.
    NoFolder,
    /// It belongs to another user.
    OtherOwner,
    /// Users other than its owner may write to it.
    OthersMayWrite,
    /// It cannot be looked at.
    Unreadable,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NoFolder => "it is not a folder",
            Refusal::OtherOwner => "it belongs to another user",
            Refusal::OthersMayWrite => "users other than its owner can write to it",
            Refusal::Unreadable => "it cannot be read",
        })
    }
}

/// Returns the reason why a folder cannot be used, if there is one. A missing folder is fine.
pub(super) fn refusal(folder: &Path) -> Option<Refusal> {
    match fs::metadata(folder) {
        Ok(metadata) if !metadata.is_dir() => Some(Refusal::NoFolder),
        Ok(metadata) => others_part(&metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(_) => Some(Refusal::Unreadable),
    }
}

/// Returns true if a file belongs to the user, by its metadata without following links.
pub(super) fn is_own_file(metadata: &Metadata) -> bool {
    metadata.is_file() && others_part(metadata).is_none()
}

/// Creates the folder if it is missing, accessible only to its owner.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    let is_new = !folder.exists();
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    if is_new {
        // The umask of the process may have removed rights of the owner.
        set_mode(
            |permissions| fs::set_permissions(folder, permissions),
            0o700,
        )?;
    }
    match refusal(folder) {
        None => Ok(()),
        Some(refusal) => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("the folder is not used: {refusal}"),
        )),
    }
}

/// Makes a new file that only its owner may read and write.
pub(super) fn create_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    set_mode(|permissions| file.set_permissions(permissions), 0o600)?;
    Ok(file)
}

/// Opens a file for reading; none unless it is a regular one of the user's own.
pub(super) fn open(path: &Path) -> Option<(File, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits() as i32);
    }
    let file = options.open(path).ok()?;
    let metadata = file.metadata().ok()?;
    is_own_file(&metadata).then_some((file, metadata))
}

#[cfg(unix)]
fn set_mode(set: impl FnOnce(fs::Permissions) -> io::Result<()>, mode: u32) -> io::Result<()> {
    set(std::os::unix::fs::PermissionsExt::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: impl FnOnce(fs::Permissions) -> io::Result<()>, _: u32) -> io::Result<()> {
    Ok(())
}

/// Returns the reason to refuse a file: it has another owner, or others can write to it.
#[cfg(unix)]
fn others_part(metadata: &Metadata) -> Option<Refusal> {
    use std::os::unix::fs::MetadataExt;
    const GROUP_AND_OTHERS_WRITE: u32 = 0o022;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        Some(Refusal::OtherOwner)
    } else if metadata.mode() & GROUP_AND_OTHERS_WRITE != 0 {
        Some(Refusal::OthersMayWrite)
    } else {
        None
    }
}

/// On other systems, inherited rights protect the folders of users.
#[cfg(not(unix))]
fn others_part(_: &Metadata) -> Option<Refusal> {
    None
}
