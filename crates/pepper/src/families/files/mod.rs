//! File systems, names of files and open files.

pub(crate) mod file;
pub(crate) mod file_io;
pub(crate) mod file_ref;
pub(crate) mod file_system;
pub(crate) mod storage;

use crate::kernel::family::State;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Files {}

impl State for Files {
    const INDEX: usize = super::FILES;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Files::default())
}
