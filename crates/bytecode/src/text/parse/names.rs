//! Symbol tables: names and numbers with their values. Each type has a plane of its own, because
//! values of different types may share a name.

use super::lex::Name;
use crate::model::TypeId;
use pinnacle_base::index::{Hash, Index};

/// A table from plane and name to a small value. Names are slices of the text and are not copied.
#[derive(Debug)]
pub(super) struct Symbols<'a, V> {
    entries: Vec<(TypeId, Name<'a>, V)>,
    index: Index,
}

impl<'a, V: Copy> Symbols<'a, V> {
    /// A table without entries.
    pub(super) fn new() -> Symbols<'a, V> {
        Symbols {
            entries: Vec::new(),
            index: Index::new(),
        }
    }

    /// The position of an entry, for [`Symbols::get`] and [`Symbols::set`].
    #[inline]
    pub(super) fn find(&self, plane: TypeId, name: Name<'_>) -> Option<usize> {
        let found = self
            .index
            .find(hash_of(self.index.hash(), plane, name), |entry| {
                let (entry_plane, entry_name, _) = self.entries[entry as usize];
                entry_plane == plane && entry_name == name
            });
        found.map(|entry| entry as usize)
    }

    /// The value of the entry at a place.
    #[inline]
    pub(super) fn get(&self, place: usize) -> V {
        self.entries[place].2
    }

    /// Changes the value of an entry.
    pub(super) fn set(&mut self, place: usize, value: V) {
        self.entries[place].2 = value;
    }

    /// Adds an entry, which must not exist yet.
    #[inline]
    pub(super) fn insert(&mut self, plane: TypeId, name: Name<'a>, value: V) {
        let place = self.entries.len() as u32;
        self.entries.push((plane, name, value));
        let hash = hash_of(self.index.hash(), plane, name);
        self.index.insert(hash, place);
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
    }
}

#[inline]
fn hash_of(hash: Hash, plane: TypeId, name: Name<'_>) -> Hash {
    let hash = hash.word(u64::from(plane.0));
    match name {
        Name::Numbered(number) => hash.word(u64::from(number)),
        Name::Named(name) => hash.bytes(name),
    }
}

/// Number of unnamed values of each type.
#[derive(Debug, Default)]
pub(super) struct Counters {
    counts: Vec<u32>,
    touched: Vec<TypeId>,
}

impl Counters {
    /// The current count of a plane.
    #[inline]
    pub(super) fn get(&self, plane: TypeId) -> u32 {
        self.counts.get(plane.index()).copied().unwrap_or(0)
    }

    /// Counts a value in a plane. Returns the previous count.
    #[inline]
    pub(super) fn next(&mut self, plane: TypeId) -> u32 {
        if self.counts.len() <= plane.index() {
            self.counts.resize(plane.index() + 1, 0);
        }
        let count = &mut self.counts[plane.index()];
        if *count == 0 {
            self.touched.push(plane);
        }
        *count += 1;
        *count - 1
    }

    /// Makes all counts zero.
    pub(super) fn clear(&mut self) {
        for plane in self.touched.drain(..) {
            self.counts[plane.index()] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_have_their_own_names() {
        let mut symbols = Symbols::new();
        symbols.insert(TypeId::INT, Name::Named(b"x"), 1);
        symbols.insert(TypeId::LONG, Name::Named(b"x"), 2);
        symbols.insert(TypeId::INT, Name::Numbered(0), 3);
        let get = |plane, name| symbols.find(plane, name).map(|place| symbols.get(place));
        assert_eq!(get(TypeId::INT, Name::Named(b"x")), Some(1));
        assert_eq!(get(TypeId::LONG, Name::Named(b"x")), Some(2));
        assert_eq!(get(TypeId::INT, Name::Numbered(0)), Some(3));
        assert_eq!(get(TypeId::INT, Name::Named(b"y")), None);
        symbols.clear();
        assert_eq!(symbols.find(TypeId::INT, Name::Named(b"x")), None);
    }

    #[test]
    fn counters_count_by_plane() {
        let mut counters = Counters::default();
        assert_eq!(counters.next(TypeId::INT), 0);
        assert_eq!(counters.next(TypeId::INT), 1);
        assert_eq!(counters.get(TypeId::LONG), 0);
        counters.clear();
        assert_eq!(counters.get(TypeId::INT), 0);
    }
}
