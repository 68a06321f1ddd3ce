//! What must be known of a tree of files to mount it.
//!
//! A [`Tree`] does what it is asked: what a guest may ask for, which flags go
//! together, that a tree is mounted read-only, where it is mounted and which
//! descriptors there are, is settled before it is asked, in the same way for
//! all trees.

use super::passing::{MessageSocket, Passed};
use super::path::GuestPath;
use super::status::{Status, Time};
use crate::Errno;
use std::any::Any;
use std::fmt;

/// The names on the way from the root of a tree to a file; none for the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreePath {
    /// Names without slashes, none of them `.` or `..`.
    pub names: Vec<Box<[u8]>>,
    /// True if the guest's path ended in a slash, so only a directory, or a symbolic link to one,
    /// is accepted.
    pub directory: bool,
}

impl TreePath {
    /// The path that a text means, seen from the root.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be one.
    pub fn new(text: &[u8]) -> Result<TreePath, Errno> {
        let root = GuestPath::root();
        let resolved = root.resolve(text)?;
        let names = resolved.path.strip_prefix(&root).unwrap_or_default();
        Ok(TreePath {
            names: names.to_vec(),
            directory: resolved.directory,
        })
    }
}

/// A request to open a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenRequest {
    /// For reading.
    pub read: bool,
    /// For writing.
    pub write: bool,
    /// Create it if it is missing.
    pub create: bool,
    /// It must be missing; only with `create`.
    pub exclusive: bool,
    /// Make it empty; only with `write`.
    pub truncate: bool,
    /// Write at the end; only with `write`.
    pub append: bool,
    /// Do not wait for the other end of a named pipe.
    pub non_blocking: bool,
    /// Writes return when the data is safe.
    pub sync: bool,
    /// The permissions of a new file.
    pub mode: u32,
}

/// An object that was opened.
#[derive(Debug)]
pub enum Opened {
    /// Anything but a directory.
    File(Box<dyn File>),
    /// A directory.
    Directory(Box<dyn Directory>),
}

/// The origin of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    /// The start of the file.
    Start,
    /// The present position.
    Current,
    /// The end of the file.
    End,
}

impl Whence {
    /// The position after a seek in a file whose position is `current`; `size` returns its length.
    pub fn position(
        self,
        offset: i64,
        current: u64,
        size: impl FnOnce() -> u64,
    ) -> Result<u64, Errno> {
        let start = match self {
            Whence::Start => 0,
            Whence::Current => current,
            Whence::End => size(),
        };
        let to = start.checked_add_signed(offset).ok_or(Errno::EINVAL)?;
        // As everywhere, positions are signed numbers.
        i64::try_from(to).map_err(|_| Errno::EINVAL)?;
        Ok(to)
    }

    /// From the guest's number.
    pub fn from_number(number: u32) -> Option<Whence> {
        [Whence::Start, Whence::Current, Whence::End]
            .get(number as usize)
            .copied()
    }
}

/// One name in a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the file; zero if the tree has none.
    pub inode: u64,
    /// Its name.
    pub name: Vec<u8>,
}

/// A time to set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetTime {
    /// The present.
    Now,
    /// A time not before 1970.
    To(Time),
}

/// A tree of files that can be mounted. No path leads out of it; one that would is `EACCES`. A tree
/// that several threads use does its own locking.
///
/// Errors are those that the guest sees.
pub trait Tree: Send + fmt::Debug {
    /// Opens a file or directory. A directory is opened for reading only; with
    /// `write` it is `EISDIR`.
    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno>;

    /// The metadata of a file; with `follow`, of the one that a symbolic link leads to.
    fn status(&self, path: &TreePath, follow: bool) -> Result<Status, Errno>;

    /// Resolves the links of a path to a file that others may read. A tree that is not for others
    /// has none.
    fn public(&self, _path: &TreePath) -> Result<TreePath, Errno> {
        Err(Errno::ENOENT)
    }

    /// Makes a directory with these permissions.
    fn make_directory(&self, path: &TreePath, mode: u32) -> Result<(), Errno>;

    /// Removes an empty directory.
    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno>;

    /// Removes a name of what is not a directory.
    fn remove_file(&self, path: &TreePath) -> Result<(), Errno>;

    /// Gives a file another name.
    fn link(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno>;

    /// Moves a file or directory, in place of what was there.
    fn rename(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno>;

    /// Makes a symbolic link. An absolute target is `EACCES`: seen from
    /// outside it would name another file.
    fn make_symbolic_link(&self, target: &[u8], link: &TreePath) -> Result<(), Errno>;

    /// The target of a symbolic link; of anything else `EINVAL`.
    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno>;

    /// Cuts or extends a file.
    fn set_length(&self, path: &TreePath, length: u64) -> Result<(), Errno>;

    /// Changes permissions.
    fn set_permissions(&self, path: &TreePath, mode: u32) -> Result<(), Errno>;

    /// Sets when a file was read and written last.
    fn set_times(&self, path: &TreePath, accessed: SetTime, modified: SetTime)
    -> Result<(), Errno>;

    /// Fails unless an existing file may be used in these ways, a sum of
    /// [`access_modes`](super::access_modes).
    fn check_access(&self, path: &TreePath, modes: u32) -> Result<(), Errno>;
}

/// An open file with its position. The guest's rights to read and write are
/// looked after by the caller.
pub trait File: Send + fmt::Debug {
    /// Reads at the present position; no bytes at the end.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno>;

    /// Writes at the current position. Returns the number of bytes written.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno>;

    /// Moves the position and gives the new one; `EINVAL` if that is negative.
    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno>;

    /// Its metadata.
    fn status(&self) -> Result<Status, Errno>;

    /// Changes its permissions.
    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno>;

    /// Cuts or extends it.
    fn set_length(&mut self, length: u64) -> Result<(), Errno>;

    /// Waits until what was written is safe; with `data_only` perhaps without
    /// times and the like.
    fn sync(&mut self, data_only: bool) -> Result<(), Errno>;

    /// The file of the machine that a message can pass on, and what its receiver learns of it;
    /// `None` if there is none.
    fn passed(&self) -> Option<(Passed, &dyn Any)> {
        None
    }

    /// The socket that it is, if it carries messages.
    fn message_socket(&self) -> Option<&dyn MessageSocket> {
        None
    }
}

/// An open directory.
pub trait Directory: Send + fmt::Debug {
    /// Its names, in any order, without `.` and `..`.
    fn entries(&self) -> Result<Vec<Entry>, Errno>;

    /// Its metadata.
    fn status(&self) -> Result<Status, Errno>;

    /// Changes its permissions.
    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno>;

    /// Waits until its changes are safe.
    fn sync(&mut self, data_only: bool) -> Result<(), Errno>;
}
