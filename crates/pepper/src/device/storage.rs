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
    /// The tree of a file system; none if there is none. Each is asked for once.
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Send>>;

    /// How many bytes files may take in all.
    fn quota(&self, kind: StorageKind) -> u64;

    /// What was done with the trees so far and is not safe yet: a number that a
    /// [`Stored`] will name, none if there is nothing. Numbers rise.
    fn unsettled(&mut self) -> Option<u64> {
        None
    }

    /// Whether others have changed a tree, or what it may hold, since this was asked
    /// last.
    fn has_changed(&mut self, _: StorageKind) -> bool {
        false
    }
}

/// All that was done up to a number is safe, or all before it is and this has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The number.
    pub until: u64,
    /// What became of it.
    pub result: Result<(), Errno>,
}
