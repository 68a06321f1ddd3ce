//! Open directories and their listings.

use super::mount::{Mount, MountTable};
use super::path::{GuestPath, bytes_from_os};
use super::status::Status;
use crate::Errno;
use cap_std::fs::{Dir, DirEntry};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One name in a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the file, never zero.
    pub inode: u64,
    /// Its name.
    pub name: Vec<u8>,
}

/// An open directory.
///
/// Its names are read all at once when the first is asked for, and sorted, so
/// that a program sees the same order wherever it runs.
#[derive(Debug)]
pub(super) struct Directory {
    pub(super) path: GuestPath,
    /// The folder of the host, unless the directory is virtual.
    pub(super) host: Option<(Arc<Mount>, Dir)>,
    entries: Option<Vec<Entry>>,
    position: usize,
}

impl Directory {
    pub(super) fn new(path: GuestPath, host: Option<(Arc<Mount>, Dir)>) -> Directory {
        Directory {
            path,
            host,
            entries: None,
            position: 0,
        }
    }

    /// The name at the present position, and the position after it.
    pub(super) fn current(&mut self, mounts: &MountTable) -> Result<Option<(&Entry, u64)>, Errno> {
        if self.entries.is_none() {
            self.entries = Some(self.list(mounts)?);
        }
        let entries = self.entries.as_deref().unwrap_or_default();
        Ok(entries
            .get(self.position)
            .map(|entry| (entry, self.position as u64 + 1)))
    }

    /// Goes to the next name.
    pub(super) fn advance(&mut self) {
        self.position += 1;
    }

    /// Goes to a position that [`Directory::current`] gave, or to the start,
    /// which reads the directory again.
    pub(super) fn seek(&mut self, position: u64) -> Result<u64, Errno> {
        if position == 0 {
            self.entries = None;
        }
        self.position = usize::try_from(position).map_err(|_| Errno::EINVAL)?;
        Ok(position)
    }

    pub(super) fn position(&self) -> u64 {
        self.position as u64
    }

    fn list(&self, mounts: &MountTable) -> Result<Vec<Entry>, Errno> {
        let mut own = virtual_inode(&self.path);
        let parent = virtual_inode(&self.path.resolve(b"..")?.path);
        let mut names: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        if let Some((_, directory)) = &self.host {
            own = Status::of_metadata(&directory.dir_metadata()?).inode.max(1);
            for entry in directory.entries()? {
                let entry = entry?;
                names.insert(bytes_from_os(&entry.file_name()), inode(&entry));
            }
        }
        for name in mounts.names_below(&self.path) {
            let inode = virtual_inode(&self.path.resolve(&name)?.path);
            names.entry(name).or_insert(inode);
        }
        let dots = [(own, &b"."[..]), (parent, b"..")].map(|(inode, name)| Entry {
            inode,
            name: name.to_vec(),
        });
        let rest = names.into_iter().map(|(name, inode)| Entry { inode, name });
        Ok(dots.into_iter().chain(rest).collect())
    }
}

#[cfg(unix)]
fn inode(entry: &DirEntry) -> u64 {
    std::os::unix::fs::DirEntryExt::ino(entry).max(1)
}

#[cfg(not(unix))]
fn inode(entry: &DirEntry) -> u64 {
    hash(&bytes_from_os(&entry.file_name()))
}

/// A number for a directory that no host has numbered.
pub(super) fn virtual_inode(path: &GuestPath) -> u64 {
    hash(&path.to_bytes())
}

/// FNV-1a, kept from being zero, which marks unused entries.
fn hash(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash.max(1)
}
