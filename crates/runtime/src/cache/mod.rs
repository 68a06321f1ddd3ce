//! A folder that keeps expensive results across processes.
//!
//! An entry is a file named after its [`Key`]. The key is a hash of all that
//! the contents follow from, so an entry never becomes wrong, only unused. A
//! cache may be deleted, shared by processes and damaged at any time:
//!
//! * an entry is written to a temporary file, which is then renamed: others see all of it or
//!   nothing;
//! * an entry is read only if its authentication code is right; otherwise it counts as missing and
//!   is replaced once it has been made again;
//! * if all entries together exceed the limit, those unused for the longest time are removed, by
//!   the times of the files;
//! * a folder that cannot be read or written is a cache that finds nothing and keeps nothing.
//!
//! Code from the cache is executed. Therefore a folder is refused if it belongs to another user or
//! others may write to it ([`Refusal`]). So is any entry that is another user's file, a link or a
//! pipe, or that was not written with the cache's secret.

mod entry;
mod key;
mod secret;
mod sweep;
mod trust;

pub use key::{Key, KeyBuilder};
use secret::Secret;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;
pub use trust::Refusal;

/// Default maximum size of a cache, in bytes.
pub const DEFAULT_LIMIT: u64 = 512 << 20;

/// A cache in a folder.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

/// The contents of a cache.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contents {
    /// Number of entries.
    pub entries: u64,
    /// The total size in bytes.
    pub bytes: u64,
    /// Number of files that are named like entries but are refused: files of other users, files
    /// that others can write to, links, and files that are not regular.
    pub refused: u64,
}

impl Cache {
    /// Returns the cache in a folder. The folder is created when something is stored. The total
    /// size of the entries stays within `limit` bytes.
    pub fn new(folder: PathBuf, limit: u64) -> Cache {
        Cache { folder, limit }
    }

    /// The folder of the cache.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Maximum size in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns the reason why the folder is not used, if there is one.
    pub fn refusal(&self) -> Option<Refusal> {
        trust::refusal(&self.folder)
    }

    /// Returns the entry for a key, if it exists and is undamaged.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        if self.refusal().is_some() {
            return None;
        }
        let (mut file, metadata) = trust::open(&self.path(key))?;
        let size = metadata.len();
        if size > self.limit {
            return None;
        }
        let secret = Secret::read(&self.folder)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size as usize + 1).ok()?;
        (&mut file).take(size).read_to_end(&mut bytes).ok()?;
        entry::check(&secret, key, &bytes)?;
        // On a read-only file system the cache still works, but cannot record the last use.
        let _ = file.set_modified(SystemTime::now());
        Some(Entry(bytes))
    }

    /// Stores contents under a key, replacing the previous ones. Old entries are removed if the
    /// cache would become too large; contents larger than the limit are not stored.
    ///
    /// # Errors
    ///
    /// Fails if the entry could not be written. A caller that needs the entry only for speed can
    /// ignore that.
    pub fn put(&self, key: &Key, contents: &[u8]) -> io::Result<()> {
        let size = (entry::HEADER + contents.len()) as u64;
        if size > self.limit {
            return Ok(());
        }
        trust::create_folder(&self.folder)?;
        let secret = Secret::read_or_make(&self.folder)?;
        let header = entry::header(&secret, key, contents);
        let beside = self.folder.join(temporary_name(key));
        let mut file = trust::create_file(&beside)?;
        let written = file
            .write_all(&header)
            .and_then(|()| file.write_all(contents))
            .and_then(|()| fs::rename(&beside, self.path(key)));
        if written.is_err() {
            // The first error is the one that is reported.
            let _ = fs::remove_file(&beside);
            return written;
        }
        sweep::shrink(&self.folder, self.limit)
    }

    /// Locks the cache for work in the background, which one process does at a time. Returns
    /// nothing if another process has the lock. Reading and writing entries takes no lock.
    ///
    /// # Errors
    ///
    /// Returns the error of making the folder, or of locking it.
    pub fn try_lock(&self) -> io::Result<Option<Lock>> {
        trust::create_folder(&self.folder)?;
        let folder = File::open(&self.folder)?;
        match folder.try_lock() {
            Ok(()) => Ok(Some(Lock { _folder: folder })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Counts the entries.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read. A missing folder counts as empty.
    pub fn contents(&self) -> io::Result<Contents> {
        let mut contents = Contents::default();
        for file in sweep::list(&self.folder)? {
            if !file.is_own {
                contents.refused += 1;
            } else if !file.temporary {
                contents.entries += 1;
                contents.bytes += file.size;
            }
        }
        Ok(contents)
    }

    /// Removes all entries and returns them. Other files in the folder are kept.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read, or an entry cannot be removed.
    pub fn clear(&self) -> io::Result<Contents> {
        let mut removed = Contents::default();
        for file in sweep::list(&self.folder)? {
            if !sweep::remove(&file.path)? {
                continue;
            }
            if !file.is_own {
                removed.refused += 1;
            } else if !file.temporary {
                removed.entries += 1;
                removed.bytes += file.size;
            }
        }
        Ok(removed)
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{key}{}", sweep::EXTENSION))
    }
}

/// The lock of a cache, released when it is dropped or its process ends.
#[derive(Debug)]
pub struct Lock {
    _folder: File,
}

/// An entry of a cache in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry(Vec<u8>);

impl Entry {
    /// The bytes of the entry.
    pub fn contents(&self) -> &[u8] {
        entry::contents(&self.0)
    }
}

/// The name of an entry while it is written.
fn temporary_name(key: &Key) -> String {
    unused_name(key) + sweep::TEMPORARY_EXTENSION
}

/// Returns a name that no other process or thread is using.
fn unused_name(beginning: impl fmt::Display) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{beginning}-{}-{number}", std::process::id())
}

#[cfg(test)]
mod tests;
