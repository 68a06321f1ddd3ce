//! Storing each thing once: a table of indices that are found by a hash, and
//! a pool of byte strings.
//!
//! The table holds neither keys nor things. Whoever uses it computes the hash
//! and says whether the thing at an index is the one that is looked for, so
//! that things may lie in pools of any shape and are never stored twice.

use std::hash::{Hash, Hasher};

use crate::ids::Name;

/// The hash of anything that a table is to find.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = Folding::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies what comes into the state and folds the product: a few
/// instructions for each word, and small keys are spread as well as large ones.
#[derive(Default)]
struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.write_u64(u64::from_le_bytes(last) ^ (rest.len() as u64) << 56);
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
        let product =
            u128::from(self.0 ^ value ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

/// An open table of indices. Each entry remembers half of its hash, by which it
/// finds its place when the table grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interner {
    /// Half a hash and an index plus one, or zeros. A power of two of them.
    slots: Vec<(u32, u32)>,
    used: usize,
}

impl Interner {
    /// The index that `is_it` accepts among those with this hash, if there is
    /// one.
    pub(crate) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let half = (hash >> 32) as u32;
        let mut at = half as usize & mask;
        loop {
            let (stored, index) = self.slots[at];
            if index == 0 {
                return None;
            }
            if stored == half && is_it(index - 1) {
                return Some(index - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Enters an index that is not in the table.
    pub(crate) fn insert(&mut self, hash: u64, index: u32) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let size = (self.slots.len() * 2).max(16);
            let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
            for (half, entry) in old {
                if entry != 0 {
                    self.place(half, entry);
                }
            }
        }
        self.place((hash >> 32) as u32, index + 1);
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
}

/// Byte strings one after the other, each with an id. Strings are stored as
/// often as they are added: names of values differ anyway.
#[derive(Clone, Debug, Default)]
pub struct NamePool {
    bytes: Vec<u8>,
    /// Where each string ends.
    ends: Vec<usize>,
}

impl NamePool {
    /// Adds a string. The empty one is no name.
    pub fn add(&mut self, name: &[u8]) -> Name {
        if name.is_empty() {
            return Name::NONE;
        }
        self.add_even_empty(name)
    }

    /// Adds a string that may be empty and exist all the same, such as the
    /// value of an attribute.
    pub fn add_even_empty(&mut self, text: &[u8]) -> Name {
        let name = Name::at(self.ends.len());
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        name
    }

    /// Drops all strings.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// The string, empty if there is no name.
    #[must_use]
    pub fn get(&self, name: Name) -> &[u8] {
        let Some(index) = name.index() else {
            return &[];
        };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_finds_what_was_entered_and_nothing_else() {
        let mut table = Interner::default();
        for index in 0..1000 {
            assert_eq!(table.find(hash_of(&(index * 3)), |i| i == index), None);
            table.insert(hash_of(&(index * 3)), index);
        }
        for index in 0..1000 {
            assert_eq!(
                table.find(hash_of(&(index * 3)), |i| i == index),
                Some(index)
            );
        }
        assert_eq!(table.find(hash_of(&3001), |_| false), None);
    }

    #[test]
    fn hashes_differ_in_their_upper_half() {
        let numbers: std::collections::BTreeSet<_> =
            (0..10_000u32).map(|n| hash_of(&n) >> 32).collect();
        assert!(numbers.len() > 9_990);
        let texts = [
            &b"a"[..],
            b"b",
            b"a\0",
            b"",
            b"\0",
            b"12345678",
            b"123456789",
        ];
        let hashes: std::collections::BTreeSet<_> =
            texts.iter().map(|text| hash_of(text) >> 32).collect();
        assert_eq!(hashes.len(), texts.len());
    }

    #[test]
    fn a_pool_gives_back_its_strings() {
        let mut pool = NamePool::default();
        let first = pool.add(b"one");
        let none = pool.add(b"");
        let empty = pool.add_even_empty(b"");
        let last = pool.add(b"\xfftwo");
        assert_eq!(pool.get(first), b"one");
        assert!(none.is_none());
        assert!(empty.is_some());
        assert_eq!(pool.get(empty), b"");
        assert_eq!(pool.get(last), b"\xfftwo");
    }
}
