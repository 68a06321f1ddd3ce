//! The file systems of a program: trees of files, their quotas, and operations by path.
//!
//! The size of files is counted as in Chrome: their bytes, plus a fixed cost and a cost per byte of
//! the name for each file and directory. Writes that do not fit are refused before anything is
//! written. The content of a tree is counted when it is first opened, and again if it was changed
//! from outside.
//!
//! If a device stores changes later, an operation completes only then: data whose write has
//! completed still exists in the next run.
//!
//! Source: Chromium's `storage/browser/fileapi/obfuscated_file_util.cc` (costs),
//! `ppapi/shared_impl/file_type_conversion.cc` (errors).

use crate::device::storage::{StorageKind, Stored};
use crate::kernel::errors::PpError;
use crate::kernel::family::State;
use crate::kernel::interface::Ending;
use crate::kernel::pending::PendingId;
use crate::kernel::state::Kernel;
use pinnacle_system::Errno;
use pinnacle_system::files::{OpenRequest, Opened, SetTime, Status, Time, Tree, TreePath};
use std::collections::VecDeque;

mod saved;

pub(super) use saved::{reopen, restore_volumes, save_volumes};

/// Cost in bytes of a file or directory besides its content and its name.
const NODE_COST: u64 = 146;
/// Cost in bytes of each byte of its name.
const NAME_BYTE_COST: u64 = 2;

/// Permissions of new files. Pepper has none; these are for users who open the folder.
const FILE_MODE: u32 = 0o644;
const DIRECTORY_MODE: u32 = 0o755;

/// Returns Pepper's error for an error of a tree. If a parent is a file instead of a directory, the
/// path does not exist. Chrome had no separate error for a directory that is not empty.
pub(super) fn error(errno: Errno) -> PpError {
    match errno {
        Errno::EEXIST => PpError::FileExists,
        Errno::ENOENT | Errno::ENOTDIR => PpError::FileNotFound,
        Errno::EACCES | Errno::EPERM | Errno::EROFS => PpError::NoAccess,
        Errno::ENOMEM => PpError::NoMemory,
        Errno::ENOSPC => PpError::NoSpace,
        Errno::EDQUOT => PpError::NoQuota,
        Errno::EISDIR => PpError::NotAFile,
        _ => PpError::Failed,
    }
}

/// The state of the family: the file systems that are open.
#[derive(Default)]
pub(super) struct Volumes {
    volumes: [Option<Volume>; 3],
    /// Operations that are done but whose changes are not stored yet, in order.
    unsafe_yet: VecDeque<Unsettled>,
}

/// An operation that completes when all changes up to a number are stored.
struct Unsettled {
    until: u64,
    id: PendingId,
    ending: Ending,
    /// Returns the ending for an error.
    fail: Box<dyn FnOnce(PpError) -> Ending + Send>,
}

/// A tree of files and its current size.
pub(super) struct Volume {
    tree: Box<dyn Tree + Sync>,
    used: u64,
    quota: u64,
}

impl State for Volumes {
    const INDEX: usize = crate::families::FILES;
}

/// Opens a file system, if it is not open yet.
pub(super) fn open_volume(kernel: &mut Kernel, kind: StorageKind) -> Result<&mut Volume, PpError> {
    let storage = &mut kernel.devices.storage;
    let place = &mut kernel.states.get::<Volumes>().volumes[kind as usize];
    if place.is_none() {
        let tree = storage.open(kind).ok_or(PpError::Failed)?;
        let used = content_cost(&*tree).map_err(error)?;
        let quota = storage.quota(kind);
        *place = Some(Volume { tree, used, quota });
    }
    place.as_mut().ok_or(PpError::Failed)
}

