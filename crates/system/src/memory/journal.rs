//! A journal of the changes that a host makes to memory, from which they can be repeated without
//! the host.

use super::{Backing, Memory, Protection};
use std::ops::Range;

/// A change of memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Bytes were written from an address on.
    Wrote(u32, Box<[u8]>),
    /// A range of this length was filled with a byte.
    Filled(u32, u32, u8),
    /// Bytes were copied: the destination, the source and the number of bytes.
    Copied(u32, u32, u32),
    /// The protection of whole pages was changed.
    Protected(Range<u32>, Protection),
}

impl Change {
    /// Returns the approximate number of bytes that the change takes.
    #[must_use]
    pub fn size(&self) -> usize {
        let bytes = match self {
            Change::Wrote(_, bytes) => bytes.len(),
            _ => 0,
        };
        size_of::<Change>() + bytes
    }
}

/// The changes in order.
#[derive(Default)]
pub(super) struct Journal(Vec<Change>);

impl Journal {
    pub(super) fn wrote(&mut self, at: usize, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.0.push(Change::Wrote(at as u32, bytes.into()));
        }
    }

    pub(super) fn filled(&mut self, range: Range<usize>, byte: u8) {
        let len = range.len() as u32;
        self.0.push(Change::Filled(range.start as u32, len, byte));
    }

    pub(super) fn copied(&mut self, from: Range<usize>, to: usize) {
        let len = from.len() as u32;
        self.0
            .push(Change::Copied(to as u32, from.start as u32, len));
    }

    pub(super) fn protected(&mut self, range: Range<u32>, protection: Protection) {
        self.0.push(Change::Protected(range, protection));
    }
}

impl Memory {
    /// Starts recording changes until [`Memory::take_journal`] is called. Changes through
    /// [`Memory::window`] are not recorded.
    pub fn begin_journal(&mut self) {
        self.journal = Some(Box::default());
    }

    /// Returns the changes since [`Memory::begin_journal`], in order, and stops recording.
    pub fn take_journal(&mut self) -> Vec<Change> {
        self.journal.take().map_or(Vec::new(), |journal| journal.0)
    }

    /// Repeats a change. The memory must have the protections that it had the first time; otherwise
    /// the change may be ignored.
    pub fn redo(&mut self, change: &Change) {
        // The host may have written initial contents to pages that are not writable.
        let owned = match &mut self.backing {
            Backing::Owned(owned) => Some(owned),
            Backing::Region { .. } => None,
        };
        // The changes were made to the same memory, so none of them faults.
        let _ = match (change, owned) {
            (Change::Wrote(at, bytes), Some(owned)) => {
                let is_inside = *at as usize + bytes.len() <= owned.pages().limit() as usize;
                if is_inside {
                    owned.put(*at as usize, bytes);
                }
                Ok(())
            }
            (Change::Wrote(at, bytes), None) => self.write(*at, bytes),
            (Change::Filled(at, len, byte), _) => self.fill(*at, *len, *byte),
            (Change::Copied(to, from, len), _) => self.copy(*to, *from, *len),
            (Change::Protected(range, protection), _) => {
                // If a region refused the first time, it refuses again.
                let _ = self.protect(range.clone(), *protection);
                Ok(())
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::PAGE_SIZE;
    use super::*;

    const P: u32 = PAGE_SIZE;

    /// Makes every kind of change that a host can make.
    fn change(memory: &mut Memory) {
        memory.protect(P..4 * P, Protection::ReadWrite).unwrap();
        memory.write(P, b"written").unwrap();
        memory.fill(2 * P, 100, 7).unwrap();
        memory.copy(P + 2, P, 5).unwrap();
        memory.update(3 * P, 4, |old| old + 9).unwrap();
        let received = memory.receive(P + 64, 32, |bytes| {
            bytes.fill(3);
            Ok::<_, super::super::Fault>(8)
        });
        assert_eq!(received, Ok(8));
        assert!(memory.write(9 * P, b"unmapped").is_err());
        memory.protect(2 * P..3 * P, Protection::Read).unwrap();
        memory.initialize(2 * P + 50, b"initial");
    }

    fn contents(memory: &Memory) -> Vec<u8> {
        memory.bytes(P, 3 * P).unwrap()
    }

    #[test]
    fn changes_made_again_give_the_same_memory() {
        let mut first = Memory::new(16 * P).unwrap();
        first.begin_journal();
        change(&mut first);
        let journal = first.take_journal();
        let mut second = Memory::new(16 * P).unwrap();
        for change in &journal {
            second.redo(change);
        }
        assert!(contents(&first) == contents(&second));
        assert_eq!(second.protection(2 * P), Protection::Read);
        first.write(P, b"later").unwrap();
        assert_eq!(first.take_journal(), [], "the journal has ended");
    }
}
