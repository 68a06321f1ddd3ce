//! The set of changed words of memory, for searches in the history of a run.
//!
//! A search for the last change of some bytes skips the parts of a run in which their words did not
//! change. Recording is exact for each word: writing the bytes that a word already contains is not
//! a change.

use super::{Backing, Memory};
use std::ops::Range;

/// The size of a word in bytes, as a power of two.
const WORD_BITS: u32 = 2;

/// The size of a block in bytes, as a power of two.
const BLOCK_BITS: u32 = 12;

/// Number of words in a block.
const WORDS: usize = 1 << (BLOCK_BITS - WORD_BITS);

/// A bit for each word of a block.
type Bits = [u64; WORDS / 64];

/// A set of words. Only blocks that contain words of the set take memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedWords {
    /// The blocks with their numbers, counted from address 0.
    blocks: Vec<(u32, Box<Bits>)>,
}

impl ChangedWords {
    /// Returns true if a word of this range is in the set.
    #[must_use]
    pub fn contains_any(&self, address: u32, len: usize) -> bool {
        let Some(last) = len.checked_sub(1) else {
            return false;
        };
        let last = address.saturating_add(u32::try_from(last).unwrap_or(u32::MAX));
        let (first_word, last_word) = (address >> WORD_BITS, last >> WORD_BITS);
        let first_block = address >> BLOCK_BITS;
        let after = self
            .blocks
            .partition_point(|&(block, _)| block < first_block);
        let blocks = self.blocks[after..].iter();
        let mut blocks = blocks.take_while(|&&(block, _)| block <= last >> BLOCK_BITS);
        blocks.any(|(block, bits)| {
            let start = block * WORDS as u32;
            let from = first_word.saturating_sub(start);
            let to = (last_word - start).min(WORDS as u32 - 1);
            (from..=to).any(|word| bits[word as usize / 64] & 1 << (word % 64) != 0)
        })
    }

    /// Adds the words of another set.
    pub fn merge(&mut self, other: ChangedWords) {
        if self.blocks.is_empty() {
            *self = other;
            return;
        }
        let count = self.blocks.len();
        for (block, bits) in other.blocks {
            let known = &mut self.blocks[..count];
            match known.binary_search_by_key(&block, |&(block, _)| block) {
                Ok(found) => {
                    for (word, more) in known[found].1.iter_mut().zip(*bits) {
                        *word |= more;
                    }
                }
                Err(_) => self.blocks.push((block, bits)),
            }
        }
        self.blocks.sort_unstable_by_key(|&(block, _)| block);
    }

    /// Returns the approximate number of bytes that the set takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.blocks.len() * (size_of::<(u32, Box<Bits>)>() + size_of::<Bits>())
    }
}

/// The words that have changed since they were last taken.
#[derive(Debug)]
pub(super) struct Changes {
    /// Bits of the changed words, indexed by block.
    table: Vec<Option<Box<Bits>>>,
    /// The blocks in which words have changed.
    blocks: Vec<u32>,
}

impl Changes {
    pub(super) fn new(limit: u32) -> Changes {
        Changes {
            table: vec![None; (limit >> BLOCK_BITS) as usize],
            blocks: Vec::new(),
        }
    }

    pub(super) fn take(&mut self) -> ChangedWords {
        self.blocks.sort_unstable();
        let taken = self.blocks.drain(..).map(|block| {
            let bits = self.table[block as usize].take();
            (block, bits.unwrap_or_default())
        });
        ChangedWords {
            blocks: taken.collect(),
        }
    }

    /// Adds the word that contains an address. The address must lie below the limit.
    fn add(&mut self, at: usize) {
        let block = at >> BLOCK_BITS;
        let bits = self.table[block].get_or_insert_with(|| {
            self.blocks.push(block as u32);
            Box::default()
        });
        let word = (at >> WORD_BITS) % WORDS;
        bits[word / 64] |= 1 << (word % 64);
    }

    /// Adds all words of a range.
    pub(super) fn add_all(&mut self, range: Range<usize>) {
        let words = range.start >> WORD_BITS..range.end.div_ceil(1 << WORD_BITS);
        for word in words {
            self.add(word << WORD_BITS);
        }
    }

    /// Adds the words, starting at an address, whose new bytes differ from the old ones.
    pub(super) fn replace(&mut self, at: usize, old: &[u8], new: impl Iterator<Item = u8>) {
        for (at, (old, new)) in (at..).zip(old.iter().zip(new)) {
            if *old != new {
                self.add(at);
            }
        }
    }
}

impl Memory {
    /// Starts recording which words the program and its host change. Meanwhile accesses are slower.
    /// Has no effect on a region, because its bytes can change without the host's knowledge.
    pub fn begin_changes(&mut self) {
        if let Backing::Owned(owned) = &mut self.backing {
            owned.begin_changes();
        }
    }