/// Returns a file system that is already open.
pub(super) fn volume(kernel: &mut Kernel, kind: StorageKind) -> Result<&mut Volume, PpError> {
    let storage = &mut kernel.devices.storage;
    let volume = kernel.states.get::<Volumes>().volumes[kind as usize].as_mut();
    let volume = volume.ok_or(PpError::Failed)?;
    if storage.has_changed(kind) {
        volume.used = content_cost(&*volume.tree).map_err(error)?;
        volume.quota = storage.quota(kind);
    }
    Ok(volume)
}

/// Completes a file operation once the device has stored its changes, or with an error.
pub(super) fn finish_when_safe(
    kernel: &mut Kernel,
    id: PendingId,
    ending: impl Into<Ending>,
    fail: impl FnOnce(PpError) -> Ending + Send + 'static,
) {
    match kernel.devices.storage.unsettled() {
        None => kernel.finish(id, ending),
        Some(until) => {
            let unsettled = Unsettled {
                until,
                id,
                ending: ending.into(),
                fail: Box::new(fail),
            };
            unsafe_yet(kernel).push_back(unsettled);
        }
    }
}

/// Completes the operations whose changes the device has now stored.
pub(crate) fn stored(kernel: &mut Kernel, stored: Stored) {
    let is_over = |one: &mut Unsettled| {
        one.until < stored.until || one.until == stored.until && stored.result.is_ok()
    };
    while let Some(one) = unsafe_yet(kernel).pop_front_if(is_over) {
        kernel.finish(one.id, one.ending);
    }
    // The change with this number could not be stored, which fails the next operation.
    if let Err(errno) = stored.result
        && let Some(one) = unsafe_yet(kernel).pop_front()
    {
        kernel.finish(one.id, (one.fail)(error(errno)));
    }
}

fn unsafe_yet(kernel: &mut Kernel) -> &mut VecDeque<Unsettled> {
    &mut kernel.states.get::<Volumes>().unsafe_yet
}

/// Converts a text to a path.
pub(super) fn tree_path(text: &str) -> Result<TreePath, PpError> {
    TreePath::new(text.as_bytes()).map_err(|_| PpError::Failed)
}

/// Returns the cost in bytes of the last component of a path.
fn cost(path: &TreePath) -> u64 {
    let name = path.names.last().map_or(0, |name| name.len() as u64);
    NODE_COST + NAME_BYTE_COST * name
}

/// Returns the total cost in bytes of everything below the root of a tree.
fn content_cost(tree: &dyn Tree) -> Result<u64, Errno> {
    let mut sum = 0;
    let mut directories = vec![TreePath::default()];
    while let Some(directory) = directories.pop() {
        for name in names(tree, &directory)? {
            let mut path = directory.clone();
            path.names.push(name.into());
            sum += cost(&path);
            // A file that was deleted in the meantime takes no space.
            match tree.status(&path, false) {
                Ok(status) if status.is_directory() => directories.push(path),
                Ok(status) if status.is_regular() => sum += status.size,
                _ => {}
            }
        }
    }
    Ok(sum)
}

