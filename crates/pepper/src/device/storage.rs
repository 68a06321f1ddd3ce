//! Where a program's files lie.

use pinnacle_system::files::Tree;

/// The two file systems of an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageKind {
    /// Files that stay.
    Persistent,
    /// Files that may go when room is needed.
    Temporary,
}

/// A device that keeps files.
pub trait Storage {
    /// The tree of a file system; none if there is none.
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Send>>;

    /// How many bytes files may take in all.
    fn quota(&self, kind: StorageKind) -> u64;
}
