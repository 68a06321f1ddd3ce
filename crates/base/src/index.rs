//! A hash index next to a table, to store each item once.
//!
//! The index holds only entry numbers, not keys or items. The caller computes the hash and tests if
//! an entry is the one that it looks for, so items may be stored in any form. Hashes are mixed with
//! secret numbers, so that no file can cause collisions. Entry numbers do not depend on the hashes.

use std::fmt;
use std::hash::{self, BuildHasher, Hasher, RandomState};

/// An open-addressing table of entry numbers. Each slot stores half of the hash, which is used
/// again when the table grows.
#[derive(Clone)]
pub struct Index {
    /// Half a hash and an entry number plus one, or zeros. The number of slots is a power of two,
    /// and at most four in five are used.
    slots: Vec<(u32, u32)>,
    used: usize,
    key: Hash,
}

/// The hash of an entry, built word by word from [`Index::hash`]. Each word is multiplied by a
/// secret number and the product is folded, which takes a few instructions.
#[derive(Clone, Copy, Debug)]
pub struct Hash {
    state: u64,
    multiplier: u64,
}

impl Hash {
    /// Mixes a word into the hash.
    #[inline]
    #[must_use]
    pub fn word(self, word: u64) -> Hash {
        let product = u128::from(self.state ^ word) * u128::from(self.multiplier);
        Hash {
            state: (product >> 64) as u64 ^ product as u64,
            ..self
        }
    }

    /// Mixes bytes and their number into the hash.
    #[inline]
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Hash {
        let (words, rest) = bytes.as_chunks();
        let hash = words
            .iter()
            .fold(self.word(bytes.len() as u64), |hash, word| {
                hash.word(u64::from_le_bytes(*word))
            });
        if rest.is_empty() {
            return hash;
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        hash.word(u64::from_le_bytes(last))
    }

    /// Returns the half that the table stores.
    fn half(self) -> u32 {
        (self.state >> 32) as u32
    }
}

impl Hasher for Hash {
    fn finish(&self) -> u64 {
        self.state
    }

    fn write(&mut self, bytes: &[u8]) {
        *self = self.bytes(bytes);
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        *self = self.word(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

// Without the secret numbers and the places that follow from them.
impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f.debug_struct("Index").field("used", &self.used)).finish_non_exhaustive()
    }
}

impl Default for Index {
    fn default() -> Index {
        Index::new()
    }
}

impl Index {
    /// Returns an empty index, with random secret numbers if the platform provides them.
    pub fn new() -> Index {
        let random = RandomState::new();
        Index::with_key(random.hash_one(0_u32), random.hash_one(1_u32))
    }

    /// Returns an empty index with these secret numbers. Anyone who knows the numbers can cause
    /// collisions.
    pub fn with_key(state: u64, multiplier: u64) -> Index {
        Index {
            slots: Vec::new(),
            used: 0,
            key: Hash {
                state,
                multiplier: multiplier | 1,
            },
        }
    }

    /// Returns the initial hash. The caller mixes the words of an entry into it.
    #[inline]
    pub fn hash(&self) -> Hash {
        self.key
    }

    /// Returns the hash of a value.
    #[inline]
    pub fn hash_of(&self, value: &impl hash::Hash) -> Hash {
        let mut hash = self.key;
        value.hash(&mut hash);
        hash
    }

    /// Makes room for this number of further entries.
    pub fn reserve(&mut self, entries: usize) {
        let slots = (self.used + entries).saturating_mul(5).div_ceil(4);
        if slots > self.slots.len() {
            self.grow(slots.next_power_of_two().max(16));
        }
    }

    fn grow(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (half, entry) in old {
            if entry != 0 {
                self.place(half, entry);
            }
        }
    }

    /// Returns the entry that has this hash and for which `is_it` returns true, if any.
    #[inline]
    pub fn find(&self, hash: Hash, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let half = hash.half();
        let mut at = half as usize & mask;
        loop {
            let (stored, entry) = self.slots[at];
            let number = entry.checked_sub(1)?;
            if stored == half && is_it(number) {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds the number of an entry, which must not be in the index yet.
    #[inline]
    pub fn insert(&mut self, hash: Hash, number: u32) {
        if (self.used + 1) * 5 > self.slots.len() * 4 {
            self.grow((self.slots.len() * 2).max(16));
        }
        self.place(hash.half(), number + 1);
        self.used += 1;
    }

    fn place(&mut self, half: u32, entry: u32) {
        let mask = self.slots.len() - 1;
        let mut at = half as usize & mask;
        while self.slots[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (half, entry);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        // A table that was once large is not to be filled time and again.
        if self.slots.len() > 64 + 16 * self.used {
            self.slots = Vec::new();
        } else {
            self.slots.fill((0, 0));
        }
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn an_index_finds_what_was_entered_and_nothing_else() {
        let mut index = Index::new();
        for number in 0..1000 {
            let hash = index.hash_of(&(number * 3));
            assert_eq!(index.find(hash, |i| i == number), None);
            index.insert(hash, number);
        }
        for number in 0..1000 {
            let hash = index.hash_of(&(number * 3));
            assert_eq!(index.find(hash, |i| i == number), Some(number));
        }
        assert_eq!(index.find(index.hash_of(&3001), |_| false), None);
        index.clear();
        assert_eq!(index.find(index.hash_of(&3), |_| true), None);
    }

    #[test]
    fn room_is_made_before_and_while_there_are_entries() {
        let mut index = Index::new();
        index.reserve(10);
        index.insert(index.hash().word(1), 0);
        index.reserve(1000);
        let slots = index.slots.len();
        for number in 1..1000 {
            index.insert(index.hash().word(number.into()), number);
        }
        assert_eq!(index.slots.len(), slots);
        assert_eq!(index.find(index.hash().word(1), |i| i == 0), Some(0));
    }

    #[test]
    fn hashes_differ_in_what_is_kept_of_them() {
        let hash = Index::new().hash();
        let numbers: BTreeSet<_> = (0..10_000).map(|n| hash.word(n).half()).collect();
        assert!(numbers.len() > 9_990);
        let texts = ["a", "b", "a\0", "", "\0", "12345678", "12345678\0"];
        let hashes: BTreeSet<_> = (texts.iter())
            .map(|text| hash.bytes(text.as_bytes()).half())
            .collect();
        assert_eq!(hashes.len(), texts.len());
    }

    /// Inserts distinct pairs of words, as interning does, and returns the number of entries
    /// compared.
    fn comparisons(mut index: Index, pairs: &[[u64; 2]]) -> usize {
        let mut count = 0;
        for (number, pair) in (0..).zip(pairs) {
            let hash = index.hash().word(pair[0]).word(pair[1]);
            let found = index.find(hash, |_| {
                count += 1;
                false
            });
            assert_eq!(found, None);
            index.insert(hash, number);
        }
        count
    }

    #[test]
    fn entries_collide_only_for_those_who_know_the_key() {
        // With a known key, the second word takes back what the first one did.
        let known = || Index::with_key(0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93);
        let pairs: Vec<_> = (0..1000)
            .map(|word| [word, known().hash().word(word).state])
            .collect();
        assert_eq!(comparisons(known(), &pairs), 1000 * 999 / 2);
        assert!(comparisons(Index::new(), &pairs) < 10);
    }

    #[test]
    fn each_index_has_a_key_of_its_own() {
        let states: BTreeSet<_> = (0..100)
            .map(|_| Index::new().hash().word(7).state)
            .collect();
        assert_eq!(states.len(), 100);
    }
}