/// Returns the names in a directory, sorted.
fn names(tree: &dyn Tree, path: &TreePath) -> Result<Vec<Vec<u8>>, Errno> {
    let request = OpenRequest {
        read: true,
        ..OpenRequest::default()
    };
    let Opened::Directory(directory) = tree.open(path, &request)? else {
        return Err(Errno::EINVAL);
    };
    let entries = directory.entries()?.into_iter();
    let mut names: Vec<Vec<u8>> = entries.map(|entry| entry.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Converts a `PP_Time` to a time that can be set.
fn set_time(seconds: f64) -> Result<SetTime, PpError> {
    // From here on, a `double` cannot represent fractions. Later times are invalid.
    const LATEST: f64 = 9_007_199_254_740_992.0;
    if !(0.0..LATEST).contains(&seconds) {
        return Err(PpError::Failed);
    }
    let nanoseconds = (seconds.fract() * 1e9) as u32;
    Ok(SetTime::To(Time {
        seconds: seconds as i64,
        nanoseconds: nanoseconds.min(999_999_999),
    }))
}

impl Volume {
    /// Returns the number of bytes that may still be added.
    pub(super) fn room(&self) -> u64 {
        self.quota.saturating_sub(self.used)
    }

    /// Updates the used size after a file has changed its size.
    pub(super) fn resized(&mut self, before: u64, after: u64) {
        self.used = self.used.saturating_sub(before).saturating_add(after);
    }

    /// Returns the size of a file; 0 for anything else and for a missing file.
    fn size(&self, path: &TreePath) -> u64 {
        let status = self.tree.status(path, true).ok();
        status.filter(Status::is_regular).map_or(0, |one| one.size)
    }

    /// Charges for a new file or directory.
    fn charge(&mut self, path: &TreePath) -> Result<(), PpError> {
        let cost = cost(path);
        if cost > self.room() {
            return Err(PpError::NoSpace);
        }
        self.used += cost;
        Ok(())
    }

    /// Opens a file.
    pub(super) fn open(
        &mut self,
        path: &TreePath,
        request: OpenRequest,
    ) -> Result<Opened, PpError> {
        let mode = FILE_MODE;
        let request = OpenRequest { mode, ..request };
        let exists = self.tree.status(path, true).is_ok();
        let before = self.size(path);
        if request.create && !exists {
            self.charge(path)?;
        }
        let opened = self.tree.open(path, &request).map_err(error);
        if opened.is_err() && request.create && !exists {
            self.resized(cost(path), 0);
        }
        if opened.is_ok() && request.truncate {
            self.resized(before, 0);
        }
        opened
    }

    /// Makes a directory. An existing one is accepted unless it must be new.
    pub(super) fn make_directory(
        &mut self,
        path: &TreePath,
        with_ancestors: bool,
        is_exclusive: bool,
    ) -> Result<(), PpError> {
        match self.tree.status(path, true) {
            Ok(_) if is_exclusive => return Err(PpError::FileExists),
            Ok(status) if status.is_directory() => return Ok(()),
            Ok(_) => return Err(PpError::Failed),
            Err(_) => {}
        }
        let count = path.names.len();
        let first = if with_ancestors { 1 } else { count };
        for end in first..=count {
            let part = TreePath {
                names: path.names[..end].to_vec(),
                directory: true,
            };
            match self.tree.status(&part, true) {
                Ok(status) if status.is_directory() => continue,
                Ok(_) | Err(Errno::ENOTDIR) => return Err(PpError::Failed),
                Err(_) => {}
            }
            self.charge(&part)?;
            if let Err(errno) = self.tree.make_directory(&part, DIRECTORY_MODE) {
                self.resized(cost(&part), 0);
                return Err(error(errno));
            }
        }
        Ok(())
    }

    /// Removes a file or an empty directory.
    pub(super) fn delete(&mut self, path: &TreePath) -> Result<(), PpError> {
        if path.names.is_empty() {
            return Err(PpError::Failed);
        }
        let status = self.tree.status(path, false).map_err(error)?;
        let size = if status.is_directory() {
            self.tree.remove_directory(path).map_err(error)?;
            0
        } else {
            self.tree.remove_file(path).map_err(error)?;
            status.size
        };
        self.resized(cost(path) + size, 0);
        Ok(())
    }

    /// Renames a file or directory. The target may be a file or an empty directory.
    pub(super) fn rename(&mut self, old: &TreePath, new: &TreePath) -> Result<(), PpError> {
        // Nothing can be moved into itself, and the root contains everything.
        if new.names.starts_with(&old.names) {
            return Err(PpError::Failed);
        }
        let moved = self.tree.status(old, false).map_err(error)?;
        let mut replaced = 0;
        if let Ok(there) = self.tree.status(new, false) {
            if there.is_directory() != moved.is_directory() {
                return Err(PpError::Failed);
            }
            let size = if there.is_directory() { 0 } else { there.size };
            replaced = cost(new) + size;
        }
        self.tree.rename(old, new).map_err(error)?;
        self.resized(replaced + cost(old), cost(new));
        Ok(())
    }

    /// Returns the metadata of a file or directory.
    pub(super) fn status(&self, path: &TreePath) -> Result<Status, PpError> {
        self.tree.status(path, true).map_err(error)
    }

    /// Sets the times of a file or directory, in seconds since 1970.
    pub(super) fn touch(
        &self,
        path: &TreePath,
        accessed: f64,
        modified: f64,
    ) -> Result<(), PpError> {
        let (accessed, modified) = (set_time(accessed)?, set_time(modified)?);
        let set = self.tree.set_times(path, accessed, modified);
        set.map_err(error)
    }

    /// Returns the entries of a directory, sorted by name, with their metadata. Names that are not
    /// UTF-8 cannot come from Pepper and are omitted.
    pub(super) fn entries(&self, path: &TreePath) -> Result<Vec<(String, Status)>, PpError> {
        let names = names(&*self.tree, path).map_err(error)?;
        let entries = names.into_iter().filter_map(|name| {
            let mut entry = path.clone();
            entry.names.push(name.clone().into());
            entry.directory = false;
            let status = self.tree.status(&entry, true).ok()?;
            Some((String::from_utf8(name).ok()?, status))
        });
        Ok(entries.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_system::clock::VirtualClock;
    use pinnacle_system::files::MemoryTree;
    use std::sync::Arc;

    fn volume(quota: u64) -> (MemoryTree, Volume) {
        let tree = MemoryTree::new(1, 1 << 20, Arc::new(VirtualClock::new()));
        let volume = Volume {
            tree: Box::new(tree.clone()),
            used: 0,
            quota,
        };
        (tree, volume)
    }

    fn path(text: &str) -> TreePath {
        tree_path(text).unwrap()
    }

    #[test]
    fn existing_files_count() {
        let (tree, _) = volume(0);
        tree.insert("a/bc", b"12345").unwrap();
        let names = NAME_BYTE_COST * 3;
        assert_eq!(content_cost(&tree), Ok(2 * NODE_COST + names + 5));
    }

    #[test]
    fn removed_files_no_longer_count() {
        let (tree, mut volume) = volume(10_000);
        tree.insert("a", b"12345").unwrap();
        tree.insert("b", b"123").unwrap();
        volume.used = content_cost(&tree).unwrap();
        volume.rename(&path("/a"), &path("/b")).unwrap();
        assert_eq!(volume.used, content_cost(&tree).unwrap());
        volume.delete(&path("/b")).unwrap();
        assert_eq!(volume.used, 0);
    }

    #[test]
    fn names_take_room_too() {
        let (_, mut volume) = volume(2 * NODE_COST);
        assert_eq!(volume.make_directory(&path("/a"), false, false), Ok(()));
        let second = volume.make_directory(&path("/b"), false, false);
        assert_eq!(second, Err(PpError::NoSpace));
    }

    #[test]
    fn nothing_moves_into_itself_or_onto_another_kind() {
        let (tree, mut volume) = volume(10_000);
        tree.insert("d/f", b"").unwrap();
        for (old, new, result) in [
            ("/d", "/d", Err(PpError::Failed)),
            ("/d", "/d/e", Err(PpError::Failed)),
            ("/", "/e", Err(PpError::Failed)),
            ("/d/f", "/d", Err(PpError::Failed)),
            ("/x", "/y", Err(PpError::FileNotFound)),
            ("/d/f", "/x/f", Err(PpError::FileNotFound)),
            ("/d/f", "/g", Ok(())),
        ] {
            assert_eq!(volume.rename(&path(old), &path(new)), result, "{old} {new}");
        }
    }

    #[test]
    fn times_that_cannot_be_are_refused() {
        for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(set_time(seconds), Err(PpError::Failed), "{seconds}");
        }
        let time = Time {
            seconds: 3,
            nanoseconds: 500_000_000,
        };
        assert_eq!(set_time(3.5), Ok(SetTime::To(time)));
    }
}
