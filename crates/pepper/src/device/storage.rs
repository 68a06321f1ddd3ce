//! The storage of a program's files.

use pinnacle_system::Errno;
use pinnacle_system::files::Tree;

/// A file system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageKind {
    /// The origin's permanent files.
    Persistent,
    /// The origin's files that may be deleted when space is needed.
    Temporary,
    /// Responses that programs have saved to files. They are deleted at the end of the run.
    Downloads,
}

/// A device that keeps files.
pub trait Storage {
    /// Returns the tree of a file system, or `None` if it does not exist. Each tree is requested
    /// once.
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>>;

    /// Returns the maximum size of all files together, in bytes.
    fn quota(&self, kind: StorageKind) -> u64;

    /// Returns a number for all changes to the trees that are not stored yet, or `None` if there
    /// are none. Numbers increase. A later [`Stored`] reports that the changes up to this number
    /// are stored.
    fn unsettled(&mut self) -> Option<u64> {
        None
    }

    /// Returns true if a tree or its quota has been changed from outside since the last call.
    fn has_changed(&mut self, _: StorageKind) -> bool {
        false
    }
}

/// Reports that all changes up to a number are stored. If the result is an error, the change with
/// this number could not be stored, but all earlier ones were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The number.
    pub until: u64,
    /// The result.
    pub result: Result<(), Errno>,
}
