//! Open directories and their listings.

use super::mount::MountTable;
use super::path::GuestPath;
use super::tree::{Directory, Entry};
use crate::Errno;

/// An open directory.
///
/// All names are read and sorted when the first one is requested, so a program sees the same order
/// on every machine.
#[derive(Debug)]
pub(super) struct OpenDirectory {
    pub(super) path: GuestPath,
    /// The directory in a mounted tree, or `None` if it is virtual.
    pub(super) directory: Option<Box<dyn Directory>>,
    pub(super) read_only_mount: bool,
    entries: Option<Vec<Entry>>,
    bytes: usize,
    position: usize,
}

impl OpenDirectory {
    /// Opens a directory of a mounted tree.
    pub(super) fn mounted(
        path: GuestPath,
        directory: Box<dyn Directory>,
        read_only_mount: bool,
    ) -> OpenDirectory {
        OpenDirectory {
            directory: Some(directory),
            read_only_mount,
            ..OpenDirectory::virtual_directory(path)
        }
    }

    /// Opens a directory that is not in a tree.
    pub(super) fn virtual_directory(path: GuestPath) -> OpenDirectory {
        OpenDirectory {
            path,
            directory: None,
            read_only_mount: true,
            entries: None,
            bytes: 0,
            position: 0,
        }
    }

    /// Returns the name at the current position, and the position after it. The names must have
    /// been read.
    pub(super) fn current(&self) -> Option<(&Entry, u64)> {
        let entries = self.entries.as_deref().unwrap_or_default();
        let entry = entries.get(self.position)?;
        Some((entry, self.position as u64 + 1))
    }

    /// Returns true if the names have been read.
    pub(super) fn is_read(&self) -> bool {
        self.entries.is_some()
    }

    /// Stores the names that were read.
    pub(super) fn keep(&mut self, entries: Vec<Entry>) {
        self.bytes = bytes_of(&entries);
        self.entries = Some(entries);
    }

    /// Returns the size of its stored names in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Moves to the next name.
    pub(super) fn advance(&mut self) {
        self.position += 1;
    }

    /// Moves to a position from [`OpenDirectory::current`], or to the start, after which the
    /// directory is read again.
    pub(super) fn seek(&mut self, position: u64) -> Result<u64, Errno> {
        if position == 0 {
            self.entries = None;
            self.bytes = 0;
        }
        self.position = usize::try_from(position).map_err(|_| Errno::EINVAL)?;
        Ok(position)
    }

    pub(super) fn position(&self) -> u64 {
        self.position as u64
    }

    /// Reads its names, sorted.
    pub(super) fn list(&self, mounts: &MountTable) -> Result<Vec<Entry>, Errno> {
        let mut own = virtual_inode(&self.path);
        let parent = virtual_inode(&self.path.resolve(b"..")?.path);
        let mut names = Vec::new();
        if let Some(directory) = &self.directory {
            own = directory.status()?.inode.max(1);
            names = directory.entries()?;
            for entry in &mut names {
                if entry.inode == 0 {
                    entry.inode = hash(&entry.name);
                }
            }
        }
        for name in mounts.names_below(&self.path) {
            let inode = virtual_inode(&self.path.resolve(&name)?.path);
            names.push(Entry { inode, name });
        }
        // Names in the tree come before mounted ones.
        names.sort_by(|a, b| a.name.cmp(&b.name));
        names.dedup_by(|a, b| a.name == b.name);
        let dots = [(own, &b"."[..]), (parent, b"..")].map(|(inode, name)| Entry {
            inode,
            name: name.to_vec(),
        });
        names.splice(0..0, dots);
        names.shrink_to_fit();
        Ok(names)
    }
}

/// Returns the size of names in bytes, including the allocator's overhead.
pub(super) fn bytes_of(entries: &[Entry]) -> usize {
    const OF_ALLOCATION: usize = 16;
    let names: usize = entries.iter().map(|entry| entry.name.capacity()).sum();
    names + entries.len() * (size_of::<Entry>() + OF_ALLOCATION)
}

/// Returns an inode number for a directory that is not in a tree.
pub(super) fn virtual_inode(path: &GuestPath) -> u64 {
    hash(&path.to_bytes())
}

/// Returns the FNV-1a hash, but never zero, which marks unused entries.
fn hash(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash.max(1)
}
