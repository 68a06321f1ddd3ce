//! Open files and directories of a replica.

use super::Nodes;
use super::nodes::{Content, Id};
use pinnacle_system::Errno;
use pinnacle_system::files::{Directory, Entry, File, Status, Whence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of bytes that are read ahead to serve consecutive small reads.
const AHEAD: usize = 256 << 10;

/// The reference of an open file or directory to its node. The node exists as long as the
/// reference.
pub(super) struct Handle {
    nodes: Arc<Mutex<Nodes>>,
    id: Id,
    writes: bool,
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handle")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

fn locked(nodes: &Arc<Mutex<Nodes>>) -> MutexGuard<'_, Nodes> {
    nodes.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Handle {
    pub(super) fn new(nodes: &Arc<Mutex<Nodes>>, held: &mut Nodes, id: Id, writes: bool) -> Handle {
        held.opened(id, writes);
        Handle {
            nodes: nodes.clone(),
            id,
            writes,
        }
    }

    fn status(&self) -> Status {
        locked(&self.nodes).status(self.id)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        locked(&self.nodes).closed(self.id, self.writes);
    }
}

/// Bytes of contents that were read ahead, starting at an offset.
#[derive(Debug, Default)]
struct Ahead {
    contents: u32,
    at: u64,
    bytes: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct OpenFile {
    handle: Handle,
    position: u64,
    appends: bool,
    ahead: Ahead,
}

impl OpenFile {
    pub(super) fn new(handle: Handle, appends: bool) -> OpenFile {
        OpenFile {
            handle,
            position: 0,
            appends,
            ahead: Ahead::default(),
        }
    }
}

impl Ahead {
    /// Reads from contents of this size, starting at an offset within them.
    fn read(
        &mut self,
        nodes: &Nodes,
        (contents, size): (u32, u64),
        at: u64,
        buffer: &mut [u8],
    ) -> Result<(), Errno> {
        let end = at + buffer.len() as u64;
        let has =
            self.contents == contents && self.at <= at && end <= self.at + self.bytes.len() as u64;
        if !has {
            if buffer.len() >= AHEAD {
                return nodes.read(contents, at, buffer);
            }
            let count = (size - at).min(AHEAD as u64) as usize;
            self.bytes.clear();
            self.bytes.resize(count, 0);
            if let Err(errno) = nodes.read(contents, at, &mut self.bytes) {
                self.bytes.clear();
                return Err(errno);
            }
            (self.contents, self.at) = (contents, at);
        }
        let start = (at - self.at) as usize;
        buffer.copy_from_slice(&self.bytes[start..start + buffer.len()]);
        Ok(())
    }
}

impl File for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        let nodes = locked(&self.handle.nodes);
        let size = nodes.status(self.handle.id).size;
        let left = size.saturating_sub(self.position).min(buffer.len() as u64);
        let buffer = &mut buffer[..left as usize];
        if buffer.is_empty() {
            return Ok(0);
        }
        match &nodes.node(self.handle.id).content {
            Content::Directory(_) => return Err(Errno::EISDIR),
            Content::Bytes(bytes) => {
                let start = self.position as usize;
                buffer.copy_from_slice(&bytes[start..start + buffer.len()]);
            }
            &Content::Kept { contents, size } => {
                self.ahead
                    .read(&nodes, (contents, size), self.position, buffer)?;
            }
        }
        self.position += buffer.len() as u64;
        Ok(buffer.len())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut nodes = locked(&self.handle.nodes);
        if self.appends {
            self.position = nodes.status(self.handle.id).size;
        }
        if bytes.is_empty() {
            return Ok(0);
        }
        if !nodes.is_ready() {
            return Err(Errno::ENOMEM);
        }
        nodes.write(self.handle.id, self.position, bytes)?;
        self.position += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn seek(&mut self, offset: i64, whence: Whence) -> Result<u64, Errno> {
        self.position = whence.position(offset, self.position, || self.handle.status().size)?;
        Ok(self.position)
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(self.handle.status())
    }

    fn set_permissions(&mut self, _: u32) -> Result<(), Errno> {
        Ok(())
    }

    fn set_length(&mut self, length: u64) -> Result<(), Errno> {
        let mut nodes = locked(&self.handle.nodes);
        match nodes.is_ready() {
            true => nodes.set_length(self.handle.id, length),
            false => Err(Errno::ENOMEM),
        }
    }

    /// Does nothing: the keeper reports later when changes are stored.
    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct OpenDirectory(pub(super) Handle);

impl Directory for OpenDirectory {
    fn entries(&self) -> Result<Vec<Entry>, Errno> {
        let nodes = locked(&self.0.nodes);
        let names = nodes.names(self.0.id)?.iter();
        let entries = names.map(|(name, &inode)| Entry {
            inode,
            name: name.as_bytes().to_vec(),
        });
        Ok(entries.collect())
    }

    fn status(&self) -> Result<Status, Errno> {
        Ok(self.0.status())
    }

    fn set_permissions(&mut self, _: u32) -> Result<(), Errno> {
        Ok(())
    }

    fn sync(&mut self, _: bool) -> Result<(), Errno> {
        Ok(())
    }
}
