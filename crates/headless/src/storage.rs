//! The files of programs: in a folder, or in memory for the duration of the run.
//!
//! A folder has a sub-folder for each file system of the origin: `persistent` and `temporary`.
//! Responses that programs load into files are kept in memory, since they do not outlive the run.

use pinnacle_folder::Folder;
use pinnacle_pepper::device::storage::{Storage, StorageKind};
use pinnacle_system::clock::Clock;
use pinnacle_system::files::{MemoryTree, Tree};
use pinnacle_system::memory_budget::MemoryBudget;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Default maximum size in bytes of each file system in a folder.
pub const FOLDER_QUOTA: u64 = 1 << 30;

/// Maximum size in bytes of each file system in memory.
pub const MEMORY_QUOTA: u64 = 256 << 20;

/// The memory of a tree may be this many times its quota, because names and nodes take memory that
/// the quota does not include.
const OVERHEAD: u64 = 2;

/// A tree of files of the origin.
pub type OpenTree = Box<dyn Tree + Sync>;

/// The file systems of one program.
pub struct Files {
    persistent: Option<OpenTree>,
    temporary: Option<OpenTree>,
    downloads: Option<OpenTree>,
    quota: u64,
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Files")
            .field("quota", &self.quota)
            .finish_non_exhaustive()
    }
}

impl Files {
    /// Creates files in memory, with times from a clock. Their memory is charged to a budget.
    pub fn in_memory(clock: &Arc<dyn Clock>, budget: &MemoryBudget) -> Files {
        Files {
            persistent: memory_tree(1, clock, budget),
            temporary: memory_tree(2, clock, budget),
            downloads: memory_tree(3, clock, budget),
            quota: MEMORY_QUOTA,
        }
    }

    /// Opens files in a folder, which is created if needed. Downloads are kept in memory and
    /// charged to a budget.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created or opened.
    pub fn in_folder(
        folder: &Path,
        clock: &Arc<dyn Clock>,
        budget: &MemoryBudget,
    ) -> Result<Files, String> {
        let open = |name: &str| -> Result<Option<OpenTree>, String> {
            let path = folder.join(name);
            let opened = fs::create_dir_all(&path).and_then(|()| Folder::open(&path));
            match opened {
                Ok(folder) => Ok(Some(Box::new(folder))),
                Err(error) => Err(format!("cannot keep files in {}: {error}", path.display())),
            }
        };
        Ok(Files {
            persistent: open("persistent")?,
            temporary: open("temporary")?,
            downloads: memory_tree(3, clock, budget),
            quota: FOLDER_QUOTA,
        })
    }

    /// Replaces each tree of the origin with the result of `way`, for example a tree that records.
    #[must_use]
    pub fn through(mut self, mut way: impl FnMut(OpenTree) -> OpenTree) -> Files {
        self.persistent = self.persistent.map(&mut way);
        self.temporary = self.temporary.map(&mut way);
        self
    }

    /// Creates file systems from trees that are not folders of this machine. Downloads are kept in
    /// memory.
    pub fn of_trees(
        [persistent, temporary]: [OpenTree; 2],
        clock: &Arc<dyn Clock>,
        budget: &MemoryBudget,
    ) -> Files {
        Files {
            persistent: Some(persistent),
            temporary: Some(temporary),
            downloads: memory_tree(3, clock, budget),
            quota: FOLDER_QUOTA,
        }
    }

    /// Sets the quota of each file system of the origin.
    #[must_use]
    pub fn with_quota(self, quota: u64) -> Files {
        Files { quota, ..self }
    }
}

fn memory_tree(device: u64, clock: &Arc<dyn Clock>, budget: &MemoryBudget) -> Option<OpenTree> {
    let limit = MEMORY_QUOTA * OVERHEAD;
    let tree = MemoryTree::within(device, limit, clock.clone(), budget);
    Some(Box::new(tree))
}

impl Storage for Files {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        match kind {
            StorageKind::Persistent => self.persistent.take(),
            StorageKind::Temporary => self.temporary.take(),
            StorageKind::Downloads => self.downloads.take(),
        }
        .map(|tree| -> Box<dyn Tree + Sync> { tree })
    }

    fn quota(&self, kind: StorageKind) -> u64 {
        match kind {
            StorageKind::Downloads => MEMORY_QUOTA,
            _ => self.quota,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_system::clock::VirtualClock;
    use pinnacle_system::files::{OpenRequest, Opened, TreePath};

    #[test]
    fn files_in_a_folder_persist() {
        let folder = tempfile::tempdir().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(VirtualClock::new());
        let path = TreePath::new(b"/kept").unwrap();
        let mut files = Files::in_folder(folder.path(), &clock, &MemoryBudget::default()).unwrap();
        let tree = files.open(StorageKind::Persistent).unwrap();
        tree.make_directory(&path, 0o755).unwrap();
        let mut again = Files::in_folder(folder.path(), &clock, &MemoryBudget::default()).unwrap();
        let tree = again.open(StorageKind::Persistent).unwrap();
        assert!(tree.status(&path, true).unwrap().is_directory());
        let other = again.open(StorageKind::Temporary).unwrap();
        assert!(other.status(&path, true).is_err());
    }

    #[test]
    fn files_in_memory_take_from_the_budget() {
        let clock: Arc<dyn Clock> = Arc::new(VirtualClock::new());
        let budget = MemoryBudget::new(1 << 20);
        let mut files = Files::in_memory(&clock, &budget);
        let mut kept = Vec::new();
        for kind in [StorageKind::Temporary, StorageKind::Persistent] {
            let tree = files.open(kind).unwrap();
            let path = TreePath::new(b"/file").unwrap();
            let request = OpenRequest {
                write: true,
                create: true,
                ..OpenRequest::default()
            };
            let Ok(Opened::File(mut file)) = tree.open(&path, &request) else {
                panic!("this is a file");
            };
            let is_first = kind == StorageKind::Temporary;
            assert_eq!(file.set_length(700_000).is_ok(), is_first, "{kind:?}");
            kept.push(file);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(VirtualClock::new());
        fs::write(folder.path().join("file"), b"").unwrap();
        let error = Files::in_folder(
            &folder.path().join("file"),
            &clock,
            &MemoryBudget::default(),
        )
        .unwrap_err();
        assert!(error.contains("file/persistent"), "{error}");
    }
}
