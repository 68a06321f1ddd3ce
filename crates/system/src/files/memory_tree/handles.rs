//! Open files and directories of a tree in memory.

use super::store::{Inode, Store};
use super::{Lock, locked};
use crate::Errno;
use crate::files::{Directory, Entry, File, Status, Whence};

/// The reference from an open file or directory to its node. The node exists at least as long as
/// this reference, even if its names are removed.
#[derive(Debug)]
pub(super) struct Handle {
    store: Lock,
    inode: Inode,
}

impl Handle {
    pub(super) fn new(store: &Lock, held: &mut Store, inode: Inode) -> Handle {
        held.open(inode);
        Handle {
            store: store.clone(),
            inode,
        }
    }

    fn status(&self) -> Status {
        locked(&self.store).status(self.inode)
    }

    fn set_permissions(&self, mode: u32) {
        locked(&self.store).set_permissions(self.inode, mode);
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        locked(&self.store).close(self.inode);
    }
}

#[derive(Debug)]
pub(super) struct MemoryFile {
    pub(super) handle: Handle,
    pub(super) position: u64,
    pub(super) append: bool,
}

impl File for MemoryFile {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        let mut store = locked(&self.handle.store);
        let bytes = store.bytes(self.handle.inode)?;
        let start = usize::try_from(self.position).unwrap_or(usize::MAX);
        let rest = bytes.get(start..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.position += count as u64;
        store.note_read(self.handle.inode);
        Ok(count)
    }

    /// Writes as many bytes as fit; fails if none do.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let inode = self.handle.inode;
        let mut store = locked(&self.handle.store);
        let length = store.bytes(inode)?.len() as u64;
        if self.append {
            self.position = length;
        }
        if bytes.is_empty() {
            return Ok(0);
        }
        let end = self.position.checked_add(bytes.len() as u64);
        let end = end.ok_or(Errno::EFBIG)?;
        let possible = end.min(length.saturating_add(store.room()));
        if possible <= self.position {
            return Err(Errno::ENOSPC);
        }
        if possible > length {
            store.set_length(inode, possible)?;
        }
        // Neither number exceeds the length of a vector.
        let range = self.position as usize..possible as usize;
        let count = range.len();
        store.bytes_mut(inode)?[range].copy_from_slice(&bytes[..count]);
        store.touch(inode, true);
        self.position = possible;
        Ok(count)
    }

    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno> {
        self.position = whence.position(offset, self.position, || self.handle.status().size)?;
        Ok(self.position)
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(self.handle.status())
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        self.handle.set_permissions(mode);
        Ok(())
    }

    fn set_length(&mut self, length: u64) -> Result<(), Errno> {
        let mut store = locked(&self.handle.store);
        store.set_length(self.handle.inode, length)?;
        store.touch(self.handle.inode, true);
        Ok(())
    }

    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct MemoryDirectory(pub(super) Handle);

impl Directory for MemoryDirectory {
    fn entries(&self) -> Result<Vec<Entry>, Errno> {
        let mut store = locked(&self.0.store);
        let entries = store.entries(self.0.inode)?;
        let list = entries.iter().map(|(name, &inode)| Entry {
            inode,
            name: name.to_vec(),
        });
        let list = list.collect();
        store.note_read(self.0.inode);
        Ok(list)
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(self.0.status())
    }

    fn set_permissions(&mut self, mode: u32) -> Result<(), Errno> {
        self.0.set_permissions(mode);
        Ok(())
    }

    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Ok(())
    }
}
