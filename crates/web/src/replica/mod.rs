//! The files of an origin as a program sees them.
//!
//! They are in the browser's storage, which is asynchronous and shared with other programs and the
//! page. A program cannot wait for it. Therefore names, sizes, times and the contents of files that
//! are being written are kept in memory. The contents of other files are read on request
//! ([`Keeper::read`]). The keeper receives each change in order and applies it to the storage.
//! Changes by others arrive through [`Replica::put`].
//!
//! * `nodes`: files and directories by number, and news of them;
//! * `handles`: open files and directories;
//! * `saved`: files in saved states.

mod handles;
mod nodes;
mod saved;

use handles::{Handle, OpenDirectory, OpenFile};
use nodes::{Content, Nodes};
use pinnacle_system::Errno;
use pinnacle_system::clock::Clock;
use pinnacle_system::files::{File, OpenRequest, Opened, SetTime, Status, Time, Tree, TreePath};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A change at a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change<'a> {
    /// Creates an empty file.
    CreateFile,
    /// Creates a directory.
    MakeDirectory,
    /// Removes a file or an empty directory.
    Remove,
    /// Moves the entry at another path here, replacing the old one.
    MoveFrom(&'a str),
    /// Writes bytes to a file at an offset.
    Write(u64, &'a [u8]),
    /// Sets the length of a file.
    SetLength(u64),
    /// Closes a file that no handle can write any longer. From now on it can be read from the
    /// storage.
    Close,
}

/// The storage of a tree's files.
pub trait Keeper: Send {
    /// Makes a change, after all earlier ones. Returns its number; later changes have higher
    /// numbers. Paths begin with a slash.
    fn change(&mut self, path: &str, change: Change<'_>) -> u64;

    /// Returns true if the keeper can accept another change. It cannot while too many are pending.
    fn is_ready(&self) -> bool;

    /// Fills a buffer from an offset in the contents of a [`Known::File`]. Returns true on success.
    fn read(&self, contents: u32, at: u64, buffer: &mut [u8]) -> bool;

    /// Releases contents.
    fn forget(&mut self, contents: u32);
}

/// The kind of entry at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// No entry.
    Absent,
    /// A directory.
    Directory,
    /// A file whose contents the keeper has.
    File {
        /// The keeper's number for the contents.
        contents: u32,
        /// Size in bytes.
        size: u64,
    },
}

/// News of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct News {
    /// The kind of entry.
    pub known: Known,
    /// The time of its last change.
    pub modified: Time,
    /// The number of the last change of this tree that the news include. `None` if others have made
    /// the change, because they do not know this tree's changes.
    pub seen: Option<u64>,
    /// The version of the news. Later news have higher versions.
    pub version: u64,
}

/// A tree of files. Clones share the tree.
#[derive(Clone)]
pub struct Replica(Arc<Mutex<Nodes>>);

impl fmt::Debug for Replica {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replica").finish_non_exhaustive()
    }
}

impl Replica {
    /// Creates an empty tree.
    pub fn new(device: u64, keeper: Box<dyn Keeper>, clock: Arc<dyn Clock>) -> Replica {
        Replica(Arc::new(Mutex::new(Nodes::new(device, keeper, clock))))
    }

    fn lock(&self) -> MutexGuard<'_, Nodes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the nodes for a change. Fails while the keeper cannot accept one.
    fn lock_to_change(&self) -> Result<MutexGuard<'_, Nodes>, Errno> {
        let nodes = self.lock();
        match nodes.is_ready() {
            true => Ok(nodes),
            false => Err(Errno::ENOMEM),
        }
    }

    /// Applies news of a path from outside.
    pub fn put(&self, path: &str, news: News) {
        self.lock().put(path, news);
    }

    /// Reports that the keeper has made all changes up to a number.
    pub fn settled(&self, until: u64) {
        self.lock().settled(until);
    }

    /// Returns the number of the last change, and that of the last change that the keeper has made.
    pub fn progress(&self) -> (u64, u64) {
        self.lock().progress()
    }
}

