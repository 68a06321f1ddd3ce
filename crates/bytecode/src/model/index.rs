//! Finding what is in a table already: a hash index of ids beside it.

use std::hash::{BuildHasher, RandomState};

const FREE: u32 = u32::MAX;

/// An index of the entries of a table that it does not hold itself. Hashes are
/// keyed with a random number, so that no file can make them collide.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    places: Vec<u32>,
    entries: usize,
    key: u64,
}

/// The hash of an entry, built word by word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Hash {
    /// Mixes a word into the hash.
    #[inline]
    pub(crate) fn word(self, word: u64) -> Hash {
        let product = u128::from(self.0 ^ word) * u128::from(0x9E37_79B9_7F4A_7C15_u64);
        Hash((product as u64) ^ ((product >> 64) as u64).rotate_left(23))
    }
}

impl Index {
    pub(crate) fn new() -> Index {
        Index {
            places: Vec::new(),
            entries: 0,
            key: RandomState::new().hash_one(0_u32),
        }
    }

    /// Makes room for so many entries more; `rehash` gives the hashes of those
    /// that are there.
    pub(crate) fn reserve(&mut self, entries: usize, rehash: impl Fn(u32) -> Hash) {
        let places = (self.entries + entries).saturating_mul(4).div_ceil(3) + 1;
        if places > self.places.len() {
            self.grow(places.next_power_of_two().max(16), rehash);
        }
    }

    fn grow(&mut self, size: usize, rehash: impl Fn(u32) -> Hash) {
        let old = std::mem::replace(&mut self.places, vec![FREE; size]);
        for entry in old.into_iter().filter(|&entry| entry != FREE) {
            self.put(rehash(entry), entry);
        }
    }

    /// The hash that the words of an entry are mixed into.
    pub(crate) fn hash(&self) -> Hash {
        Hash(self.key | 1)
    }

    /// The entry with a hash for which `is` holds.
    pub(crate) fn find(&self, hash: Hash, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.places.len().checked_sub(1)?;
        let mut place = hash.word(self.key).0 as usize & mask;
        while self.places[place] != FREE {
            if is(self.places[place]) {
                return Some(self.places[place]);
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// Adds an entry that is not there; `rehash` gives the hashes of those that
    /// are when the index grows.
    pub(crate) fn insert(&mut self, hash: Hash, entry: u32, rehash: impl Fn(u32) -> Hash) {
        if self.entries * 4 >= self.places.len() * 3 {
            self.grow((self.places.len() * 2).max(16), rehash);
        }
        self.put(hash, entry);
        self.entries += 1;
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        // A table that was once large is not to be filled time and again.
        if self.places.len() > 64 + 16 * self.entries {
            self.places = Vec::new();
        } else {
            self.places.fill(FREE);
        }
        self.entries = 0;
    }

    fn put(&mut self, hash: Hash, entry: u32) {
        let mask = self.places.len() - 1;
        let mut place = hash.word(self.key).0 as usize & mask;
        while self.places[place] != FREE {
            place = (place + 1) & mask;
        }
        self.places[place] = entry;
    }
}
