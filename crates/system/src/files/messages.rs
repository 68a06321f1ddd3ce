//! Descriptors that carry messages, or that are sent with messages.

use super::descriptors::{Object, OpenFile};
use super::passing::{MessageSocket, Passed};
use super::tree::File;
use super::{Access, FileSystem};
use crate::Errno;
use crate::memory_budget::Charge;
use std::any::Any;

impl FileSystem {
    /// Returns the socket of a descriptor.
    ///
    /// # Errors
    ///
    /// Fails with `EBADF` if the descriptor is not open, and with `EINVAL` if it is not a message
    /// socket.
    pub fn message_socket(&self, descriptor: u32) -> Result<&dyn MessageSocket, Errno> {
        match self.descriptors.look(descriptor)? {
            Object::File(open) => open.file.message_socket().ok_or(Errno::EINVAL),
            Object::Stream(_) | Object::Directory(_) => Err(Errno::EINVAL),
        }
    }

    /// Returns the open file of a descriptor, to be sent with a message.
    ///
    /// # Errors
    ///
    /// Fails with `EBADF` if the descriptor is not open, and with `EINVAL` if it cannot be sent.
    pub fn passed(&self, descriptor: u32) -> Result<(Passed, &dyn Any), Errno> {
        let Object::File(open) = self.descriptors.look(descriptor)? else {
            return Err(Errno::EINVAL);
        };
        let (kind, file) = open.file.passed().ok_or(Errno::EINVAL)?;
        Ok(match kind {
            // The program cannot pass on rights that it does not have.
            Passed::File(access) => {
                let access = Access {
                    read: access.read && open.readable,
                    write: access.write && open.writable,
                };
                (Passed::File(access), file)
            }
            kind => (kind, file),
        })
    }

    /// Returns the memory that a descriptor refers to: the machine's file, its size in bytes, and
    /// true if it is writable. Returns `None` if mappings of the descriptor are copies.
    ///
    /// # Errors
    ///
    /// Fails with `EBADF` if it is not open.
    pub fn shared_memory(&self, descriptor: u32) -> Result<Option<(&dyn Any, u64, bool)>, Errno> {
        let Object::File(open) = self.descriptors.look(descriptor)? else {
            return Ok(None);
        };
        Ok(match open.file.passed() {
            Some((Passed::Memory(bytes), file)) => Some((file, bytes, open.writable)),
            _ => None,
        })
    }

    /// Assigns the lowest free descriptor to an open file. The host's data for the file is kept
    /// until the descriptor is closed.
    ///
    /// # Errors
    ///
    /// Fails with `EMFILE` if no descriptor is free.
    pub fn adopt(
        &mut self,
        file: Box<dyn File>,
        access: Access,
        charge: Option<Charge>,
    ) -> Result<u32, Errno> {
        self.descriptors.insert(Object::File(OpenFile {
            file,
            readable: access.read,
            writable: access.write,
            read_only_mount: false,
            _charge: charge,
        }))
    }
}
