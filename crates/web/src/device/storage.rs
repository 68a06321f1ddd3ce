//! The files of the origin. A worker of the page stores them in the browser's storage, and the
//! program sees a [`Replica`]. Responses that are loaded into files are kept in memory.

use super::Inbox;
use crate::boundary::{file_change, file_result};
use crate::clock::BrowserClock;
use crate::outside;
use crate::replica::{Change, Keeper, News, Replica};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::storage::{Storage, StorageKind, Stored};
use pinnacle_system::Errno;
use pinnacle_system::files::{MemoryTree, Tree};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum size in bytes of all responses in files.
const DOWNLOADS_QUOTA: u64 = 256 << 20;

/// The device number of the tree in memory. The other trees have the number of their kind plus one.
const DOWNLOADS: u64 = 3;

/// The state of a program's files. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    inbox: Inbox,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    trees: [Option<Replica>; 2],
    quotas: [u64; 2],
    have_changed: [bool; 2],
    /// The number of the last change, and the number up to which all changes are stored.
    last: u64,
    settled: u64,
    /// The changes that were sent but are not stored yet: their numbers, and their costs in bytes.
    sent: VecDeque<(u64, u64)>,
    sent_bytes: u64,
}

/// Maximum cost in bytes of changes that are not stored yet. At this cost, no further change is
/// sent.
const MOST_SENT: u64 = 64 << 20;

/// Cost in bytes of a change, in addition to the bytes that it writes.
const CHANGE_COST: u64 = 4 << 10;

impl Files {
    pub(crate) fn new(inbox: &Inbox) -> Files {
        Files {
            inbox: inbox.clone(),
            state: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a number for the next request to the page.
    fn next_number(&self) -> u64 {
        let mut state = self.lock();
        state.last += 1;
        state.last
    }

    fn sends(&self, number: u64, bytes: u64) {
        let mut state = self.lock();
        state.sent.push_back((number, bytes));
        state.sent_bytes += bytes;
    }

    /// Passes news of a path to its tree.
    pub(crate) fn put(&self, kind: usize, path: &str, news: News) {
        let mut state = self.lock();
        let Some(tree) = state.trees.get(kind).cloned().flatten() else {
            return;
        };
        state.have_changed[kind] |= news.seen.is_none();
        drop(state);
        tree.put(path, news);
    }

    /// Sets the maximum size in bytes of the files of a kind from now on.
    pub(crate) fn set_quota(&self, kind: usize, quota: u64) {
        let mut state = self.lock();
        if let Some(place) = state.quotas.get_mut(kind) {
            *place = quota;
            state.have_changed[kind] = true;
        }
    }

    /// Handles the report that changes up to a number are stored or have failed.
    pub(crate) fn stored(&self, stored: Stored) {
        let mut state = self.lock();
        state.settled = stored.until.max(state.settled);
        while let Some((_, bytes)) = state.sent.pop_front_if(|one| one.0 <= stored.until) {
            state.sent_bytes -= bytes;
        }
        if stored.result.is_err() {
            // A failed change makes the counted sizes wrong.
            state.have_changed = [true; 2];
        }
        let trees = state.trees.clone();
        drop(state);
        for tree in trees.into_iter().flatten() {
            tree.settled(stored.until);
        }
        self.inbox.push(Event::Stored(stored));
    }
}

/// The keeper for the files of a kind, which passes changes to the page.
struct PageKeeper {
    files: Files,
    kind: StorageKind,
}

impl Keeper for PageKeeper {
    fn change(&mut self, path: &str, change: Change<'_>) -> u64 {
        let number = self.files.next_number();
        let bytes = match change {
            Change::Write(_, bytes) => bytes.len() as u64,
            _ => 0,
        };
        self.files
            .sends(number, bytes + path.len() as u64 + CHANGE_COST);
        let (what, from, at, bytes): (u32, &str, u64, &[u8]) = match change {
            Change::CreateFile => (file_change::CREATE, "", 0, &[]),
            Change::MakeDirectory => (file_change::MAKE_DIRECTORY, "", 0, &[]),
            Change::Remove => (file_change::REMOVE, "", 0, &[]),
            Change::MoveFrom(from) => (file_change::MOVE, from, 0, &[]),
            Change::Write(at, bytes) => (file_change::WRITE, "", at, bytes),
            Change::SetLength(length) => (file_change::SET_LENGTH, "", length, &[]),
            Change::Close => (file_change::CLOSE, "", 0, &[]),
        };
        let kind = self.kind as u32;
        outside::change_file(number as f64, kind, what, path, from, at as f64, bytes);
        number
    }

    fn is_ready(&self) -> bool {
        self.files.lock().sent_bytes < MOST_SENT
    }

    fn read(&self, contents: u32, at: u64, buffer: &mut [u8]) -> bool {
        outside::read_contents(contents, at as f64, buffer)
    }

    fn forget(&mut self, contents: u32) {
        outside::forget_contents(contents);
    }
}

impl Storage for Files {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        let clock = Arc::new(BrowserClock);
        if kind == StorageKind::Downloads {
            let tree = MemoryTree::new(DOWNLOADS, DOWNLOADS_QUOTA, clock);
            return Some(Box::new(tree));
        }
        let files = self.clone();
        let keeper = Box::new(PageKeeper { files, kind });
        let tree = Replica::new(1 + kind as u64, keeper, clock);
        self.lock().trees[kind as usize] = Some(tree.clone());
        outside::open_storage(self.next_number() as f64, kind as u32);
        Some(Box::new(tree))
    }

    fn quota(&self, kind: StorageKind) -> u64 {
        let state = self.lock();
        let quota = state.quotas.get(kind as usize);
        quota.copied().unwrap_or(DOWNLOADS_QUOTA)
    }

    fn unsettled(&mut self) -> Option<u64> {
        let state = self.lock();
        (state.last > state.settled).then_some(state.last)
    }

    fn has_changed(&mut self, kind: StorageKind) -> bool {
        let mut state = self.lock();
        let has_changed = state.have_changed.get_mut(kind as usize);
        has_changed.is_some_and(std::mem::take)
    }
}

/// Converts the page's report on a change to a result.
pub(crate) fn failure(number: u32) -> Result<(), Errno> {
    match number {
        file_result::NONE => Ok(()),
        file_result::NO_ROOM => Err(Errno::EDQUOT),
        _ => Err(Errno::EIO),
    }
}
