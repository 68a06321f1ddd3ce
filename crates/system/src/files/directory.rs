//! Open directories and their listings.

use super::mount::MountTable;
use super::path::GuestPath;
use super::tree::{Directory, Entry};
use crate::Errno;
use std::collections::BTreeMap;

/// An open directory.
///
/// Its names are read all at once when the first is asked for, and sorted, so
/// that a program sees the same order wherever it runs.
#[derive(Debug)]
pub(super) struct OpenDirectory {
    pub(super) path: GuestPath,
    /// What it is in a mounted tree; nothing if it is virtual.
    pub(super) directory: Option<Box<dyn Directory>>,
    pub(super) read_only_mount: bool,
    entries: Option<Vec<Entry>>,
    position: usize,
}

impl OpenDirectory {
    /// A directory of a mounted tree.
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

    /// A directory that is in no tree.
    pub(super) fn virtual_directory(path: GuestPath) -> OpenDirectory {
        OpenDirectory {
            path,
            directory: None,
            read_only_mount: true,
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

    /// Goes to a position that [`OpenDirectory::current`] gave, or to the start,
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
        if let Some(directory) = &self.directory {
            own = directory.status()?.inode.max(1);
            for Entry { inode, name } in directory.entries()? {
                let inode = if inode == 0 { hash(&name) } else { inode };
                names.insert(name, inode);
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

/// A number for a directory that is in no tree.
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
