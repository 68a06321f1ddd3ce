//! The trees of files that a guest has, and where it finds them.

use super::path::{GuestPath, Resolved};
use super::tree::{Tree, TreePath};
use crate::Errno;
use std::fmt;

/// A tree of files with its place.
#[derive(Debug)]
pub struct Mount {
    /// Its path in the guest.
    pub guest: GuestPath,
    /// Its files.
    pub tree: Box<dyn Tree>,
    /// True if the guest may not change anything in it.
    pub read_only: bool,
}

impl Mount {
    /// Fails if the guest may not change anything here.
    fn check_writable(&self) -> Result<(), Errno> {
        if self.read_only {
            Err(Errno::EROFS)
        } else {
            Ok(())
        }
    }
}

/// Two trees would appear in the same place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MountedTwice {
    /// The place.
    pub guest: GuestPath,
}

impl fmt::Display for MountedTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guest = &self.guest;
        write!(f, "two folders have the same guest path {guest}")
    }
}

impl std::error::Error for MountedTwice {}

/// The place that a path leads to.
#[derive(Debug)]
pub(super) enum Place<'a> {
    /// Into a mounted tree.
    Mounted(&'a Mount, TreePath),
    /// To a directory that is there only to hold mounted trees.
    Virtual,
    /// Nowhere.
    Nothing,
}

impl<'a> Place<'a> {
    /// The tree and the path in it, for operations that change something
    /// and so need more than a virtual directory.
    pub(super) fn writable(self) -> Result<(&'a Mount, TreePath), Errno> {
        match self {
            Place::Mounted(mount, path) => {
                mount.check_writable()?;
                Ok((mount, path))
            }
            Place::Virtual | Place::Nothing => Err(Errno::EACCES),
        }
    }

    /// Like [`Place::writable`], for operations that name an entry of a directory, which a mounted
    /// tree as a whole is not.
    pub(super) fn entry(self) -> Result<(&'a Mount, TreePath), Errno> {
        if let Place::Mounted(_, path) = &self
            && path.names.is_empty()
        {
            return Err(Errno::EBUSY);
        }
        self.writable()
    }
}

/// All mounted trees.
#[derive(Debug, Default)]
pub(super) struct MountTable {
    /// The longest guest paths first, so that the first match is the one.
    mounts: Vec<Mount>,
}

impl MountTable {
    pub(super) fn new(mut mounts: Vec<Mount>) -> Result<MountTable, MountedTwice> {
        for (index, mount) in mounts.iter().enumerate() {
            if mounts[..index]
                .iter()
                .any(|other| other.guest == mount.guest)
            {
                let guest = mount.guest.clone();
                return Err(MountedTwice { guest });
            }
        }
        mounts.sort_by_key(|mount| std::cmp::Reverse(mount.guest.len()));
        Ok(MountTable { mounts })
    }

    /// Mounts one more tree, unless its place exists already. Returns true if it did.
    pub(super) fn add_unless_there(&mut self, mount: Mount) -> bool {
        let resolved = Resolved {
            path: mount.guest.clone(),
            directory: true,
        };
        let is_there = match self.place(&resolved) {
            Place::Mounted(other, path) => other.tree.status(&path, true).is_ok(),
            Place::Virtual => true,
            Place::Nothing => false,
        };
        if is_there {
            return false;
        }
        self.mounts.push(mount);
        self.mounts
            .sort_by_key(|mount| std::cmp::Reverse(mount.guest.len()));
        true
    }

    /// The number of trees.
    pub(super) fn len(&self) -> usize {
        self.mounts.len()
    }

    /// The place that a path leads to.
    pub(super) fn place(&self, resolved: &Resolved) -> Place<'_> {
        for mount in &self.mounts {
            if let Some(rest) = resolved.path.strip_prefix(&mount.guest) {
                let path = TreePath {
                    names: rest.to_vec(),
                    directory: resolved.directory,
                };
                return Place::Mounted(mount, path);
            }
        }
        if self.is_virtual(&resolved.path) {
            Place::Virtual
        } else {
            Place::Nothing
        }
    }

    /// Returns true if a directory exists even though no tree has it: the root, and directories on
    /// the way to a mounted tree.
    pub(super) fn is_virtual(&self, path: &GuestPath) -> bool {
        path.is_root()
            || self
                .mounts
                .iter()
                .any(|mount| mount.guest.strip_prefix(path).is_some())
    }

    /// The names in a directory that lead to mounted trees.
    pub(super) fn names_below(&self, path: &GuestPath) -> Vec<Vec<u8>> {
        let mut names: Vec<Vec<u8>> = self
            .mounts
            .iter()
            .filter_map(|mount| mount.guest.strip_prefix(path)?.first())
            .map(|name| name.to_vec())
            .collect();
        names.sort();
        names.dedup();
        names
    }
}
