//! The interface of a tree of files that can be mounted.
//!
//! A [`Tree`] performs operations. Flags, read-only mounts, mount points and descriptors are
//! checked before it is called, in the same way for all trees.

use super::passing::{MessageSocket, Passed};
use super::path::GuestPath;
use super::status::{Status, Time};
use crate::Errno;
use crate::state::{Reader, Refusal, Unusable, Writer};
use std::any::Any;
use std::fmt;

/// The names from the root of a tree to a file; empty for the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreePath {
    /// Names without slashes, none of them `.` or `..`.
    pub names: Vec<Box<[u8]>>,
    /// True if the guest's path ended in a slash. It must then refer to a directory, or a symbolic
    /// link to one.
    pub directory: bool,
}

impl TreePath {
    /// Parses a path relative to the root.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a valid path.
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
    /// Open for reading.
    pub read: bool,
    /// Open for writing.
    pub write: bool,
    /// Create the file if it is missing.
    pub create: bool,
    /// Fail if the file exists. Only set with `create`.
    pub exclusive: bool,
    /// Truncate the file to length zero. Only set with `write`.
    pub truncate: bool,
    /// Append: write at the end. Only set with `write`.
    pub append: bool,
    /// Do not wait for the other end of a named pipe.
    pub non_blocking: bool,
    /// Writes return once the data is on disk.
    pub sync: bool,
    /// The permissions of a new file.
    pub mode: u32,
}

/// An object that was opened.
#[derive(Debug)]
pub enum Opened {
    /// Anything except a directory.
    File(Box<dyn File>),
    /// A directory.
    Directory(Box<dyn Directory>),
}

/// The origin of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    /// The start of the file.
    Start,
    /// The current position.
    Current,
    /// The end of the file.
    End,
}

impl Whence {
    /// Computes the position after a seek in a file at the position `current`. `size` returns the
    /// file's length.
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
        // Positions must fit in signed 64-bit numbers, as on every system.
        i64::try_from(to).map_err(|_| Errno::EINVAL)?;
        Ok(to)
    }

    /// Converts the guest's number.
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
    /// The current time.
    Now,
    /// This time, which must not be before 1970.
    To(Time),
}

/// A tree of files that can be mounted. A path that leads out of it fails with `EACCES`. A tree
/// that several threads use must do its own locking.
///
/// All errors are visible to the guest.
pub trait Tree: Send + fmt::Debug {
    /// Opens a file or directory. A directory can only be opened for reading; with `write` it fails
    /// with `EISDIR`.
    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno>;

    /// Returns the metadata of a file. With `follow`, a symbolic link is followed.
    fn status(&self, path: &TreePath, follow: bool) -> Result<Status, Errno>;

    /// Resolves the links of a path to a public file. By default a tree has no public files.
    fn public(&self, _path: &TreePath) -> Result<TreePath, Errno> {
        Err(Errno::ENOENT)
    }

    /// Creates a directory with these permissions.
    fn make_directory(&self, path: &TreePath, mode: u32) -> Result<(), Errno>;

    /// Removes an empty directory.
    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno>;

    /// Removes a name of a file that is not a directory.
    fn remove_file(&self, path: &TreePath) -> Result<(), Errno>;

    /// Adds a name for a file.
    fn link(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno>;

    /// Moves a file or directory, replacing an existing one.
    fn rename(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno>;

    /// Creates a symbolic link. An absolute target fails with `EACCES`, because it would name
    /// another file outside the guest.
    fn make_symbolic_link(&self, target: &[u8], link: &TreePath) -> Result<(), Errno>;

    /// Returns the target of a symbolic link. Fails with `EINVAL` for any other file.
    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno>;

    /// Truncates or extends a file to a length in bytes.
    fn set_length(&self, path: &TreePath, length: u64) -> Result<(), Errno>;

    /// Changes the permissions of a file.
    fn set_permissions(&self, path: &TreePath, mode: u32) -> Result<(), Errno>;

    /// Sets the access and modification times of a file.
    fn set_times(&self, path: &TreePath, accessed: SetTime, modified: SetTime)
    -> Result<(), Errno>;

    /// Fails unless an existing file allows this access, a sum of
    /// [`access_modes`](super::access_modes).
    fn check_access(&self, path: &TreePath, modes: u32) -> Result<(), Errno>;

    /// Writes all files to a saved state. By default a tree refuses, because its files are not part
    /// of the program.
    fn save(&self, _to: &mut Writer) -> Result<(), Refusal> {
        Err(Refusal::of("files that are not in memory (--storage)"))
    }

    /// Replaces all files with those of a saved state.
    fn restore(&self, _from: &mut Reader) -> Result<(), Unusable> {
        Err(Unusable::because(
            "the files of the saved state are in memory; leave --storage out",
        ))
    }

    /// Opens a file by its number in a saved state, even if it has no name. With `append`, it is
    /// opened for writing at its end.
    fn reopen(&self, _inode: u64, _append: bool) -> Option<Box<dyn File>> {
        None
    }
}

/// An open file with its position. The caller checks the guest's rights to read and write.
pub trait File: Send + fmt::Debug {
    /// Reads at the current position. Returns 0 at the end.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno>;

    /// Writes at the current position. Returns the number of bytes written.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno>;

    /// Moves the position and returns the new one. Fails with `EINVAL` if it would be negative.
    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno>;

    /// Returns its metadata.
    fn status(&self) -> Result<Status, Errno>;

    /// Changes its permissions.
    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno>;

    /// Truncates or extends it to a length in bytes.
    fn set_length(&mut self, length: u64) -> Result<(), Errno>;

    /// Waits until written data is on disk. With `data_only`, it need not wait for metadata such as
    /// times.
    fn sync(&mut self, data_only: bool) -> Result<(), Errno>;

    /// Returns the machine's file that a message can carry, and the type to report to the receiver.
    /// Returns `None` if the file cannot be sent.
    fn passed(&self) -> Option<(Passed, &dyn Any)> {
        None
    }

    /// Returns the message socket, if it is one.
    fn message_socket(&self) -> Option<&dyn MessageSocket> {
        None
    }
}

/// An open directory.
pub trait Directory: Send + fmt::Debug {
    /// Returns its names, in any order, without `.` and `..`.
    fn entries(&self) -> Result<Vec<Entry>, Errno>;

    /// Returns its metadata.
    fn status(&self) -> Result<Status, Errno>;

    /// Changes its permissions.
    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno>;

    /// Waits until its changes are on disk.
    fn sync(&mut self, data_only: bool) -> Result<(), Errno>;
}
