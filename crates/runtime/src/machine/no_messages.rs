//! Systems on which sockets cannot carry messages with open files.

use pinnacle_system::Errno;
use pinnacle_system::files::{File, MessageMachine};
use std::fs;

/// Wraps a descriptor that is passed to the program.
pub(super) fn given(file: fs::File) -> Box<dyn File> {
    pinnacle_folder::opened(file)
}

/// Creates neither sockets nor memory for system calls.
#[derive(Clone, Copy, Debug)]
pub struct Messages;

impl MessageMachine for Messages {
    fn socket_pair(&self) -> Result<[Box<dyn File>; 2], Errno> {
        Err(Errno::ENOSYS)
    }

    fn memory(&self, _: u64) -> Result<Box<dyn File>, Errno> {
        Err(Errno::ENOSYS)
    }
}
