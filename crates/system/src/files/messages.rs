//! Descriptors that messages come through or go with.

use super::descriptors::{Object, OpenFile};
use super::passing::{MessageSocket, Passed};
use super::tree::File;
use super::{Access, FileSystem};
use crate::Errno;
use crate::memory_budget::Charge;
use std::any::Any;

impl FileSystem {
    /// The socket that a descriptor stands for.
    ///
    /// # Errors
    ///
    /// Fails with `EBADF` if it is not open, `EINVAL` if it is not a socket that carries messages.
    pub fn message_socket(&self, descriptor: u32) -> Result<&dyn MessageSocket, Errno> {
        match self.descriptors.look(descriptor)? {
            Object::File(open) => open.file.message_socket().ok_or(Errno::EINVAL),
            Object::Stream(_) | Object::Directory(_) => Err(Errno::EINVAL),
        }
    }

    /// The open file that a descriptor stands for, to be passed on.
    ///
    /// # Errors
    ///
    /// Fails with `EBADF` if it is not open, `EINVAL` if it cannot be passed on.
    pub fn passed(&self, descriptor: u32) -> Result<(Passed, &dyn Any), Errno> {
        let Object::File(open) = self.descriptors.look(descriptor)? else {
            return Err(Errno::EINVAL);
        };
        let (kind, file) = open.file.passed().ok_or(Errno::EINVAL)?;
        Ok(match kind {
            // The program cannot pass on more than it has.
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

    /// The memory that a descriptor stands for: the file of the machine, its bytes, and whether
    /// it can be written; `None` if mappings of it are copies.
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

    /// Gives an open file the lowest free descriptor, with the host's data for it, until it is
    /// closed.
    ///
    /// # Errors
    ///
    /// Fails with `EMFILE` if all are taken.
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
