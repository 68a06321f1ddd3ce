//! The mounted trees of files, and the table that finds them by path.

use super::path::{GuestPath, Resolved};
use super::tree::{Tree, TreePath};
use crate::Errno;
use std::fmt;

/// A tree of files and its mount point.
#[derive(Debug)]
pub struct Mount {
    /// Its mount point in the guest.
    pub guest: GuestPath,
    /// Its files.
    pub tree: Box<dyn Tree>,
    /// True if the guest may not change the tree.
    pub read_only: bool,
}

impl Mount {
    /// Fails if the tree is read-only.
    fn check_writable(&self) -> Result<(), Errno> {
        if self.read_only {
            Err(Errno::EROFS)
        } else {
            Ok(())
        }
    }
}

/// The error for two trees with the same mount point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MountedTwice {
    /// The mount point.
    pub guest: GuestPath,
}

impl fmt::Display for MountedTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guest = &self.guest;
        write!(f, "two folders have the same guest path {guest}")
    }
}

impl std::error::Error for MountedTwice {}

/// The location that a path refers to.
#[derive(Debug)]
pub(super) enum Place<'a> {
    /// A path in a mounted tree.
    Mounted(&'a Mount, TreePath),
    /// A directory that exists only because trees are mounted below it.
    Virtual,
    /// No location: the path is outside of all trees.
    Nothing,
}

impl<'a> Place<'a> {
    /// Returns the tree and the path in it, for an operation that changes something. Fails for a
    /// virtual directory.
    pub(super) fn writable(self) -> Result<(&'a Mount, TreePath), Errno> {
        match self {
            Place::Mounted(mount, path) => {
                mount.check_writable()?;
                Ok((mount, path))
            }
            Place::Virtual | Place::Nothing => Err(Errno::EACCES),
        }
    }

    /// Does the same as [`Place::writable`], for operations on a directory entry. Fails for the
    /// root of a mounted tree, which is not an entry.
    /// mounted tree, which is not an entry.
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
    /// Sorted by path, the longest first, so that the first match is the innermost mount.
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

    /// Mounts another tree, unless its mount point exists already. Returns true if it was mounted.
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

    /// Returns the number of mounted trees.
    pub(super) fn len(&self) -> usize {
        self.mounts.len()
    }

    /// Returns the location that a path refers to.
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

    /// Returns true for a directory that is in no tree: the root, and parents of mount points.
    pub(super) fn is_virtual(&self, path: &GuestPath) -> bool {
        path.is_root()
            || self
                .mounts
                .iter()
                .any(|mount| mount.guest.strip_prefix(path).is_some())
    }

    /// Returns the names in a directory that lead to mount points.
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