    /// Stops recording changes.
    pub fn end_changes(&mut self) {
        if let Backing::Owned(owned) = &mut self.backing {
            owned.end_changes();
        }
    }

    /// Removes and returns the words that have changed since the last call. Returning to a snapshot
    /// is not recorded as a change.
    pub fn take_changes(&mut self) -> ChangedWords {
        match &mut self.backing {
            Backing::Owned(owned) => owned.take_changes(),
            Backing::Region { .. } => ChangedWords::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PAGE_SIZE, Protection};
    use super::*;

    const P: u32 = PAGE_SIZE;

    fn memory() -> Memory {
        let mut memory = Memory::new(16 * P).unwrap();
        memory.protect(P..8 * P, Protection::ReadWrite).unwrap();
        memory.begin_changes();
        memory
    }

    /// Returns the addresses, of those in `looked_at`, whose words have changed.
    fn changed(memory: &mut Memory, looked_at: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let changes = memory.take_changes();
        let words = looked_at.into_iter();
        words.filter(|&at| changes.contains_any(at, 4)).collect()
    }

    #[test]
    fn each_way_to_change_memory_is_recorded_by_words() {
        let mut memory = memory();
        let page = || (P..2 * P).step_by(4);
        memory.write(P + 7, &[1, 2]).unwrap();
        assert_eq!(changed(&mut memory, page()), [P + 4, P + 8]);
        assert_eq!(changed(&mut memory, page()), [], "they were taken");
        memory.fill(P, 16, 1).unwrap();
        let but_one_byte = [P, P + 4, P + 8, P + 12];
        assert_eq!(changed(&mut memory, page()), but_one_byte);
        memory.copy(P + 12, P, 8).unwrap();
        assert_eq!(changed(&mut memory, page()), [P + 16]);
        memory.update(P + 20, 4, |old| old + 1).unwrap();
        let received = memory.receive(P + 24, 8, |bytes| {
            bytes[0] = 9;
            Ok::<_, super::super::Fault>(1)
        });
        assert_eq!(received, Ok(1));
        memory.initialize(P + 40, &[1]);
        assert_eq!(changed(&mut memory, page()), [P + 20, P + 24, P + 40]);
    }

    #[test]
    fn the_same_bytes_written_again_are_no_change() {
        let mut memory = memory();
        memory.store_u32(P, 7).unwrap();
        memory.take_changes();
        memory.store_u32(P, 7).unwrap();
        memory.copy(P, P, 100).unwrap();
        memory.fill(2 * P, 100, 0).unwrap();
        assert_eq!(memory.take_changes(), ChangedWords::default());
    }

    #[test]
    fn pages_with_another_protection_count_as_changed() {
        let mut memory = memory();
        memory.protect(3 * P..4 * P, Protection::Unmapped).unwrap();
        let words = [3 * P - 4, 3 * P, 4 * P - 4, 4 * P];
        assert_eq!(changed(&mut memory, words), [3 * P, 4 * P - 4]);
    }

    #[test]
    fn a_program_has_no_window_while_changes_are_recorded() {
        let mut memory = memory();
        assert!(memory.window().1.is_empty());
        memory.protect(8 * P..9 * P, Protection::ReadWrite).unwrap();
        assert!(memory.window().1.is_empty());
        memory.end_changes();
        assert_eq!(memory.window().0, P);
        memory.store_u32(P, 1).unwrap();
        assert_eq!(memory.take_changes(), ChangedWords::default());
    }

    #[test]
    fn a_return_to_a_snapshot_is_not_a_change() {
        let mut memory = memory();
        let snapshot = memory.snapshot(None).unwrap();
        memory.store_u32(P, 1).unwrap();
        memory.take_changes();
        memory.return_to(&snapshot);
        assert_eq!(memory.take_changes(), ChangedWords::default());
    }

    #[test]
    fn sets_are_merged_and_ranges_may_span_blocks() {
        let mut memory = memory();
        memory.store_u32(P, 1).unwrap();
        memory.store_u32(4 * P, 1).unwrap();
        let mut both = memory.take_changes();
        memory.store_u32(P + 8, 1).unwrap();
        memory.store_u32(2 * P, 1).unwrap();
        let size = both.size();
        both.merge(memory.take_changes());
        assert_eq!(both.size(), size / 2 * 3);
        let words = [P, P + 4, P + 8, 2 * P, 3 * P, 4 * P];
        let found = words.map(|at| both.contains_any(at, 4));
        assert_eq!(found, [true, false, true, true, false, true]);
        assert!(both.contains_any(3 * P, P as usize + 1));
        assert!(!both.contains_any(3 * P, P as usize));
        assert!(!both.contains_any(P, 0));
        assert!(!both.contains_any(u32::MAX, 8));
    }
}
