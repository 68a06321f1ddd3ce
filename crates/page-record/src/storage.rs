//! Records and replays the files of a page.

use crate::facts::Facts;
use pinnacle_pepper::device::storage::{Storage, StorageKind};
use pinnacle_record::{Kind, RecordedTree, Tape};
use pinnacle_system::files::Tree;

/// The facts of the storage. The number of a file system is added to those that each file system
/// has.
mod fact {
    pub(super) const OPENED: u8 = 0;
    pub(super) const QUOTA: u8 = 8;
    pub(super) const UNSETTLED: u8 = 16;
    pub(super) const HAS_CHANGED: u8 = 24;
}

/// The storage of a page, which is recorded or replayed.
pub(crate) struct TapedStorage {
    facts: Facts,
    tape: Tape,
    /// The storage of the page; `None` in a replay.
    page: Option<Box<dyn Storage + Send>>,
}

impl TapedStorage {
    pub(crate) fn new(tape: &Tape, page: Option<Box<dyn Storage + Send>>) -> TapedStorage {
        TapedStorage {
            facts: Facts::new(tape, Kind::Storage),
            tape: tape.clone(),
            page,
        }
    }
}

impl Storage for TapedStorage {
    fn open(&mut self, kind: StorageKind) -> Option<Box<dyn Tree + Sync>> {
        let outside = self.page.as_mut().and_then(|page| page.open(kind));
        let is_open = outside.is_some();
        self.facts
            .is(fact::OPENED + kind as u8, || is_open)
            .then(|| -> Box<dyn Tree + Sync> { Box::new(RecordedTree::new(&self.tape, outside)) })
    }

    fn quota(&self, kind: StorageKind) -> u64 {
        let page = self.page.as_ref();
        self.facts.number(fact::QUOTA + kind as u8, || {
            page.map_or(0, |page| page.quota(kind))
        })
    }

    fn unsettled(&mut self) -> Option<u64> {
        let page = self.page.as_mut();
        // 0 stands for `None`.
        let number = self.facts.number(fact::UNSETTLED, || {
            let number = page.and_then(|page| page.unsettled());
            number.map_or(0, |number| number.saturating_add(1))
        });
        number.checked_sub(1)
    }

    fn has_changed(&mut self, kind: StorageKind) -> bool {
        let page = self.page.as_mut();
        self.facts.is(fact::HAS_CHANGED + kind as u8, || {
            page.is_some_and(|page| page.has_changed(kind))
        })
    }
}
