//! Where a program's files lie.

use pinnacle_system::files::Tree;

/// The file systems that the core needs.
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
}
