//! Where a program's files lie.

use pinnacle_system::Errno;
use pinnacle_system::files::Tree;

/// The file systems that the kernel needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageKind {
    /// The origin's files that stay.
    Persistent,
    /// The origin's files that may go when room is needed.
    Temporary,
    /// Responses that programs have loaded into files. Nothing of it outlives the
    /// run.
    Downloads,
}

/// A device that keeps files.
pub trait Storage {
    /// The tree of a file system, or `None` if there is none. Each is requested once.
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Send>>;

    /// Maximum size of all files together, in bytes.
    fn quota(&self, kind: StorageKind) -> u64;

    /// A number for the changes to the trees so far that are not stored yet, which a [`Stored`]
    /// will name, or `None` if there are no such changes. Numbers rise.
    fn unsettled(&mut self) -> Option<u64> {
        None
    }

    /// Returns true if a tree or its quota has been changed from outside since the last call.
    fn has_changed(&mut self, _: StorageKind) -> bool {
        false
    }
}

/// All that was done up to a number is safe, or all before it is and this has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The number.
    pub until: u64,
    /// The result.
    pub result: Result<(), Errno>,
}
