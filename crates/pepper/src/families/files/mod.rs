//! File systems, names of files and open files.

pub(crate) mod file;
pub(crate) mod file_io;
pub(crate) mod file_ref;
pub(crate) mod file_system;
pub(crate) mod saved;
pub(crate) mod storage;
pub(crate) mod transfer;

use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// Makes the state of the family: file systems that are open.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(storage::Volumes::default())
}