impl Tree for Replica {
    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno> {
        let mut nodes = match request.create || request.truncate {
            true => self.lock_to_change()?,
            false => self.lock(),
        };
        let found = nodes.find(path)?;
        let id = match found.id {
            Some(_) if request.create && request.exclusive => return Err(Errno::EEXIST),
            Some(id) => id,
            None if request.create && !path.directory => {
                let content = Content::Bytes(Vec::new());
                let id = nodes.insert(&found, content)?;
                nodes.tell(id, Change::CreateFile);
                id
            }
            None => return Err(Errno::ENOENT),
        };
        if nodes.is_directory(id) {
            if request.write {
                return Err(Errno::EISDIR);
            }
            let handle = Handle::new(&self.0, &mut nodes, id, false);
            return Ok(Opened::Directory(Box::new(OpenDirectory(handle))));
        }
        if path.directory {
            return Err(Errno::ENOTDIR);
        }
        if request.truncate {
            nodes.set_length(id, 0)?;
        }
        let handle = Handle::new(&self.0, &mut nodes, id, request.write);
        Ok(Opened::File(Box::new(OpenFile::new(
            handle,
            request.append,
        ))))
    }

    fn status(&self, path: &TreePath, _: bool) -> Result<Status, Errno> {
        let nodes = self.lock();
        let id = nodes.existing(path)?;
        Ok(nodes.status(id))
    }

    fn make_directory(&self, path: &TreePath, _: u32) -> Result<(), Errno> {
        let mut nodes = self.lock_to_change()?;
        let found = nodes.find(path)?;
        if found.id.is_some() {
            return Err(Errno::EEXIST);
        }
        let id = nodes.insert(&found, Content::directory())?;
        nodes.tell(id, Change::MakeDirectory);
        Ok(())
    }

    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno> {
        let mut nodes = self.lock_to_change()?;
        let id = nodes.existing(path)?;
        if !nodes.names(id)?.is_empty() {
            return Err(Errno::ENOTEMPTY);
        }
        nodes.remove(id)
    }

    fn remove_file(&self, path: &TreePath) -> Result<(), Errno> {
        let mut nodes = self.lock_to_change()?;
        let id = nodes.existing(path)?;
        if nodes.is_directory(id) {
            return Err(Errno::EISDIR);
        }
        nodes.remove(id)
    }

    fn link(&self, _: &TreePath, _: &TreePath) -> Result<(), Errno> {
        Err(Errno::EPERM)
    }

    fn rename(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let mut nodes = self.lock_to_change()?;
        let id = nodes.existing(old)?;
        let found = nodes.find(new)?;
        nodes.rename(id, &found)
    }

    fn make_symbolic_link(&self, _: &[u8], _: &TreePath) -> Result<(), Errno> {
        Err(Errno::EPERM)
    }

    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno> {
        self.lock().existing(path)?;
        Err(Errno::EINVAL)
    }

    fn set_length(&self, path: &TreePath, length: u64) -> Result<(), Errno> {
        let mut nodes = self.lock_to_change()?;
        let id = nodes.existing(path)?;
        nodes.set_length(id, length)?;
        nodes.close_if_unused(id);
        Ok(())
    }

    /// Only checks that the file exists, because the storage has no permissions.
    fn set_permissions(&self, path: &TreePath, _: u32) -> Result<(), Errno> {
        self.lock().existing(path).map(|_| ())
    }

    /// Sets times that are kept while the program runs, because the storage has none.
    fn set_times(
        &self,
        path: &TreePath,
        accessed: SetTime,
        modified: SetTime,
    ) -> Result<(), Errno> {
        let mut nodes = self.lock();
        let id = nodes.existing(path)?;
        let now = nodes.now();
        let time = |set: SetTime| match set {
            SetTime::Now => now,
            SetTime::To(time) => time,
        };
        nodes.set_times(id, time(accessed), time(modified));
        Ok(())
    }

    fn check_access(&self, path: &TreePath, _: u32) -> Result<(), Errno> {
        self.lock().existing(path).map(|_| ())
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.save_used(to)
    }

    fn restore(&self, from: &mut Reader) -> Result<(), Unusable> {
        self.restore_used(from)
    }

    fn reopen(&self, inode: u64, append: bool) -> Option<Box<dyn File>> {
        self.reopen_saved(inode, append)
    }
}

#[cfg(test)]
mod tests;
