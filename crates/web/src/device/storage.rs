//! Where a program's files lie: in memory, as long as the program runs.

use crate::clock::BrowserClock;
use pinnacle_pepper::device::storage::{Storage, StorageKind};
use pinnacle_system::files::{MemoryTree, Tree};
use std::sync::Arc;

/// How many bytes files may take in all.
const QUOTA: u64 = 256 << 20;

/// The files of a page.
#[derive(Debug)]
pub(super) struct WebStorage;

impl Storage for WebStorage {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Send>> {
        let device = match kind {
            StorageKind::Persistent => 1,
            StorageKind::Temporary => 2,
            StorageKind::Downloads => 3,
        };
        let tree = MemoryTree::new(device, QUOTA, Arc::new(BrowserClock));
        Some(Box::new(tree))
    }

    fn quota(&self, _: StorageKind) -> u64 {
        QUOTA
    }
}
