//! Files in memory.
//!
//! The files behave like those of a folder. Permissions are stored and reported but not enforced,
//! as for the superuser. The limit applies to contents, link targets and names, plus a fixed number
//! of bytes for each file and name. Exceeding it fails with `ENOSPC`.

mod handles;
mod saved;
mod store;

pub use saved::{SavedContent, SavedNode, save_node, save_tree};

use super::tree::{File, OpenRequest, Opened, SetTime, Tree, TreePath};
use super::{Status, access_modes, link_ascent};
use crate::Errno;
use crate::clock::Clock;
use crate::memory_budget::MemoryBudget;
use crate::state::{Reader, Refusal, Unusable, Writer};
use handles::{Handle, MemoryDirectory, MemoryFile};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Content, Store};

type Lock = Arc<Mutex<Store>>;

fn locked(store: &Lock) -> MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A tree of files in memory. Clones refer to the same tree, so the embedder that mounts it can
/// read and change it.
#[derive(Clone, Debug)]
pub struct MemoryTree(Lock);

impl MemoryTree {
    /// Creates an empty tree that takes at most `limit` bytes. The times of files come from
    /// `clock`. Programs distinguish the files of different trees by the device number.
    pub fn new(device: u64, limit: u64, clock: Arc<dyn Clock>) -> MemoryTree {
        MemoryTree::within(device, limit, clock, &MemoryBudget::default())
    }

    /// Creates an empty tree like [`MemoryTree::new`], and also charges its bytes to a budget.
    pub fn within(
        device: u64,
        limit: u64,
        clock: Arc<dyn Clock>,
        budget: &MemoryBudget,
    ) -> MemoryTree {
        let store = Store::new(device, limit, clock, budget);
        MemoryTree(Arc::new(Mutex::new(store)))
    }

    /// Returns the number of bytes that count towards the limit.
    pub fn used(&self) -> u64 {
        locked(&self.0).used()
    }

    /// Creates a file and its parent directories, or replaces the contents of an existing file.
    ///
    /// # Errors
    ///
    /// Fails with the error code that a guest would get.
    pub fn insert(&self, path: &str, contents: &[u8]) -> Result<(), Errno> {
        let path = TreePath::new(path.as_bytes())?;
        for count in 1..path.names.len() {
            let directory = TreePath {
                names: path.names[..count].to_vec(),
                directory: true,
            };
            match self.make_directory(&directory, 0o755) {
                Ok(()) | Err(Errno::EEXIST) => {}
                Err(errno) => return Err(errno),
            }
        }
        let request = OpenRequest {
            write: true,
            create: true,
            truncate: true,
            mode: 0o644,
            ..OpenRequest::default()
        };
        let Opened::File(mut file) = self.open(&path, &request)? else {
            return Err(Errno::EISDIR);
        };
        match file.write(contents)? {
            count if count < contents.len() => Err(Errno::ENOSPC),
            _ => Ok(()),
        }
    }

    /// Returns the numbers of the files that have no name but are open.
    pub fn nameless(&self) -> Vec<u64> {
        locked(&self.0).nameless()
    }

    /// Returns the contents of a file.
    ///
    /// # Errors
    ///
    /// Fails with the error code that a guest would get.
    pub fn contents(&self, path: &str) -> Result<Vec<u8>, Errno> {
        let path = TreePath::new(path.as_bytes())?;
        let store = locked(&self.0);
        store.bytes(store.existing(&path, true)?).cloned()
    }
}

impl Tree for MemoryTree {
    fn open(&self, path: &TreePath, request: &OpenRequest) -> Result<Opened, Errno> {
        let mut store = locked(&self.0);
        let found = store.walk(path, !request.exclusive)?;
        let inode = match found.inode {
            Some(_) if request.exclusive => return Err(Errno::EEXIST),
            Some(inode) if store.is_directory(inode) => {
                if request.write {
                    return Err(Errno::EISDIR);
                }
                let handle = Handle::new(&self.0, &mut store, inode);
                return Ok(Opened::Directory(Box::new(MemoryDirectory(handle))));
            }
            Some(inode) => {
                if request.truncate {
                    store.set_length(inode, 0)?;
                    store.touch(inode, true);
                }
                inode
            }
            None if request.create => {
                store.create(&found, Content::File(Vec::new()), request.mode)?
            }
            None => return Err(Errno::ENOENT),
        };
        Ok(Opened::File(Box::new(MemoryFile {
            handle: Handle::new(&self.0, &mut store, inode),
            position: 0,
            append: request.append,
        })))
    }

    fn status(&self, path: &TreePath, follow: bool) -> Result<Status, Errno> {
        let store = locked(&self.0);
        Ok(store.status(store.existing(path, follow)?))
    }

    fn make_directory(&self, path: &TreePath, mode: u32) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let found = store.walk(path, false)?;
        let content = Content::Directory(BTreeMap::new());
        store.create(&found, content, mode).map(drop)
    }

    fn remove_directory(&self, path: &TreePath) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let found = store.walk(path, false)?;
        let inode = found.inode.ok_or(Errno::ENOENT)?;
        if !store.entries(inode)?.is_empty() {
            return Err(Errno::ENOTEMPTY);
        }
        store.remove_name(&found)
    }

    fn remove_file(&self, path: &TreePath) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let found = store.walk(path, false)?;
        if store.is_directory(found.inode.ok_or(Errno::ENOENT)?) {
            return Err(Errno::EISDIR);
        }
        store.remove_name(&found)
    }

    fn link(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let inode = store.existing(old, false)?;
        if store.is_directory(inode) {
            return Err(Errno::EPERM);
        }
        let found = store.walk(new, false)?;
        store.add_name(&found, inode)
    }

    fn rename(&self, old: &TreePath, new: &TreePath) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let from = store.walk(old, false)?;
        let to = store.walk(new, false)?;
        let is_directory = store.is_directory(from.inode.ok_or(Errno::ENOENT)?);
        if !is_directory && (old.directory || new.directory) {
            return Err(Errno::ENOTDIR);
        }
        store.rename(&from, &to)
    }

    fn make_symbolic_link(&self, target: &[u8], link: &TreePath) -> Result<(), Errno> {
        let ups = link_ascent(target).ok_or(Errno::EACCES)?;
        let mut store = locked(&self.0);
        let found = store.walk(link, false)?;
        if ups > found.depth() {
            return Err(Errno::EACCES);
        }
        if link.directory && found.inode.is_none() {
            return Err(Errno::ENOENT);
        }
        store
            .create(&found, Content::Link(target.into()), 0o777)
            .map(drop)
    }

    fn read_link(&self, path: &TreePath) -> Result<Vec<u8>, Errno> {
        let store = locked(&self.0);
        let inode = store.existing(path, false)?;
        match &store.node(inode).content {
            Content::Link(target) => Ok(target.to_vec()),
            Content::File(_) | Content::Directory(_) => Err(Errno::EINVAL),
        }
    }

    fn set_length(&self, path: &TreePath, length: u64) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let inode = store.existing(path, true)?;
        store.set_length(inode, length)?;
        store.touch(inode, true);
        Ok(())
    }

    fn set_permissions(&self, path: &TreePath, mode: u32) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let inode = store.existing(path, true)?;
        store.set_permissions(inode, mode);
        Ok(())
    }

    fn set_times(
        &self,
        path: &TreePath,
        accessed: SetTime,
        modified: SetTime,
    ) -> Result<(), Errno> {
        let mut store = locked(&self.0);
        let inode = store.existing(path, true)?;
        let time = |time| match time {
            SetTime::Now => None,
            SetTime::To(time) => Some(time),
        };
        store.set_times(inode, time(accessed), time(modified));
        Ok(())
    }

    fn check_access(&self, path: &TreePath, modes: u32) -> Result<(), Errno> {
        let store = locked(&self.0);
        let inode = store.existing(path, true)?;
        let runs = store.is_directory(inode) || store.permissions(inode) & 0o111 != 0;
        if modes & access_modes::EXECUTE != 0 && !runs {
            return Err(Errno::EACCES);
        }
        Ok(())
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        locked(&self.0).save(to);
        Ok(())
    }

    fn restore(&self, from: &mut Reader) -> Result<(), Unusable> {
        locked(&self.0).restore(from)
    }

    fn reopen(&self, inode: u64, append: bool) -> Option<Box<dyn File>> {
        let mut store = locked(&self.0);
        store.is_file(inode).then(|| -> Box<dyn File> {
            Box::new(MemoryFile {
                handle: Handle::new(&self.0, &mut store, inode),
                position: 0,
                append,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FileSystem, GuestPath, Mount, Stdio, flags};
    use super::*;
    use crate::clock::VirtualClock;

    fn tree(limit: u64) -> (MemoryTree, FileSystem) {
        let tree = MemoryTree::new(1, limit, Arc::new(VirtualClock::new()));
        let mount = Mount {
            guest: GuestPath::root(),
            tree: Box::new(tree.clone()),
            read_only: false,
        };
        let files = FileSystem::new(Stdio::default(), vec![mount]).unwrap();
        (tree, files)
    }

    const CREATE: u32 = flags::CREATE | flags::READ_WRITE;

    #[test]
    fn removed_nodes_no_longer_count() {
        let (tree, mut files) = tree(1 << 20);
        assert_eq!(tree.used(), 0);
        files.mkdir(b"/folder", 0o755).unwrap();
        files.symlink(b"folder/file", b"/link").unwrap();
        let file = files.open(b"/link", CREATE, 0o644).unwrap();
        files.write(file, &[1; 1000]).unwrap();
        files.ftruncate(file, 5000).unwrap();
        files.link(b"/folder/file", b"/second").unwrap();
        files.rename(b"/second", b"/folder/third name").unwrap();
        assert!(tree.used() > 5000);
        files.unlink(b"/folder/file").unwrap();
        files.unlink(b"/link").unwrap();
        files.unlink(b"/folder/third name").unwrap();
        files.rmdir(b"/folder").unwrap();
        assert!(tree.used() > 5000, "an open file is still there");
        files.close(file).unwrap();
        assert_eq!(tree.used(), 0);
    }

    #[test]
    fn files_take_from_the_budget_what_their_buffers_take() {
        let budget = MemoryBudget::new(300_000);
        let tree = MemoryTree::within(1, 1 << 30, Arc::new(VirtualClock::new()), &budget);
        let request = OpenRequest {
            read: true,
            write: true,
            create: true,
            ..OpenRequest::default()
        };
        let path = TreePath::new(b"/file").unwrap();
        let Ok(Opened::File(mut file)) = tree.open(&path, &request) else {
            panic!("this is a file");
        };
        assert_eq!(file.set_length(1 << 20), Err(Errno::ENOSPC));
        let mut written = 0;
        while let Ok(count) = file.write(&[7; 10_000]) {
            written += count;
        }
        assert!(written > 290_000, "{written}");
        assert!(budget.charged() > 290_000 && !budget.has_room(10));
        file.set_length(1).unwrap();
        assert!(budget.charged() < 2000, "{}", budget.charged());
        drop(file);
        tree.remove_file(&path).unwrap();
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn the_limit_stops_contents_files_and_names() {
        let (tree, mut files) = tree(2000);
        let file = files.open(b"/file", CREATE, 0o644).unwrap();
        assert_eq!(files.ftruncate(file, 1 << 40), Err(Errno::ENOSPC));
        let written = files.write(file, &[7; 4000]).unwrap();
        assert!(written < 2000, "as much as fits is written");
        assert_eq!(tree.used(), 2000);
        assert_eq!(files.write(file, &[7]), Err(Errno::ENOSPC));
        assert_eq!(files.open(b"/other", CREATE, 0o644), Err(Errno::ENOSPC));
        assert_eq!(files.mkdir(b"/folder", 0o755), Err(Errno::ENOSPC));
        assert_eq!(files.symlink(b"file", b"/link"), Err(Errno::ENOSPC));
        assert_eq!(files.link(b"/file", b"/again"), Err(Errno::ENOSPC));
        files.ftruncate(file, 0).unwrap();
        for number in 0.. {
            let name = format!("/{number}");
            if let Err(errno) = files.mkdir(name.as_bytes(), 0o755) {
                assert_eq!(errno, Errno::ENOSPC);
                break;
            }
            assert!(number < 100, "empty directories count too");
        }
    }

    #[test]
    fn a_position_far_beyond_the_end_costs_nothing() {
        let (tree, mut files) = tree(1 << 20);
        let file = files.open(b"/file", CREATE, 0o644).unwrap();
        let far = i64::MAX;
        let start = super::super::Whence::Start;
        assert_eq!(files.seek(file, far, start), Ok(far as u64));
        assert_eq!(files.read(file, &mut [0]), Ok(0));
        assert_eq!(files.write(file, b"x"), Err(Errno::ENOSPC));
        assert!(tree.used() < 1000);
    }

    #[test]
    fn times_come_from_the_clock() {
        let run = || {
            let (_tree, mut files) = tree(1 << 20);
            let file = files.open(b"/file", CREATE, 0o644).unwrap();
            let made = files.status(b"/file", true).unwrap();
            files.write(file, b"x").unwrap();
            files.chmod(b"/file", 0o600).unwrap();
            let status = files.status(b"/file", true).unwrap();
            let root = files.status(b"/", true).unwrap();
            (made, status, root)
        };
        let (made, status, root) = run();
        assert_eq!(made.modified.seconds, 1_000_000_000);
        assert!(status.modified.nanoseconds > made.modified.nanoseconds);
        assert!(status.changed.nanoseconds > status.modified.nanoseconds);
        assert_eq!(status.accessed, made.accessed);
        assert!(root.modified.nanoseconds >= made.modified.nanoseconds);
        assert_eq!(run(), (made, status, root));
    }

    #[test]
    fn the_host_puts_files_in_and_takes_them_out() {
        let (tree, mut files) = tree(1 << 20);
        tree.insert("a/b/c", b"some text").unwrap();
        tree.insert("a/b/c", b"text").unwrap();
        assert_eq!(files.status(b"/a/b/c", true).unwrap().size, 4);
        files.chdir(b"/a").unwrap();
        let file = files.open(b"new", CREATE, 0o644).unwrap();
        files.write(file, b"result").unwrap();
        assert_eq!(tree.contents("a/new"), Ok(b"result".to_vec()));
        assert_eq!(tree.contents("a"), Err(Errno::EISDIR));
        assert_eq!(tree.contents("none"), Err(Errno::ENOENT));
        assert_eq!(tree.insert("a", b""), Err(Errno::EISDIR));
    }
}
